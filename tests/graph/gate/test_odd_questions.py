"""Questions whose conditions contradict each other, and names that half of the documents bear: bounded work, a terminal state, and no
claim beyond the evidence, by rules and with models that believe everything."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from good_model import fence_of
from model_answers import Answer, anchor, condition, draft, judged, judged_step, period, plan, step, written
from scripted_roles import quotes, run, supported

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph
from pincite.nodes.discover_candidates import MENTIONS, TOPICAL
from pincite.roles.extractive.finder import PER_SUBJECT

IN_2022, IN_2023 = "The revenue of Tarn in 2022 was EUR 8 million.", "The revenue of Tarn in 2023 was EUR 9 million."
GERMAN, FRENCH = "The German office of Tarn has 40 desks.", "The French office of Tarn has 12 desks."
TEXTS: list[dict[str, Any]] = [
    {"id": "r22", "entity": "Tarn Ltd", "title": "Tarn annual report 2022", "text": f"{IN_2022} {GERMAN}"},
    {"id": "r23", "entity": "Tarn Ltd", "title": "Tarn annual report 2023", "text": f"{IN_2023} {FRENCH}"},
]
REVENUE = "What was the 2023 revenue of Tarn in 2022?"
DESKS = "How many desks does the German office of Tarn in France have?"
PERIODS = plan(
    [anchor("Tarn"), period("2023"), period("2022", "a3")],
    [step("the 2023 revenue of Tarn in 2022", about=("a1", "a2", "a3"), words=["revenue"], answer_type="money")],
)
PLACES = plan(
    [anchor("Tarn"), condition("German office"), condition("France", "a3", kind="place")],
    [step("desks of the German office of Tarn in France", about=("a1", "a2", "a3"), words=["desks"])],
)
HALF = 40
PUMPS = [
    {
        "id": f"n{number}",
        "entity": "Tarn Ltd" if number % 2 else "Pell AG",
        "title": f"Note {number}",
        "text": f"The {'Tarn' if number % 2 else 'Pell'} pump {number} holds {number + 3} litres.",
    }
    for number in range(2 * HALF)
]
UNITS = [
    {"id": f"u{number}", "entity": f"Tarn Unit {number} GmbH", "title": f"Unit {number}", "text": f"Tarn made EUR {number} million."}
    for number in range(HALF)
] + [
    {"id": f"x{number}", "entity": f"Pell {number} AG", "title": f"Sheet {number}", "text": f"Pell {number} made nothing."}
    for number in range(HALF)
]  # fmt: skip


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb") as opened:
        yield opened


def ask(kb: KnowledgeBase, texts: list[dict[str, Any]], question: str) -> EvidenceReport:
    assert kb.ingest_texts({"kind": "primary", **text} for text in texts).ok
    report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question})["report"]
    return report


def believing(read: Answer, stated: str, claim: str, *, doubted: bool = False) -> Any:
    """A model that plans `read`, quotes `stated` for it, and writes and believes `claim`. `doubted`: its critic and auditor do not."""

    def say(role: str, shown: str) -> Answer:
        return {
            "analyst": lambda: read,
            "gate_judge": lambda: {"subjects": []},
            "extractor": lambda: quotes(shown, (stated, ("s1",))),
            "critic": lambda: judged(judged_step("s1", *(() if doubted else _fences(stated, shown)))),
            "generator": lambda: draft(written(claim, *_fences(stated, shown))),
            "auditor": lambda: {"verdicts": []} if doubted else supported(shown),
        }[role]()

    return say


def _fences(stated: str, shown: str) -> tuple[str, ...]:
    return (fence_of("E", stated, shown),) if stated in shown else ()


@pytest.mark.spec("EXE-7", "EVI-10", "SUB-7")
@pytest.mark.parametrize("question", [REVENUE, DESKS, "What was the revenue of Tarn in FY2022 in the year 2023?"])
def test_conditions_that_contradict_each_other_are_met_by_nothing(kb: KnowledgeBase, question: str) -> None:
    report = ask(kb, TEXTS, question)
    assert (report.terminal_state, report.sufficient, report.answer) == ("CONCLUDED", False, None)
    assert "missing_evidence" in report.risk_signals


@pytest.mark.spec("EXE-7", "EVI-10", "VER-3")
@pytest.mark.parametrize(
    ("question", "read", "stated", "claim"),
    [
        (REVENUE, PERIODS, IN_2022, "The 2023 revenue of Tarn in 2022 was EUR 8 million."),
        (REVENUE, PERIODS, IN_2023, "The 2023 revenue of Tarn in 2022 was EUR 9 million."),
        (DESKS, PLACES, GERMAN, "The German office of Tarn in France has 40 desks."),
        (DESKS, PLACES, FRENCH, "The German office of Tarn in France has 12 desks."),
    ],
)
@pytest.mark.parametrize("calibrated", [True, False], ids=["a judge that doubts", "no calibrated judge"])
def test_a_model_that_believes_both_conditions_does_not_settle_them(
    kb: KnowledgeBase, question: str, read: Answer, stated: str, claim: str, calibrated: bool
) -> None:
    assert kb.ingest_texts({"kind": "primary", **text} for text in TEXTS).ok
    report, roles = run(kb, question, believing(read, stated, claim, doubted=calibrated), calibrated=calibrated)
    assert (report.terminal_state, report.sufficient) == ("CONCLUDED", False)
    assert claim not in report.conclusion
    assert report.usage.model_calls == len(roles) <= Settings().budgets.model_calls


@pytest.mark.spec("EXE-7", "SUB-6")
def test_a_name_in_half_of_the_documents_is_searched_within_its_limits(kb: KnowledgeBase) -> None:
    report = ask(kb, PUMPS, "How much does the pump of Tarn hold?")
    assert (report.terminal_state, report.sufficient, report.answer) == ("CONCLUDED", False, None)
    assert [candidate.name for candidate in report.candidate_subjects] == ["Tarn Ltd"]
    (searched,) = [source for source in report.sources_searched if source.source == "catalogue"]
    proposed = re.match(r"(\d+) proposed", searched.reason)
    assert proposed is not None
    assert int(proposed[1]) <= PER_SUBJECT
    assert len(report.evidence) <= MENTIONS + TOPICAL
    assert not any("Pell" in unit.span.quote for unit in report.evidence)


@pytest.mark.spec("SUB-8", "SUB-12")
def test_a_name_that_begins_those_of_forty_organisations_names_some_and_counts_the_rest(kb: KnowledgeBase) -> None:
    report = ask(kb, UNITS, "How much did Tarn make?")
    assert (report.stop_reason, report.answer, report.conflicts) == ("ambiguous_question", None, ())
    assert f"and {HALF - 6} more" in report.conclusion
    assert "million" not in report.conclusion


@pytest.mark.spec("EXE-7", "CRI-9")
@pytest.mark.parametrize("texts", [PUMPS, UNITS], ids=["one owner", "forty owners"])
def test_a_model_gets_no_more_calls_for_a_name_in_half_of_the_documents(
    kb: KnowledgeBase, texts: list[dict[str, Any]]
) -> None:
    assert kb.ingest_texts({"kind": "primary", **text} for text in texts).ok
    stated = "The Tarn pump 41 holds 44 litres."
    read = plan([anchor("Tarn")], [step("how much the pump of Tarn holds", words=["pump", "holds"])])
    report, roles = run(
        kb, "How much does the pump of Tarn hold?", believing(read, stated, "Every Tarn pump holds 44 litres.")
    )
    assert report.terminal_state in ("CONCLUDED", "SUBJECT_NOT_FOUND")
    assert "Every Tarn pump" not in report.conclusion
    assert report.usage.model_calls == len(roles) <= Settings().budgets.model_calls
