"""How a web page sets an element, by its own style sheets and attributes: hidden, struck out, raised.

No browser runs: selectors are matched by soupsieve, and the cascade knows importance, specificity and order. Sheets that the page loads
from elsewhere and what its scripts change are not known. A rule that holds only on some screens can show an element, and hides none.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Literal, NamedTuple

import soupsieve
from bs4 import BeautifulSoup, Tag

Visibility = Literal["shown", "folded", "hidden"]
"""folded: a reader sees it after opening it. hidden: nobody who looks at the page sees it."""

_MOST_CSS = 1_000_000
_MOST_RULES = 5_000
_MOST_UNKEYED = 20
"""Of selectors that name no class, id or element, which every element has to be matched against."""
_KNOWN = frozenset(
    ("display", "visibility", "opacity", "font-size", "text-indent", "left", "top", "margin-left", "clip", "clip-path", "overflow",
     "max-height", "height", "width", "transform", "color", "background", "background-color", "background-image",
     "text-decoration", "text-decoration-line", "vertical-align")
)  # fmt: skip
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_CONDITION = re.compile(r"@media\s+(?:only\s+)?(?P<medium>all|screen|print)\s*$")
_KEY = re.compile(r"(?:^|[\s>+~])(?P<type>[a-z][\w-]*)?(?P<rest>[^\s>+~]*)$")
_NAMED = re.compile(r"([.#])([\w-]+)")
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_SIMPLE = re.compile(r"[.#]?[\w-]+")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(px|pt|em|rem|%|vw|vh)?$")
_SMALLEST = {"": 1.0, "px": 1.0, "pt": 1.0, "em": 0.1, "rem": 0.1, "%": 10.0}
"""Font sizes up to which nobody reads a letter."""
_FAR_AWAY = -999.0
_NOTHING_CLIPPED_IN = re.compile(r"rect\((?:[01](?:px)?[,\s]*){4}\)|inset\((?:50|100)%|circle\(0", re.IGNORECASE)
_SCALED_AWAY = re.compile(r"scale[xy]?\(0[,)]")
_WHITE = re.compile(r"#(?:f{3}|(?:f[8-9a-f]){3})$|white$|transparent$|rgba?\(255,255,255|rgba\([^)]*,0\)$")


_WHITE_GROUND = re.compile(_WHITE.pattern + r"|none$|inherit$|initial$|unset$|0$")
_OPENED_BY_READER = re.compile(r":(?:hover|focus|focus-within|focus-visible|active|target|checked)\b")
_NOT_MATCHED = re.compile(r"[~+]|:(?:has|is|where|not|nth)")
"""Selectors that can take time in the square of the page."""

_Force = Literal["always", "sometimes", "opened"]
"""Whether a rule holds on every screen, on some, or once a reader does something."""


_Rank = tuple[bool, int, int, int, int]
"""Important or not, of the element's own attribute or not, then specificity; of equal ranks the later rule wins."""


class _Rule(NamedTuple):
    selector: str
    values: dict[str, tuple[str, bool]]
    """Value and whether it is important, by property."""
    specificity: tuple[int, int, int]
    order: int
    force: _Force


class _Set(NamedTuple):
    """How an element is set: the values that hold on every screen, and the properties that some rules may set otherwise."""

    values: dict[str, str]
    unsure: frozenset[str]
    opened: frozenset[str]


class PageStyles:
    def __init__(self, soup: BeautifulSoup) -> None:
        self._rules: dict[str, list[_Rule]] = defaultdict(list)
        self._is_scripted = soup.find("script") is not None
        self._knows_grounds = soup.find("link", rel="stylesheet") is None
        self._compiled: dict[str, soupsieve.SoupSieve | None] = {}
        self._read: dict[int, _Set] = {}
        sheets = [sheet for sheet in soup.find_all("style") if sheet.get("media") in (None, "", "all", "screen")]
        text = _COMMENT.sub(" ", "\n".join(sheet.get_text() for sheet in sheets)[:_MOST_CSS])
        unkeyed = 0
        for order, (selectors, body, is_sure) in enumerate(islice(_rules(text), _MOST_RULES)):
            values = _declared(body)
            for selector in map(str.strip, selectors.split(",") if values else ()):
                key = _key(selector)
                unkeyed += not key
                if key or unkeyed <= _MOST_UNKEYED:
                    force = _force(selector, is_sure=is_sure)
                    self._rules[key].append(_Rule(selector, values, _specificity(selector), order, force))

    def visibility(self, tag: Tag) -> Visibility:
        own = self._of(tag)
        if tag.has_attr("hidden"):
            return "folded" if tag["hidden"] == "until-found" else "hidden"
        if _hiding({name: value for name, (value, _) in _inline(tag).items()}):
            return "hidden"
        hiding = _hiding(own.values)
        if hiding and not hiding & own.unsure:
            return "folded" if self._is_scripted or hiding & own.opened else "hidden"
        if tag.name == "dialog" and not tag.has_attr("open") and "display" not in own.values:
            return "folded" if self._is_scripted else "hidden"
        return "hidden" if self._is_white_on_white(tag, own) else "shown"

    def is_struck(self, tag: Tag) -> bool:
        values = self._of(tag).values
        decorated = (values.get(name, "") for name in ("text-decoration", "text-decoration-line"))
        return tag.name in ("s", "strike", "del") or any("line-through" in value for value in decorated)

    def script(self, tag: Tag) -> Literal["super", "sub"] | None:
        """Whether its text stands above the line, or below it."""
        align = self._of(tag).values.get("vertical-align")
        if tag.name == "sup" or align == "super":
            return "super"
        return "sub" if tag.name == "sub" or align == "sub" else None

    def _is_white_on_white(self, tag: Tag, own: _Set) -> bool:
        if not self._knows_grounds or not _WHITE.match(own.values.get("color", "").replace(" ", "")):
            return False
        if any("color" in self._of(inner).values for inner in tag.find_all(True)):
            return False
        return not any(self._has_ground(one) for one in (tag, *tag.parents))

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
                _put(won, rule.values, (0, *rule.specificity))
            else:
                (unsure if rule.force == "sometimes" else opened).update(rule.values)
        _put(won, _inline(tag), (1, 0, 0, 0))
        return _Set({name: text for name, (_, text) in won.items()}, frozenset(unsure), frozenset(opened))

    def _matching(self, tag: Tag) -> list[_Rule]:
        classes, own = tag.get("class") or (), tag.get("id")
        keys = ["", tag.name, *(f".{name}" for name in dict.fromkeys(classes))]
        if isinstance(own, str):
            keys.append(f"#{own}")
        found = [rule for key in keys for rule in self._rules.get(key, ()) if self._matches(tag, key, rule)]
        return sorted(found, key=lambda rule: rule.order)

    def _matches(self, tag: Tag, key: str, rule: _Rule) -> bool:
        if rule.selector in (key, "*") or rule.force != "always":
            return True
        if _SIMPLE.fullmatch(rule.selector):
            return False
        if rule.selector not in self._compiled:
            try:
                self._compiled[rule.selector] = soupsieve.compile(rule.selector)
            except (soupsieve.SelectorSyntaxError, NotImplementedError):
                self._compiled[rule.selector] = None
        compiled = self._compiled[rule.selector]
        return compiled is not None and compiled.match(tag)


def _put(
    won: dict[str, tuple[_Rank, str]], values: dict[str, tuple[str, bool]], weight: tuple[int, int, int, int]
) -> None:
    for name, (text, important) in values.items():
        rank = (important, *weight)
        if name not in won or rank >= won[name][0]:
            won[name] = rank, text


def _rules(text: str) -> Iterator[tuple[str, str, bool]]:
    """Selectors and declarations, and whether they hold on every screen. Linear in the text."""
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
                yield head, text[at : end if end >= 0 else len(text)].lower(), "unsure" not in conditions
            conditions.append("yes")


def _force(selector: str, *, is_sure: bool) -> _Force:
    if _OPENED_BY_READER.search(selector):
        return "opened"
    return "sometimes" if not is_sure or _NOT_MATCHED.search(selector) else "always"


def _declared(body: str) -> dict[str, tuple[str, bool]]:
    values = {}
    for name, value in _DECLARATION.findall(body):
        if name in _KNOWN:
            bare = value.replace("!important", "")
            values[name] = (bare.strip(), bare != value)
    return values


def _inline(tag: Tag) -> dict[str, tuple[str, bool]]:
    style = tag.get("style")
    return _declared(style.lower()) if isinstance(style, str) else {}


def _key(selector: str) -> str:
    """What every element that the selector can match has: a class, an id or a name; "" for none."""
    last = _KEY.search(_BRACKETED.sub("", selector))
    if last is None:
        return ""
    named = _NAMED.search(last["rest"].split(":")[0])
    return named[0] if named else last["type"] or ""


def _specificity(selector: str) -> tuple[int, int, int]:
    named = re.findall(r"#[\w-]+", selector)
    classes = re.findall(r"\.[\w-]+|\[[^\]]*\]|(?<!:):[\w-]+", selector)
    types = re.findall(r"(?:^|[\s>+~])[a-z][\w-]*", selector.strip())
    return len(named), len(classes), len(types)


_HIDDEN = re.compile(r"\shidden(?![\w-])")
_STYLE = re.compile(r"\sstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


def declares_hidden(attributes: str) -> bool:
    """Whether the attributes of a start tag, as written, leave nothing of its element to see."""
    lower = f" {attributes.lower()}"
    style = _STYLE.search(lower)
    values = _declared(style[1] or style[2] or "") if style else {}
    return bool(_HIDDEN.search(lower) or _hiding({name: value for name, (value, _) in values.items()}))


def _hiding(values: dict[str, str]) -> frozenset[str]:
    """The properties by which these values certainly leave nothing of an element to see."""
    found = set()
    if values.get("display") == "none":
        found.add("display")
    if values.get("visibility") in ("hidden", "collapse"):
        found.add("visibility")
    if (opacity := _number(values.get("opacity", ""))) and opacity[0] <= 0.01:
        found.add("opacity")
    size = _number(values.get("font-size", ""))
    if size and size[0] <= _SMALLEST.get(size[1], -1):
        found.add("font-size")
    for name in ("left", "top", "margin-left", "text-indent"):
        if (moved := _number(values.get(name, ""))) and moved[0] <= _FAR_AWAY:
            found.add(name)
    if any(_NOTHING_CLIPPED_IN.match(values.get(name, "")) for name in ("clip", "clip-path")):
        found |= {"clip", "clip-path"} & values.keys()
    if values.get("overflow") == "hidden":
        for name in ("max-height", "height", "width"):
            if (room := _number(values.get(name, ""))) and room[0] <= 1 and room[1] in ("", "px"):
                found.add(name)
    if _SCALED_AWAY.search(values.get("transform", "")):
        found.add("transform")
    return frozenset(found)


def _number(text: str) -> tuple[float, str] | None:
    match = _LENGTH.match(text)
    return (float(match[1]), match[2] or "") if match else None
