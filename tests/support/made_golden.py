"""An evaluation made up for the page: four arms, three kinds of question, two guards, every grade."""

from pincite.evals.golden.result import (
    Ablation,
    Answered,
    ArmResult,
    Comparison,
    Corpus,
    Difference,
    Due,
    Figure,
    Figures,
    GoldenReport,
    Grade,
    LevelPrecision,
    RiskPoint,
)
from pincite.evidence.model.intervals import rate

FIGURES = tuple(
    name for name, field in Figures.model_fields.items() if field.annotation is Figure and not name.endswith("_ms")
)
DUE: dict[str, Due] = {"plain-fact": "answer", "conflict": "part", "absent-subject": "refusal"}
GRADES: dict[str, tuple[Grade, ...]] = {
    "grounded_follow_up": ("right", "right", "right", "partial", "refused", "false"),
    "grounded": ("right", "right", "partial", "refused", "refused", "false"),
    "self_critique": ("right", "right", "false", "refused", "false", "false"),
    "plain_rag": ("right", "false", "false", "false", "refused", "false"),
}


def figure(part: int, whole: int) -> Figure:
    found = rate(part, whole)
    if not whole:
        return Figure(value=None, low=None, high=None, part=0, whole=0)
    return Figure(value=found.value, low=found.low, high=found.high, part=part, whole=whole)


def answered(number: int, kind: str, grade: Grade, *, text: str = "It is seven years.") -> Answered:
    due = DUE[kind]
    grade = "right" if due == "refusal" and grade in ("refused", "partial") else grade
    shown = grade in ("partial", "false") or (grade == "right" and due != "refusal")
    return Answered(
        id=f"{kind}-{number}",
        corpus="contracts",
        kind=kind,
        question=f"For how many years does duty {number} hold?",
        due=due,
        grade=grade,
        why="a value that it should have is not there" if grade != "right" else "as it should be",
        shown=shown,
        sufficient=grade in ("right", "false") and shown,
        confidence=("high", "medium", "low")[number % 3],
        terminal_state="CONCLUDED",
        stop_reason="contract_met",
        text=text if shown else "",
        lacking=("seven years",) if grade == "partial" else (),
        wrong=("four years",) if grade == "false" else (),
        sentences=1,
        unsupported=0,
        citations=1,
        incorrect=0,
        required=1,
        required_cited=1,
        facts=1,
        facts_primary=1,
        signals_due=(),
        signals_raised=(),
        follow_ups=0,
        follow_up_cited=False,
        model_calls=0,
        input_tokens=0,
        output_tokens=0,
        seconds=0.02 * (1 + number % 7),
    )


def figures(group: str, answers: tuple[Answered, ...]) -> Figures:
    total = len(answers)
    counted = {name: figure(sum(answer.grade == "right" for answer in answers), total) for name in FIGURES}
    counted["false_answers"] = figure(sum(answer.grade == "false" for answer in answers), total)
    counted["loop_hits"] = figure(0, 0)
    time = Figure(value=60.0, low=50.0, high=80.0, part=60.0, whole=1)
    return Figures(
        group=group,
        questions=total,
        **counted,
        median_ms=time,
        p95_ms=time,
        calls_per_right_answer=None,
        tokens_per_right_answer=None,
        seconds_per_right_answer=0.1,
    )


def arm(name: str, *, rounds: int = 2, text: str = "It is seven years.") -> ArmResult:
    answers = tuple(
        answered(at, kind, grade, text=text) for kind in DUE for at, grade in enumerate(GRADES[name] * rounds)
    )
    levels = ("high", "medium", "low")
    by_level = {
        level: [answer for answer in answers if answer.shown and answer.confidence == level] for level in levels
    }
    precision = tuple(
        LevelPrecision(
            level=level,
            shown=len(by_level[level]),
            right=sum(answer.grade == "right" for answer in by_level[level]),
            false=sum(answer.grade == "false" for answer in by_level[level]),
            precision=figure(sum(answer.grade != "false" for answer in by_level[level]), len(by_level[level])),
        )
        for level in levels
    )
    risk, shown, false = [], 0, 0
    for point in precision:
        shown, false = shown + point.shown, false + point.false
        risk.append(
            RiskPoint(
                sufficient=False,
                confidence=point.level,
                coverage=shown / len(answers),
                risk=false / shown if shown else None,
                shown=shown,
                false=false,
            )
        )
    return ArmResult(
        arm=name,
        about="Every check is on.",
        models={"generator": "extractive", "critic": "extractive"},
        overall=figures("all", answers),
        by_kind=tuple(figures(kind, tuple(answer for answer in answers if answer.kind == kind)) for kind in DUE),
        by_corpus=(figures("contracts", answers),),
        precision=precision,
        risk_coverage=tuple(risk),
        answers=answers,
    )


def ablation(guard: str, held: float, *, significant: bool) -> Ablation:
    answers = arm("plain_rag").answers
    return Ablation(
        guard=guard,
        overall=figures("all", answers),
        differences=(
            Difference(metric="false_answers", value=held, low=held - 0.05, high=held + 0.05, significant=significant),
            Difference(metric="correct", value=-held, low=-held - 0.05, high=-held + 0.05, significant=significant),
        ),
        turned_false=("absent-subject-1", "absent-subject-2") if significant else (),
        turned_right=("plain-fact-4",),
        answered=("absent-subject-1",),
        verdict="It holds two false answers back and costs one right one.",
        answers=answers,
    )


def golden_report(*, text: str = "It is seven years.") -> GoldenReport:
    return GoldenReport(
        pincite="0.2.0",
        seed=1,
        resamples=2_000,
        penalty=4,
        replayed=False,
        corpora=(Corpus(name="contracts", questions=36, documents=15, as_of="2026-05-15", sha256="ab" * 32),),
        arms=tuple(arm(name, text=text) for name in reversed(GRADES)),
        comparisons=(
            Comparison(
                arm="grounded_follow_up",
                against="plain_rag",
                differences=(
                    Difference(metric="false_answers", value=-0.5, low=-0.7, high=-0.3, significant=True),
                    Difference(metric="loop_hits", value=None, low=None, high=None, significant=False),
                ),
                pays="pays",
                pays_at={1: "pays", 4: "pays"},
                verdict="Half as many false answers, at the price of four refusals.",
            ),
        ),
        ablations=(
            ablation("conflicts", 0.02, significant=False),
            ablation("subject_gate", 0.12, significant=True),
        ),
    )
