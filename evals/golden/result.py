"""The result of `pincite eval golden`: one frozen document, printed by `--json` (SPEC EVA-2..6).

`GoldenReport` is the whole document: the arms, the differences between neighbouring arms, the effect of each guard, and
the comparison with a baseline if one was given. Code counts every figure from reports and golden files; no figure
depends on the opinion of a model. Shares are between 0 and 1. Times are milliseconds unless a field name says seconds.
"""

from typing import Literal

from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import ConfidenceLevel, StopReason, TerminalState

ArmName = Literal["plain_rag", "self_critique", "grounded", "grounded_follow_up"]
"""The systems that are compared, the simplest first.

- `plain_rag`: retrieves and quotes (or generates), without a gate, checks on evidence, a critic or an audit
- `self_critique`: the same, but the generator reviews its draft once
- `grounded`: the product without a follow-up retrieval
- `grounded_follow_up`: the product
"""
GuardName = Literal[
    "subject_gate",
    "evidence_binding",
    "premises",
    "stating",
    "primary_sources",
    "claim_audit",
    "currency",
    "conflicts",
]
"""A guard that an ablation switches off in the arm grounded_follow_up.

subject_gate: the subject of a question must be proven (SPEC SUB-2).
evidence_binding: a quote must be shown to be about the subject (EVI-4).
premises: the documents must state the question's assumptions (EVI-10).
stating: a strong match must also state the fact (CRI-5).
primary_sources: only a primary source covers a fact (EVI-6).
claim_audit: drafted sentences are audited (ANS-5).
currency: superseded, expired and future texts are not in force (EVI-7).
conflicts: the run looks for conflicts (CON-1).
"""
Due = Literal["answer", "part", "refusal"]
"""The expected result of a question.

- `answer`: a whole answer
- `part`: what the documents contain, marked insufficient, because the rest is missing or the documents disagree
- `refusal`: no answer
"""
Grade = Literal["right", "partial", "refused", "false"]
"""The grade of an answer.

- `right`: for `answer`, a sufficient answer with every value of `answer_contains` and no value of `wrong`. For `part`,
  every value in an answer that is marked insufficient. For `refusal`, no answer. An arm without a critic cannot mark an
  answer insufficient, so the mark does not count there.
- `partial`: an answer marked insufficient that is complete or lacks a value, and contains nothing wrong
- `refused`: no answer where one was expected
- `false` (a wrong answer): an answer where a refusal was expected, a wrong value in direct sentences (except in a
  quoted source sentence that contains a required quote), or a sufficient answer that lacks a value
"""
MetricName = Literal[
    "correct",
    "false_answers",
    "right_answers",
    "partial_answers",
    "false_refusals",
    "abstentions",
    "unsupported_claims",
    "incorrect_citations",
    "evidence_coverage",
    "primary_coverage",
    "signals",
    "loop_hits",
    "net",
    "model_calls",
    "tokens",
]
"""The name of a metric. The field of the same name in `Figures` defines it."""


class Figure(Frozen):
    """A share or a mean over questions, with the 95% interval of a bootstrap over questions (seeded, so always the
    same)."""

    value: float | None
    """The quotient of `part` and `whole`; None if nothing was counted."""
    low: float | None
    high: float | None
    part: float
    whole: float


class Figures(Frozen):
    """The figures of one arm over one group of questions."""

    group: str
    """The name of the group: `all`, a kind of question, or a corpus."""
    questions: int
    correct: Figure
    """The share of all questions that are graded right, refusals included."""
    false_answers: Figure
    """The share of all questions that are graded false, even if the report marks the answer insufficient."""
    right_answers: Figure
    """The share of answerable questions (`answer` or `part`) that are graded right."""
    partial_answers: Figure
    """The share of answerable questions (`answer` or `part`) that are graded partial."""
    false_refusals: Figure
    """The share of answerable questions (`answer` or `part`) for which no answer is shown. Compare with
    `abstentions`."""
    abstentions: Figure
    """The share of questions with `refusal` for which no answer is shown (abstention accuracy)."""
    unsupported_claims: Figure
    """The share of sentences of shown answers, without related ones, that code cannot prove from their quotes. A
    sentence is not proved if the stored source lacks a quote, if a guard refutes the sentence, or if it adds words."""
    incorrect_citations: Figure
    """The share of citations of direct sentences that are irrelevant to the expected answer. A citation is relevant if
    its quote overlaps a required quote of the golden file or contains a value of `answer_contains`. Citation precision
    (SPEC EVA-4) is 1 minus this."""
    evidence_coverage: Figure
    """The share of required quotes that the answer quotes from the same document, as a primary source."""
    primary_coverage: Figure
    """The share of required facts of the run's plan that the answer backs with a primary citation, over answerable
    questions (`answer` or `part`)."""
    signals: Figure
    """The share of expected signals that the report has."""
    loop_hits: Figure
    """The share of runs with a follow-up retrieval whose answer cites evidence that it found."""
    net: Figure
    """The mean score of a question: +1 for an answerable question graded right, −penalty for an answer graded false,
    otherwise 0."""
    model_calls: Figure
    """The mean number of model calls for a question."""
    tokens: Figure
    """The mean number of input and output tokens for a question."""
    median_ms: Figure
    """The median time from the question to the report, in milliseconds. In this figure, `part` is the median and
    `whole` is 1."""
    p95_ms: Figure
    """The 95th percentile of the same time, in milliseconds."""
    calls_per_right_answer: float | None
    """The number of model calls of the group, divided by its right answers; None without right answers."""
    tokens_per_right_answer: float | None
    seconds_per_right_answer: float | None


class LevelPrecision(Frozen):
    """How many of the answers shown at one confidence level are right."""

    level: ConfidenceLevel
    shown: int
    right: int
    false: int
    precision: Figure
    """The share of shown answers that are not graded false."""


class RiskPoint(Frozen):
    """A point of the risk-coverage curve: the result of accepting only answers with at least this confidence."""

    sufficient: bool
    """Whether only answers that are marked sufficient count in this point."""
    confidence: ConfidenceLevel
    """The lowest confidence that counts."""
    coverage: float
    """The share of all questions whose answers count."""
    risk: float | None
    """The share of wrong answers among those that count; None if no answer counts."""
    shown: int
    false: int


class Answered(Frozen):
    """The result of one question in one arm."""

    id: str
    corpus: str
    kind: str
    question: str
    due: Due
    grade: Grade
    why: str
    """The reason for the grade, in words."""
    shown: bool
    """Whether the report shows an answer."""
    sufficient: bool
    """Whether the report marks the answer sufficient; for an arm without a critic, whether an answer is shown."""
    confidence: ConfidenceLevel
    terminal_state: TerminalState
    stop_reason: StopReason
    text: str
    """The direct sentences; without any, the first paragraph of the conclusion."""
    lacking: tuple[str, ...]
    """The values of `answer_contains` that the answer lacks."""
    wrong: tuple[str, ...]
    """The values of `wrong` that the direct sentences contain."""
    sentences: int
    unsupported: int
    citations: int
    incorrect: int
    required: int
    """The number of required quotes in the golden file."""
    required_cited: int
    """The number of required quotes that the answer quotes from a primary source."""
    required_past_gate: int = 0
    """The number of required quotes if the question passed the gate; else 0."""
    required_retrieved: int = 0
    """The number of required quotes in retrieved passages."""
    required_quoted: int = 0
    """The number of required quotes that the extractor quoted, whether verified or rejected."""
    required_verified: int = 0
    """The number of required quotes among the verified evidence."""
    facts: int
    """The number of required facts in the run's plan."""
    facts_primary: int
    """The number of required facts with a primary citation."""
    signals_due: tuple[str, ...]
    signals_raised: tuple[str, ...]
    """The expected signals that the report has."""
    follow_ups: int
    follow_up_cited: bool
    """Whether the answer cites evidence that a follow-up found."""
    model_calls: int
    input_tokens: int
    output_tokens: int
    seconds: float


class Funnel(Frozen):
    """How far the required quotes of answerable questions got, to show where answers are lost."""

    required: int
    past_gate: int
    retrieved: int
    quoted: int
    verified: int
    cited: int


class ArmResult(Frozen):
    arm: ArmName
    about: str
    """Which parts of the product are on and off in this arm, in one sentence."""
    models: dict[str, str]
    """The model of each role; `extractive` is rule-based."""
    overall: Figures
    by_kind: tuple[Figures, ...]
    by_corpus: tuple[Figures, ...]
    precision: tuple[LevelPrecision, ...]
    """The figures for high, medium and low confidence."""
    risk_coverage: tuple[RiskPoint, ...]
    """The points of the curve, from the most confident answers to all."""
    answers: tuple[Answered, ...]
    funnel: Funnel | None = None


class Difference(Frozen):
    """A metric of one arm minus that of another, over the same questions. The interval is from a paired bootstrap."""

    metric: MetricName | Literal["median_ms", "p95_ms"]
    value: float | None
    """The difference; None if nothing was counted in one of the arms."""
    low: float | None
    high: float | None
    significant: bool
    """Whether the whole interval is on one side of 0."""


Pays = Literal["pays", "does not pay", "harms"]
"""Whether a change pays, by the interval of the difference in `net`. Above 0 it pays, below 0 it harms, and around 0 it
does not pay."""


class Comparison(Frozen):
    """An arm compared with a simpler one (SPEC EVA-5)."""

    arm: ArmName
    against: ArmName
    differences: tuple[Difference, ...]
    pays: Pays
    pays_at: dict[int, Pays]
    """The verdict at other penalties of a wrong answer."""
    verdict: str
    """The verdict in one sentence, with the cost."""


class Ablation(Frozen):
    """The product with one guard off: the benefit and the cost of the guard."""

    guard: GuardName
    overall: Figures
    differences: tuple[Difference, ...]
    """The figures with the guard off minus those of the product."""
    turned_false: tuple[str, ...]
    """The questions that are graded false only without the guard, which are its benefit."""
    turned_right: tuple[str, ...]
    """The questions that are graded right only without the guard, which are its cost."""
    answered: tuple[str, ...]
    """The questions that are refused with the guard and answered without it, rightly or not."""
    verdict: str
    answers: tuple[Answered, ...]


class Credulous(Frozen):
    """The product with a critic and an auditor that approve everything, which is the worst case of a model. It shows
    what code alone refuses. Its ablations are compared with this base and not with the product."""

    overall: Figures
    verdict: str
    answers: tuple[Answered, ...]
    ablations: tuple[Ablation, ...]


class Corpus(Frozen):
    name: str
    questions: int
    documents: int
    as_of: str
    sha256: str
    """The SHA-256 of the golden file and of all documents of its corpus."""


class Drop(Frozen):
    """A metric compared with the baseline, over the questions in both."""

    metric: MetricName
    was: float | None
    now: float | None
    value: float | None
    """The present value of the metric minus its value in the baseline."""
    low: float | None
    high: float | None
    worse: bool
    """Whether the metric is worse in 95% of the paired resamples (one-sided)."""


class BaselineCheck(Frozen):
    """The result of the regression gate. Only a significant drop fails; an improvement does not."""

    file: str
    questions: int
    """The number of compared questions."""
    unknown: tuple[str, ...]
    """The questions of this run that the baseline lacks, or has in another wording."""
    drops: tuple[Drop, ...]
    newly_false: tuple[str, ...]
    no_longer_right: tuple[str, ...]
    newly_right: tuple[str, ...]
    ok: bool


class GoldenReport(Frozen):
    """The result of the whole evaluation."""

    pincite: str
    seed: int
    resamples: int
    penalty: int
    """The cost of a wrong answer in `net`, where a right answer counts 1."""
    replayed: bool
    """Whether the model answers came from a recording. Times are then those of the recorded runs."""
    corpora: tuple[Corpus, ...]
    arms: tuple[ArmResult, ...]
    """The arms, the simplest first."""
    comparisons: tuple[Comparison, ...]
    """Each arm compared with the previous one, and the last with the first."""
    ablations: tuple[Ablation, ...] = ()
    credulous: Credulous | None = None
    baseline: BaselineCheck | None = None
