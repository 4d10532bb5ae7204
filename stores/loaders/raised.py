"""Writes superscripts and subscripts as Unicode characters, where they would otherwise join a number.

"120" with the footnote mark 1 becomes "120¹", and the binary number 101 becomes "101₂".
"""

_DIGITS = "0123456789"
_RAISED = str.maketrans(f"{_DIGITS}+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOWERED = str.maketrans(f"{_DIGITS}+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_LETTERS = dict(
    zip(
        "abcdefghijklmnoprstuvwxyz",
        "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
        strict=True,
    )
)


def raised(text: str, before: str) -> str:
    """Return the superscript `text` that follows `before`, as Unicode characters where this is possible.

    Digits and signs become superscript characters, and so does a single letter after a digit ("120ᵃ"). Other letters
    stay: "1st" and "Acme™" are words.
    """
    bare = text.strip()
    if any(digit in bare for digit in _DIGITS):
        return text.translate(_RAISED)
    if bare in _LETTERS and before[-1:].isdigit():
        return text.replace(bare, _LETTERS[bare])
    return text


def note_mark(number: str) -> str:
    """Return the number of a note where the text refers to it: digits and letters become superscript characters."""
    return "".join(_LETTERS.get(sign, sign) for sign in number.translate(_RAISED))


def lowered(text: str, before: str) -> str:
    """Return the subscript `text` that follows `before`. After a digit it becomes subscript characters; after a letter
    it stays unchanged, as in "CO2"."""
    return text.translate(_LOWERED) if before[-1:].isdigit() else text
