"""Splits an answer into claims. Each claim is one proposition and a verbatim part of the answer (SPEC AUD-2)."""

import re
from collections.abc import Iterator

from ..language.sentences import sentences
from ..language.tokens import tokens
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
"""The maximum number of characters of an answer: about a hundred pages."""


class ClaimSpan(Frozen):
    """A proposition that the answer asserts: `answer[start:end] == text`, without citation markers at either end.

    `context`: the words that complete the text, or None. They are a shared subject, a leading phrase such as "In
    2019,", the line that introduces the list of the claim, or the question to which the claim is only a reply.
    `markers`: the citation markers that apply to the claim, as written. A claim without a marker of its own takes the
    next ones in its sentence.

    Example: “it is late” in “Acme is a tenant; it is late [1].”, with the marker “[1]”.
    """

    start: int
    end: int
    text: str
    sentence: tuple[int, int]
    """The offsets of the sentence, list item or row that contains the claim. Claims of one sentence share them."""
    context: str | None = None
    markers: tuple[str, ...] = ()
    asked: str = ""
    """The question that the answer itself asks directly before the sentence or list, such as “Is rent due?” before
    “Yes.”. It asserts nothing, but the claim answers it."""

    @property
    def statement(self) -> str:
        """The claim in a form that can be judged alone: `context`, then the text, without citation markers.

        Example: “is in Leeds.” with the context “Acme” gives “Acme is in Leeds.”
        """
        own = without_markers(self.text)
        return own if self.context is None else f"{self.context} {own}"

    @property
    def is_reply(self) -> bool:
        """Whether the claim says nothing without its question: it has no word with a topic, or it is only a name or a
        value.

        Example: “Yes, it is.” after “Is Acme a bank?”, and “Ann Lee.” after “Who runs it?”.
        """
        return bool(self.asked) and self.context == self.asked


_BY_MARKER = re.compile(
    r"(?:according to|as (?:stated|noted|shown|described|reported|given) (?:in|by|on)|per),? ?", re.IGNORECASE
)


def without_markers(text: str) -> str:
    """Return the text on one line, without citation markers and bold markup. A leading "According to [1]," is removed
    too, since it only cites."""
    own = re.sub(r"\s+", " ", MARKER.sub(" ", text).replace("**", "")).strip()
    own = re.sub(r" (?=[,.;:!?])", "", own)
    cites = _BY_MARKER.match(own) if MARKER.search(text[:60]) else None
    return own[cites.end() :] if cites and cites.group().rstrip().endswith(",") else own


def split_claims(answer: str) -> tuple[ClaimSpan, ...]:
    """Return every claim of `answer`, in order. Time is linear in its length. Raises ValueError if the answer is longer
    than `LONGEST_ANSWER`.

    The answer is split into sentences, list items and table rows, and these into propositions. A proposition has a verb
    and is joined to others by "and", "but", "while" or a semicolon. Each word is part of a claim, except citation
    markers, joining words, questions and courtesy phrases. A question is kept with the claims that answer it. A
    sentence with a condition, or one that reports what someone said, is not split, since a part of it would say more
    than the whole. Nor are relative clauses, lists of noun phrases, verbs that share an object, an auxiliary or a unit,
    and clauses with an unknown verb.

    Example: “Acme is a tenant; it is late [1].” has the claims “Acme is a tenant” and “it is late”.
    """
    if len(answer) > LONGEST_ANSWER:
        raise ValueError(
            f"the answer has {len(answer):,} characters, and at most {LONGEST_ANSWER:,} are audited at once; give it in parts"
        )
    markers = list(MARKER.finditer(answer))
    plain = _blank(answer, markers)
    claims: list[ClaimSpan] = []
    intro: str | None = None
    asked, in_list = "", False
    for start, end in _units(plain):
        bullet = _BULLET.match(plain, start, end)
        listed = bool(bullet) or _is_bulleted(plain, start)
        if bullet:
            start = bullet.end()
        start, end = _trim(plain, start, end)
        if _is_question(plain, start, end):
            asked, in_list = without_markers(plain[start:end]), False
            continue
        if not _asserts(plain, start, end) or (bullet and "#" in bullet.group() and not has_verb(plain[start:end])):
            continue
        if plain[end - 1] == ":":
            intro = plain[start : end - 1]
            claims.append(_claim(answer, Piece(start, end - 1, None), (start, end), (), asked))
            continue
        intro = intro if listed else None
        asked = "" if in_list and not listed else asked
        pieces = split_sentence(plain, start, end)
        bounds = [piece.start for piece in pieces[1:]] + [_next_start(plain, end)]
        for index, piece in enumerate(pieces):
            own = _markers_of(markers, piece.start, bounds, index)
            context = piece.context or (_join_intro(intro) if intro and index == 0 else None)
            if asked and context is None and _is_reply(plain[piece.start : piece.end]):
                context = asked
            own_place = _trim(plain, piece.start, piece.end)
            claims.append(_claim(answer, Piece(*own_place, context), (start, end), own, asked))
        asked, in_list = (asked, True) if listed else ("", False)
    return tuple(claims)


def _blank(answer: str, markers: list[re.Match[str]]) -> str:
    """Return the answer with citation markers, emphasis signs and table headers replaced by spaces, so that offsets
    stay the same. A table row is made to end like a sentence.

    Example: `_blank("**Rent** is due.", [])` gives `"  Rent   is due."`.
    """
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
    """Yield the offsets of each sentence and list item. A list item on its own line is always separate. Text without
    letters is not joined to a neighbour.

    Example: “Rent is due. Fees rose.” has the units “Rent is due.” and “Fees rose.”
    """
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
    return bool(_LETTER.search(stretch)) and not _TALK.fullmatch(stretch)


def _is_question(plain: str, start: int, end: int) -> bool:
    stretch = plain[start:end]
    return bool(_LETTER.search(stretch)) and stretch.rstrip("\"'”’) ").endswith("?")


def _is_reply(text: str) -> bool:
    topics = [token for token in tokens(text) if token.stem]
    return not topics or (all(token.capital or token.kind == "fact" for token in topics) and not has_verb(text))


def _trim(plain: str, start: int, end: int) -> tuple[int, int]:
    stretch = plain[start:end]
    left = len(stretch) - len(stretch.lstrip(" \t\r\n,;"))
    right = len(stretch.rstrip(" \t\r\n,;"))
    if right > left + 1 and stretch[right - 1] in ".!。！" and stretch[right - 2].isspace():
        right = len(
            stretch[: right - 1].rstrip()
        )  # otherwise a full stop after a marker would put the marker inside the claim
    return start + left, start + right


def _next_start(plain: str, end: int) -> int:
    """Return the offset at which the next sentence begins. Citation markers between a full stop and this offset belong
    to the sentence before.

    Example: `_next_start("Rent is due. [1] It rose.", 12)` gives `14`.
    """
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


def _claim(answer: str, piece: Piece, sentence: tuple[int, int], markers: tuple[str, ...], asked: str) -> ClaimSpan:
    start, end = _framed(answer, piece.start, piece.end)
    return ClaimSpan(
        start=start,
        end=end,
        text=answer[start:end],
        sentence=sentence,
        context=piece.context,
        markers=markers,
        asked=asked,
    )


def _framed(answer: str, start: int, end: int) -> tuple[int, int]:
    """Return the offsets, extended by an emphasis sign such as `**` beside the text if the other sign of the pair is
    inside the text.

    Example: for “Rent:** £90” in “**Rent:** £90”, the first “**” is added.
    """
    for mark in ("**", "__", "`"):
        if answer.count(mark, start, end) % 2:
            if answer.startswith(mark, max(0, start - len(mark))):
                start = max(0, start - len(mark))
            elif answer.startswith(mark, end):
                end += len(mark)
    return start, end
