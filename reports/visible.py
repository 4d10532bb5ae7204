"""Text for a terminal: what would steer it, or turn letters round, is shown and does nothing. A document may hold anything."""

from ..evidence.language.confusables import spelt_out

_CONTROLS = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"} | {0x7F: "\u2421"}
_UNPICTURED = dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
_ESCAPED = {code: f"\\u{code:04x}" for code in (0x7F, *_UNPICTURED)}


def visible(text: str) -> str:
    """Each control character as its picture ("␛"), each without a picture as U+FFFD, letters that disguise a word by their code points;
    letter for letter otherwise. Lines and tabs stay."""
    return spelt_out(text).translate(_CONTROLS | _UNPICTURED)


def visible_json(document: str) -> str:
    """A JSON document that says the same with such characters escaped. JSON itself asks that only of those below a space."""
    return document.translate(_ESCAPED)
