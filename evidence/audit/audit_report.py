"""What an audit of an answer gives: a verdict on each claim, and on the whole (SPEC AUD-1, AUD-4, AUD-5)."""

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from ..model.check import Check
from ..model.frozen import Frozen
from ..report.evidence_report import ClaimVerdict

Faithfulness = Literal[
    "faithful",  # every claim is supported
    "partial",  # none is unsupported or contradicted, some only in part
    "unfaithful",  # some claim is unsupported or contradicted
]


Verdict = Literal["supported", "partial", "unsupported", "contradicted"]


class AuditedClaim(ClaimVerdict):
    """One claim of an answer. `span` is verbatim from the answer; `supported_by` holds the id of every chunk that
    entails it, in the order the chunks were given. As JSON it has a `note` only where there is something to say."""

    check: Check
    """Who settled the claim, and how: proved, refuted because a value differs or the judge says no, or unsettled, which
    needs a judge (SPEC VER-1, VER-4). Its citation is not part of it: a claim that is proved may cite the wrong chunk."""

    @property
    def needs_judge(self) -> bool:
        """Whether the claim is not supported although no value of it differs."""
        return self.check.result == "unsettled"

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, given: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in given(self).items() if value is not None}


class AuditReport(Frozen):
    """As JSON the form of SPEC AUD-1, with `check` beside each verdict; `suggested_fix` is left out when there is none."""

    claims: tuple[AuditedClaim, ...]
    unsupported: tuple[str, ...]
    """The span of every claim whose verdict is not `supported`, in order."""
    verdict: Faithfulness
    suggested_fix: str | None = None
    """A paragraph that was audited itself and came out faithful, or the advice to withhold the answer."""

    @model_serializer(mode="wrap")
    def _without_what_is_absent(self, given: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in given(self).items() if value is not None}


def report_of(claims: Iterable[AuditedClaim]) -> AuditReport:
    """The report on these claims, its overall verdict by SPEC AUD-5."""
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
