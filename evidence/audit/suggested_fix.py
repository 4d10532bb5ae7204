"""Suggests a faithful version of an answer, as one short paragraph (SPEC AUD-6). Claims are dropped, limited, or cited
to another chunk. No claim is added."""

from collections.abc import Sequence
from itertools import groupby

from ..claims.omittable_spans import skips
from ..claims.split_claims import MARKER
from ..guards.judge_claim import proven
from ..guards.lost_words import lost_words
from ..language.tokens import tokens
from .audit_claims import Examined, Judge, examine
from .audit_input import Chunks
from .citing import CitedAnswer

WITHHOLD = "Withhold the answer: the chunks support none of its claims."
NOTHING_STANDS_ALONE = "Withhold the answer: its supported parts cannot be understood alone."

_LONGEST = 1_200  # characters of the paragraph
_LONGEST_QUOTE = 300  # characters of a chunk's sentence that restores the condition a claim drops
_SHORTENINGS = 8  # shortened versions tried for one claim
_ROUNDS = 3


def suggested_fix(read: CitedAnswer, examined: Sequence[Examined], chunks: Chunks, ask_judge: Judge | None) -> str:
    """Return a version of the answer without unsupported statements. Each version is audited again, until one is
    faithful. If none is, return the advice to withhold the answer; this is `WITHHOLD` if no claim is supported.

    A claim that is not supported is dropped, with two exceptions. If a part of it is proved as written, that part is
    kept. If it lacks a condition or hedge, it is replaced by the sentence of the chunk that has it. A wrong citation
    marker is replaced by the right one.

    Example: of “Rent is £90 [c1]. Fees are £5 [c1].” with the chunk “Rent is £90.”, “Rent is £90 [c1].” is left.
    """
    supported = any(claim.result.supported_by for claim in examined)
    for round_ in range(_ROUNDS + 1):
        text = _paragraph(read, examined, chunks, mending=round_ < _ROUNDS)
        if not text:
            break
        read, examined = examine(text, chunks, ask_judge)
        if examined and all(claim.result.verdict == "supported" for claim in examined):
            return text
    return NOTHING_STANDS_ALONE if supported else WITHHOLD


def _paragraph(read: CitedAnswer, examined: Sequence[Examined], chunks: Chunks, *, mending: bool) -> str:
    """Return the paragraph of the remaining claims. `mending`: whether a claim without support may be reworded; if not,
    it is dropped."""
    parts: list[str] = []
    dropped = False
    for _, group in groupby(examined, key=lambda claim: claim.span.sentence):
        claims = list(group)
        dropped = dropped or bool(claims[0].stated.asked)  # a question is no claim, and so not part of the paragraph
        whole = all(claim.result.verdict == "supported" for claim in claims)
        as_it_stands = (
            whole
            and not read.footnotes
            and claims[0].span.context is None
            and not (dropped and claims[0].stated.opening)
        )
        if as_it_stands:
            written = [_verbatim(read, claims)]
        else:
            kept = [
                claim
                for claim in claims
                if (mending or claim.result.supported_by) and not (dropped and claim.stated.unnamed)
            ]
            written = [sentence for claims in kept if (sentence := _rewritten(read, claims, chunks))]
        dropped = not written
        for sentence in written:
            if sum(map(len, parts)) + len(parts) + len(sentence) > _LONGEST:
                return " ".join(parts)
            if MARKER.sub("", sentence) not in (MARKER.sub("", part) for part in parts):
                parts.append(sentence)
    return " ".join(parts)


def _verbatim(read: CitedAnswer, claims: Sequence[Examined]) -> str:
    """Return the sentence of these claims verbatim, with the citation markers after it."""
    start, end = claims[0].span.sentence
    text, shown = read.text[start:end], read.shown
    behind = [marker for marker in claims[-1].span.markers if marker not in text]
    for marker in MARKER.findall(text):
        text = text.replace(marker, shown.get(marker, marker))
    return _sentence(text, [shown.get(marker, marker) for marker in behind])


def _rewritten(read: CitedAnswer, one: Examined, chunks: Chunks) -> str | None:
    """Return a sentence for the supported part of the claim, with its marker. Return None if no part is supported."""
    result, stated = one.result, one.stated
    if result.supported_by:
        marked = [_marker(read, name) for name in result.supported_by] if one.cited.markers else []
        return _sentence(stated.text, marked)
    if stated.unnamed:
        return None
    found = _shortened(stated.text, chunks) or (_softened(stated.text, chunks) if result.verdict == "partial" else None)
    if found is None:
        return None
    text, names = found
    return _sentence(text, [_marker(read, name) for name in names] if one.cited.markers else [])


def _shortened(statement: str, chunks: Chunks) -> tuple[str, tuple[str, ...]] | None:
    """Return the claim without the one part that no chunk states, and the ids of the chunks that state the rest. Return
    None if that part may not be left out."""
    found = tokens(statement)
    cuts = [
        (found[start].start, found[end - 1].end) for start, ends in skips(found).items() for end in ends if end > start
    ]
    for start, end in sorted(cuts, key=lambda cut: cut[1] - cut[0])[:_SHORTENINGS]:
        text = f"{statement[:start].rstrip(' ,')} {statement[end:].lstrip(' ,')}".strip(" ,")
        if judgement := proven(text, chunks):
            return text, judgement.supported_by
    return None


def _softened(statement: str, chunks: Chunks) -> tuple[str, tuple[str, ...]] | None:
    """Return the sentence of a chunk of which the claim leaves out a condition, hedge, time or scope, and the chunk's
    id. Return None if there is no such sentence, or if it contains a name that the claim does not have.

    Example: for “The rent is due.” and a chunk “c1” with “The rent is due if notice is given.”, this is that
    sentence.
    """
    for chunk in chunks:
        lost = lost_words(statement, chunk.near(statement))
        if lost and (lost.binds or lost.words[1:] == lost.words[1:].lower()) and len(lost.sentence) <= _LONGEST_QUOTE:
            return lost.sentence, (chunk.id,)
    return None


def _marker(read: CitedAnswer, name: str) -> str:
    """Return a citation marker for the chunk `name` in the style of the answer. If that needs a footnote or names other
    chunks too, return the chunk's id in brackets."""
    own = [
        shown
        for marker, shown in read.shown.items()
        if read.names.all(marker.strip("【】")) == (name,) and not read.footnotes
    ]
    if own:
        return own[0]
    if not read.footnotes and any(marker.strip("【】 ").isdigit() for marker in read.shown):
        place = str(read.names.ids.index(name) + 1)
        if read.names.one(place) == (name,):
            return f"[{place}]"
    return f"[{name}]"


def _sentence(text: str, markers: Sequence[str]) -> str:
    text = " ".join(text.split())
    end = text[-1:] if text[-1:] in "!。！…" else "."
    body = text.rstrip(" .,;:!…。！")
    if not body:
        return ""
    return f"{body[0].upper()}{body[1:]}{' ' if markers else ''}{''.join(markers)}{end}"
