"""Formats the golden report for a terminal."""

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
    ("right_answers", "right, of answerable"),
    ("partial_answers", "partial, of answerable"),
    ("false_refusals", "false refusals, of answerable"),
    ("abstentions", "refused, of unanswerable"),
    ("false_answers", "wrong answers"),
    ("unsupported_claims", "unsupported claims"),
    ("incorrect_citations", "incorrect citations"),
    ("evidence_coverage", "evidence coverage"),
    ("primary_coverage", "primary-source coverage"),
    ("signals", "signals raised"),
    ("loop_hits", "loop hit rate"),
)
_SHOWN = 200
"""The maximum number of characters of a question or an answer that are shown."""


def table(report: GoldenReport) -> str:
    """Return the arms side by side, their differences, the effect of each guard, and the wrong answers of the last
    arm."""
    return "\n".join(_lines(report))


def _lines(report: GoldenReport) -> Iterator[str]:
    corpora = ", ".join(
        f"{corpus.name} ({corpus.questions} questions, {corpus.documents} documents)" for corpus in report.corpora
    )
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
        yield f"{report.credulous.verdict}; each guard off in addition:"
        yield from _ablations(report.credulous.overall, report.credulous.ablations)
    yield from _false(report.arms[-1])
    if report.baseline is not None:
        yield ""
        yield from _baseline(report.baseline)


def _arms(arms: Sequence[ArmResult]) -> Iterator[str]:
    yield f"{'':32}" + "".join(f"{arm.arm:>24}" for arm in arms)
    for name, label in ROWS:
        yield f"{label:32}" + "".join(f"{_share(getattr(arm.overall, name)):>24}" for arm in arms)
    yield f"{'net per question':32}" + "".join(f"{_number(arm.overall.net, 2):>24}" for arm in arms)
    yield f"{'model calls per question':32}" + "".join(f"{_number(arm.overall.model_calls, 1):>24}" for arm in arms)
    yield f"{'tokens per question':32}" + "".join(f"{_number(arm.overall.tokens, 0):>24}" for arm in arms)
    yield f"{'median, ms':32}" + "".join(f"{_number(arm.overall.median_ms, 0):>24}" for arm in arms)
    yield f"{'P95, ms':32}" + "".join(f"{_number(arm.overall.p95_ms, 0):>24}" for arm in arms)
    yield f"{'calls per right answer':32}" + "".join(
        f"{_plain(arm.overall.calls_per_right_answer):>24}" for arm in arms
    )
    yield f"{'tokens per right answer':32}" + "".join(
        f"{_plain(arm.overall.tokens_per_right_answer):>24}" for arm in arms
    )
    yield f"{'seconds per right answer':32}" + "".join(
        f"{_plain(arm.overall.seconds_per_right_answer):>24}" for arm in arms
    )


def _kinds(arm: ArmResult) -> Iterator[str]:
    yield ""
    yield f"{arm.arm:24}{'questions':>10}{'right':>8}{'partial':>8}{'wrong':>8}{'evidence':>10}{'median ms':>11}"
    for group in (*arm.by_kind, *arm.by_corpus, arm.overall):
        yield (
            f"{group.group:24}{group.questions:10}{_count(group.correct):>8}{_count(group.partial_answers):>8}"
            f"{_count(group.false_answers):>8}{_of(group):>10}{_number(group.median_ms, 0).split()[0]:>11}"
        )


def _sure(arm: ArmResult) -> Iterator[str]:
    yield ""
    yield "precision by confidence: " + ", ".join(
        f"{level.level} {level.shown - level.false} of {level.shown}" for level in arm.precision
    )
    yield "with a minimum confidence: " + ", ".join(
        f"{'sufficient' if threshold.sufficient else 'any'} and {threshold.confidence} or more: {threshold.false} wrong of {threshold.shown}"
        for threshold in arm.risk_coverage
        if threshold.shown
    )


def _way(found: Funnel | None) -> Iterator[str]:
    if found is not None and found.required:
        yield (
            f"required quotes: {found.required}, passed the gate {found.past_gate}, retrieved {found.retrieved}, quoted {found.quoted}, "
            f"verified {found.verified}, cited {found.cited}"
        )


def _verdict(comparison: Comparison) -> str:
    others = ", ".join(f"{pays} at -{penalty}" for penalty, pays in comparison.pays_at.items())
    return f"{comparison.verdict} ({others})"


def _ablations(base: Figures, ablations: Sequence[Ablation]) -> Iterator[str]:
    yield f"{'without …':20}{'right':>8}{'wrong':>8}{'net':>9}{'answered':>10}  newly wrong; newly right"
    yield _without("(nothing)", base, 0, "")
    for ablation in ablations:
        turned = f"{', '.join(ablation.turned_false) or '-'}; {', '.join(ablation.turned_right) or '-'}"
        yield _without(ablation.guard, ablation.overall, len(ablation.answered), turned)
    yield ""
    yield from (ablation.verdict for ablation in ablations)


def _without(name: str, found: Figures, answered: int, turned: str) -> str:
    net = _number(found.net, 2).split()[0]
    return (
        f"{name:20}{_count(found.correct):>8}{_count(found.false_answers):>8}{net:>9}{answered:10}  {turned}".rstrip()
    )


def _false(arm: ArmResult) -> Iterator[str]:
    wrong = [answer for answer in arm.answers if answer.grade == "false"]
    if wrong:
        yield ""
        yield f"wrong answers of {arm.arm}:"
    for case in wrong:
        yield f"  {case.id} ({case.kind}): {case.why}"
        yield f"    asked: {case.question[:_SHOWN]}"
        yield f"    stated: {' '.join(case.text.split())[:_SHOWN]}"


def _baseline(check: BaselineCheck) -> Iterator[str]:
    yield f"against {check.file}, {check.questions} questions: {'no significant drop' if check.ok else 'A SIGNIFICANT DROP'}"
    for drop in check.drops:
        if drop.value:
            yield f"  {drop.metric}: {drop.was} → {drop.now}{'  WORSE' if drop.worse else ''}"
    for label, ids in (
        ("newly wrong", check.newly_false),
        ("no longer right", check.no_longer_right),
        ("newly right", check.newly_right),
        ("not in the baseline", check.unknown),
    ):
        if ids:
            yield f"  {label}: {', '.join(ids)}"


def _share(figure: Figure) -> str:
    if figure.value is None or figure.low is None or figure.high is None:
        return "-"
    return f"{100 * figure.value:.1f}% [{100 * figure.low:.0f} to {100 * figure.high:.0f}]"


def _number(figure: Figure, digits: int) -> str:
    if figure.value is None or figure.low is None or figure.high is None:
        return "-"
    return f"{figure.value:.{digits}f} [{figure.low:.{digits}f} to {figure.high:.{digits}f}]"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


def _count(figure: Figure) -> str:
    return f"{figure.part:.0f}"


def _of(figures: Figures) -> str:
    found = figures.evidence_coverage
    return f"{found.part:.0f}/{found.whole:.0f}" if found.whole else "-"
