"""The figures of the audit on labelled claims, with a table for a terminal."""

from collections.abc import Iterable, Sequence
from typing import Literal

from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate

LABELS = ("supported", "partially_supported", "not_supported", "contradicted")
"""The labels of claims. Only the first means faithful."""
Outcome = Literal["supported", "partial", "unsupported", "contradicted", "failed"]
"""The verdict of the audit. failed: the model gave no usable answer, or the claim asserts nothing."""
_OUTCOMES: tuple[Outcome, ...] = ("supported", "partial", "unsupported", "contradicted", "failed")


class AuditedRow(Frozen):
    """A labelled claim of a set, with the verdict of the audit."""

    set: str
    id: str
    label: str
    claim: str
    verdict: Outcome
    refuted_by_code: bool = False
    note: str = ""


class OfLabel(Frozen):
    """The figures of the claims with one label in one set."""

    set: str
    label: str
    claims: int
    verdicts: dict[str, int]
    """The number of claims with each verdict."""
    refuted_by_code: Rate


class OfSet(Frozen):
    """The figures of one set. Both shares are of the claims with a verdict. A claim with the verdict "supported" is
    accepted."""

    set: str
    accepted: Rate
    """The share of faithful claims that are accepted."""
    rejected: Rate
    """The share of the claims with another label that are not accepted."""
    balanced_accuracy: float | None
    """The mean of both shares; None if one of them counts no claim."""


class AuditMeasure(Frozen):
    judge: str | None
    """The name of the model; None for code alone."""
    sets: tuple[OfSet, ...]
    labels: tuple[OfLabel, ...]
    rows: tuple[AuditedRow, ...]


def measure_of(rows: Sequence[AuditedRow], judge: str | None) -> AuditMeasure:
    names = list(dict.fromkeys(row.set for row in rows))
    return AuditMeasure(
        judge=judge,
        sets=tuple(_of_set(name, [row for row in rows if row.set == name]) for name in names),
        labels=tuple(
            _of_label(name, label, own)
            for name in names
            for label in LABELS
            if (own := [row for row in rows if (row.set, row.label) == (name, label)])
        ),
        rows=tuple(rows),
    )


def _of_set(name: str, rows: Iterable[AuditedRow]) -> OfSet:
    judged = [row for row in rows if row.verdict != "failed"]
    faithful = [row for row in judged if row.label == "supported"]
    wrong = [row for row in judged if row.label != "supported"]
    accepted = rate(sum(row.verdict == "supported" for row in faithful), len(faithful))
    rejected = rate(sum(row.verdict != "supported" for row in wrong), len(wrong))
    balanced = (accepted.value + rejected.value) / 2 if faithful and wrong else None
    return OfSet(set=name, accepted=accepted, rejected=rejected, balanced_accuracy=balanced)


def _of_label(name: str, label: str, rows: Sequence[AuditedRow]) -> OfLabel:
    return OfLabel(
        set=name,
        label=label,
        claims=len(rows),
        verdicts={outcome: sum(row.verdict == outcome for row in rows) for outcome in _OUTCOMES},
        refuted_by_code=rate(sum(row.refuted_by_code for row in rows), len(rows)),
    )


def table(report: AuditMeasure, *, examples: int = 0) -> str:
    """Return the figures for a terminal, with `examples` wrong verdicts for each label."""
    lines = [f"judge: {report.judge or 'none, code alone'}", ""]
    lines += [f"{'set':<28}{'balanced':>9}   {'supported accepted':<26}others rejected"]
    lines += [
        f"{row.set:<28}{_percent(row.balanced_accuracy):>9}   {_counted(row.accepted):<26}{_counted(row.rejected)}"
        for row in report.sets
    ]
    lines += ["", f"{'label':<49}{'claims':>6}" + "".join(f"{outcome:>14}" for outcome in _OUTCOMES) + "   by code"]
    lines += [
        f"{f'{row.set}: {row.label}':<49}{row.claims:>6}"
        + "".join(f"{row.verdicts[outcome]:>14}" for outcome in _OUTCOMES)
        + f"{row.refuted_by_code.count:>10}"
        for row in report.labels
    ]
    lines += ["", "by code: refuted by code, without the judge"]
    if failed := [row for row in report.rows if row.verdict == "failed"]:
        lines += [f"failed: {len(failed)}, counted in no share; the first: {failed[0].note}"]
    for label in report.labels:
        own = [row for row in report.rows if (row.set, row.label) == (label.set, label.label)]
        wrong = [row for row in own if (row.verdict == "supported") != (row.label == "supported")]
        for row in wrong[:examples]:
            lines += ["", f"{row.set} {row.id}: {row.label}, judged {row.verdict}", f"  {row.claim}", f"  {row.note}"]
    return "\n".join(lines)


def _counted(found: Rate) -> str:
    return f"{found.count} of {found.total} {_percent(found.value if found.total else None)}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}%"
