"""Questions in Chinese and Japanese, which have no spaces between words: their asking words, and their topic."""

import re

from .capitalised_names import NameAt

_SCRIPT = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_ASKING = re.compile(
    r"多长时间|多[长久]|(?:多少|几)(?=个?[天日年月周]|个星期|个?小时|\W|$)|(?<!为)什么(?!时候|地方|人)|请问|[吗呢？]|"
    r"どのくらい|どれくらい|何(?=[日年月週]|か月|時間|です)|ですか|でしょうか"
)
"""Words for how long, how much and what. Words for who, when, where, why and how much money stay in the text: the code
cannot recognise the type of their answers in these scripts, so only a text that repeats these words answers them."""
_JOINS = re.compile(
    r"有(?=\s|$)|(?<![目])的|[はがのを](?!誰|だれ|どこ|いつ|なぜ|いくら)|(?:是|です)(?=\s|$)|^\s*(?:是|有)"
)
"""Joins an owner to its attribute, and ends a topic; never searched for itself."""
_RUN = re.compile(r"[^\s\W]+(?:[^\s\W]|[·・])*")


def is_unspaced(text: str) -> bool:
    """Whether most letters are Chinese or Japanese."""
    letters = sum(character.isalpha() for character in text)
    return letters > 0 and 2 * len(_SCRIPT.findall(text)) > letters


def asks_unspaced(text: str) -> bool:
    """Whether the text is a question in these languages, by an asking word or sign."""
    return is_unspaced(text) and _ASKING.search(text) is not None


def without_asking(text: str) -> str:
    """The text with asking and joining words replaced by blanks of the same length; text in other languages unchanged."""
    if not is_unspaced(text):
        return text
    for pattern in (_ASKING, _JOINS):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text


def unspaced_name(part: str) -> tuple[NameAt, ...]:
    """The topic of a question without a known name: the first run of letters that neither asks nor joins ("试用期" of "试用期多长？", and
    the owner before "的"). A document must contain it verbatim. Empty for other languages."""
    if not is_unspaced(part):
        return ()
    found = _RUN.search(without_asking(part))
    return (NameAt(found[0], found.start(), found.end()),) if found and len(found[0]) > 1 else ()
