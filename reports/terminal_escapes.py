"""Makes control and direction characters visible, so that those in documents have no effect on a terminal."""

from ..evidence.language.confusables import with_code_points

_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"} | {0x7F: "\u2421"}
_UNPICTURED = dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
_ESCAPED = {code: f"\\u{code:04x}" for code in (0x7F, *_UNPICTURED)}


def visible(text: str) -> str:
    """Return the text with control characters as their symbols ("␛"), or as U+FFFD without one. Letters that disguise a
    word become their code points. Line breaks and tabs stay."""
    return with_code_points(text).translate(_CONTROLS | _UNPICTURED)


def visible_json(document: str) -> str:
    """Return an equivalent JSON document with control and direction characters escaped. JSON itself requires this only
    below U+0020."""
    return document.translate(_ESCAPED)
