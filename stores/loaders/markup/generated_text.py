"""Adds the text and boxes that a style sheet adds to a page, such as `.void::before {content: "Not in force: "}`.

A person reads this text like any other, and it can reverse the meaning of the text after it. Each such text becomes an
element with the declarations of its rules. It is then shown, hidden or laid over the page like other elements.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag

from .cascade import GENERATED
from .selectors import Selector, marks_of
from .style_sheets import StyleRule

_PSEUDO = re.compile(r"(?P<element>.*?)::?(?P<place>before|after)", re.IGNORECASE | re.DOTALL)
_CONTENT = re.compile(r"(?:^|;|\s)content\s*:\s*((?:\"[^\"\n]*\"|'[^'\n]*'|[^;\"'])*)", re.IGNORECASE)
_PART = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|attr\(\s*([\w-]+)\s*\)")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")
_EMPTY = {
    "br",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "script",
    "style",
    "template",
    "title",
    "select",
    "textarea",
    "option",
}
_MOST_FOR_ONE = 50
"""The maximum number of rules that are compared for one element, since each may change what the others add."""


class _Added(NamedTuple):
    selector: Selector
    place: str
    declarations: str
    rank: tuple[int, ...]


def write_generated_text(soup: BeautifulSoup, rules: Iterable[StyleRule], characters: int) -> bool:
    """Insert the text that the rules add before or after the content of elements, together at most `characters`.
    Returns whether more was to be added. Counters and symbols are left out, and so is a rule that applies on some
    screens only or has a selector that is not fully understood."""
    by_key: dict[str, list[_Added]] = defaultdict(list)
    for added in _added(rules):
        by_key[added.selector.key].append(added)
    for tag in soup.find_all(True) if by_key else ():
        if tag.name in _EMPTY:
            continue
        marks = marks_of(tag)
        candidates = [rule for key in ("", tag.name, *marks) for rule in by_key.get(key, ())][-_MOST_FOR_ONE:]
        fitting = sorted(
            (rule for rule in candidates if rule.selector.last.fits(tag.name, marks)), key=lambda rule: rule.rank
        )
        if any(rule.selector.above for rule in fitting):
            parents = [(parent.name, marks_of(parent)) for parent, _ in zip(tag.parents, range(256), strict=False)]
            fitting = [rule for rule in fitting if rule.selector.stands_under(parents)]
        for place in ("before", "after"):
            element = _element(soup, tag, [rule.declarations for rule in fitting if rule.place == place])
            if element is None:
                continue
            characters -= len(element.get_text()) + len(str(element["style"]))
            if characters < 0:
                return True
            tag.insert(0 if place == "before" else len(tag.contents), element)
    return False


def _element(soup: BeautifulSoup, tag: Tag, declarations: list[str]) -> Tag | None:
    """Return the element that the rules, weakest first, add to a tag. Return None if it can neither be read nor cover
    text."""
    content = next((found[1] for body in reversed(declarations) if (found := _CONTENT.search(body))), None)
    if content is None:
        return None
    text = _literal(content, tag)
    if text is None or not (text or any("position" in body for body in declarations)):
        return None
    bodies = (_CONTENT.sub(";", body) for body in declarations)
    element = soup.new_tag(GENERATED, attrs={"style": ";".join(bodies)})
    element.string = text
    return element


def _added(rules: Iterable[StyleRule]) -> Iterator[_Added]:
    for order, rule in enumerate(rules):
        if not rule.is_sure:
            continue
        for part in dict.fromkeys(map(str.strip, rule.selectors.split(","))):
            pseudo = _PSEUDO.fullmatch(part)
            selector = Selector.parsed(pseudo["element"] or "*") if pseudo else None
            if pseudo and selector and selector.is_whole:
                yield _Added(selector, pseudo["place"].lower(), rule.declarations, (*selector.specificity, order))


def _literal(value: str, tag: Tag) -> str | None:
    """Return the strings and attributes of a `content` value. Return "" if they have no letter or digit, and None if
    the value has anything else."""
    if _PART.sub("", value).replace("!important", "").strip():
        return None
    parts = (
        tag.get(match[3]) if match[3] else _unescaped(match[1] or match[2] or "") for match in _PART.finditer(value)
    )
    text = "".join(part for part in parts if isinstance(part, str))
    return text if any(character.isalnum() for character in text) else ""


def _unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        number = int(match[1], 16) if match[1] else 0
        return match[2] or (chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd")

    return _ESCAPE.sub(character, text)
