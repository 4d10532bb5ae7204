"""Finds the next question of a conversation in its last message, its earlier messages and a pending clarification (SPEC
SUB-1, SUB-12).

All functions are pure. A question that they compose is shown to the user as the question that was answered.
"""

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from pydantic import ValidationError

from ..evidence.lexicon.asking_words import ASKING
from ..evidence.lexicon.small_words import FOREIGN_SMALL_WORDS
from ..evidence.lexicon.word_forms import AUXILIARIES
from ..evidence.model.frozen import Frozen
from ..evidence.names.same_name import split_suffix
from ..evidence.report.evidence_report import Clarification
from ..evidence.values.periods import periods_in
from ..nodes.answer.phrases import Phrases
from ..roles.extractive.rules.capitalised_names import NameAt
from ..roles.extractive.rules.question_facts import topic_words
from ..roles.extractive.rules.question_names import names_in
from ..roles.extractive.rules.question_words import FOREIGN_QUESTION, REFERENCE, WH

EARLIER_TURNS = 10
"""The number of earlier messages that may resolve references. Older ones are left out."""
TURN_LIMIT = 1_000
"""The maximum number of characters of an earlier turn that count. Ten turns then fit the prompt of a model with an 8k
context (SPEC CST-3)."""
DETAIL_WORDS = 8
"""The maximum number of words of a turn that adds a detail. A longer turn is a new question."""
NOTE = "pincite"
"""The key of `additional_kwargs` under which an answer stores what the next turn needs."""
_NUMBER = re.compile(r"\W*(\d{1,2})\W*")
_END = " \t\n?？!.。"


class Turn(NamedTuple):
    """The question of one turn of the conversation."""

    question: str
    without_detail: str
    """The question before the chat added a detail. If the detail was wrong, the chat asks for it again."""


class AskedBack(Frozen):
    """A question that the chat could not answer, because one detail is missing."""

    question: str
    asks: Literal["whose", "what", "about"]
    options: tuple[str, ...] = ()


def last_question(turns: Sequence[BaseMessage]) -> tuple[str | None, Sequence[BaseMessage]]:
    """Return the text of the last human message, and the messages before it. The text is None if there is no human
    message, and "" if the message has no text, since images and files are not read."""
    at = next((at for at in reversed(range(len(turns))) if isinstance(turns[at], HumanMessage)), None)
    return (None, turns) if at is None else (turns[at].text.strip(), turns[:at])


def earlier_turns(turns: Sequence[BaseMessage]) -> list[str]:
    """Return the texts of the last messages, oldest first. A report is reduced to the first paragraph of its answer, or
    to its question if it refuses. Otherwise titles of sources and fixed phrases would be mistaken for topics."""
    texts = [_topic_text(turn) for turn in turns if isinstance(turn, HumanMessage | AIMessage)]
    return [text[:TURN_LIMIT] for text in texts if text][-EARLIER_TURNS:]


def read_turn(text: str, before: Sequence[BaseMessage]) -> Turn:
    """Return the question of `text` after the messages `before`, completed by rules where possible; otherwise `text`
    unchanged.

    A requested detail is added to its question. A turn with only a name or a period ("And in 2024?") replaces the only
    name or period in the previous question.
    """
    answer = next((message for message in reversed(before) if isinstance(message, AIMessage)), None)
    note = _note(answer) if answer is not None else None
    if note and (back := _asked_back(note)):
        return _completed(text, back) or Turn(text, text)
    asked = note.get("question") if note else last_question(before)[0]
    question = _replaced_in(text, asked) if isinstance(asked, str) else text
    return Turn(question, question)


def ask_back(missing: Clarification, phrases: Phrases) -> str:
    """Return the clarification as the chat asks for it."""
    if missing.asks == "what":
        return phrases.what_of.format(name=phrases.quoted.format(text=missing.options[0]))
    listed = "\n".join(f"{number}. {option}" for number, option in enumerate(missing.options, 1))
    if missing.asks == "whose":
        return f"{phrases.which_one}\n\n{listed}"
    return f"{phrases.about_what}\n\n{phrases.for_instance}\n\n{listed}" if listed else phrases.about_what


def _topic_text(message: BaseMessage) -> str:
    text, note = message.text.strip(), _note(message)
    if note is None:
        return text
    asked, answer = note.get("question"), note.get("answer")
    if isinstance(asked, str) and not note.get("sufficient"):
        return asked
    return (answer if isinstance(answer, str) else text).partition("\n\n")[0]


def _note(message: BaseMessage) -> dict[str, Any] | None:
    note = message.additional_kwargs.get(NOTE) if isinstance(message, AIMessage) else None
    return note if isinstance(note, dict) else None


def _asked_back(note: dict[str, Any]) -> AskedBack | None:
    """Return the pending clarification of an answer, or None. `note` may be anything, since clients send the history
    back."""
    try:
        return AskedBack.model_validate(note["asked_back"])
    except (KeyError, ValidationError):
        return None


def _completed(text: str, back: AskedBack) -> Turn | None:
    """Return the pending question with the detail of this turn, or None if the turn is a new question."""
    if back.asks == "what":
        name = next(iter(back.options), "")
        own = REFERENCE.search(text) or any(other.text not in name for other in _names(text))
        if own or _long(text) or name in text:
            return None
        return Turn(_joined(text, name), _joined(text, name))
    if match := _NUMBER.fullmatch(text):
        number = int(match[1])
        chosen = back.options[number - 1] if 0 < number <= len(back.options) else None
    else:
        named = [option for option in back.options if split_suffix(option)[0].casefold() in text.casefold()]
        longest = max(named, key=len, default="")
        if named and _besides(text, *named, *(split_suffix(name)[0] for name in named)):
            return None
        if not named and (_asks(text) or _long(text)):
            return None
        within = all(split_suffix(name)[0].casefold() in longest.casefold() for name in named)
        chosen = longest if named and within else text
    if chosen is None:
        return Turn(back.question, back.question)  # no option has this number: ask again
    if back.asks == "about" and chosen in back.options:
        return Turn(chosen, chosen)
    return Turn(_joined(back.question, chosen), back.question)


def _replaced_in(text: str, asked: str) -> str:
    names, periods = _names(text), list(periods_in(text))
    if REFERENCE.search(text) or len(names) + len(periods) != 1 or _besides(text, *(name.text for name in names)):
        return text
    if names:
        if names[0].start == 0 and not _asks(text):
            return text  # "Thanks!": the first word of a text always has a capital
        new, spans = names[0].text, [(name.start, name.end) for name in _names(asked)]
    else:
        _, start, end = periods[0]
        new, spans = text[start:end], [(start, end) for _, start, end in periods_in(asked)]
    if len(spans) != 1:
        return text
    start, end = spans[0]
    return f"{asked[:start]}{new}{asked[end:]}"


def _names(text: str) -> list[NameAt]:
    return [name for name in names_in(text, (), ()) if name.text.casefold() not in FOREIGN_SMALL_WORDS]


def _besides(text: str, *names: str) -> list[str]:
    """Return the content words of a turn without those of `names`."""
    return [word for word in topic_words(text, names) if word.casefold() not in FOREIGN_SMALL_WORDS]


def _asks(text: str) -> bool:
    first = text.split(maxsplit=1)[0].strip(_END + ",").casefold() if text.split() else ""
    opens = WH.fullmatch(first) or first in AUXILIARIES or first in ASKING
    return bool(opens or FOREIGN_QUESTION.match(text) or any(mark in text for mark in "?？؟"))


def _long(text: str) -> bool:
    return len(text.split()) > DETAIL_WORDS


def _joined(question: str, detail: str) -> str:
    """Return the question with the detail before its question mark: “What is the notice period, Tarnholm Ltd?”.

    Every language allows this form, and it is one sentence for the analyst.
    """
    return f"{question.rstrip(_END)}, {detail.strip(_END)}?" if detail.strip(_END) else question
