"""Judge a claim by code: verbatim proof, and the veto on a model's verdict (SPEC AUD-3, AUD-7)."""

from collections.abc import Sequence

from ..language.tokens import tokens
from . import limit_guards, name_guards, near_copies, slot_guards, value_guards, word_guards
from .alignment import Alignment, Nearest, align, nearest
from .findings import Finding, Judgement, Refusal
from .prepared_source import PreparedText, Source
from .proof import prove
from .statements import statement_of

_SAME_TOPIC, _SAME_STATEMENT = 0.5, 0.6
"""Minimum shares of the claim's words that the source's nearest statement contains before a difference refutes the
claim. The first share is weighted by rarity, the second counts words one by one. In a long text, a nearby sentence
is usually about something else: of 115 claims that a web page supports, 5 differ from it at the limits 0.4 and 0,
and none at these limits."""
_WHOLE_STATEMENT = 0.75
"""Minimum share, by both measures and within one sentence, before a word that only the claim contains refutes it.
A claim that summarises several sentences may contain words that none of them has on its own."""

GUARDS = (
    *value_guards.GUARDS,
    *word_guards.GUARDS,
    *limit_guards.GUARDS,
    *slot_guards.GUARDS,
    *name_guards.GUARDS,
    *near_copies.GUARDS,
)

_LONGEST_CLAIM = 4_000
"""Characters. A longer claim is not one proposition; code only looks it up verbatim."""


def judge(claim: str, sources: str | Sequence[PreparedText]) -> Judgement:
    """Judge `claim` against `sources`, which may be one text.

    The outcome is *proves* only if one of the sources states the claim verbatim (`proof`). The outcome is *refutes*
    if the claim differs in a value from the statement of the sources that it is evidently about. Otherwise the outcome
    is *silent*. The same call gives the verdict without a model and the veto on a model's verdict. It never raises.
    Time is linear in the length of the texts up to `LONG_TEXT` each, and nearly constant past it.
    """
    texts = [PreparedText("source", sources)] if isinstance(sources, str) else sources
    if len(claim) > _LONGEST_CLAIM:
        too_long = "too long to be one proposition, and not in the sources as it stands"
        return proven(claim, texts) or _silent(len(claim), too_long)
    prepared = _prepared(claim, texts)
    return (
        _proven(claim, prepared)
        or _refused(claim, prepared)
        or _silent(len(claim), "not found verbatim; it needs a judge")
    )


def proven(claim: str, texts: Sequence[PreparedText]) -> Judgement | None:
    """Return the judgement of `judge` if it proves the claim, else None. Other outcomes are not computed."""
    if len(claim) > _LONGEST_CLAIM:
        holders = tuple(text.id for text in texts if claim.strip() in text.text)
        return Judgement(outcome="proves", supported_by=holders) if holders else None
    prepared = _prepared(claim, texts)
    return _proven(claim, prepared)


def _prepared(claim: str, texts: Sequence[PreparedText]) -> list[tuple[str, Source]]:
    return [(text.id, text.near(claim)) for text in texts]


def _refused(claim: str, prepared: Sequence[tuple[str, Source]]) -> Judgement | None:
    """Return what differs in the chunk that the claim is most about. Differences from other chunks refute nothing.
    A finding without a refusal is a hint for the judge."""
    best = closest(claim, prepared)
    if best is None:
        return None
    found = [finding for guard in GUARDS for finding in guard(best[1])]
    findings = tuple(
        finding if refutes(finding, best[1]) else finding.model_copy(update={"refusal": None}) for finding in found
    )
    refusals = {finding.refusal for finding in findings} - {None}
    if not refusals:
        return Judgement(outcome="silent", findings=findings) if findings else None
    refusal: Refusal = "denied" if "denied" in refusals else "lacking" if "lacking" in refusals else "partial"
    return Judgement(outcome="refutes", refusal=refusal, findings=findings, supported_by=(best[0],))


def refutes(finding: Finding, alignment: Alignment) -> bool:
    """Whether the finding refutes the claim, rather than being only a hint.

    A `lacking` finding, for a word that only the claim contains, refutes only if the rest of the claim matches nearly
    all of one sentence.
    """
    is_whole = min(alignment.covered, alignment.shared) >= _WHOLE_STATEMENT and len(alignment.where) == 1
    return is_whole or finding.refusal != "lacking"


def closest(claim: str, prepared: Sequence[tuple[str, Source]]) -> tuple[str, Alignment] | None:
    """Return the id of the source that the claim is most about, and the claim aligned with its statement. Return
    None if no source makes such a statement. Only that one source is aligned word by word."""
    statement = statement_of(tokens(claim))
    best: tuple[str, Source, Nearest] | None = None
    for name, source in prepared:
        near = nearest(statement, source.index)
        if near and (best is None or near.covered > best[2].covered):
            best = (name, source, near)
    if best is None or best[2].covered < _SAME_TOPIC:
        return None
    alignment = align(claim, statement, best[2], best[1])
    return (best[0], alignment) if alignment.shared >= _SAME_STATEMENT else None


def _proven(claim: str, prepared: Sequence[tuple[str, Source]]) -> Judgement | None:
    found = [name for name, source in prepared if prove(claim, source)]
    if not found:
        return None
    return Judgement(outcome="proves", supported_by=tuple(found))


def _silent(size: int, detail: str) -> Judgement:
    finding = Finding(code="missing_words", refusal=None, detail=detail, claim_start=0, claim_end=size)
    return Judgement(outcome="silent", findings=(finding,))
