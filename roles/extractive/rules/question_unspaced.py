"""Finds the question words and the topic of questions in Chinese and Japanese, which have no spaces between words."""

import re

from .capitalised_names import NameAt

_SCRIPT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_ASKING = re.compile(
    r"多长时间|多[长久]|(?:多少|几)(?=个?[天日年月周]|个星期|个?小时|\W|$)|(?<!为)什么(?!时候|地方|人)|请问|[吗呢？]|"
    r"どのくらい|どれくらい|何(?=[日年月週]|か月|時間|です)|ですか|でしょうか"
)
"""Words for how long, how much and what. Words for who, when, where, why and how much money are left out: in these
scripts, code cannot recognise the type of their answers."""
_JOINS = re.compile(
    r"有(?=\s|$)|(?<![目])的|[はがのを](?!誰|だれ|どこ|いつ|なぜ|いくら)|(?:是|です)(?=\s|$)|^\s*(?:是|有)"
)
"""Characters that join an owner to its attribute, or end a topic. They are never searched for."""
_RUN = re.compile(r"[^\s\W]+(?:[^\s\W]|[·・])*")


def is_unspaced(text: str) -> bool:
    """Return whether most letters of the text are Chinese or Japanese.

    Example: `is_unspaced("租金是多少？")` gives `True`, and `is_unspaced("What is the rent?")` gives `False`.
    """
    letters = sum(character.isalpha() for character in text)
    return letters > 0 and 2 * len(_SCRIPT.findall(text)) > letters


def asks_unspaced(text: str) -> bool:
    """Return whether the text is a question in Chinese or Japanese, by a question word or mark.

    Example: `asks_unspaced("租金是多少？")` gives `True`.
    """
    return is_unspaced(text) and _ASKING.search(text) is not None


def without_asking(text: str) -> str:
    """Return the text with question words and joining words replaced by spaces, so that offsets stay the same. Text in
    other languages is returned unchanged.

    Example: `without_asking("租金是多少？")` gives `"租金    "`.
    """
    if not is_unspaced(text):
        return text
    for pattern in (_ASKING, _JOINS):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def unspaced_name(part: str) -> tuple[NameAt, ...]:
    """Return the topic of a question without a known name, as a name that a document must contain verbatim. Return an
    empty tuple for other languages.

    The topic is the first run of letters without question words and joining words: "试用期" in "试用期多长？". If "的" follows,
    the run is the owner, such as a company.
    """
    if not is_unspaced(part):
        return ()
    found = _RUN.search(without_asking(part))
    return (NameAt(found[0], found.start(), found.end()),) if found and len(found[0]) > 1 else ()
