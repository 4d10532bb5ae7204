"""Parses the rules of the style sheets inside a page, in order, and decides which of them apply on every screen. Linear
in the text."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

from bs4 import BeautifulSoup, Tag

_MOST_CSS = 1_000_000
_MOST_RULES = 5_000
_STRING_OR_COMMENT = re.compile(r"(\"[^\"\n]*\"|'[^'\n]*')|/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_BRACE = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|([{}])")
_MEDIUM = re.compile(r"(?:only\s+)?(all|screen|print|speech)$")
_INERT = {"template", "noscript"}
"""Elements whose style sheets a browser with scripts does not use."""
_Applies = Literal["yes", "unsure", "no"]
_ORDER: tuple[_Applies, ...] = ("yes", "unsure", "no")


class StyleRule(NamedTuple):
    selectors: str
    declarations: str
    is_sure: bool
    """Whether the rule applies on every screen."""


def style_rules(soup: BeautifulSoup) -> list[StyleRule]:
    """Return the rules of the page's own style sheets for a screen, up to `_MOST_RULES`."""
    found: list[StyleRule] = []
    left = _MOST_CSS
    for sheet in soup.find_all("style"):
        medium = sheet.get("media")
        applies = _applies(medium.strip().lower() if isinstance(medium, str) else "")
        if applies == "no" or any(
            isinstance(outer, Tag) and outer.name in _INERT for outer in islice(sheet.parents, 3)
        ):
            continue
        text = sheet.get_text()[:left]
        left -= len(text)
        rules = _rules(_STRING_OR_COMMENT.sub(lambda match: match[1] or " ", text))
        found += (
            rule if applies == "yes" else rule._replace(is_sure=False)
            for rule in islice(rules, _MOST_RULES - len(found))
        )
    return found


def _applies(media: str) -> _Applies:
    """Return whether a list of media includes every screen.

    Example: `_applies("screen")` gives `"yes"`, and `_applies("print")` gives `"no"`.
    """
    kinds = (
        [match[1] if (match := _MEDIUM.match(part.strip())) else "" for part in media.split(",")] if media else ["all"]
    )
    if {"all", "screen"} & set(kinds):
        return "yes"
    return "unsure" if "" in kinds else "no"


def _rules(text: str) -> Iterator[StyleRule]:
    """Yield the rules. For a rule inside another rule it is not certain when it applies, since its selectors do not
    state the conditions of the outer rule."""
    conditions: list[_Applies] = ["yes"]
    """For each open brace, whether all conditions around it apply on every screen."""
    at = 0
    for brace in _BRACE.finditer(text):
        if brace[1] is None:
            continue
        head, at = text[at : brace.start()].rsplit(";", 1)[-1].strip(), brace.end()
        if brace[1] == "}":
            if len(conditions) > 1:
                conditions.pop()
        elif head.startswith("@"):
            name, _, rest = head.lower().partition(" ")
            applies = _applies(rest.strip()) if name == "@media" else "unsure"
            conditions.append(max(conditions[-1], applies, key=_ORDER.index))
        else:
            if head and conditions[-1] != "no":
                end = next((other.start() for other in _BRACE.finditer(text, at) if other[1]), len(text))
                yield StyleRule(head, text[at:end], conditions[-1] == "yes")
            conditions.append(max(conditions[-1], "unsure", key=_ORDER.index))
