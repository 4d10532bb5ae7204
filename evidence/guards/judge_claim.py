"""Judges a claim by code. It proves a claim verbatim, and vetoes a claim that a model accepts (SPEC AUD-3, AUD-7)."""

from collections.abc import Iterable, Sequence

from . import limit_guards, name_guards, near_copies, slot_guards, value_guards, word_guards
from .alignment import Alignment, Nearest, align, nearest
from .findings import Finding, Judgement, Refusal
from .prepared_source import PreparedText, Source
from .proof import prove
from .statements import statement_of, tokens_of_claim

_SAME_TOPIC, _SAME_STATEMENT = 0.5, 0.6
"""The minimum shares of the claim's words that the nearest statement of the source must contain before a difference
refutes the claim. For the first share, rare words weigh more; for the second, all words weigh the same.

In a long text, a nearby sentence is usually about something else. Of 115 claims that a web page supports, 5 are wrongly
refuted with the limits 0.4 and 0, and none with these limits.
"""
_WHOLE_STATEMENT = 0.75
"""The minimum share of the claim's words that one sentence must contain before an additional word refutes the claim.
Both measures above must reach it.

A claim that summarises several sentences contains words that no single one of them has.
"""

GUARDS = (
    *value_guards.GUARDS,
    *word_guards.GUARDS,
    *limit_guards.GUARDS,
    *slot_guards.GUARDS,
    *name_guards.GUARDS,
    *near_copies.GUARDS,
)

_LONGEST_CLAIM = 4_000
"""The maximum number of characters of a claim that the guards examine. A longer text is not one proposition, and is
only searched for verbatim."""


def judge(claim: str, sources: str | Sequence[PreparedText]) -> Judgement:
    """Judge a claim against its sources by code.

    The claim is proved only if one source states it verbatim (`proof`). It is refuted if it differs from the source
    statement that it is about, for example in a value. Otherwise it is unsettled. Without a model, only a proof
    supports a claim; with a model, a refutation overrules a model that accepts the claim.

    `sources`: one text, or several prepared texts. The function never raises. Its time is linear in the length of each
    text up to `LONG_TEXT`, and nearly constant for longer texts.

    >>> judge("The fee is £90.", "The fee is £80.").result
    'refuted'
    """
    texts = [PreparedText("source", sources)] if isinstance(sources, str) else sources
    if len(claim) > _LONGEST_CLAIM:
        too_long = "too long to be one proposition, and not verbatim in the sources"
        return proven(claim, texts) or _unsettled(len(claim), too_long)
    prepared = _prepared(claim, texts)
    return (
        _proven(claim, prepared)
        or _refused(claim, prepared)
        or _unsettled(len(claim), "not found verbatim; it needs a judge")
    )


def proven(claim: str, texts: Sequence[PreparedText]) -> Judgement | None:
    """Return the judgement if it proves the claim, else None. The guards that could refute the claim are not run.

    Example: the text “The fee is £80.” proves the claim “The fee is £80.”, and not “The fee is £90.”.
    """
    if len(claim) > _LONGEST_CLAIM:
        return _proved_by(text.id for text in texts if claim.strip() in text.text)
    return _proven(claim, _prepared(claim, texts))


def _prepared(claim: str, texts: Sequence[PreparedText]) -> list[tuple[str, Source]]:
    return [(text.id, text.near(claim)) for text in texts]


def _refused(claim: str, prepared: Sequence[tuple[str, Source]]) -> Judgement | None:
    """Return the judgement that refutes the claim, by comparing it with the closest source. Return None if nothing
    refutes it.

    Findings that do not refute are included only as hints for the judge.
    """
    best = closest(claim, prepared)
    if best is None:
        return None
    found = [finding for guard in GUARDS for finding in guard(best[1])]
    findings = tuple(
        finding if refutes(finding, best[1]) else finding.model_copy(update={"refusal": None}) for finding in found
    )
    if not findings:
        return None
    reason = "; ".join(finding.detail for finding in findings)
    refusals = {finding.refusal for finding in findings} - {None}
    if not refusals:
        return Judgement(result="unsettled", reason=reason, findings=findings)
    refusal: Refusal = (
        "contradicted" if "contradicted" in refusals else "unsupported" if "unsupported" in refusals else "partial"
    )
    return Judgement(result="refuted", reason=reason, refusal=refusal, findings=findings, supported_by=(best[0],))


def refutes(finding: Finding, alignment: Alignment) -> bool:
    """Return whether the finding refutes the claim. A finding that does not is only a hint for the judge.

    A `unsupported` finding about a word that only the claim contains refutes only if one sentence contains nearly all other
    words of the claim.
    """
    is_whole = min(alignment.covered, alignment.shared) >= _WHOLE_STATEMENT and len(alignment.where) == 1
    return is_whole or finding.refusal != "unsupported"


def closest(claim: str, prepared: Sequence[tuple[str, Source]]) -> tuple[str, Alignment] | None:
    """Return the id of the source that the claim is most about, and the alignment with its nearest statement. Return
    None if no source has a statement on the topic.

    Example: for “Rent is £90.” and the sources “Acme grew.” and “Rent is £80.”, it is the second.
    """
    statement = statement_of(tokens_of_claim(claim))
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
    return _proved_by(name for name, source in prepared if prove(claim, source))


def _proved_by(found: Iterable[str]) -> Judgement | None:
    ids = tuple(found)
    return Judgement(result="proved", reason="a source states it verbatim", supported_by=ids) if ids else None


def _unsettled(size: int, reason: str) -> Judgement:
    finding = Finding(code="missing_words", refusal=None, detail=reason, claim_start=0, claim_end=size)
    return Judgement(result="unsettled", reason=reason, findings=(finding,))
