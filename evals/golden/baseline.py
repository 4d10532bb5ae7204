"""The regression gate: compares a run with a saved baseline, question by question. Only a significant drop fails."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from ...errors import SettingsError
from ...evidence.model.frozen import Frozen
from .golden_figures import counted, paired, share_not_worse
from .result import Answered, ArmName, BaselineCheck, Drop, Grade, MetricName
from .set import GOLDEN

BASELINE = GOLDEN / "baseline.json"
"""The baseline of the rule-based product on the golden questions."""
GATED: Mapping[MetricName, Literal["higher", "lower"]] = {
    "correct": "higher",
    "right_answers": "higher",
    "false_answers": "lower",
    "abstentions": "higher",
    "evidence_coverage": "higher",
    "unsupported_claims": "lower",
    "net": "higher",
}
"""The metrics that may not become worse, each with whether higher or lower is better. Shares of shown answers, such as
incorrect citations, are left out: they change when more questions are answered."""
CHANCE = 0.05
"""The one-sided significance level. A drop counts if fewer than this share of paired resamples show none. The smallest
such drop is three lost questions without a won one."""


class Kept(Frozen):
    """A question of a baseline, with its counts."""

    id: str
    question: str
    grade: Grade
    counts: dict[MetricName, tuple[float, float]]
    """The numerator and the denominator of each gated metric."""


class Baseline(Frozen):
    arm: ArmName
    models: dict[str, str]
    answers: tuple[Kept, ...]


def kept(arm: ArmName, models: Mapping[str, str], answers: Sequence[Answered]) -> Baseline:
    return Baseline(
        arm=arm,
        models=dict(models),
        answers=tuple(
            Kept(
                id=answer.id,
                question=answer.question,
                grade=answer.grade,
                counts={name: counted(name, answer) for name in GATED},
            )
            for answer in answers
        ),
    )


def write_baseline(file: Path, baseline: Baseline) -> None:
    """Write one line per question, so that a diff of the file shows what changed."""
    lines = ",\n  ".join(answer.model_dump_json() for answer in baseline.answers)
    head = Baseline(arm=baseline.arm, models=baseline.models, answers=()).model_dump_json(exclude={"answers"})
    file.write_text(f'{head[:-1]},"answers":[\n  {lines}\n]}}\n', encoding="utf-8")


def read_baseline(file: Path) -> Baseline:
    """Return the baseline in a file. Raises SettingsError if the file is not a baseline."""
    try:
        return Baseline.model_validate_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read ({error.strerror}); create one with --write-baseline") from None
    except (UnicodeDecodeError, ValidationError):
        raise SettingsError(f"{file}: not a baseline; create one with --write-baseline") from None


def checked(file: Path, baseline: Baseline, answers: Sequence[Answered]) -> BaselineCheck:
    """Return how the answers compare with the baseline. Only questions with the same wording in both are compared.
    Raises SettingsError if there are none."""
    before = {(answer.id, answer.question): answer for answer in baseline.answers}
    both = [
        (before[answer.id, answer.question], answer) for answer in answers if (answer.id, answer.question) in before
    ]
    if not both:
        raise SettingsError(f"{file}: it has none of these questions; create another with --write-baseline")
    drops = tuple(_drop(name, both) for name in GATED)
    return BaselineCheck(
        file=file.name,
        questions=len(both),
        unknown=tuple(answer.id for answer in answers if (answer.id, answer.question) not in before),
        drops=drops,
        newly_false=tuple(now.id for was, now in both if now.grade == "false" != was.grade),
        no_longer_right=tuple(now.id for was, now in both if was.grade == "right" != now.grade),
        newly_right=tuple(now.id for was, now in both if now.grade == "right" != was.grade),
        ok=not any(drop.worse for drop in drops),
    )


def _drop(name: MetricName, both: Sequence[tuple[Kept, Answered]]) -> Drop:
    was, now = [answer.counts[name] for answer, _ in both], [counted(name, answer) for _, answer in both]
    found = paired(name, now, was)
    worse = share_not_worse(now, was, higher_is_better=GATED[name] == "higher") < CHANCE
    return Drop(
        metric=name,
        was=_value(was),
        now=_value(now),
        value=found.value,
        low=found.low,
        high=found.high,
        worse=worse,
    )


def _value(counts: Sequence[tuple[float, float]]) -> float | None:
    whole = sum(count for _, count in counts)
    return round(sum(count for count, _ in counts) / whole, 4) if whole else None
