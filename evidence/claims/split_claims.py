"""An answer taken apart into what it asserts: one claim per proposition, each a verbatim stretch of the answer (SPEC
AUD-2)."""

import re
from collections.abc import Iterator

from ..language.sentences import sentences
from ..model.frozen import Frozen
from .clauses import Piece, has_verb, split_sentence

MARKER = re.compile(
    r"<CITATION\b[^>]{0,2000}>|</CITATION>|\[\^?[A-Za-z]{0,12}[ _-]?\d{1,5}(?:\s{0,2}[,;–-]\s{0,2}[A-Za-z]{0,12}\d{1,5}){0,30}\]"
    r"|\[[^\[\]\n]{0,120}(?:§|\bp\.|\bpp\.|\bsec\.|\bsection\b|\bpage\b)\s{0,2}[^\[\]\n]{0,60}\]"
    r"|\[(?:doc|chunk|source|src|ref|passage|evidence)\b[^\[\]\n]{0,80}\]|【[^【】\n]{0,2000}】",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[ \t]*(?:[-–—*•▪◦·+]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]|#{1,6}|>)[ \t]+")
_FENCE = re.compile(r"[*_`~|]+")
_TABLE_HEAD = re.compile(
    r"^[ \t]{0,20}\|[^\n]{1,2000}\|[ \t]{0,20}\n[ \t]{0,20}\|[ \t:|-]{0,400}-[ \t:|-]{0,400}\|[ \t]{0,20}$",
    re.MULTILINE,
)
_ROW_END = re.compile(r"(?<=\S)([ \t]{0,20})\|(?=[ \t]{0,20}$)", re.MULTILINE)
_LETTER = re.compile(r"[^\W_]")
_TALK = re.compile(
    r"(?:sure|certainly|of course|hello|hi|thanks|thank you|great question|i hope (?:this|that) helps?|let me know\b.*|"
    r"here (?:is|are)\b[^.]{0,80}|i (?:could not|couldn['’]t|can not|cannot|can['’]t|did not|didn['’]t|was unable to|am unable to) "
    r"(?:find|determine|confirm|verify|answer|say)\b"
    r"(?:(?!\b(?:because|since|as|but|and|which|who|that|although|though)\b)[^,;:]){0,120}|"
    r"(?:the )?(?:answer|summary|sources?|references?|notes?))\W*",
    re.IGNORECASE | re.DOTALL,
)


LONGEST_ANSWER = 200_000
"""Characters of an answer that may be split; a hundred pages."""


class ClaimSpan(Frozen):
    """One assertable proposition: `answer[start:end] == text`, in characters, trimmed of citation markers at either
    end.

    `context` is the subject (and a leading "In 2019," and its like) carried over from the same sentence, or the line
    that introduces a list; None when the text stands on its own. `markers` are the citation markers that belong to
    the claim, as they stand: its own, or, when it has none, the next ones in its sentence.
    """

    start: int
    end: int
    text: str
    sentence: tuple[int, int]
    """Where the sentence, list item or row stands that the claim is from; claims of one sentence share it."""
    context: str | None = None
    markers: tuple[str, ...] = ()

    @property
    def statement(self) -> str:
        """The proposition as it can be judged alone: what is carried over, then the text, without citation markers."""
        own = without_markers(self.text)
        return own if self.context is None else f"{self.context} {own}"


_BY_MARKER = re.compile(
    r"(?:according to|as (?:stated|noted|shown|described|reported|given) (?:in|by|on)|per),? ?", re.IGNORECASE
)


def without_markers(text: str) -> str:
    """The text on one line without citation markers and bold signs; nor "According to [1],", which only cites."""
    own = re.sub(r"\s+", " ", MARKER.sub(" ", text).replace("**", "")).strip()
    own = re.sub(r" (?=[,.;:!?])", "", own)
    cites = _BY_MARKER.match(own) if MARKER.search(text[:60]) else None
    return own[cites.end() :] if cites and cites.group().rstrip().endswith(",") else own


def split_claims(answer: str) -> tuple[ClaimSpan, ...]:
    """Every claim of `answer`, in order. Linear in its length. Raises ValueError for an answer past `LONGEST_ANSWER`.

    Sentences, list items and rows are parted first, then propositions, each with its own verb, joined by "and", "but",
    "while" or a semicolon. Nothing that asserts is lost: each word stands in some claim, save citation markers, the joining
    words, questions and phrases of courtesy. A sentence that states a condition or reports what someone said stays whole,
    since either part would say more than the sentence does. Also left whole: relative clauses, lists of noun phrases,
    verbs that share an object, an auxiliary or a unit, and clauses whose verb it does not know.
    """
    if len(answer) > LONGEST_ANSWER:
        raise ValueError(
            f"an answer of {len(answer):,} characters is too long to audit: give at most {LONGEST_ANSWER:,}, or its parts"
        )
    markers = list(MARKER.finditer(answer))
    plain = _blank(answer, markers)
    claims: list[ClaimSpan] = []
    intro: str | None = None
    for start, end in _units(plain):
        bullet = _BULLET.match(plain, start, end)
        listed = bool(bullet) or _is_bulleted(plain, start)
        if bullet:
            start = bullet.end()
        start, end = _trim(plain, start, end)
        if not _asserts(plain, start, end) or (bullet and "#" in bullet.group() and not has_verb(plain[start:end])):
            continue
        if plain[end - 1] == ":":
            intro = plain[start : end - 1]
            claims.append(_claim(answer, Piece(start, end - 1, None), (start, end), ()))
            continue
        intro = intro if listed else None
        pieces = split_sentence(plain, start, end)
        bounds = [piece.start for piece in pieces[1:]] + [_next_start(plain, end)]
        for index, piece in enumerate(pieces):
            own = _markers_of(markers, piece.start, bounds, index)
            context = piece.context or (_join_intro(intro) if intro and index == 0 else None)
            own_place = _trim(plain, piece.start, piece.end)
            claims.append(_claim(answer, Piece(*own_place, context), (start, end), own))
    return tuple(claims)


def _blank(answer: str, markers: list[re.Match[str]]) -> str:
    """The answer with its markers, its emphasis signs and the heads of its tables turned into spaces, so that offsets
    stay; each table row ends like a sentence."""
    parts, at = [], 0
    for marker in markers:
        parts += [answer[at : marker.start()], " " * (marker.end() - marker.start())]
        at = marker.end()
    parts.append(answer[at:])
    rows = _TABLE_HEAD.sub(_spaces, "".join(parts))
    return _FENCE.sub(_spaces, _ROW_END.sub(r"\1!", rows))


def _spaces(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _units(plain: str) -> Iterator[tuple[int, int]]:
    """Sentences, with list items on lines of their own always parted. A stretch that holds no letter joins nothing
    and is left."""
    for start, end in sentences(plain):
        at = start
        for line in re.finditer(r"\n", plain[start:end]):
            after = start + line.end()
            if _BULLET.match(plain, after, end) or _BULLET.match(
                plain, plain.rfind("\n", 0, start + line.start()) + 1, end
            ):
                yield at, start + line.start()
                at = after
        yield at, end


def _is_bulleted(plain: str, start: int) -> bool:
    return bool(_BULLET.fullmatch(plain[plain.rfind("\n", 0, start) + 1 : start]))


def _asserts(plain: str, start: int, end: int) -> bool:
    stretch = plain[start:end]
    return (
        bool(_LETTER.search(stretch)) and not stretch.rstrip("\"'”’) ").endswith("?") and not _TALK.fullmatch(stretch)
    )


def _trim(plain: str, start: int, end: int) -> tuple[int, int]:
    stretch = plain[start:end]
    left = len(stretch) - len(stretch.lstrip(" \t\r\n,;"))
    right = len(stretch.rstrip(" \t\r\n,;"))
    if right > left + 1 and stretch[right - 1] in ".!。！" and stretch[right - 2].isspace():
        right = len(stretch[: right - 1].rstrip())  # a full stop after a marker would leave the marker inside
    return start + left, start + right


def _next_start(plain: str, end: int) -> int:
    """Where the next words begin: markers between a full stop and there belong to the sentence before."""
    letter = _LETTER.search(plain, end)
    return letter.start() if letter else len(plain)


def _markers_of(markers: list[re.Match[str]], start: int, bounds: list[int], index: int) -> tuple[str, ...]:
    after = start
    for bound in bounds[index:]:
        own = tuple(marker.group() for marker in markers if after <= marker.start() < bound)
        if own:
            return own
        after = bound
    return ()


def _join_intro(intro: str) -> str:
    return f"{intro}:"


def _claim(answer: str, piece: Piece, sentence: tuple[int, int], markers: tuple[str, ...]) -> ClaimSpan:
    start, end = _framed(answer, piece.start, piece.end)
    return ClaimSpan(
        start=start,
        end=end,
        text=answer[start:end],
        sentence=sentence,
        context=piece.context,
        markers=markers,
    )


def _framed(answer: str, start: int, end: int) -> tuple[int, int]:
    """The stretch with the emphasis sign before or behind it whose other half it holds."""
    for mark in ("**", "__", "`"):
        if answer.count(mark, start, end) % 2:
            if answer.startswith(mark, max(0, start - len(mark))):
                start = max(0, start - len(mark))
            elif answer.startswith(mark, end):
                end += len(mark)
    return start, end
