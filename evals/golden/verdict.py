"""Decides whether a variant is worth its cost (SPEC EVA-5), by the difference in `net` over the same questions and its
interval.

`net` counts +1 for a right answer, −`PENALTY` for a wrong answer and 0 for a refusal. A variant pays if the 95%
interval of the difference is above 0, and harms if it is below 0. If the interval contains 0, the difference may be
chance, and the variant does not pay.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import get_args

from .golden_figures import PENALTY, difference, figures, times
from .result import (
    Ablation,
    Answered,
    ArmResult,
    Comparison,
    Credulous,
    Difference,
    GuardName,
    MetricName,
    Pays,
)

PENALTIES = (1, 3, 9)
"""The costs of a wrong answer, for users who need 50%, 75% and 90% certainty."""
SHOWN = 5


def comparisons(arms: Sequence[ArmResult]) -> tuple[Comparison, ...]:
    """Return each arm compared with the previous one. With arms in between, the last is also compared with the
    first."""
    pairs = [(arm, other) for other, arm in pairwise(arms)]
    if len(arms) > 2:
        pairs.append((arms[-1], arms[0]))
    return tuple(_compared(*pair) for pair in pairs)


def _compared(arm: ArmResult, against: ArmResult) -> Comparison:
    pays_at = {penalty: _pays(difference("net", arm.answers, against.answers, penalty)) for penalty in PENALTIES}
    found = differences(arm.answers, against.answers)
    return Comparison(
        arm=arm.arm,
        against=against.arm,
        differences=found,
        pays=pays_at[PENALTY],
        pays_at=pays_at,
        verdict=_sentence(arm, against, found, pays_at[PENALTY]),
    )


def differences(first: Sequence[Answered], second: Sequence[Answered]) -> tuple[Difference, ...]:
    """Return the difference in every metric: first minus second."""
    return (*(difference(name, first, second) for name in get_args(MetricName)), *times(first, second))


def _pays(net: Difference) -> Pays:
    if not net.significant or net.value is None:
        return "does not pay"
    return "pays" if net.value > 0 else "harms"


_SAID = {"pays": "pays for itself", "does not pay": "does not pay for itself", "harms": "does harm"}


def _sentence(arm: ArmResult, against: ArmResult, found: Sequence[Difference], pays: Pays) -> str:
    by_name = {item.metric: item for item in found}
    net, slower = by_name["net"], by_name["median_ms"]
    right = arm.overall.right_answers.part - against.overall.right_answers.part
    false = arm.overall.false_answers.part - against.overall.false_answers.part
    return (
        f"{arm.arm} {_SAID[pays]} against {against.arm}: {_counted(right, 'right')} and {_counted(false, 'wrong')} of "
        f"{arm.overall.questions} questions, net {_signed(net.value)} per question {_between(net)} with a wrong answer at -{PENALTY}; "
        f"it costs {_signed(by_name['model_calls'].value, 1)} model calls and {_signed(slower.value, 0)} ms at the median"
    )


def _counted(number: float, kind: str) -> str:
    return f"{int(number):+d} {kind}" if number else f"no change in {kind}"


def _signed(value: float | None, digits: int = 3) -> str:
    return "0" if value is None or round(value, digits) == 0 else f"{value:+.{digits}f}"


def _between(difference: Difference) -> str:
    return (
        ""
        if difference.low is None or difference.high is None
        else f"[{difference.low:+.3f} to {difference.high:+.3f}]"
    )


def ablation(guard: GuardName, about: str, off: Sequence[Answered], product: Sequence[Answered]) -> Ablation:
    """Return the effect of a guard: how the same questions are answered without it. `about`: what is off, in words."""
    pairs = list(zip(off, product, strict=True))
    false = tuple(answer.id for answer, was in pairs if answer.grade == "false" != was.grade)
    right = tuple(answer.id for answer, was in pairs if answer.grade == "right" != was.grade)
    answered = tuple(answer.id for answer, was in pairs if answer.shown and not was.shown)
    found = differences(off, product)
    net = next(item for item in found if item.metric == "net")
    if net.significant and net.value is not None:
        earns = "earns its place" if net.value < 0 else "costs more than it prevents"
    else:
        earns = "makes no measurable difference" if same_grades(pairs) else "may be chance by the net figure"
    return Ablation(
        guard=guard,
        overall=figures("all", off),
        differences=found,
        turned_false=false,
        turned_right=right,
        answered=answered,
        verdict=(
            f"{guard} {earns}: without it ({about}) {len(false)} more questions are answered wrongly and {len(right)} more rightly, "
            f"{len(answered)} fewer are refused; net {_signed(net.value)} per question {_between(net)}"
        ),
        answers=tuple(off),
    )


def credulous(base: Sequence[Answered], product: Sequence[Answered], ablations: Sequence[Ablation]) -> Credulous:
    """Return what code alone refuses if critic and auditor approve everything. `base`: the answers of the product with
    such roles."""
    pairs = list(zip(base, product, strict=True))
    false = sum(answer.grade == "false" for answer in base)
    was = sum(answer.grade == "false" for answer in product)
    held = sum(answer.due == "refusal" and not answer.shown for answer in base)
    due = sum(answer.due == "refusal" for answer in base)
    return Credulous(
        overall=figures("all", base),
        verdict=(
            f"with a critic and an auditor that approve everything, {false} of {len(pairs)} questions are answered wrongly ({was} with the "
            f"product's own), and {held} of {due} unanswerable questions are still refused"
        ),
        answers=tuple(base),
        ablations=tuple(ablations),
    )


def same_grades(pairs: Sequence[tuple[Answered, Answered]]) -> bool:
    """Return whether every question has the same grade in both."""
    return all(answer.grade == was.grade and answer.shown == was.shown for answer, was in pairs)
