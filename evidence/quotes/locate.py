"""Finds the exact place of a quote in a text, or reports that there is none (SPEC EVI-2, EVI-3).

Quote and text are normalised alike (`folding`), so they may differ only in the form of characters: white space, hyphens
at line ends, quote marks, dashes, ligatures, full-width forms, composition of accents. Letters, digits, case, signs,
superscripts and words must be equal. There is no fuzzy matching. Users see the source's own text.

Known false match: a quote without the currency sign of its source ("5" for "$5"), because the source contains the
characters of the quote.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from ..model.frozen import Frozen
from .folding import HYPHENS, INVISIBLE, LONG_DASHES, SIGN, UNSPACED, Dash, Folded, fold

QUOTE_LIMIT = 10_000
"""The maximum number of characters of a quote. A longer quote is not searched for."""
GAP_LIMIT = 2_000
"""The maximum number of characters that an ellipsis in a quote may leave out."""
_PARTS = 20
_COUNTED = 100
_TRIED = 20_000

_ELLIPSIS = re.compile(r"\[(?:…|\.\.\.)\]|\((?:…|\.\.\.)\)|…|(?<!\.)\.\.\.(?!\.)")
_WORD = re.compile(rf"[^\W{UNSPACED}]")
_EDGE = re.escape(HYPHENS + LONG_DASHES)
_LEADING = re.compile(rf"(?:[\s{INVISIBLE}]|[{_EDGE}](?![.,]?\d))+")
_TRAILING = re.compile(rf"[\s{INVISIBLE}{_EDGE}]")
_BRACKETED = re.compile(r"[^\s\d()]{0,3}\d[\d,.]*[.,]\d+%?\)")


class Located(Frozen):
    """The place of a quote in a text. Offsets count characters of the source text, end exclusive.

    Example: “The rent … in May” in “The rent is due in May” has the parts (0, 8) and (16, 22).
    """

    pieces: tuple[tuple[int, int], ...]
    """The offsets of the quote's parts: one pair, or one for each part between ellipses, in order."""

    @property
    def start(self) -> int:
        return self.pieces[0][0]

    @property
    def end(self) -> int:
        """The offset at which the first part ends.

        Example: for the parts (0, 4) and (8, 11), it is 4.
        """
        return self.pieces[0][1]

    def stretch(self, longest: int) -> tuple[int, int]:
        """Return the offsets from the start of the first part to the end of the last. If these are more than `longest`
        characters apart, return the offsets of the first part alone.

        Example: the parts (0, 5) and (20, 25) give (0, 25), or (0, 5) if `longest` is 10.
        """
        last = self.pieces[-1][1]
        return (self.start, last) if last - self.start <= longest else (self.start, self.end)


def locate(quote: str, text: str) -> Located | None:
    """Return the first place of `quote` in `text`, or None.

    An ellipsis that is not in the source means up to `GAP_LIMIT` omitted characters. The parts around it must follow in
    order.

    A quote may not begin or end inside a word or a number: "5 mg" is not found in "15 mg", "5%" not in "−5%", "can" not
    in "can't", "compliant" not in "non-compliant", "5" not in "3–5". A dash at either end of the quote is ignored.
    Linear in the text's length; the folded text is cached for the next quote.
    """
    if len(quote) > QUOTE_LIMIT:
        return None
    folded = _folded_text(text)
    if found := next(_places(_trimmed(quote), folded), None):
        return Located(pieces=(found[0],))
    parts = [part for part in map(_trimmed, _ELLIPSIS.split(quote)) if part]
    return _in_order(parts, folded) if 2 <= len(parts) <= _PARTS else None


@lru_cache(maxsize=32)
def _folded_text(text: str) -> Folded:
    return fold(text)


def _trimmed(quote: str) -> str:
    leading = _LEADING.match(quote)
    end = len(quote)
    while end and _TRAILING.match(quote, end - 1):
        end -= 1
    return quote[leading.end() if leading else 0 : end]


def _in_order(parts: list[str], folded: Folded) -> Located | None:
    for first, reached in islice(_places(parts[0], folded), _COUNTED):
        pieces = [first]
        for part in parts[1:]:
            following = next(_places(part, folded, reached, reached + GAP_LIMIT), None)
            if following is None:
                break
            pieces.append(following[0])
            reached = following[1]
        if len(pieces) == len(parts):
            return Located(pieces=tuple(pieces))
    return None


Place = tuple[tuple[int, int], int]
"""The source offsets (start, end) of an occurrence, and the folded offset at which it ends."""


def _places(quote: str, text: Folded, start: int = 0, latest: int | None = None) -> Iterator[Place]:
    """Yield each occurrence of the quote that begins at a folded offset from `start` to `latest`, in order."""
    wanted = fold(quote)
    letters = wanted.letters
    if not any(char.isalnum() for char in letters):
        return
    limit = len(text.letters) if latest is None else latest + len(letters)
    at = text.letters.find(letters, start, limit)
    for _ in range(_TRIED):
        if at < 0:
            return
        end = at + len(letters)
        if _is_whole(text, at, end) and _same_dashes(wanted, text, at, end):
            first, last = text.start(at), text.end(end)
            if first is not None and last is not None:
                yield (first, last), end
        at = text.letters.find(letters, at + 1, limit)


def _same_dashes(wanted: Folded, text: Folded, at: int, end: int) -> bool:
    """Return whether quote and text have dashes in the same places between the folded offsets `at` and `end` of the
    text. A hyphen at the end of a line may be missing in the quote."""
    here = bisect_right(text.dash_places, at)
    next_dash = text.dash_places[here] if here < len(text.dash_places) else end
    if not wanted.dash_places and (next_dash >= end or text.dash_kinds[here] != "break"):
        return next_dash >= end
    if wanted.dash_places and next_dash > wanted.dash_places[0] + at and wanted.dash_kinds[0] != "break":
        return False
    held = text.dashes_within(at + 1, end - 1)
    asked = tuple(Dash(dash.at + at, dash.kind) for dash in wanted.dashes_within(0, end - at))
    loose = {dash.at for dash in (*held, *asked) if dash.kind == "break"}
    return [dash.at for dash in held if dash.at not in loose] == [dash.at for dash in asked if dash.at not in loose]


def _is_whole(text: Folded, at: int, end: int) -> bool:
    """Return whether the folded offsets `at` and `end` are not inside a word or a number.

    Example: “fee” is whole in “the fee” and not in “coffee”.
    """
    letters = text.letters
    if unicodedata.category(letters[at])[0] == "M" or (
        end < len(letters) and unicodedata.category(letters[end])[0] == "M"
    ):
        return False
    return (at == 0 or _may_begin(text, at)) and (end == len(letters) or _may_end(text, end))


def _may_begin(text: Folded, at: int) -> bool:
    letters = text.letters
    before, first = letters[at - 1], letters[at]
    tied = text.dashes_within(at, at)
    if tied and (len(tied) > 1 or tied[0].kind == "dash"):
        return not (first.isdigit() and before.isdigit())
    if _WORD.match(first) and (_WORD.match(before) or (tied and first.isdigit())):
        return False
    if not first.isdigit():
        return True
    if before in SIGN + "<>≤≥" or (before in ".,'" and letters[max(0, at - 2) : at - 1].isdigit()):
        return False
    return not (before == "(" and _BRACKETED.match(letters, at))


def _may_end(text: Folded, end: int) -> bool:
    letters = text.letters
    last, after, then = letters[end - 1], letters[end], letters[end + 1 : end + 2]
    tied = text.dashes_within(end, end)
    if tied and (len(tied) > 1 or tied[0].kind == "dash"):
        return not (last.isdigit() and after.isdigit())
    if _WORD.match(after) and _WORD.match(last):
        return False
    if after == "'" and then in {"t", "T"} and last in "nN":
        return False
    if last.isdigit():
        return not (after in "%‰°" or (after == " " and then == "%") or (after in ".,'" and then.isdigit()))
    return True
