"""The figures of the rules: counts with intervals, and no text of any row."""

from collections.abc import Iterable
from typing import Literal

from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate
from .rule_switch import Kind

Origin = Literal["sealed", "development", "made of sealed", "made of development"]
"""Who may have read the rows of a set.

- `sealed`: nobody; only totals are printed
- `development`: who wrote the code
- `made of sealed`, `made of development`: a program made the claims from sentences of such sets
"""


class MeasuredSet(Frozen):
    """A set of claims or questions. Example: `clapnq`, sealed."""

    name: str
    origin: Origin

    def __str__(self) -> str:
        return f"{self.name} ({self.origin})"


class OnClaims(Frozen):
    """The figures of a refuting rule on one set of claims. `alone`: the claims on which no other refuting rule fires,
    so that the rule is the sole cause of the refutation."""

    rule: str
    kind: Kind
    set: MeasuredSet
    faithful: Rate
    """The share of faithful claims in which the rule finds a fault. For a refuting rule these are false refutations."""
    faithful_alone: Rate
    wrong: Rate
    """The share of wrong claims in which the rule finds a fault."""
    wrong_alone: Rate


class OnProofs(Frozen):
    """The proofs on one set of claims that need a proving rule."""

    rule: str
    set: MeasuredSet
    faithful: Rate
    """The share of faithful claims that code can prove only with this rule."""
    wrong: Rate
    """The share of wrong claims that code proves only with this rule, which are false proofs."""


class ClaimSet(Frozen):
    """The figures of all rules together on one set of claims."""

    set: MeasuredSet
    faithful_proved: Rate
    faithful_refuted: Rate
    wrong_proved: Rate
    wrong_refuted: Rate


class OnQuestions(Frozen):
    """The changes on one set of questions without a rule, as shares of its questions."""

    rule: str
    kind: Kind
    set: MeasuredSet
    fired: Rate
    """The share of questions in which the rule decided anything."""
    changed: Rate
    """The share of questions with another result without the rule."""
    refused_alone: Rate
    """The share of answerable questions that only this rule leaves without a sufficient answer, right or wrong."""
    answers_lost: Rate
    """The share of answerable questions whose right sufficient answer needs the rule."""
    answers_won: Rate
    """The share of answerable questions whose right sufficient answer the rule prevents."""
    shown_lost: Rate
    """The share of answerable questions for which a right quote is shown only with the rule, in any answer."""
    shown_won: Rate
    wrong_prevented: Rate
    """The share of answerable questions that get a wrong sufficient answer only without the rule."""
    wrong_caused: Rate
    refusals_lost: Rate
    """The share of unanswerable questions that only this rule leaves without a sufficient answer."""
    refusals_won: Rate


class QuestionSet(Frozen):
    """The figures of all rules together on one set of questions."""

    set: MeasuredSet
    right: Rate
    """The share of answerable questions that are answered rightly."""
    wrong: Rate
    refused: Rate
    """The share of unanswerable questions that are refused."""


class RuleReport(Frozen):
    claim_sets: tuple[ClaimSet, ...]
    claims: tuple[OnClaims, ...]
    proofs: tuple[OnProofs, ...]
    question_sets: tuple[QuestionSet, ...]
    questions: tuple[OnQuestions, ...]


def pooled(rates: Iterable[Rate]) -> Rate:
    """Return the rate over all sets of one origin.

    Example: 1 of 4 and 0 of 6 are 1 of 10.
    """
    several = list(rates)
    return rate(sum(share.count for share in several), sum(share.total for share in several))
