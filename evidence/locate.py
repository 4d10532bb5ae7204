"""From a quote to the exact place it stands at, or nowhere (SPEC EVI-2, EVI-3).

The quote becomes one compiled pattern in which only the *shape* of a character may differ: white space, soft hyphens, hyphens at
line ends, ligatures, quote marks, dashes, full-width forms, and composed against decomposed letters. Letters, digits, case, signs,
superscripts and words may not. Nothing is fuzzy. What is shown afterwards is the source's own text.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from .frozen import Frozen

QUOTE_LIMIT = 10_000
"""Characters of a quote that are looked for; a longer one is no quote but a document, and is not found."""

_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63\uff0d"
_SINGLE = "'\u2018\u2019\u201a\u201b\u2032\u02bc\uff07"
_DOUBLE = '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02'
_CLASSES = {character: group for group in (_DASHES, _SINGLE, _DOUBLE) for character in group}
_LIGATURES = {"ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "ffi": "ﬃ", "ffl": "ﬄ", "st": "ﬆ", "ft": "ﬅ"}
_EXPANDED = {ligature: letters for letters, ligature in _LIGATURES.items()}
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_BREAK = r"(?:[\u00ad\u200b\u2060\ufeff]|[-\u2010]\u00ad?[ \t]*\r?\n[ \t]*)*+"
"""What may stand between two letters of a word: a soft hyphen, a zero-width space, a hyphen at a line's end."""
_ELLIPSIS = re.compile(r"\s*(?:\[(?:…|\.\.\.)\]|\((?:…|\.\.\.)\)|…|(?<!\.)\.\.\.(?!\.))\s*")
_WORD = re.compile(rf"[^\W{_UNSPACED}]")
_LITERAL = re.compile("[A-Za-z0-9]+")
_BROKEN = re.compile("[\u00ad\u200b\u2060\ufeff\ufb00-\ufb06\uff01-\uff5e]|[-\u2010]\u00ad?[ \t]*\r?\n")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")


class Located(Frozen):
    """Where a quote stands. Offsets count characters of the source, end exclusive."""

    pieces: tuple[tuple[int, int], ...]
    """One stretch, or several in order where the quote leaves something out with an ellipsis."""
    occurrences: int
    """How often the (first piece of the) quote stands in the text; at most 100 are counted."""

    @property
    def start(self) -> int:
        return self.pieces[0][0]

    @property
    def end(self) -> int:
        """Of the first piece."""
        return self.pieces[0][1]


def locate(
    quote: str,
    text: str,
    *,
    within: tuple[int, int] | None = None,
    section_at: Callable[[int], object] | None = None,
) -> Located | None:
    """Find `quote` in `text`. `within` prefers the occurrence inside these offsets (the passage the quote was taken from).

    An ellipsis in the quote that the source does not have itself stands for words left out: the parts must follow in order in one
    section (`section_at` gives something equal for offsets of the same section; without it the text is one section). A quote may not
    begin or end inside a word or a number: "5 mg" is not found in "15 mg", nor "5%" in "−5%". Linear in the text's length.
    """
    quote = quote.strip()
    if not quote or len(quote) > QUOTE_LIMIT:
        return None
    found = _choose(list(_occurrences(quote, text)), within)
    if found is not None:
        return found
    parts = [part for part in _ELLIPSIS.split(quote) if part]
    if len(parts) < 2:
        return None
    return _in_order(parts, text, within, section_at)


def _choose(found: list[tuple[int, int]], within: tuple[int, int] | None) -> Located | None:
    if not found:
        return None
    inside = [place for place in found if within and within[0] <= place[0] and place[1] <= within[1]]
    return Located(pieces=((inside or found)[0],), occurrences=len(found))


def _in_order(
    parts: list[str], text: str, within: tuple[int, int] | None, section_at: Callable[[int], object] | None
) -> Located | None:
    firsts = list(_occurrences(parts[0], text))
    if within:
        firsts.sort(key=lambda place: not (within[0] <= place[0] and place[1] <= within[1]))
    for first in firsts:
        pieces = [first]
        for part in parts[1:]:
            following = next(_occurrences(part, text, pieces[-1][1]), None)
            if following is None:
                break
            pieces.append(following)
        if len(pieces) == len(parts) and (section_at is None or len({section_at(start) for start, _ in pieces}) == 1):
            return Located(pieces=tuple(pieces), occurrences=len(firsts))
    return None


def _occurrences(quote: str, text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Each place the quote stands at, in order; 100 at most. Words broken in shape are looked for only where whole ones fail."""
    found: list[tuple[int, int]] = []
    if all(word in text for word in set(_LITERAL.findall(unicodedata.normalize("NFC", quote)))):
        found = list(islice(_matches(_pattern(quote, False), text, start), 100))
    if not found and _BROKEN.search(text):
        found = list(islice(_matches(_pattern(quote, True), text, start), 100))
    yield from found


def _matches(pattern: re.Pattern[str], text: str, start: int) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(text, start):
        if _whole(text, match.start(), match.end()):
            yield match.start(), match.end()


@lru_cache(maxsize=512)
def _pattern(quote: str, broken: bool) -> re.Pattern[str]:
    """The quote as a pattern over its shapes. It has no nested repetition, so matching is linear. `broken`: the text holds words
    that are broken or joined in shape; without any, words stand letter by letter, and the pattern compiles ten times faster."""
    folded = unicodedata.normalize("NFC", "".join(_plain(character) for character in quote))
    folded = _INVISIBLE.sub("", folded)
    out: list[str] = []
    index = 0
    while index < len(folded):
        character = folded[index]
        if character.isspace():
            while index < len(folded) and folded[index].isspace():
                index += 1
            out.append(r"\s++")
            continue
        if not broken and character.isascii() and character.isalnum():
            out.append(character)
            index += 1
            continue
        letters = next(
            (folded[index : index + n] for n in (3, 2) if folded[index : index + n] in _LIGATURES), character
        )
        following = folded[index + len(letters) : index + len(letters) + 1]
        out.append(_shapes(letters, folded[index - 1] if index else "", following))
        if following and not following.isspace() and (broken or not letters.isascii()):
            out.append(_between(letters[-1], following))
        index += len(letters)
    return re.compile("".join(out))


def _plain(character: str) -> str:
    """A quote's character in the plain shape: full-width forms and ligatures taken apart."""
    if character in _EXPANDED:
        return _EXPANDED[character]
    if "\uff01" <= character <= "\uff5e":
        return chr(ord(character) - 0xFEE0)
    return character


def _shapes(letters: str, before: str, after: str) -> str:
    """The pattern for one character, or for letters that a ligature may stand for."""
    if len(letters) > 1:
        ways = [_LIGATURES[letters]]
        for cut in range(1, len(letters)):
            left, right = letters[:cut], letters[cut:]
            if len(left) == 1 or len(right) == 1:
                ways.append(_shapes(left, "", "") + _BREAK + _shapes(right, "", ""))
        return f"(?:{'|'.join(ways)})"
    if letters == "-" and after.isdigit() and not (before.isalnum() or (before and before in _DASHES)):
        return "[-\u2212]"  # a sign, which is no dash
    if letters == "\u2212":
        return "[-\u2212](?=\\d)" if after.isdigit() else "\u2212"
    if letters in _DASHES and after.isdigit() and not before.isalnum():
        return re.escape(letters)
    shapes = set(_CLASSES.get(letters, letters))
    if "!" <= letters <= "~" and letters not in _CLASSES:
        shapes.add(chr(ord(letters) + 0xFEE0))
    options = [re.escape(shape) for shape in sorted(shapes)]
    apart = unicodedata.normalize("NFD", letters)
    if apart != letters:
        options.append(re.escape(apart))
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})" if apart != letters else _class(shapes)


def _class(shapes: set[str]) -> str:
    return "[" + "".join(re.escape(shape) for shape in sorted(shapes)) + "]"


def _between(left: str, right: str) -> str:
    """What the source may have between two characters that the quote has side by side."""
    if re.match(f"[{_UNSPACED}]", left) and re.match(f"[{_UNSPACED}]", right):
        return r"\s*+"
    if left in _DASHES:
        return r"(?:[ \t]*\r?\n[ \t]*)?+"
    return _BREAK if left.isalpha() and right.isalpha() else "\u00ad?+"


def _whole(text: str, start: int, end: int) -> bool:
    """Whether the stretch begins and ends at the edge of a word and of a number."""
    before, first = text[max(0, start - 2) : start], text[start]
    last, after = text[end - 1], text[end : end + 2]
    if before and _WORD.match(before[-1]) and _WORD.match(first):
        return False
    if after and _WORD.match(after[0]) and _WORD.match(last):
        return False
    if first.isdigit() and before:
        if before[-1] in ".,'’" and before[0].isdigit() and len(before) == 2:
            return False
        if before[-1] in "-\u2212\u2013" and not (len(before) == 2 and (before[0].isalnum() or before[0] in ")%")):
            return False
    if last.isdigit() and after:
        return not (after[0] in "%‰" or (len(after) == 2 and after[0] in ".,'’" and after[1].isdigit()))
    return True
