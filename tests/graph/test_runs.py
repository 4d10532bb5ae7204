"""Whole runs over a small knowledge base: what is answered, what is refused, and what happens when a part fails."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from pincite.errors import SettingsError
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.settings import Budgets, Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

TEXTS: list[dict[str, Any]] = [
    {
        "id": "lease",
        "title": "Lease agreement between Tarnholm Ltd and Borrowdale Estates Ltd",
        "entity": "Tarnholm Ltd",
        "document_type": "lease agreement",
        "authority": "contract",
        "updated_at": "2026-01-10",
        "text": 'Tarnholm Ltd (the "Tenant") rents the hall. The notice period under this lease is six months. '
        "The yearly rent is £48,000. Hanna Brook is the Managing Director of Tarnholm Ltd.",
    },
    {
        "id": "minutes",
        "title": "Board minutes of Tarnholm Ltd",
        "entity": "Tarnholm Ltd",
        "kind": "primary",
        "updated_at": "2026-02-01",
        "text": "The Board noted that the yearly rent of the hall is £52,000. Keswick Couriers Ltd carries the parcels of Tarnholm Ltd.",
    },
    {
        "id": "travel-2025",
        "title": "Travel policy 2025",
        "entity": "Tarnholm Ltd",
        "text": "The mileage rate for private cars is 40 pence per mile.",
    },
    {
        "id": "travel-2026",
        "title": "Travel policy 2026",
        "entity": "Tarnholm Ltd",
        "effective_from": "2026-01-01",
        "supersedes": ["travel-2025"],
        "text": "The mileage rate for private cars is 45 pence per mile. Claims are paid within ten days.",
    },
    {
        "id": "couriers",
        "title": "Keswick Couriers Ltd",
        "entity": "Keswick Couriers Ltd",
        "text": "The parcels that Keswick Couriers Ltd carries are insured by Fellside Mutual.",
    },
    {
        "id": "report",
        "title": "Annual report of Skiddaw Mills plc 2024",
        "entity": "Skiddaw Mills plc",
        "document_type": "annual report",
        "text": "Annual report of Skiddaw Mills plc for the year ended 31 December 2024\n\nRevenue was £12 million in 2024.",
    },
]
NOTICE = "What is the notice period under the lease agreement of Tarnholm Ltd?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened


def ask(kb: KnowledgeBase, question: str, settings: Settings | None = None, **given: Any) -> EvidenceReport:
    graph = build_graph(kb, settings)
    report: EvidenceReport = graph.invoke({"question": question, "as_of": "2026-05-15", **given})["report"]
    return report


def answer_of(report: EvidenceReport) -> str:
    return " ".join(sentence.text for sentence in report.sentences if sentence.part != "related")


@pytest.mark.spec("EXE-1", "EXE-2", "EXE-7", "EXE-8", "EVI-1", "ANS-3")
def test_an_answer_comes_with_its_quote_its_place_and_its_path(kb: KnowledgeBase) -> None:
    report = ask(kb, NOTICE)
    assert (report.terminal_state, report.sufficient, report.stop_reason) == ("CONCLUDED", True, "contract_met")
    assert answer_of(report) == "The notice period under this lease is six months."
    cited = report.citations[0]
    text = kb.snapshot().text(cited.version_id)  # type: ignore[arg-type]
    assert text[cited.char_start : cited.char_end] == cited.quote
    states = list(dict.fromkeys(step.state for step in report.path))
    assert states[:3] == ["INIT", "SUBJECT_CLASS_IDENTIFIED", "CANDIDATE_SUBJECT_DISCOVERED"]
    assert all(step.exit and step.seconds >= 0 for step in report.path)


@pytest.mark.spec("EXE-6")
def test_the_same_question_gives_the_same_report(kb: KnowledgeBase) -> None:
    first, second = ask(kb, NOTICE), ask(kb, NOTICE)
    assert first.digest == second.digest
    apart = {"run_id", "path", "usage"}
    assert first.model_dump_json(exclude=apart) == second.model_dump_json(exclude=apart)


@pytest.mark.spec("REL-5", "USE-3")
def test_sync_async_and_many_at_once_agree(kb: KnowledgeBase) -> None:
    graph = build_graph(kb)
    questions = [
        NOTICE,
        "What is the mileage rate for private cars at Tarnholm Ltd?",
        "Who is the founder of Tarnholm Ltd?",
    ] * 4
    alone = [ask(kb, question).digest for question in questions[:3]] * 4

    async def together() -> list[str]:
        runs = [graph.ainvoke({"question": question, "as_of": "2026-05-15"}) for question in questions]
        return [result["report"].digest for result in await asyncio.gather(*runs)]

    assert asyncio.run(together()) == alone


@pytest.mark.spec("EXE-4", "SUB-4", "SUB-6", "SUB-9", "SUB-10")
def test_a_role_that_nobody_is_bound_to_closes_the_gate_and_names_the_near_miss(kb: KnowledgeBase) -> None:
    report = ask(kb, "Who is the founder of Tarnholm Ltd?")
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert (report.sufficient, report.confidence, report.answer) == (False, "low", None)
    assert "subject_not_found" in report.risk_signals
    assert "Hanna Brook" in {candidate.name for candidate in report.rejected_candidates}
    assert report.suggested_next_actions
    assert report.tool_history == ()


@pytest.mark.spec("SUB-2", "EXE-4")
@pytest.mark.parametrize(
    "question",
    [
        "What is the notice period in the non-disclosure agreement with Tarnholm Ltd?",
        "What is the yearly rent of Grisedale Foods Ltd?",
    ],
)
def test_another_kind_of_document_and_another_company_are_not_answered(kb: KnowledgeBase, question: str) -> None:
    report = ask(kb, question)
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert "£" not in report.conclusion


@pytest.mark.spec("SUB-7")
def test_a_period_that_no_document_covers_closes_the_gate_and_lists_those_there_are(kb: KnowledgeBase) -> None:
    report = ask(kb, "What was the revenue of Skiddaw Mills plc in FY2019?")
    assert (report.terminal_state, report.stop_reason) == ("SUBJECT_NOT_FOUND", "scope_absent")
    assert "2024" in report.conclusion


@pytest.mark.spec("SUB-12")
def test_a_question_about_nothing_gets_questions_that_can_be_answered(kb: KnowledgeBase) -> None:
    report = ask(kb, "How does it work?")
    assert report.stop_reason == "ambiguous_question"
    assert 2 <= len(report.suggested_next_actions) <= 3


@pytest.mark.spec("SUB-9", "ANS-9")
def test_a_missing_fact_of_a_present_subject_is_missing_evidence(kb: KnowledgeBase) -> None:
    report = ask(kb, "How many weeks of parental leave does Tarnholm Ltd give?")
    assert report.terminal_state == "CONCLUDED"
    assert report.answer is None
    assert "missing_evidence" in report.risk_signals
    assert "not found in the knowledge base" in report.conclusion


@pytest.mark.spec("CON-1", "CON-2")
def test_a_conflict_is_shown_with_both_sides(kb: KnowledgeBase) -> None:
    report = ask(kb, "What is the yearly rent of the hall of Tarnholm Ltd?")
    assert "conflicting_evidence" in report.risk_signals
    assert not report.sufficient
    assert {side.value for side in report.conflicts[0].sides} == {"£48,000", "£52,000"}


@pytest.mark.spec("EVI-7")
def test_a_superseded_text_is_not_blended_in(kb: KnowledgeBase) -> None:
    report = ask(kb, "What is the mileage rate for private cars at Tarnholm Ltd?")
    assert "45 pence" in answer_of(report)
    assert "40 pence" not in report.conclusion


@pytest.mark.spec("RET-7", "CRI-6", "CRI-8")
def test_a_follow_up_crosses_a_bridge_and_cites_it(kb: KnowledgeBase) -> None:
    question = "Who insures the parcels that the courier of Tarnholm Ltd carries?"
    report = ask(kb, question)
    assert ask(kb, question, Settings(follow_ups=0)).answer is None
    assert "Fellside Mutual" in answer_of(report)
    assert {"minutes", "couriers"} <= {citation.document for citation in report.citations}


@pytest.mark.spec("EVI-10")
def test_a_false_premise_is_not_answered_with_the_nearest_value(kb: KnowledgeBase) -> None:
    report = ask(kb, "What notice period did the lease agreement of Tarnholm Ltd set on 3 March 2019?")
    assert "six months" not in answer_of(report)


@pytest.mark.spec("USE-6")
def test_a_run_reads_only_the_documents_chosen(kb: KnowledgeBase) -> None:
    assert ask(kb, NOTICE, documents=["minutes"]).answer is None
    assert ask(kb, NOTICE, documents=["lease"]).answer is not None


@pytest.mark.spec("SUB-1")
def test_earlier_turns_resolve_a_reference_and_it_is_shown(kb: KnowledgeBase) -> None:
    report = ask(kb, "Who is its Managing Director?", earlier_turns=["Tell me about Tarnholm Ltd."])
    assert "Tarnholm" in report.resolved_question
    assert "Hanna Brook" in answer_of(report)


def broken(role: str) -> Any:
    """The role by rule in all but the call."""
    by_rule = getattr(extractive_roles(), role)

    class Broken:
        name = "broken"

        def __call__(self, given: Any) -> Any:
            raise RuntimeError(f"{role} is down")

        def __getattr__(self, name: str) -> Any:
            return getattr(by_rule, name)

    return Broken()


@pytest.mark.spec("EXE-7", "REL-1", "SUB-11", "CRI-10")
@pytest.mark.parametrize(
    ("role", "signal", "answered"),
    [
        ("analyst", "analysis_unavailable", False),
        ("finder", "source_unavailable", False),
        ("extractor", "extractor_unavailable", False),
        ("critic", "critic_unavailable", False),
        ("generator", "generator_unavailable", True),
        ("auditor", "auditor_unavailable", False),
    ],
)
def test_a_role_that_fails_costs_coverage_and_is_named(
    kb: KnowledgeBase, role: str, signal: str, answered: bool
) -> None:
    graph = build_graph(kb, roles=replace(extractive_roles(), **{role: broken(role)}))
    report = graph.invoke({"question": NOTICE, "as_of": "2026-05-15"})["report"]
    assert report.terminal_state in {"CONCLUDED", "SUBJECT_NOT_FOUND"}
    assert signal in report.risk_signals
    assert (report.answer is not None) is answered
    if role in {"analyst", "finder"}:
        assert "subject_not_found" not in report.risk_signals
    assert any("is down" in disclosure.reason for disclosure in report.disclosures)


@pytest.mark.spec("CRI-9")
def test_a_run_out_of_time_stops_looking(kb: KnowledgeBase) -> None:
    report = ask(
        kb, "How many weeks of parental leave does Tarnholm Ltd give?", Settings(budgets=Budgets(seconds_per_run=1e-9))
    )
    assert report.stop_reason == "time_exhausted"


@pytest.mark.spec("EXE-5")
def test_a_thread_asked_again_keeps_nothing_of_the_first_question(kb: KnowledgeBase) -> None:
    graph = build_graph(kb, checkpointer=InMemorySaver())
    thread = {"configurable": {"thread_id": "t"}}
    graph.invoke({"question": "What is the yearly rent of the hall of Tarnholm Ltd?", "as_of": "2026-05-15"}, thread)
    again = graph.invoke({"question": NOTICE, "as_of": "2026-05-15"}, thread)["report"]
    assert again.digest == ask(kb, NOTICE).digest


@pytest.mark.spec("EVI-2", "EVI-5")
def test_a_quote_put_into_the_state_by_hand_is_not_shown(kb: KnowledgeBase) -> None:
    graph = build_graph(kb, checkpointer=InMemorySaver())
    thread = {"configurable": {"thread_id": "t"}}
    graph.invoke({"question": NOTICE, "as_of": "2026-05-15"}, thread, interrupt_before=["conclude"])
    held = graph.get_state(thread).values["evidence"]
    forged = [unit.model_dump(mode="json") for unit in held]
    for unit in forged:
        quote = "The notice period is two years under it."
        unit["span"] |= {"quote": quote, "char_end": unit["span"]["char_start"] + len(quote)}
    graph.update_state(thread, {"evidence": forged})
    report = graph.invoke(None, thread)["report"]
    assert report.answer is None
    assert not report.sufficient
    assert "two years" not in report.conclusion


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("", "it is empty"),
        (" \x00\u200b ", "it is empty"),
        ("x" * 100_000, "at most 8,000"),
        (None, "question: input should be a valid string"),
    ],
)
def test_what_is_no_question_is_refused_at_once(kb: KnowledgeBase, question: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        build_graph(kb).invoke({"question": question})


def test_a_day_that_is_none_is_refused_at_once(kb: KnowledgeBase) -> None:
    with pytest.raises(SettingsError, match="as_of = 'soon'"):
        build_graph(kb).invoke({"question": NOTICE, "as_of": "soon"})


def test_control_characters_in_a_question_are_taken_out_and_disclosed(kb: KnowledgeBase) -> None:
    report = ask(kb, NOTICE.replace("notice", "no\x07tice"))
    assert report.answer is not None
    assert any("control characters" in disclosure.reason for disclosure in report.disclosures)


@pytest.mark.spec("EXE-7")
def test_a_gate_that_cannot_even_say_why_it_is_closed_still_ends_with_a_report(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError("the phrases are gone")

    monkeypatch.setattr("pincite.nodes.subject_not_found.gate_parts", broken)
    report = build_graph(kb, Settings()).invoke({"question": "Who is the founder of Orrinvale Ltd?"})["report"]
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert not report.sufficient
    assert "internal_fault" in report.risk_signals


@pytest.mark.spec("RET-11", "EVI-8", "CRI-9")
def test_what_a_search_gives_beyond_the_cap_is_left_out_and_disclosed(tmp_path: Path) -> None:
    rooms = [
        {
            "id": f"room-{number}",
            "title": f"Room {number}",
            "entity": "Tarnholm Ltd",
            "text": f"The rent of room {number} is £{number}0. " * 9,
        }
        for number in range(1, 9)
    ]
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts(rooms)
        settings = Settings(budgets=Budgets(tool_output_chars=1_000), follow_ups=0)
        report = build_graph(kb, settings).invoke({"question": "What is the rent of room 7 of Tarnholm Ltd?"})["report"]
    cut = [disclosure.reason for disclosure in report.disclosures if disclosure.kind == "truncated"]
    assert cut
    assert "passages" in cut[0]
