"""The golden report for a terminal."""

from collections.abc import Iterator, Sequence

from .result import (
    Ablation,
    ArmResult,
    BaselineCheck,
    Comparison,
    Figure,
    Figures,
    Funnel,
    GoldenReport,
    MetricName,
)

ROWS: tuple[tuple[MetricName, str], ...] = (
    ("correct", "right, refusals included"),
    ("right_answers", "right answers, of those due"),
    ("partial_answers", "partial answers, of those due"),
    ("false_refusals", "false refusals, of answers due"),
    ("abstentions", "right refusals, of those due"),
    ("false_answers", "false answers"),
    ("unsupported_claims", "unsupported claims"),
    ("incorrect_citations", "incorrect citations"),
    ("evidence_coverage", "evidence coverage"),
    ("primary_coverage", "primary-source coverage"),
    ("signals", "signals raised"),
    ("loop_hits", "loop hit rate"),
)
_SHOWN = 200
"""Characters of an answer shown."""


def table(report: GoldenReport) -> str:
    """Arms beside one another, then what tells them apart, what each guard buys, and the false answers of the last arm."""
    return "\n".join(_lines(report))


def _lines(report: GoldenReport) -> Iterator[str]:
    corpora = ", ".join(f"{one.name} ({one.questions} questions, {one.documents} documents)" for one in report.corpora)
    yield f"{corpora}{'; replayed' if report.replayed else ''}"
    yield ""
    yield from _arms(report.arms)
    yield from _kinds(report.arms[-1])
    yield from _sure(report.arms[-1])
    yield from _way(report.arms[-1].funnel)
    if report.comparisons:
        yield ""
        yield from (_verdict(comparison) for comparison in report.comparisons)
    if report.ablations:
        yield ""
        yield from _ablations(report.arms[-1].overall, report.ablations)
    if report.credulous is not None:
        yield ""
        yield f"{report.credulous.verdict}; behind them:"
        yield from _ablations(report.credulous.overall, report.credulous.ablations)
    yield from _false(report.arms[-1])
    if report.baseline is not None:
        yield ""
        yield from _baseline(report.baseline)


def _arms(arms: Sequence[ArmResult]) -> Iterator[str]:
    yield f"{'':32}" + "".join(f"{arm.arm:>24}" for arm in arms)
    for name, told in ROWS:
        yield f"{told:32}" + "".join(f"{_share(getattr(arm.overall, name)):>24}" for arm in arms)
    yield f"{'net a question':32}" + "".join(f"{_number(arm.overall.net, 2):>24}" for arm in arms)
    yield f"{'model calls a question':32}" + "".join(f"{_number(arm.overall.model_calls, 1):>24}" for arm in arms)
    yield f"{'tokens a question':32}" + "".join(f"{_number(arm.overall.tokens, 0):>24}" for arm in arms)
    yield f"{'median, ms':32}" + "".join(f"{_number(arm.overall.median_ms, 0):>24}" for arm in arms)
    yield f"{'P95, ms':32}" + "".join(f"{_number(arm.overall.p95_ms, 0):>24}" for arm in arms)
    yield f"{'calls for a right answer':32}" + "".join(
        f"{_plain(arm.overall.calls_per_right_answer):>24}" for arm in arms
    )
    yield f"{'tokens for a right answer':32}" + "".join(
        f"{_plain(arm.overall.tokens_per_right_answer):>24}" for arm in arms
    )
    yield f"{'seconds for a right answer':32}" + "".join(
        f"{_plain(arm.overall.seconds_per_right_answer):>24}" for arm in arms
    )


def _kinds(arm: ArmResult) -> Iterator[str]:
    yield ""
    yield f"{arm.arm:24}{'questions':>10}{'right':>8}{'partial':>8}{'false':>8}{'evidence':>10}{'median ms':>11}"
    for one in (*arm.by_kind, *arm.by_corpus, arm.overall):
        yield (
            f"{one.group:24}{one.questions:10}{_count(one.correct):>8}{_count(one.partial_answers):>8}"
            f"{_count(one.false_answers):>8}{_of(one):>10}{_number(one.median_ms, 0).split()[0]:>11}"
        )


def _sure(arm: ArmResult) -> Iterator[str]:
    yield ""
    yield "precision by confidence: " + ", ".join(
        f"{one.level} {one.shown - one.false} of {one.shown}" for one in arm.precision
    )
    yield "read only from … on: " + ", ".join(
        f"{'sufficient' if one.sufficient else 'any'} and {one.confidence} or more: {one.false} false of {one.shown}"
        for one in arm.risk_coverage
        if one.shown
    )


def _way(found: Funnel | None) -> Iterator[str]:
    if found is not None and found.required:
        yield (
            f"required quotes: {found.required}, past the gate {found.past_gate}, retrieved {found.retrieved}, quoted {found.quoted}, "
            f"verified {found.verified}, cited {found.cited}"
        )


def _verdict(one: Comparison) -> str:
    others = ", ".join(f"{pays} at -{penalty}" for penalty, pays in one.pays_at.items())
    return f"{one.verdict} ({others})"


def _ablations(base: Figures, ablations: Sequence[Ablation]) -> Iterator[str]:
    yield f"{'without …':20}{'right':>8}{'false':>8}{'net':>9}{'answered':>10}  turned false; turned right"
    yield _without("(nothing)", base, 0, "")
    for ablation in ablations:
        told = f"{', '.join(ablation.turned_false) or '-'}; {', '.join(ablation.turned_right) or '-'}"
        yield _without(ablation.guard, ablation.overall, len(ablation.answered), told)
    yield ""
    yield from (ablation.verdict for ablation in ablations)


def _without(name: str, found: Figures, answered: int, told: str) -> str:
    net = _number(found.net, 2).split()[0]
    return f"{name:20}{_count(found.correct):>8}{_count(found.false_answers):>8}{net:>9}{answered:10}  {told}".rstrip()


def _false(arm: ArmResult) -> Iterator[str]:
    wrong = [answer for answer in arm.answers if answer.grade == "false"]
    if wrong:
        yield ""
        yield f"false answers of {arm.arm}:"
    for one in wrong:
        yield f"  {one.id} ({one.kind}): {one.why}"
        yield f"    asked: {one.question[:_SHOWN]}"
        yield f"    stated: {' '.join(one.text.split())[:_SHOWN]}"


def _baseline(check: BaselineCheck) -> Iterator[str]:
    yield f"against {check.file}, {check.questions} questions: {'no significant drop' if check.ok else 'A SIGNIFICANT DROP'}"
    for drop in check.drops:
        if drop.value:
            yield f"  {drop.metric}: {drop.was} → {drop.now}{'  WORSE' if drop.worse else ''}"
    for told, ids in (
        ("newly false", check.newly_false),
        ("no longer right", check.no_longer_right),
        ("newly right", check.newly_right),
        ("not in the baseline", check.unknown),
    ):
        if ids:
            yield f"  {told}: {', '.join(ids)}"


def _share(one: Figure) -> str:
    if one.value is None or one.low is None or one.high is None:
        return "-"
    return f"{100 * one.value:.1f}% [{100 * one.low:.0f} to {100 * one.high:.0f}]"


def _number(one: Figure, digits: int) -> str:
    if one.value is None or one.low is None or one.high is None:
        return "-"
    return f"{one.value:.{digits}f} [{one.low:.{digits}f} to {one.high:.{digits}f}]"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


def _count(one: Figure) -> str:
    return f"{one.part:.0f}"


def _of(one: Figures) -> str:
    found = one.evidence_coverage
    return f"{found.part:.0f}/{found.whole:.0f}" if found.whole else "-"
