"""The regression gate: a run against a kept one, question by question. It fails on a significant drop, and on nothing else."""

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
"""The product by rule on the project's own questions."""
GATED: Mapping[MetricName, Literal["higher", "lower"]] = {
    "correct": "higher",
    "right_answers": "higher",
    "false_answers": "lower",
    "abstentions": "higher",
    "evidence_coverage": "higher",
    "unsupported_claims": "lower",
    "net": "higher",
}
"""What may not drop, and which way is better. Shares of what is shown, such as incorrect citations, are left out: they move when
more is answered."""
CHANCE = 0.05
"""One-sided: a drop counts when fewer than this share of paired resamples see none. Three questions lost and none won is the least."""


class Kept(Frozen):
    """One question of a baseline."""

    id: str
    question: str
    grade: Grade
    counts: dict[MetricName, tuple[float, float]]
    """Part and whole of each gated metric."""


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
    """One line a question, so that a change of the file reads as what changed."""
    lines = ",\n  ".join(answer.model_dump_json() for answer in baseline.answers)
    head = Baseline(arm=baseline.arm, models=baseline.models, answers=()).model_dump_json(exclude={"answers"})
    file.write_text(f'{head[:-1]},"answers":[\n  {lines}\n]}}\n', encoding="utf-8")


def read_baseline(file: Path) -> Baseline:
    """Raises SettingsError for a file that is none."""
    try:
        return Baseline.model_validate_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{file}: cannot be read ({error.strerror}); make one with --write-baseline") from None
    except (UnicodeDecodeError, ValidationError):
        raise SettingsError(f"{file}: no baseline; make one with --write-baseline") from None


def checked(file: Path, baseline: Baseline, answers: Sequence[Answered]) -> BaselineCheck:
    """The answers against the baseline, over the questions that both hold in the same words. Raises SettingsError where there are none."""
    before = {(answer.id, answer.question): answer for answer in baseline.answers}
    both = [
        (before[answer.id, answer.question], answer) for answer in answers if (answer.id, answer.question) in before
    ]
    if not both:
        raise SettingsError(f"{file}: it holds none of the questions asked; make another with --write-baseline")
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
    was, now = [one.counts[name] for one, _ in both], [counted(name, one) for _, one in both]
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
    whole = sum(one for _, one in counts)
    return round(sum(one for one, _ in counts) / whole, 4) if whole else None
