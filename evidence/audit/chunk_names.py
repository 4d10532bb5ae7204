"""Finds the chunks that a citation marker names, by id or by number (SPEC AUD-8)."""

import re
from collections.abc import Iterator, Sequence

_WORD = re.compile(r"[^\W_]+")
_KIND = r"(?:document|doc|chunk|source|src|reference|ref|passage|evidence|context|citation|snippet|excerpt|id)"
_LABEL = re.compile(rf"{_KIND}\s{{0,2}}[:#=]?\s{{0,2}}(?=\S)", re.IGNORECASE)
_NUMBER = re.compile(rf"(?:{_KIND}|[cdrs])?[\s_.#:-]{{0,3}}(\d{{1,9}})", re.IGNORECASE)
_PLACE = re.compile(r"\s*(?:§|¶|,|:|\bpp?\.|\bpages?\b|\bsec(?:tion)?\b\.?|\blines?\b).*$", re.IGNORECASE)
_RANGE = re.compile(r"([a-z]{0,12})[ _-]?(\d{1,4})\s{0,2}[–-]\s{0,2}[a-z]{0,12}(\d{1,4})", re.IGNORECASE)
_LONGEST_RANGE = 50


def plain(name: str) -> str:
    """Return the name in lower case, without punctuation and spaces.

    Example: `plain("Doc-3, § B")` gives `"doc3b"`.
    """
    return "".join(_WORD.findall(name)).casefold()


class ChunkNames:
    """Finds the ids of chunks by the names that an answer writes for them.

    A name is matched in this order: an equal id; the only id that differs from it just in case and punctuation; a
    number. If all ids are numbers, a number in the answer is an id. Otherwise it is the position of a chunk, counted
    from 1.
    """

    def __init__(self, ids: Sequence[str]) -> None:
        self.ids = tuple(ids)
        self._exact = set(self.ids)
        self._alike: dict[str, list[str]] = {}
        for name in self.ids:
            self._alike.setdefault(plain(name), []).append(name)
        self._by_number = {_bare(name): name for name in self.ids} if all(map(_is_number, self.ids)) else None

    def one(self, name: str) -> tuple[str, ...]:
        """Return the id of the chunk with this name, as a tuple of one. Return an empty tuple unless exactly one chunk
        matches.

        Example: `ChunkNames(["Lease", "plan"]).one("lease")` gives `("Lease",)`, and
        `ChunkNames(["Lease", "plan"]).one("2")` gives `("plan",)`.
        """
        name = name.strip().lstrip("^")
        if name in self._exact:
            return (name,)
        alike = self._alike.get(plain(name), [])
        if alike and plain(name):
            return tuple(alike) if len(alike) == 1 else ()
        numbered = _NUMBER.fullmatch(name)
        if not numbered:
            return ()
        if self._by_number is not None:
            held = self._by_number.get(_bare(numbered[1]))
            return (held,) if held is not None else ()
        place = int(numbered[1])
        return (self.ids[place - 1],) if 1 <= place <= len(self.ids) else ()

    def is_id(self, name: str) -> bool:
        """Return whether the name is the id of a chunk, rather than the position of one.

        Example: `ChunkNames(["c1", "c2"]).is_id("c1")` gives `True`, and `ChunkNames(["c1", "c2"]).is_id("2")` gives
        `False`.
        """
        return name in self._exact or (not _is_number(name) and plain(name) in self._alike and bool(plain(name)))

    def all(self, inside: str) -> tuple[str, ...]:
        """Return the ids of all chunks that the text inside a marker names, such as "1, 3", "c1-c3", "doc §3" and
        "4:0†source". Return an empty tuple if any part of it names no chunk.

        Example: `ChunkNames(["c1", "c2", "c3"]).all("1, c3")` gives `("c1", "c3")`.
        """
        inside = inside.strip().lstrip("^[").rstrip("]").strip()
        if "†" in inside:
            return self._by_dagger(*inside.split("†", 1))
        for whole in (inside, _LABEL.sub("", inside, count=1)):
            if named := self.one(whole):
                return named
        found: dict[str, None] = {}
        for part in re.split(r"[,;]", inside):
            own = [name for written in _spread(part.strip()) for name in self.one(_LABEL.sub("", written) or written)]
            if not own:
                return self.one(_PLACE.sub("", _LABEL.sub("", inside, count=1)))
            found.update(dict.fromkeys(own))
        return tuple(found)

    def mentioned(self, text: str) -> tuple[str, ...]:
        """Return the ids of the chunks that occur in a line of the answer's list of sources. An id that is a number
        must be at the start of the line.

        Example: `ChunkNames(["c1", "c2"]).mentioned("c2: the lease of 2020")` gives `("c2",)`.
        """
        head = _bare(plain(text.split(maxsplit=1)[0])) if text.strip() else ""
        return tuple(
            name
            for name in self.ids
            if (head == _bare(name) if _is_number(name) else name in text and _stands(name, text))
        )

    def _by_dagger(self, before: str, after: str) -> tuple[str, ...]:
        """Return the ids of the chunks named by a marker with a dagger, given its text before and after “†”.
        `4:0†source` counts from 0 after the colon. `3†source` is the third chunk."""
        if own := self.one(after):
            return own
        _, colon, place = before.partition(":")
        if colon and _is_number(place) and len(place) < 6:
            return self.ids[int(place) : int(place) + 1]
        return self.one(before)


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit()


def _bare(number: str) -> str:
    return number.lstrip("0") or "0"


def _spread(part: str) -> Iterator[str]:
    stretch = _RANGE.fullmatch(part)
    if not stretch:
        yield part
        return
    first, last = int(stretch[2]), int(stretch[3])
    for number in range(first, min(last, first + _LONGEST_RANGE) + 1):
        yield f"{stretch[1]}{number}"


def _stands(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))
