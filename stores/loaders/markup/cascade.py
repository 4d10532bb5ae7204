"""Computes the style of an element from the page's own style sheets and attributes, by importance, specificity and
order.

No browser is used: external style sheets and changes by scripts are unknown. A rule for some screens only, or with a
selector that is not fully understood, is kept apart from the rules that certainly apply.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from bs4 import BeautifulSoup, Tag

from .selectors import Selector, marks_of
from .style_sheets import StyleRule
from .style_values import declared_values, hiding

GENERATED = "generated-text"
"""The name of elements that represent `::before` and `::after`."""

_MOST_UNKEYED = 20
"""The maximum number of selectors without a class, id or element name. Each must be compared with every element."""
_MOST_PARENTS = 256
_STEPS_PER_CHARACTER = 3
_LEAST_STEPS = 30_000
"""The number of comparisons of selectors and elements that are made for each character of a page. A page of 1,000
elements and 300 rules needs about one."""
_OPENED_BY_READER = re.compile(r":(?:hover|focus|focus-within|focus-visible|active|target|checked)\b")
_PSEUDO_ELEMENT = re.compile(r"::|:(?:before|after|first-letter|first-line)\b", re.IGNORECASE)
_SVG_ATTRIBUTES = ("fill", "fill-opacity", "font-size", "opacity", "transform", "display", "visibility")
_Force = Literal["always", "sometimes", "opened"]
"""Whether a rule applies on every screen, on some screens, or after an action of the user."""
_Rank = tuple[bool, int, int, int, int]
"""The rank of a style rule. Compared first is whether it is important, then whether it is in the element's style
attribute, then its specificity. Of two equal ranks the later rule wins."""


class _Rule(NamedTuple):
    selector: Selector
    values: Mapping[str, tuple[str, bool]]
    """Value and whether it is important, by property."""
    order: int
    force: _Force


class Style(NamedTuple):
    """The style of one element: the values for every screen, the properties that some screens may change so that it is
    shown, and the properties that change when a user acts."""

    values: Mapping[str, str]
    unsure: frozenset[str]
    opened: frozenset[str]


_PLAIN = Style({}, frozenset(), frozenset())


class Cascade:
    def __init__(self, soup: BeautifulSoup, rules: Sequence[StyleRule], characters: int) -> None:
        """`characters`: the length of the page, which limits the number of comparisons."""
        self._rules: dict[str, list[_Rule]] = defaultdict(list)
        self._styles: dict[int, Style] = {}
        self._marks: dict[int, tuple[str, frozenset[str]]] = {}
        self._fitting: dict[tuple[str, frozenset[str]], list[_Rule]] = {}
        self._shared: dict[tuple[str, frozenset[str]], Style] = {}
        """The styles of elements whose rules do not depend on the elements around them."""
        self._steps = _LEAST_STEPS + _STEPS_PER_CHARACTER * characters
        self._declared: dict[str, set[str]] = defaultdict(set)
        self._add(rules, soup)
        for tag in soup.find_all(style=True):
            self._declare(own_values(tag))

    @property
    def is_exhausted(self) -> bool:
        """Return whether rules were ignored, since the page has too many selectors for its length."""
        return self._steps < 0

    def all_values(self, name: str) -> set[str]:
        """Return the values to which elements, or the boxes before and after their content, may set a property."""
        return self._declared[name]

    def _declare(self, values: Mapping[str, tuple[str, bool]]) -> None:
        for name, (value, _) in values.items():
            self._declared[name].add(value)

    def _add(self, rules: Sequence[StyleRule], soup: BeautifulSoup) -> None:
        present = {mark for tag in soup.find_all(True) for mark in marks_of(tag)} if rules else set()
        unkeyed = 0
        for order, rule in enumerate(rules):
            values = declared_values(rule.declarations.lower())
            for text in dict.fromkeys(map(str.strip, rule.selectors.split(",") if values else ())):
                selector = Selector.parsed(text)
                if not selector.marks <= present:
                    continue
                self._declare(values)
                if _PSEUDO_ELEMENT.search(text):
                    continue
                unkeyed += not selector.key
                if selector.key or unkeyed <= _MOST_UNKEYED:
                    force: _Force = "always" if rule.is_sure and selector.is_whole else "sometimes"
                    if _OPENED_BY_READER.search(text):
                        force = "opened"
                    self._rules[selector.key].append(_Rule(selector, values, order, force))

    def of(self, tag: Tag) -> Style:
        if not (tag.attrs or self._rules):
            return _PLAIN
        found = self._styles.get(id(tag))
        if found is None:
            found = self._styles[id(tag)] = self._cascaded(tag)
        return found

    def _cascaded(self, tag: Tag) -> Style:
        """Return the style of an element."""
        own, named = own_values(tag), self._named(tag)
        if not own and named in self._shared:
            return self._shared[named]
        style = self._ranked(tag, own)
        if not own and not any(rule.selector.above for rule in self._fitting.get(named, ())):
            self._shared[named] = style
        return style

    def _ranked(self, tag: Tag, own: Mapping[str, tuple[str, bool]]) -> Style:
        won: dict[str, tuple[_Rank, str]] = {}
        unsure: set[str] = set()
        opened: set[str] = set()
        for rule in self._matching(tag) if self._rules and tag.name != GENERATED else ():
            if rule.force == "always":
                _put(won, rule.values, (0, *rule.selector.specificity))
            elif rule.force == "sometimes":
                unsure |= rule.values.keys() - hiding(_bare(rule.values), is_box=True)
            else:
                opened.update(rule.values)
        _put(won, own, (1, 0, 0, 0))
        if not (won or unsure or opened):
            return _PLAIN
        return Style({name: text for name, (_, text) in won.items()}, frozenset(unsure), frozenset(opened))

    def _matching(self, tag: Tag) -> list[_Rule]:
        """Return the rules that match, in order; none once the comparisons are used up."""
        name, marks = named = self._named(tag)
        fitting = self._fitting.get(named)
        if fitting is None:
            candidates = [rule for key in ("", name, *marks) for rule in self._rules.get(key, ())]
            self._steps -= len(candidates)
            found = (rule for rule in candidates if rule.selector.last.fits(name, marks)) if self._steps >= 0 else ()
            fitting = self._fitting[named] = sorted(found, key=lambda rule: rule.order)
        self._steps -= len(fitting)
        if not any(rule.selector.above for rule in fitting) or self._steps < 0:
            return fitting if self._steps >= 0 else []
        parents = [self._named(parent) for parent in islice(tag.parents, _MOST_PARENTS)]
        self._steps -= len(parents) * sum(bool(rule.selector.above) for rule in fitting)
        if self._steps < 0:
            return []
        return [rule for rule in fitting if not rule.selector.is_whole or rule.selector.stands_under(parents)]

    def _named(self, tag: Tag) -> tuple[str, frozenset[str]]:
        if id(tag) not in self._marks:
            self._marks[id(tag)] = (tag.name, marks_of(tag))
        return self._marks[id(tag)]


def own_values(tag: Tag) -> Mapping[str, tuple[str, bool]]:
    """Return the values that the attributes of an element declare."""
    style = tag.get("style")
    declared = declared_values(style.lower()) if isinstance(style, str) else {}
    if tag.name in ("text", "tspan", "g", "svg"):
        drawn = {name: (value.lower(), False) for name in _SVG_ATTRIBUTES if isinstance(value := tag.get(name), str)}
        declared = {**drawn, **declared}
    return declared


def _bare(values: Mapping[str, tuple[str, bool]]) -> dict[str, str]:
    return {name: value for name, (value, _) in values.items()}


def _put(
    won: dict[str, tuple[_Rank, str]], values: Mapping[str, tuple[str, bool]], weight: tuple[int, int, int, int]
) -> None:
    for name, (text, important) in values.items():
        rank = (important, *weight)
        if name not in won or rank >= won[name][0]:
            won[name] = rank, text
