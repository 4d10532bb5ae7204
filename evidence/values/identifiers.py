"""Finds digits that are part of a name: sections, forms, models, telephone numbers, and marks of lists and citations."""

import re

from ..lexicon.number_words import NUMBERED_THINGS

_NAMED = re.compile(
    r"[0-9]+[a-z]?(?:[.:/-][0-9]+[a-z]?)*(?:\([0-9a-z]{1,4}\))*"
    r"(?![0-9]|[.,:/-][0-9]|[ \u00a0-]?(?:%|per|million|billion|days?|months?|years?|hours?|weeks?|minutes?|people"
    r"|[mk]?g\b|ml\b))"
)
_GLUED = re.compile(r"[0-9a-z]*(?:[._/:–-][0-9a-z]+)*")
_PHONE = re.compile(r"[0-9]{3}[-. ][0-9]{3}[-. ][0-9]{4}(?![0-9])|[0-9]{1,6}(?:-[0-9]{1,7}){2,6}(?![0-9])")
_PHONE_ABROAD = re.compile(r"[0-9]{1,3}(?:[ -]\(?[0-9]{1,5}\)?){2,6}(?![0-9])")
_LIST_MARK = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}[.)]?[ \t]+")
_A_YEAR = r"(?:1[5-9]|20)[0-9]{2}"
NUMBER_OF_YEAR = rf"{_A_YEAR}(?:/(?!{_A_YEAR}(?![0-9]))[0-9]{{3,}}|-(?:[0-9]{{3}}|0[0-9]{{3,}}))(?![0-9/-])"
"""Matches the number of a case, an order or a regulation within a year: “2016/679”, “2026-417”, “2026-00417”."""
_NUMBER_OF_YEAR = re.compile(NUMBER_OF_YEAR)
_SPOKEN = re.compile(r"(?:24/7|9/11|7/11)(?![0-9/])")
_PREFIXES = frozenset({"mid", "pre", "post", "early", "late", "non", "sub", "over", "under", "end"})
_NOT_LIST = frozenset("0123456789")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\Z")


def name_end(text: str, page: str, at: int) -> int | None:
    """Return the end of the identifier whose digits start at `at`, or None if they may be a quantity. `page`: the
    folded `text`.

    Example: `name_end("Form 10-K of 2023", "form 10-k of 2023", 5)` gives `7`.
    """
    before = page[at - 1] if at else "\n"
    if before == "-" and at > 1 and page[at - 2].isalpha():
        word = _WORD_BEFORE.search(page[max(0, at - 12) : at - 1])
        if word is None or word[1] not in _PREFIXES:
            return glued_end(page, at)
    if before in " \u00a0-#§." and word_before(page, at) in NUMBERED_THINGS and (named := _NAMED.match(page, at)):
        return named.end()
    if (
        _opens_line(page, at)
        and (mark := _LIST_MARK.match(page, at))
        and page[mark.end() : mark.end() + 1] not in _NOT_LIST
    ):
        numbered = mark.group().rstrip()
        if numbered[-1] in ".)" or ("." in numbered and _is_capitalised(text, mark.end())):
            return mark.end()
    fixed = _SPOKEN.match(page, at) or _NUMBER_OF_YEAR.match(page, at)
    return fixed.end() if fixed else None


def number_of_telephone(page: str, at: int) -> int | None:
    """Return the end of the telephone or serial number that starts at `at`, or None.

    Example: `number_of_telephone("call 555-123-4567 now", 5)` gives `17`.
    """
    phone = (_PHONE_ABROAD if at and page[at - 1] == "+" else _PHONE).match(page, at)
    return phone.end() if phone else None


def word_before(page: str, at: int) -> str:
    """Return the word directly before `at`, without a final full stop.

    Example: `word_before("see no. 5", 8)` gives `"no"`.
    """
    words = page[max(0, at - 16) : at].rstrip("- .\u00a0").split()
    return words[-1].lstrip("(\"'“[") if words else ""


def glued_end(page: str, at: int) -> int:
    """Return the end of the unbroken run of letters, digits and joining marks from `at`. It has at least one
    character.

    Example: `glued_end("part a-12/b of it", 5)` gives `11`.
    """
    match = _GLUED.match(page, at)
    return max(match.end() if match else at, at + 1)


def _opens_line(page: str, at: int) -> bool:
    line = page[max(0, at - 8) : at]
    if at > 8 and "\n" not in line:
        return False
    return not line.rpartition("\n")[2].strip(" \t(")


def _is_capitalised(text: str, at: int) -> bool:
    return text[at : at + 1].isupper() and text[at + 1 : at + 2].islower()
