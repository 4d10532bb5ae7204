"""What a conversation asks next: its last question, the turns that resolve it, and a question that the chat asked back (SPEC SUB-1, SUB-12).

Pure functions over messages. Whatever they compose is shown to the user as the question that was answered.
"""

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from pydantic import ValidationError

from ..evidence.model.frozen import Frozen
from ..evidence.names.same_name import split_suffix
from ..evidence.report.evidence_report import Clarification
from ..evidence.values.periods import periods_in
from ..nodes.answer.phrases import Phrases
from ..roles.extractive.rules.capitalised_names import NameAt
from ..roles.extractive.rules.question_facts import topic_words
from ..roles.extractive.rules.question_names import names_in
from ..roles.extractive.rules.question_words import (
    ASKING,
    AUXILIARIES,
    FOREIGN_QUESTION,
    FOREIGN_SMALL_WORDS,
    REFERENCE,
    WH,
)

EARLIER_TURNS = 10
"""Messages before the question that may resolve its references; older ones are left out."""
TURN_LIMIT = 1_000
"""Characters of an earlier turn that are read: ten of them fit the prompt of a model with an 8k context (SPEC CST-3)."""
DETAIL_WORDS = 8
"""A longer turn is no detail of an earlier question but a question of its own."""
NOTE = "pincite"
"""Key of `additional_kwargs` under which an answer keeps what the next turn needs."""
_NUMBER = re.compile(r"\W*(\d{1,2})\W*")
_END = " \t\n?？!.。"


class Turn(NamedTuple):
    """What a turn asks."""

    question: str
    without_detail: str
    """The same before a detail joined it; if that was the wrong one, this is asked back again."""


class AskedBack(Frozen):
    """A question that the chat could not answer for one missing detail."""

    question: str
    asks: Literal["whose", "what", "about"]
    options: tuple[str, ...] = ()


def last_question(turns: Sequence[BaseMessage]) -> tuple[str | None, Sequence[BaseMessage]]:
    """The text of the last human message, and the messages before it. None where there is no human message; an empty text where it
    has none: images and files are not read."""
    at = next((at for at in reversed(range(len(turns))) if isinstance(turns[at], HumanMessage)), None)
    return (None, turns) if at is None else (turns[at].text.strip(), turns[:at])


def earlier_turns(turns: Sequence[BaseMessage]) -> list[str]:
    """The texts of the last messages, oldest first. An answer counts by its first paragraph, a refusal by the question that it refuses:
    titles of sources and words of ours would be taken for what was talked about."""
    texts = [_talked_of(turn) for turn in turns if isinstance(turn, HumanMessage | AIMessage)]
    return [text[:TURN_LIMIT] for text in texts if text][-EARLIER_TURNS:]


def read_turn(text: str, before: Sequence[BaseMessage]) -> Turn:
    """The question that `text` asks after the messages `before`, as far as rules can complete it; else the text as it stands.

    A detail that was asked back for joins its question. A turn that only names something, or a period ("And in 2024?"), takes the place of
    the only name or period in the question before.
    """
    answer = next((one for one in reversed(before) if isinstance(one, AIMessage)), None)
    note = _note(answer) if answer is not None else None
    if note and (back := _asked_back(note)):
        return _completed(text, back) or Turn(text, text)
    asked = note.get("question") if note else last_question(before)[0]
    question = _in_its_place(text, asked) if isinstance(asked, str) else text
    return Turn(question, question)


def ask_back(missing: Clarification, phrases: Phrases) -> str:
    """The question that the chat puts to its user."""
    if missing.asks == "what":
        return phrases.what_of.format(name=phrases.quoted.format(text=missing.options[0]))
    listed = "\n".join(f"{number}. {one}" for number, one in enumerate(missing.options, 1))
    if missing.asks == "whose":
        return f"{phrases.which_one}\n\n{listed}"
    return f"{phrases.about_what}\n\n{phrases.for_instance}\n\n{listed}" if listed else phrases.about_what


def _talked_of(message: BaseMessage) -> str:
    text, note = message.text.strip(), _note(message)
    if note is None:
        return text
    asked = note.get("question")
    return asked if isinstance(asked, str) and not note.get("sufficient") else text.partition("\n\n")[0]


def _note(message: BaseMessage) -> dict[str, Any] | None:
    note = message.additional_kwargs.get(NOTE) if isinstance(message, AIMessage) else None
    return note if isinstance(note, dict) else None


def _asked_back(note: dict[str, Any]) -> AskedBack | None:
    """A client sends its history back as it likes, so this may be anything."""
    try:
        return AskedBack.model_validate(note["asked_back"])
    except (KeyError, ValidationError):
        return None


def _completed(text: str, back: AskedBack) -> Turn | None:
    """The question asked back for, with the detail of this turn; None where the turn asks something of its own."""
    if back.asks == "what":
        name = next(iter(back.options), "")
        own = REFERENCE.search(text) or any(one.text not in name for one in _names(text))
        if own or _long(text) or name in text:
            return None
        return Turn(_joined(text, name), _joined(text, name))
    if match := _NUMBER.fullmatch(text):
        number = int(match[1])
        chosen = back.options[number - 1] if 0 < number <= len(back.options) else None
    else:
        named = [option for option in back.options if split_suffix(option)[0].casefold() in text.casefold()]
        longest = max(named, key=len, default="")
        if named and _besides(text, *named, *(split_suffix(one)[0] for one in named)):
            return None
        if not named and (_asks(text) or _long(text)):
            return None
        within = all(split_suffix(one)[0].casefold() in longest.casefold() for one in named)
        chosen = longest if named and within else text
    if chosen is None:
        return Turn(back.question, back.question)  # there is no such number: ask once more
    if back.asks == "about" and chosen in back.options:
        return Turn(chosen, chosen)
    return Turn(_joined(back.question, chosen), back.question)


def _in_its_place(text: str, asked: str) -> str:
    names, periods = _names(text), list(periods_in(text))
    if REFERENCE.search(text) or len(names) + len(periods) != 1 or _besides(text, *(name.text for name in names)):
        return text
    if names:
        if names[0].start == 0 and not _asks(text):
            return text  # "Thanks!": any word has a capital at the beginning
        new, spans = names[0].text, [(name.start, name.end) for name in _names(asked)]
    else:
        _, start, end = periods[0]
        new, spans = text[start:end], [(start, end) for _, start, end in periods_in(asked)]
    if len(spans) != 1:
        return text
    start, end = spans[0]
    return f"{asked[:start]}{new}{asked[end:]}"


def _names(text: str) -> list[NameAt]:
    return [one for one in names_in(text, (), ()) if one.text.casefold() not in FOREIGN_SMALL_WORDS]


def _besides(text: str, *names: str) -> list[str]:
    """The content words of a turn beside these names."""
    return [word for word in topic_words(text, names) if word.casefold() not in FOREIGN_SMALL_WORDS]


def _asks(text: str) -> bool:
    first = text.split(maxsplit=1)[0].strip(_END + ",").casefold() if text.split() else ""
    opens = WH.fullmatch(first) or first in AUXILIARIES or first in ASKING
    return bool(opens or FOREIGN_QUESTION.match(text) or any(mark in text for mark in "?？؟"))


def _long(text: str) -> bool:
    return len(text.split()) > DETAIL_WORDS


def _joined(question: str, detail: str) -> str:
    """“What is the notice period, Tarnholm Ltd?”: a form that reads in every language, and that the analysts read as one sentence."""
    return f"{question.rstrip(_END)}, {detail.strip(_END)}?" if detail.strip(_END) else question
