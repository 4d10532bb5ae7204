"""The style of an element by the page's own style sheets and attributes: hidden, struck out, raised.

No browser is used: `selectors` matches names, classes and ids, and the cascade applies importance, specificity and order. External style
sheets and changes by scripts are unknown. A rule for some screens only, or with a selector that is not fully understood, may show an
element but never hides one.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from bs4 import BeautifulSoup, Tag

from .generated_text import StyleRule
from .selectors import Selector, marks_of
from .style_values import declared_values, hiding

Visibility = Literal["shown", "folded", "hidden"]
"""Whether a person sees an element.

- `shown`: at once
- `folded`: after opening it
- `hidden`: never
"""

_MOST_CSS = 1_000_000
_MOST_RULES = 5_000
_MOST_UNKEYED = 20
"""The maximum number of selectors without a class, id or element name, since each is compared with every element."""
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_CONDITION = re.compile(r"@media\s+(?:only\s+)?(?P<medium>all|screen|print)\s*$")
_WHITE = re.compile(r"#(?:f{3}|(?:f[8-9a-f]){3})$|white$|transparent$|rgba?\(255,255,255|rgba\([^)]*,0\)$")


_WHITE_GROUND = re.compile(_WHITE.pattern + r"|none$|inherit$|initial$|unset$|0$")
_OPENED_BY_READER = re.compile(r":(?:hover|focus|focus-within|focus-visible|active|target|checked)\b")
_Force = Literal["always", "sometimes", "opened"]
"""Whether a rule applies on every screen, on some screens, or after an action of the user."""


_Rank = tuple[bool, int, int, int, int]
"""The rank of a style rule. Its parts are compared in this order: whether the rule is important, whether it is in the
element's style attribute, its specificity. Of equal ranks the later rule counts."""


class _Rule(NamedTuple):
    selector: Selector
    values: dict[str, tuple[str, bool]]
    """The value of each property, and whether it is important."""
    order: int
    force: _Force


class _Set(NamedTuple):
    """The style of one element: the values that apply on every screen, and the properties that rules for some screens
    may change."""

    values: dict[str, str]
    unsure: frozenset[str]
    opened: frozenset[str]


def style_rules(soup: BeautifulSoup) -> list[StyleRule]:
    """Return the rules of the page's own style sheets for a screen, in order, up to `_MOST_RULES`."""
    sheets = [sheet for sheet in soup.find_all("style") if sheet.get("media") in (None, "", "all", "screen")]
    text = _COMMENT.sub(" ", "\n".join(sheet.get_text() for sheet in sheets)[:_MOST_CSS])
    return list(islice(_rules(text), _MOST_RULES))


class PageStyles:
    def __init__(self, soup: BeautifulSoup, rules: Sequence[StyleRule]) -> None:
        self._rules: dict[str, list[_Rule]] = defaultdict(list)
        self._is_scripted = soup.find("script") is not None
        self._knows_grounds = soup.find("link", rel="stylesheet") is None
        self._read: dict[int, _Set] = {}
        self._seen: dict[int, Visibility] = {}
        self._add([(selector, declared_values(body.lower()), sure) for selector, body, sure in rules], soup)

    def _add(self, rules: list[tuple[str, Mapping[str, tuple[str, bool]], bool]], soup: BeautifulSoup) -> None:
        """Keep the declarations that can hide, strike or raise an element of this page."""
        kept = {name for _, values, _ in rules for name in _telling(values)}
        if "color" in kept or any("color" in _inline(tag) for tag in soup.find_all(style=True)):
            kept |= {"color", "background", "background-color", "background-image"}
        marks = {mark for tag in soup.find_all(True) for mark in marks_of(tag)} if kept else set()
        unkeyed = 0
        for order, (selectors, declared, is_sure) in enumerate(rules):
            values = {name: value for name, value in declared.items() if name in kept}
            for text in map(str.strip, selectors.split(",") if values else ()):
                selector = Selector.parsed(text)
                if not selector.marks <= marks:
                    continue
                unkeyed += not selector.key
                if selector.key or unkeyed <= _MOST_UNKEYED:
                    force = _force(text, selector, is_sure=is_sure)
                    self._rules[selector.key].append(_Rule(selector, values, order, force))

    def visibility(self, tag: Tag) -> Visibility:
        if not (tag.attrs or self._rules or tag.name == "dialog"):
            return "shown"
        if id(tag) not in self._seen:
            self._seen[id(tag)] = self._visibility(tag)
        return self._seen[id(tag)]

    def _visibility(self, tag: Tag) -> Visibility:
        own = self._of(tag)
        if tag.has_attr("hidden"):
            return "folded" if tag["hidden"] == "until-found" else "hidden"
        if hiding({name: value for name, (value, _) in _inline(tag).items()}):
            return "hidden"
        by = hiding(own.values)
        if by and not by & own.unsure:
            return "folded" if self._is_scripted or by & own.opened else "hidden"
        if tag.name == "dialog" and not tag.has_attr("open") and "display" not in own.values:
            return "folded" if self._is_scripted else "hidden"
        return "hidden" if self._is_white_on_white(tag, own) or self._is_on_own_colour(tag, own) else "shown"

    def is_struck(self, tag: Tag) -> bool:
        values = self._of(tag).values
        decorated = (values.get(name, "") for name in ("text-decoration", "text-decoration-line"))
        return tag.name in ("s", "strike", "del") or any("line-through" in value for value in decorated)

    def script(self, tag: Tag) -> Literal["super", "sub"] | None:
        """Return whether the element's text is a superscript or a subscript."""
        align = self._of(tag).values.get("vertical-align")
        if tag.name == "sup" or align == "super":
            return "super"
        return "sub" if tag.name == "sub" or align == "sub" else None

    def _is_white_on_white(self, tag: Tag, own: _Set) -> bool:
        if not self._knows_grounds or not _WHITE.match(own.values.get("color", "").replace(" ", "")):
            return False
        if any("color" in self._of(inner).values for inner in tag.find_all(True)):
            return False
        return not any(self._has_ground(element) for element in (tag, *tag.parents))

    def _is_on_own_colour(self, tag: Tag, own: _Set) -> bool:
        """Return whether the element's letters have the colour behind them, as in a redaction."""
        if not _is_one_colour(own.values) or own.unsure & {
            "color",
            "background",
            "background-color",
            "background-image",
        }:
            return False
        return not any("color" in self._of(inner).values or self._has_ground(inner) for inner in tag.find_all(True))

    def _has_ground(self, tag: Tag) -> bool:
        own = self._of(tag)
        grounds = [name for name in own.values if name.startswith("background")]
        return (
            tag.has_attr("bgcolor")
            or any(not _WHITE_GROUND.match(own.values[name].replace(" ", "")) for name in grounds)
            or any(name.startswith("background") for name in own.unsure)
        )

    def _of(self, tag: Tag) -> _Set:
        if id(tag) not in self._read:
            self._read[id(tag)] = self._cascaded(tag)
        return self._read[id(tag)]

    def _cascaded(self, tag: Tag) -> _Set:
        won: dict[str, tuple[_Rank, str]] = {}
        unsure: set[str] = set()
        opened: set[str] = set()
        for rule in self._matching(tag) if self._rules else ():
            if rule.force == "always":
                _put(won, rule.values, (0, *rule.selector.specificity))
            else:
                (unsure if rule.force == "sometimes" else opened).update(rule.values)
        _put(won, _inline(tag), (1, 0, 0, 0))
        return _Set({name: text for name, (_, text) in won.items()}, frozenset(unsure), frozenset(opened))

    def _matching(self, tag: Tag) -> list[_Rule]:
        keys = ("", tag.name, *marks_of(tag))
        found = [rule for key in keys for rule in self._rules.get(key, ()) if rule.selector.matches(tag)]
        return sorted(found, key=lambda rule: rule.order)


def _put(
    won: dict[str, tuple[_Rank, str]], values: Mapping[str, tuple[str, bool]], weight: tuple[int, int, int, int]
) -> None:
    for name, (text, important) in values.items():
        rank = (important, *weight)
        if name not in won or rank >= won[name][0]:
            won[name] = rank, text


def _rules(text: str) -> Iterator[StyleRule]:
    """Yield the selectors and declarations of the rules, and whether they apply on every screen. Linear in the text."""
    conditions: list[Literal["yes", "no", "unsure"]] = []
    at = 0
    for brace in re.finditer(r"[{}]", text):
        head, at = text[at : brace.start()].rsplit(";", 1)[-1].strip(), brace.end()
        if brace[0] == "}":
            if conditions:
                conditions.pop()
        elif head.startswith("@"):
            condition = _CONDITION.match(head.lower())
            conditions.append("unsure" if condition is None else "no" if condition["medium"] == "print" else "yes")
        else:
            if head and "no" not in conditions:
                end = text.find("}", at)
                yield head, text[at : end if end >= 0 else len(text)], "unsure" not in conditions
            conditions.append("yes")


def _force(text: str, selector: Selector, *, is_sure: bool) -> _Force:
    if _OPENED_BY_READER.search(text):
        return "opened"
    return "always" if is_sure and selector.is_whole else "sometimes"


def _inline(tag: Tag) -> Mapping[str, tuple[str, bool]]:
    style = tag.get("style")
    return declared_values(style.lower()) if isinstance(style, str) else {}


def _is_one_colour(values: Mapping[str, str]) -> bool:
    """Return whether the letters have the same declared colour as the background."""
    grounds = {value for name, value in values.items() if name in ("background", "background-color")}
    return grounds == {values.get("color")} and "background-image" not in values


def _telling(declared: Mapping[str, tuple[str, bool]]) -> set[str]:
    """Return the declared properties that can hide, strike or raise an element."""
    values = {name: value for name, (value, _) in declared.items()}
    found = set(hiding(values))
    if "line-through" in values.get("text-decoration", "") + values.get("text-decoration-line", ""):
        found |= {"text-decoration", "text-decoration-line"}
    if values.get("vertical-align") in ("super", "sub"):
        found.add("vertical-align")
    if _WHITE.match(values.get("color", "").replace(" ", "")) or _is_one_colour(values):
        found.add("color")
    return found | ({"overflow"} if {"max-height", "height", "width"} & found else set())
