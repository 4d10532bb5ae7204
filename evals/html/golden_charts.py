"""The charts of an evaluation page, with their rows. They depend only on the result."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from markupsafe import Markup

from ...evidence.model.intervals import rate
from ...reports.html.answer import duration
from ..golden.result import Ablation, Answered, ArmResult, Difference, Figure, MetricName
from .charts import Part, Point, Scale, Series, axis, bar, curve, differences, histogram, interval, shares, times
from .figure_text import ends, figure_text, points_text

OUTCOMES = (
    ("right", "answered right", "right"),
    ("kept", "refused, as expected", "refused as expected"),
    ("partial", "answered in part", "partial"),
    ("refused", "refused needlessly", "refused needlessly"),
    ("false", "answered wrongly", "wrong"),
)
"""The CSS class, the name and the short name of each outcome, in the order of the bars."""

METRICS: tuple[tuple[MetricName, str, bool], ...] = (
    ("correct", "Right in all, refusals included", True),
    ("false_answers", "Wrong answers", False),
    ("right_answers", "Right answers to answerable questions", True),
    ("false_refusals", "Needless refusals", False),
    ("abstentions", "Refusals of unanswerable questions", True),
    ("unsupported_claims", "Sentences not proven by their own quotes", False),
    ("incorrect_citations", "Citations irrelevant to the question", False),
    ("evidence_coverage", "Required quotes that are cited", True),
    ("primary_coverage", "Required facts with a primary source", True),
    ("loop_hits", "Follow-ups whose evidence is cited", True),
)
"""The metrics shown, and whether higher is better."""

WHOLE = shares(1.0)


class Row(NamedTuple):
    label: str
    chart: Markup
    text: str
    note: str = ""
    strong: bool = False


class Group(NamedTuple):
    """Rows that share an axis. `hint` states the better direction."""

    title: str
    hint: str
    axis: Markup
    rows: tuple[Row, ...]


def kinds(arm: ArmResult) -> tuple[Row, ...]:
    """Return the outcomes of each kind of question, those with most wrong answers first, and of all questions."""
    names = dict.fromkeys(answer.kind for answer in arm.answers)
    groups = {name: [answer for answer in arm.answers if answer.kind == name] for name in names}
    rows = sorted(groups.items(), key=lambda group: (-_share_of(group[1], "false"), _share_of(group[1], "right")))
    return tuple(_bar_row(name.replace("-", " "), answers) for name, answers in [*rows, ("all", list(arm.answers))])


def _bar_row(label: str, answers: Sequence[Answered]) -> Row:
    counts = [outcome(answer) for answer in answers]
    parts = [Part(kind, short, counts.count(kind)) for kind, _, short in OUTCOMES]
    said = ", ".join(f"{part.number} {part.name}" for part in parts if part.number)
    return Row(f"{label} ({len(answers)})", bar(parts, len(answers)), said, strong=label == "all")


def outcome(answer: Answered) -> str:
    """Return the class of an answer in `OUTCOMES`."""
    return "kept" if answer.grade == "right" and answer.due == "refusal" else answer.grade


def _share_of(answers: Sequence[Answered], grade: str) -> float:
    return sum(answer.grade == grade for answer in answers) / len(answers)


def levels(arm: ArmResult) -> tuple[Row, ...]:
    """Return how many of the answers shown at each confidence are right."""
    return tuple(
        _figure_row(
            level.level.capitalize(),
            level.precision,
            WHOLE,
            f"{level.shown - level.false} of {level.shown} right" if level.shown else "none shown",
        )
        for level in arm.precision
    )


def metrics(arms: Sequence[ArmResult]) -> tuple[Group, ...]:
    """Return each metric over all questions, arm by arm."""
    groups = []
    for name, title, more in METRICS:
        figures: list[tuple[str, Figure]] = [(arm.arm, getattr(arm.overall, name)) for arm in arms]
        if all(figure.value is None for _, figure in figures):
            continue
        scale = shares(max(ends(figure)[1] or 0.0 for _, figure in figures))
        rows = [_figure_row(arm.replace("_", " "), figure, scale, _counted(figure)) for arm, figure in figures]
        rows[-1] = rows[-1]._replace(strong=True)
        groups.append(Group(title, "more is better" if more else "less is better", axis(scale), tuple(rows)))
    return tuple(groups)


def _figure_row(label: str, figure: Figure, scale: Scale, note: str) -> Row:
    said = figure_text(figure)
    drawn = interval(figure.value, *ends(figure), scale, "point", f"{label}: {said}")
    return Row(label, drawn, said, note)


def _counted(figure: Figure) -> str:
    return f"{figure.part:g} of {figure.whole:g}" if figure.whole else "none to count"


class Guard(NamedTuple):
    """The effect of one guard: rows of differences, and the questions whose grade changes without it."""

    ablation: Ablation
    rows: tuple[Row, ...]


class Guards(NamedTuple):
    axis: Markup
    guards: tuple[Guard, ...]
    idle: tuple[str, ...]
    """The guards without which no figure and no grade changes."""


ABLATED = (("false_answers", "false answers"), ("false_refusals", "needless refusals"), ("correct", "right in all"))


def guards(ablations: Sequence[Ablation]) -> Guards:
    """Return the figures without each guard minus those with it. The guard that prevents most wrong answers comes
    first."""
    ends = [
        abs(end)
        for ablation in ablations
        for difference in ablation.differences
        if difference.metric in dict(ABLATED)
        for end in (difference.value, difference.low, difference.high)
        if end is not None
    ]
    scale = differences(max(ends, default=0.05))
    found, idle = [], []
    for ablation in sorted(ablations, key=lambda comparison: -len(comparison.turned_false)):
        if not (ablation.turned_false or ablation.turned_right or ablation.answered) and not any(
            difference.value for difference in ablation.differences if difference.metric in dict(ABLATED)
        ):
            idle.append(ablation.guard)
            continue
        by_name: dict[str, Difference] = {difference.metric: difference for difference in ablation.differences}
        rows = []
        for name, label in ABLATED:
            if one := by_name.get(name):
                said = points_text(one)
                kind = "point" if one.significant else "point unsure"
                rows.append(Row(label, interval(one.value, one.low, one.high, scale, kind, f"{label}: {said}"), said))
        found.append(Guard(ablation, tuple(rows)))
    return Guards(axis(scale), tuple(found), tuple(idle))


class Speed(NamedTuple):
    axis: Markup
    rows: tuple[Row, ...]


def latency(arms: Sequence[ArmResult]) -> Speed:
    """Return how long the questions of each arm took, on one logarithmic scale."""
    scale = times([answer.seconds for arm in arms for answer in arm.answers])
    rows = []
    for arm in arms:
        seconds = sorted(answer.seconds for answer in arm.answers)
        if not seconds:
            continue
        middle, late = median(seconds), seconds[int(0.95 * (len(seconds) - 1))]
        said = f"median {duration(middle)}, P95 {duration(late)}"
        label = arm.arm.replace("_", " ")
        drawn = histogram(seconds, scale, (("median", middle), ("late", late)), f"{label}: {said}")
        rows.append(Row(label, drawn, said, f"{len(seconds)} questions"))
    return Speed(axis(scale), tuple(rows))


class RiskRow(NamedTuple):
    mark: str
    which: str
    coverage: float
    said: str
    shown: int
    false: int


def risk_points(arm: ArmResult) -> tuple[RiskRow, ...]:
    """Return the points of the curve as text. Points at the same position are merged."""
    rows: list[RiskRow] = []
    for point in arm.risk_coverage:
        if not point.shown:
            continue
        which = f"{point.confidence} or more" if point.confidence != "high" else "high"
        which += ", sufficient only" if point.sufficient else ", insufficient ones too"
        if rows and (rows[-1].shown, rows[-1].false) == (point.shown, point.false):
            rows[-1] = rows[-1]._replace(which=f"{rows[-1].which}; {which}")
            continue
        off = rate(point.false, point.shown)
        said = f"{100 * off.value:.0f}% ({100 * off.low:.0f}–{100 * off.high:.0f})"
        rows.append(RiskRow(str(len(rows) + 1), which, point.coverage, said, point.shown, point.false))
    return tuple(rows)


def risk_curve(arms: Sequence[ArmResult]) -> Markup:
    """Return a chart of the share of wrong answers over the share of questions answered.

    Each curve is one arm. Each of its points accepts only answers of a minimum confidence: of 100 questions, 40 answers
    of high confidence with 2 wrong ones are a point at 40% and 5%. The points of the last arm are numbered.
    """
    series = []
    for number, arm in enumerate(arms):
        last = number == len(arms) - 1
        points = []
        for row in risk_points(arm):
            off = rate(row.false, row.shown)
            points.append(Point(row.coverage, off.value, off.low, off.high, row.mark if last else ""))
        series.append(Series("first" if last else "second", arm.arm.replace("_", " "), tuple(points)))
    highest = max((point.y_high for line in series for point in line.points), default=0.1)
    return curve(
        series, WHOLE, shares(highest), x_label="answered, % of questions", y_label="wrong, % of the answers used"
    )


class Cases(NamedTuple):
    """The questions to show, the worst first."""

    false: tuple[Answered, ...]
    refused: tuple[Answered, ...]
    partial: tuple[Answered, ...]


_SURE = {"high": 0, "medium": 1, "low": 2}


def cases(arm: ArmResult) -> Cases:
    """Return the questions to show: wrong answers, the most confident first, then needless refusals, then partial
    answers."""
    ranked = sorted(arm.answers, key=lambda answer: (not answer.sufficient, _SURE[answer.confidence], answer.id))
    false, refused, partial = (
        tuple(answer for answer in ranked if answer.grade == grade) for grade in ("false", "refused", "partial")
    )
    return Cases(false, refused, partial)
