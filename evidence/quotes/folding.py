"""Normalises a text for exact comparison, and maps normalised offsets back to source offsets.

Removed or unified:

- the width and kind of white space, and hyphens at line ends
- invisible characters: soft hyphens, zero-width spaces and joiners, bidi marks and isolates
- ligatures, contextual forms and full-width forms
- shapes of quote marks and dashes
- the order and composition of accents

Unchanged are case, letters, digits, signs, superscripts, subscripts and fractions. Bidi overrides stay too, because
they display a text in another order than it is stored.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from typing import Literal, NamedTuple

DashKind = Literal["hyphen", "dash", "break"]
"""The kind of a dash.

- `hyphen`: - and –, which join words and figures
- `dash`: —, which separates them
- `break`: a hyphen at the end of a line between two letters, which may come from typesetting only
"""

HYPHENS = "-\u2010\u2011\u2012\u2013\ufe58\ufe63\uff0d\ufe32"
LONG_DASHES = "\u2014\u2015\ufe31"
SIGN = "\u2212"
UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts without spaces between words, as ranges of a character class."""
INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202c\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff"
_QUOTES = dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u00b4\u0060", "'") | dict.fromkeys(
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f", '"'
)
_FOLDED_TAGS = frozenset(
    "<wide> <narrow> <small> <isolated> <initial> <medial> <final> <vertical> <compat> <square>".split()
)
_LOOKED_AT = (
    (0xA0, 0x590), (0x900, 0xF80), (0x1E00, 0x2050), (0x20A0, 0x24B6), (0x2E80, 0x2FE0), (0x3000, 0x3400), (0xF900, 0x10000),
)  # fmt: skip
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8"
    "\u093c\u09bc\u09be\u09d7\u0a3c\u0b3c\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf\u102e"
    "\u1161-\u1175\u11a8-\u11c2\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f"
)
_WHITE = r"\t-\r\x1c-\x1f\x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""White space characters except the plain space, as a character class."""


def _plain_forms() -> dict[str, str]:
    """Return the plain characters for each character that is only a presentation form, such as a ligature or a
    full-width form.

    Forms whose replacement would change a number are left out: superscripts, fractions, circled and bracketed figures.
    """
    forms = {}
    for first, last in _LOOKED_AT:
        for code in range(first, last):
            char = chr(code)
            tag, _, _ = unicodedata.decomposition(char).partition(" ")
            if not tag or (tag[0] == "<" and tag not in _FOLDED_TAGS) or char.isspace():
                continue
            plain = unicodedata.normalize("NFKC", char)
            sized = tag not in {"<wide>", "<narrow>", "<small>"} and any(character.isdigit() for character in plain)
            if plain != char and not sized and not any(character.isspace() for character in plain):
                forms[char] = plain
    return forms


_FORMS = _plain_forms() | _QUOTES
for _dash in HYPHENS + LONG_DASHES:
    _FORMS.pop(_dash, None)
_ENDS_OF_LINE = r"[ \t]*\r?\n[ \t]*"
_WHITE_OR_END = r"[ \t]*(?:\r?\n[ \t]*)?"
"""White space and a line break that may follow a hyphen at the end of a word: "short- and long-term" may be broken
there."""
_PLAIN_SPOT = re.compile(
    rf"(?P<rule>-{{3,}})|(?P<break>-(?<=[^\W\d_].){_ENDS_OF_LINE}(?=[^\W\d_]))|(?P<dash>-(?:(?<=\w-){_WHITE_OR_END}(?=\w))?)"
    r"|(?P<space>[^\S ]\s*| \s+)|(?P<form>`)"
)
"""The pattern for a text that has ASCII characters only."""
_ALL_DASHES = re.escape(HYPHENS + LONG_DASHES)
_ALL_FORMS = re.escape("".join(_FORMS))
_ONE_FOR_ONE = {ord(char): plain for char, plain in _FORMS.items() if len(plain) == 1}
_SPOT = re.compile(
    rf"(?=[{_ALL_DASHES}{INVISIBLE}{_WHITE}{_MARKS}{_ALL_FORMS}]| [{_WHITE} {INVISIBLE}{UNSPACED}])(?:"
    rf"(?P<rule>[{_ALL_DASHES}]{{3,}})"
    rf"|(?P<break>[-\u2010\u2011](?<=[^\W\d_].)\u00ad?{_ENDS_OF_LINE}(?=[^\W\d_]))"
    rf"|(?P<dash>[{_ALL_DASHES}](?:(?<=\w[-\u2010\u2011\u2013]){_WHITE_OR_END}(?=\w))?)"
    rf"|(?P<shown>[{INVISIBLE}]+(?:(?<=\u00ad){_ENDS_OF_LINE})?)"
    rf"|(?P<space>[{_WHITE}][\s{INVISIBLE}]*| (?=[{INVISIBLE}]*\s)[\s{INVISIBLE}]+)"
    rf"|(?P<unspaced> (?<=[{UNSPACED}] )(?=[{UNSPACED}]))"
    rf"|(?P<marked>[{_MARKS}]+)"
    rf"|(?P<forms>[{re.escape(''.join(map(chr, _ONE_FOR_ONE)))}]+)|(?P<form>[{_ALL_FORMS}]))"
)
"""The pattern begins with a single character class. A text without any of these characters is then scanned as fast as
for one character."""
_UNSPACED_CHAR = re.compile(f"[{UNSPACED}]")
_DIGIT_AFTER = re.compile(r"[.,]?\d")


class Dash(NamedTuple):
    """A dash in the folded text, between the characters `at - 1` and `at`."""

    at: int
    kind: DashKind


class Folded(NamedTuple):
    """A folded (normalised) text, with a map from its offsets to those of the source. `letters` is the text without
    dashes; `dash_places` and `dash_kinds` give the dashes.

    The text consists of stretches. Stretch `i` begins at folded offset `points[i]`, and at source offset `starts[i]`.
    It ends at source offset `ends[i]`, and where the next stretch begins in the folded text. Folding removed the source
    characters between two stretches.
    """

    letters: str
    dash_places: tuple[int, ...]
    dash_kinds: tuple[DashKind, ...]
    points: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def start(self, at: int) -> int | None:
        """Return the source offset of the folded character at `at`, or None inside a source character that folds to
        several.

        Example: in “eﬀect”, the first “f” of the folded text is at source offset 1.
        """
        stretch = bisect_right(self.points, at) - 1
        into = at - self.points[stretch]
        return self.starts[stretch] + into if into == 0 or self._is_one_to_one(stretch) else None

    def end(self, at: int) -> int | None:
        """Return the source offset after the folded character at `at - 1`. Return None inside a source character that
        folds to several.

        Example: in “eﬀect”, the folded “eff” ends at source offset 2.
        """
        stretch = bisect_right(self.points, at - 1) - 1
        if stretch + 1 < len(self.points) and self.points[stretch + 1] == at:
            return self.ends[stretch]
        return self.starts[stretch] + at - self.points[stretch] if self._is_one_to_one(stretch) else None

    def _is_one_to_one(self, stretch: int) -> bool:
        until = self.points[stretch + 1] if stretch + 1 < len(self.points) else len(self.letters)
        return until - self.points[stretch] == self.ends[stretch] - self.starts[stretch]

    def dashes_within(self, first: int, last: int) -> tuple[Dash, ...]:
        """Return the dashes between two folded offsets, both included."""
        low, high = bisect_left(self.dash_places, first), bisect_right(self.dash_places, last)
        return tuple(map(Dash, self.dash_places[low:high], self.dash_kinds[low:high]))


def fold(text: str) -> Folded:
    """Return the folded form of `text`. Linear in its length. Accepts any string, including lone surrogates.

    Example: “eﬀect” with the ligature “ﬀ” has the same folded letters as “effect”.
    """
    letters: list[str] = []
    places: list[int] = []
    kinds: list[DashKind] = []
    points, starts, ends = [0], [0], []
    size = at = 0
    for match in (_PLAIN_SPOT if text.isascii() else _SPOT).finditer(text):
        kind, (start, end) = match.lastgroup, match.span()
        dash: DashKind | None = None
        if kind == "dash" and not _is_sign(text, start, end):
            plain, dash = "", "hyphen" if text[start] in HYPHENS else "dash"
        elif kind == "marked" and start > at:  # a combining mark belongs to the letter before it
            start -= 1
            plain = unicodedata.normalize("NFC", text[start:end])
        else:
            plain = _plain(kind, text, start, end)
            dash = "break" if kind == "break" else "dash" if kind == "rule" else None
        if plain == text[start:end]:
            continue
        if start > at:
            letters.append(text[at:start])
            size += start - at
        ends.append(start)
        if dash is not None:
            places.append(size)
            kinds.append(dash)
        elif plain:
            letters.append(plain)
            points.append(size)
            starts.append(start)
            ends.append(end)
            size += len(plain)
        points.append(size)
        starts.append(end)
        at = end
    letters.append(text[at:])
    ends.append(len(text))
    return Folded("".join(letters), tuple(places), tuple(kinds), tuple(points), tuple(starts), tuple(ends))


def _plain(kind: str | None, text: str, start: int, end: int) -> str:
    """Return the text that replaces the matched part `text[start:end]`. `kind` is the name of the matched group."""
    if kind == "forms":
        return text[start:end].translate(_ONE_FOR_ONE)
    if kind == "form":
        return _FORMS[text[start]]
    if kind == "space":
        return "" if _between_unspaced(text, start, end) else " "
    if kind == "marked":
        return text[start:end]
    return SIGN if kind == "dash" else ""


def _between_unspaced(text: str, start: int, end: int) -> bool:
    return bool(start and _UNSPACED_CHAR.match(text, start - 1) and _UNSPACED_CHAR.match(text, end))


def _is_sign(text: str, start: int, end: int) -> bool:
    """Return whether the dash at `text[start:end]` is the sign of a figure: a figure follows it directly, and no word
    is before it.

    Example: `_is_sign("fell by -5%", 8, 9)` gives `True`, and `_is_sign("10-K", 2, 3)` gives `False`.
    """
    if end - start > 1 or text[start] in LONG_DASHES or not _DIGIT_AFTER.match(text, end):
        return False
    return start == 0 or not (text[start - 1].isalnum() or text[start - 1] in _BEFORE_NO_SIGN)


_BEFORE_NO_SIGN = ")]%_" + HYPHENS
