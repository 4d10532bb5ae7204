"""The result of an audit: a verdict on each claim, and on the whole answer (SPEC AUD-1, AUD-4, AUD-5)."""

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from ..model.check import Check
from ..model.frozen import Frozen
from ..report.evidence_report import ClaimVerdict

Faithfulness = Literal[
    "faithful",  # every claim is supported
    "partial",  # no claim is unsupported or contradicted, but some are only partly supported
    "unfaithful",  # some claim is unsupported or contradicted
]


class AuditedClaim(ClaimVerdict):
    """The verdict on one claim of an answer. `span` is verbatim from the answer. `supported_by` lists the ids of the
    chunks that entail the claim, in the order of the chunks. JSON omits an empty `note`.

    Example: “Rent is £90.” with the verdict “supported” by the chunk “c1”.
    """

    check: Check
    """Whether code or a judge settled the claim, and why (SPEC VER-1, VER-4).

    The result is proved; refuted, because a value differs or the judge rejects the claim; or unsettled, because a judge
    is needed. It does not cover the citation: a proved claim may cite the wrong chunk.
    """

    @property
    def needs_judge(self) -> bool:
        """Whether code can neither prove nor refute the claim, so that only a judge could support it."""
        return self.check.result == "unsettled"

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, given: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in given(self).items() if value is not None}


class AuditReport(Frozen):
    """The result of the audit of an answer. Its JSON has the form of SPEC AUD-1, with `check` beside each verdict. A
    missing `suggested_fix` is left out."""

    claims: tuple[AuditedClaim, ...]
    unsupported: tuple[str, ...]
    """The spans of all claims whose verdict is not `supported`, in order."""
    verdict: Faithfulness
    suggested_fix: str | None = None
    """A faithful version of the answer, which was audited itself, or the advice to withhold the answer."""

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, given: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in given(self).items() if value is not None}


def report_of(claims: Iterable[AuditedClaim]) -> AuditReport:
    """Return the report on the given claims, with the overall verdict of SPEC AUD-5."""
    kept = tuple(claims)
    verdicts = {claim.verdict for claim in kept}
    overall: Faithfulness = (
        "unfaithful"
        if verdicts & {"unsupported", "contradicted"}
        else "partial"
        if "partial" in verdicts
        else "faithful"
    )
    return AuditReport(
        claims=kept,
        unsupported=tuple(claim.span for claim in kept if claim.verdict != "supported"),
        verdict=overall,
    )
