"""Superscripts as characters of their own: "120" with the footnote mark 1 is "120¹", and 10 to the power of 6 is "10⁶"."""

_DIGITS = "0123456789"
_RAISED = str.maketrans(f"{_DIGITS}+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LETTERS = dict(
    zip(
        "abcdefghijklmnoprstuvwxyz",
        "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
        strict=True,
    )
)


def raised(text: str, before: str) -> str:
    """`text` as it is shown above the line after `before`. Digits and signs never join a number before them, nor does a single letter
    after a digit ("120ᵃ"). Other letters stay as they are: "1st" and "Acme™" are words."""
    bare = text.strip()
    if any(digit in bare for digit in _DIGITS):
        return text.translate(_RAISED)
    if bare in _LETTERS and before[-1:].isdigit():
        return text.replace(bare, _LETTERS[bare])
    return text
