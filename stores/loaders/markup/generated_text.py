"""Finds text that a style sheet adds to a page, such as `.void::before {content: "Not in force: "}`.

A person reads it like other text, and it can reverse the meaning of the text after it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from .selectors import Selector, marks_of

StyleRule = tuple[str, str, bool]
"""The selectors and the declarations of a rule as written, and whether the rule applies on every screen."""

_PSEUDO = re.compile(r"(?P<element>.*?)::?(?P<place>before|after)", re.IGNORECASE | re.DOTALL)
_CONTENT = re.compile(r"(?:^|;|\s)content\s*:\s*((?:\"[^\"\n]*\"|'[^'\n]*'|[^;\"'])*)", re.IGNORECASE)
_STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")
_EMPTY = {"br", "hr", "img", "input", "link", "meta", "script", "style", "template", "title"}


class _Added:
    """A rule that adds text, with its rank among the rules for one element."""

    def __init__(self, selector: Selector, place: str, text: str, order: int) -> None:
        self.selector, self.place, self.text = selector, place, text
        self.rank = (*selector.specificity, order)


def write_generated_text(soup: BeautifulSoup, rules: Iterable[StyleRule]) -> None:
    """Insert the literal text that the rules add before or after the content of elements.

    Counters, attributes and symbols are left out. So is a rule that applies on some screens only, or has a selector
    that is not fully understood.
    """
    by_key: dict[str, list[_Added]] = defaultdict(list)
    for added in _added(rules):
        by_key[added.selector.key].append(added)
    for tag in soup.find_all(True) if by_key else ():
        if tag.name in _EMPTY:
            continue
        matching = (rule for key in ("", tag.name, *marks_of(tag)) for rule in by_key.get(key, ()))
        won: dict[str, _Added] = {}
        for rule in matching:
            if rule.selector.matches(tag) and (rule.place not in won or rule.rank > won[rule.place].rank):
                won[rule.place] = rule
        _insert(tag, won)


def _insert(tag: Tag, won: dict[str, _Added]) -> None:
    if "before" in won:
        tag.insert(0, NavigableString(won["before"].text))
    if "after" in won:
        tag.append(NavigableString(won["after"].text))


def _added(rules: Iterable[StyleRule]) -> Iterator[_Added]:
    for order, (selectors, body, is_sure) in enumerate(rules):
        found = _CONTENT.search(body) if is_sure else None
        if found is None:
            continue
        text = _literal(found[1])
        for part in map(str.strip, selectors.split(",")):
            pseudo = _PSEUDO.fullmatch(part)
            selector = Selector.parsed(pseudo["element"] or "*") if pseudo else None
            if pseudo and selector and selector.is_whole:
                yield _Added(selector, pseudo["place"].lower(), text, order)


def _literal(value: str) -> str:
    """Return the strings of a `content` value, or "" if it has anything else or no letter or digit."""
    if _STRING.sub("", value).replace("!important", "").strip():
        return ""
    text = "".join(_unescaped(match[1] or match[2] or "") for match in _STRING.finditer(value))
    return text if any(character.isalnum() for character in text) else ""


def _unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        number = int(match[1], 16) if match[1] else 0
        return match[2] or (chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd")

    return _ESCAPE.sub(character, text)
