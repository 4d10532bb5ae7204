"""What `pincite eval golden` gives: one frozen document, printed by `--json` (SPEC EVA-2..6).

Read it from the top: `GoldenReport` holds the arms, what each pair of neighbouring arms differs in, what each guard buys, and, where one
was given, the comparison with a baseline. Every figure is counted by code from reports and from the golden files; none rests on a
model's opinion. Shares lie between 0 and 1, times are milliseconds unless a field says seconds.
"""

from typing import Literal

from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import ConfidenceLevel, StopReason, TerminalState

ArmName = Literal["plain_rag", "self_critique", "grounded", "grounded_follow_up"]
"""plain_rag: retrieve and quote (or generate); no gate, no checks on evidence, no critic, no audit. self_critique: the same, and the maker
of the draft reviews it once. grounded: the product without a follow-up retrieval. grounded_follow_up: the product."""
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
"""A guard that an ablation switches off in the product: the arm grounded_follow_up with everything else as it is.

subject_gate: a subject need not be proven (SPEC SUB-2). evidence_binding: a quote need not be shown to be about it (EVI-4). premises: what
the question takes for granted need not be stated (EVI-10). stating: a strong match need not state the fact (CRI-5). primary_sources: any
source may settle a fact (EVI-6). claim_audit: no sentence is audited (ANS-5). currency: superseded, expired and coming
texts count as in force (EVI-7). conflicts: none is looked for (CON-1)."""
Due = Literal["answer", "part", "refusal"]
"""What a question is owed. answer: a whole answer. part: what the papers hold, shown as insufficient, because the rest is missing or the
papers disagree. refusal: nothing is to be stated as an answer."""
Grade = Literal["right", "partial", "refused", "false"]
"""right: an answer where one is due, sufficient, with every value in `answer_contains` and no value of `wrong`; a part where a part is due,
with every value and not called sufficient; nothing shown where a refusal is due. The arms without a critic cannot call an answer
insufficient: what they show counts as meant. partial: an answer shown as insufficient, that lacks a value or need not be insufficient;
nothing wrong is in it. refused: nothing shown where something was due. false: an answer shown where a refusal was due, a wrong value in its
direct sentences (a source's own sentence with a required quote in it aside), or a sufficient answer without a value it should have."""
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
"""What each counts stands at the field of that name in `Figures`."""


class Figure(Frozen):
    """A share or a mean over questions, with the 95% interval of a bootstrap over questions (seeded, so always the same)."""

    value: float | None
    """part / whole; None where nothing was counted."""
    low: float | None
    high: float | None
    part: float
    whole: float


class Figures(Frozen):
    """The figures of one arm over one group of questions."""

    group: str
    """`all`, a kind of question, or the name of a corpus."""
    questions: int
    correct: Figure
    """Questions graded right, refusals included / questions."""
    false_answers: Figure
    """Questions graded false / questions. Where the report itself calls the answer insufficient it counts all the same."""
    right_answers: Figure
    """Graded right / questions that are owed an answer or a part of one."""
    partial_answers: Figure
    """Graded partial / questions that are owed an answer or a part of one."""
    false_refusals: Figure
    """Nothing shown / questions that are owed an answer or a part of one. To be read beside `abstentions`."""
    abstentions: Figure
    """Nothing shown / questions that are owed a refusal (abstention accuracy)."""
    unsupported_claims: Figure
    """Sentences of shown answers that code cannot prove from the very quotes they cite: a quote that does not stand in the stored
    source, a guard that refutes the sentence, or words beyond its quotes / sentences of shown answers, related ones left out."""
    incorrect_citations: Figure
    """Citations of direct sentences that bear on nothing that was required: their quote neither overlaps a required quote of the golden
    file nor holds a value of `answer_contains` / citations of direct sentences. Citation precision (SPEC EVA-4) is 1 minus this."""
    evidence_coverage: Figure
    """Required quotes of the golden file that the answer quotes from that very document, as a primary source / required quotes."""
    primary_coverage: Figure
    """Required facts, as the run read them from the question, that the answer backs with a citation of a primary source / required facts,
    over questions that are owed an answer or a part of one."""
    signals: Figure
    """Signals the golden file expects that the report raises / signals expected."""
    loop_hits: Figure
    """Runs whose answer cites evidence found by a follow-up / runs that made a follow-up retrieval."""
    net: Figure
    """Mean over questions of +1 for an answer graded right where one was due, −penalty for one graded false, 0 otherwise."""
    model_calls: Figure
    """Model calls a question."""
    tokens: Figure
    """Input and output tokens a question."""
    median_ms: Figure
    """Median time of a question, from asking to the report. `part` and `whole` hold the median and 1."""
    p95_ms: Figure
    """95th percentile of the same."""
    calls_per_right_answer: float | None
    """Model calls of all questions of the group / right answers in it; None without any."""
    tokens_per_right_answer: float | None
    seconds_per_right_answer: float | None


class LevelPrecision(Frozen):
    """Of the answers shown at one confidence level, how many hold."""

    level: ConfidenceLevel
    shown: int
    right: int
    false: int
    precision: Figure
    """Shown answers that are not false / shown answers."""


class RiskPoint(Frozen):
    """One point of the risk-coverage curve: what follows from reading only answers at least this sure."""

    sufficient: bool
    """Whether only answers count that the report calls sufficient."""
    confidence: ConfidenceLevel
    """The least confidence that counts."""
    coverage: float
    """Answers that count / questions."""
    risk: float | None
    """False ones among them / answers that count; None where none counts."""
    shown: int
    false: int


class Answered(Frozen):
    """What became of one question in one arm."""

    id: str
    corpus: str
    kind: str
    question: str
    due: Due
    grade: Grade
    why: str
    """Why it is graded so, in words."""
    shown: bool
    """Whether something is stated as an answer."""
    sufficient: bool
    """Whether the report calls it so; of an arm without a critic, whether anything is shown."""
    confidence: ConfidenceLevel
    terminal_state: TerminalState
    stop_reason: StopReason
    text: str
    """The direct sentences, or the first of the conclusion where there are none."""
    lacking: tuple[str, ...]
    """Values of `answer_contains` that the answer does not hold."""
    wrong: tuple[str, ...]
    """Values of `wrong` in its direct sentences."""
    sentences: int
    unsupported: int
    citations: int
    incorrect: int
    required: int
    """Required quotes of the golden file."""
    required_cited: int
    """Of them, those that the answer quotes from a primary source."""
    required_past_gate: int = 0
    """Of the required quotes, those of questions that passed the gate."""
    required_retrieved: int = 0
    """Of them, those that stand in a passage the run retrieved."""
    required_quoted: int = 0
    """Of them, those that the extractor quoted, whether the quote was verified or turned away."""
    required_verified: int = 0
    """Of them, those among the verified evidence."""
    facts: int
    """Required facts as the run read them."""
    facts_primary: int
    """Of them, those backed by a primary citation."""
    signals_due: tuple[str, ...]
    signals_raised: tuple[str, ...]
    """Of the signals due, those that the report raises."""
    follow_ups: int
    follow_up_cited: bool
    """Whether the answer cites evidence that a follow-up found."""
    model_calls: int
    input_tokens: int
    output_tokens: int
    seconds: float


class Funnel(Frozen):
    """How far the required quotes of the questions that are owed something came: where answers are lost."""

    required: int
    past_gate: int
    retrieved: int
    quoted: int
    verified: int
    cited: int


class ArmResult(Frozen):
    arm: ArmName
    about: str
    """What is on and what is off, in one sentence."""
    models: dict[str, str]
    """Which model played each role; `extractive` is by rule."""
    overall: Figures
    by_kind: tuple[Figures, ...]
    by_corpus: tuple[Figures, ...]
    precision: tuple[LevelPrecision, ...]
    """High, medium, low."""
    risk_coverage: tuple[RiskPoint, ...]
    """From the surest answers to all."""
    answers: tuple[Answered, ...]
    funnel: Funnel | None = None


class Difference(Frozen):
    """One metric of one arm less that of another, over the same questions; the interval is a paired bootstrap."""

    metric: MetricName | Literal["median_ms", "p95_ms"]
    value: float | None
    """None where either has nothing counted."""
    low: float | None
    high: float | None
    significant: bool
    """Whether the interval lies wholly on one side of 0."""


Pays = Literal["pays", "does not pay", "harms"]
"""pays: the interval of the difference in `net` lies wholly above 0. harms: wholly below. does not pay: it holds 0."""


class Comparison(Frozen):
    """An arm against a simpler one (SPEC EVA-5)."""

    arm: ArmName
    against: ArmName
    differences: tuple[Difference, ...]
    pays: Pays
    pays_at: dict[int, Pays]
    """The same at other penalties for a false answer: what the verdict hangs on."""
    verdict: str
    """The verdict in one sentence, with what it costs."""


class Ablation(Frozen):
    """The product with one guard off: what the guard buys and what it costs."""

    guard: GuardName
    overall: Figures
    differences: tuple[Difference, ...]
    """The figures with the guard off less those of the product."""
    turned_false: tuple[str, ...]
    """Questions that are graded false only without the guard: what it buys."""
    turned_right: tuple[str, ...]
    """Questions that are graded right only without the guard: what it costs."""
    answered: tuple[str, ...]
    """Questions that are refused with the guard and answered without it, rightly or not."""
    verdict: str
    answers: tuple[Answered, ...]


class Credulous(Frozen):
    """The product whose critic and auditor say yes to everything, the worst a model can do, and each guard off behind them: what code holds
    by itself. Differences and lists of its ablations are against this base, not against the product."""

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
    """Of the golden file and of every document under its corpus."""


class Drop(Frozen):
    """One metric against the baseline, over the questions that both hold."""

    metric: MetricName
    was: float | None
    now: float | None
    value: float | None
    """now − was."""
    low: float | None
    high: float | None
    worse: bool
    """Whether 95% of the paired resamples (one-sided) say that it became worse."""


class BaselineCheck(Frozen):
    """The regression gate. It fails on a significant drop only; to be better than the baseline is no fault."""

    file: str
    questions: int
    """Compared."""
    unknown: tuple[str, ...]
    """Questions of this run that the baseline does not hold, or holds in other words."""
    drops: tuple[Drop, ...]
    newly_false: tuple[str, ...]
    no_longer_right: tuple[str, ...]
    newly_right: tuple[str, ...]
    ok: bool


class GoldenReport(Frozen):
    """The whole evaluation."""

    pincite: str
    seed: int
    resamples: int
    penalty: int
    """What a false answer costs in `net`, where a right one brings 1."""
    replayed: bool
    """Whether the models' answers came from a recording; times are then those of the recorded runs."""
    corpora: tuple[Corpus, ...]
    arms: tuple[ArmResult, ...]
    """Simplest first."""
    comparisons: tuple[Comparison, ...]
    """Each arm with the one before it, and the last with the first."""
    ablations: tuple[Ablation, ...] = ()
    credulous: Credulous | None = None
    baseline: BaselineCheck | None = None
