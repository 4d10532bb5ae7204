"""Returns the text that a page shows in the fields of a form and before the items of a list."""

import re

from bs4 import Tag

from ..office.word_numbers import formatted_number

_NOT_TEXT = {"hidden", "password", "file", "image", "range", "color"}
_TICKS = {"checkbox": ("☐", "☑"), "radio": ("○", "◉")}
_FORMS = {
    "1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "decimal": "decimal",
    "decimal-leading-zero": "decimalZero", "lower-alpha": "lowerLetter", "lower-latin": "lowerLetter", "upper-alpha": "upperLetter",
    "upper-latin": "upperLetter", "lower-roman": "lowerRoman", "upper-roman": "upperRoman",
}  # fmt: skip
_MOST = 9_999
_BULLET = "- "


def field_text(tag: Tag) -> str | None:
    """Return the text in a field; None for an element that is no field."""
    if tag.name == "select":
        options = tag.find_all("option")
        chosen = [option for option in options if option.has_attr("selected")]
        is_list = tag.has_attr("multiple") or str(tag.get("size", "1")) != "1"
        return " ".join(
            option.get_text(" ", strip=True) for option in (options if is_list else chosen[-1:] or options[:1])
        )
    if tag.name != "input":
        return None
    kind, value = str(tag.get("type", "text")).lower(), tag.get("value")
    if kind in _TICKS:
        return _TICKS[kind][tag.has_attr("checked")]
    return value if isinstance(value, str) and kind not in _NOT_TEXT else ""


class ListNumbers:
    """Returns the number before a list item. It counts the items, so it must be called once for each, in order."""

    def __init__(self) -> None:
        self._next: dict[int, int] = {}

    def label(self, item: Tag, style: str) -> str:
        """Return the number or bullet before an item, with a space. `style`: the list styles of the item and of its
        list."""
        outer = item.parent
        if outer is None or outer.name != "ol":
            return _BULLET
        written = item.get("type") or outer.get("type") or "1"
        named = [_FORMS[word] for word in (*style.split(), str(written)) if word in _FORMS]
        step = -1 if outer.has_attr("reversed") else 1
        value = _integer(item.get("value"))
        if value is None:
            value = self._next.get(id(outer))
        if value is None:
            value = _integer(outer.get("start"))
        if value is None:
            value = len(outer.find_all("li", recursive=False)) if step < 0 else 1
        self._next[id(outer)] = value + step
        if {"none", "disc", "circle", "square"} & set(style.split()) or not named:
            return _BULLET
        form = named[0] if 0 < value <= _MOST else "decimal"
        return f"{formatted_number(value, form)}. "


def _integer(value: object) -> int | None:
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d{1,8}", value.strip(), re.ASCII) else None
