"""The figures of the guards, with a table for a terminal."""

from collections.abc import Callable, Iterable
from typing import get_args

from ...evidence.model.check import CheckResult
from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate

Judge = Callable[[str, str], CheckResult]
"""A function that judges a claim by its source."""


class Example(Frozen):
    """A claim that the guards judged wrongly, with its original sentence.

    Example: “The fee is £90.” for the sentence “The fee is £80.”
    """

    operator: str
    origin: str
    claim: str
    sentence: str


class Outcomes(Frozen):
    """How the claims of one kind were judged. `name`: the name of the operator that made them."""

    name: str
    proves: Rate
    refutes: Rate
    silent: Rate
    wrong: tuple[Example, ...] = ()

    @property
    def total(self) -> int:
        return self.proves.total


class Cost(Frozen):
    """The mean milliseconds to judge one claim by a source of `characters` characters.

    Example: 0.4 milliseconds for a source of 1,000 characters.
    """

    characters: int
    milliseconds: float


class GuardReport(Frozen):
    """The measured guards: false proofs (`mutations`), false refusals (`paraphrases`, `verbatim`), and speed.

    `mutated` and `reworded` are sums over operators. Each operator is drawn about equally often, so the sums weigh
    kinds of faults equally, not by frequency.
    """

    seed: int
    sets: tuple[str, ...]
    sentences: int
    verbatim: Outcomes
    mutated: Outcomes
    mutations: tuple[Outcomes, ...]
    reworded: Outcomes
    paraphrases: tuple[Outcomes, ...]
    costs: tuple[Cost, ...]
    claims_per_second: float
    """Claims judged per second against a source of 900 characters."""
    growth: float
    """The exponent by which the cost grows with the length of the source: 1 is linear."""


def outcomes(name: str, judged: Iterable[CheckResult], wrong: Iterable[Example] = ()) -> Outcomes:
    answers = list(judged)
    proves, refutes, silent = (rate(answers.count(answer), len(answers)) for answer in get_args(CheckResult))
    return Outcomes(name=name, proves=proves, refutes=refutes, silent=silent, wrong=tuple(wrong))


def _rows(title: str, rows: Iterable[Outcomes]) -> list[str]:
    lines = ["", f"{title:<50}{'n':>6}  {'proves':<20}{'refutes':<20}{'silent'}"]
    lines += [f"  {row.name:<48}{row.total:>6}  {row.proves!s:<20}{row.refutes!s:<20}{row.silent!s}" for row in rows]
    return lines


def table(report: GuardReport, *, examples: int = 2) -> str:
    """Return the report for a terminal, the worst operators first, each with at most `examples` of its wrong
    judgements."""
    worst_faults = sorted(report.mutations, key=lambda row: -row.proves.value)
    worst_rewordings = sorted(report.paraphrases, key=lambda row: -row.refutes.value)
    lines = [f"{report.sentences} sentences of {', '.join(report.sets)}; seed {report.seed}"]
    lines += _rows("Verbatim (should be proved)", [report.verbatim])
    lines += _rows("Faults (proved = missed)", [report.mutated, *worst_faults])
    lines += _rows("Faithful (refuted = false alarm)", [report.reworded, *worst_rewordings])
    lines += [
        "",
        f"{report.claims_per_second:.0f} claims/s on 900 characters; cost grows as length^{report.growth:.2f}: "
        + ", ".join(f"{cost.characters} → {cost.milliseconds:.2f} ms" for cost in report.costs),
    ]
    for row in (report.verbatim, *worst_faults, *worst_rewordings):
        for example in row.wrong[:examples]:
            lines += [
                "",
                f"{row.name} ({example.origin})",
                f"  source: {example.sentence}",
                f"  claim:  {example.claim}",
            ]
    return "\n".join(lines)
