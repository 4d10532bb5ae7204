"""Whole runs, read as a person reads them: the conclusion, its warnings, its language."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph, render

Ask = Callable[..., EvidenceReport]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    def asked(documents: list[dict[str, Any]], question: str, **settings: Any) -> EvidenceReport:
        with KnowledgeBase.open(tmp_path / "kb") as kb:
            assert kb.ingest_texts(documents).ok
            report: EvidenceReport = build_graph(kb, Settings(**settings)).invoke(
                {"question": question, "as_of": "2026-05-15"}
            )["report"]
            return report

    return asked


def document(name: str, text: str, entity: str = "Acme Ltd", **more: Any) -> dict[str, Any]:
    whole = {"id": name.casefold(), "title": f"{name} of {entity}", "entity": entity, "kind": "primary", "text": text}
    return whole | more


LEASE = document(
    "Lease",
    "The yearly rent of the hall is £48,000.",
    document_type="lease",
    authority="contract",
    updated_at="2026-01-10",
)
MINUTES = document("Minutes", "The yearly rent of the hall is £52,000.", authority="minutes", updated_at="2026-03-09")
RENT = "What is the yearly rent of the hall of Acme Ltd?"


@pytest.mark.spec("CON-1", "CON-2", "ANS-6", "ANS-7", "ANS-8")
def test_a_conflict_is_surfaced_without_preference(ask: Ask) -> None:
    report = ask([LEASE, MINUTES], RENT)
    assert not report.sufficient
    assert report.conclusion == (
        "Caution: the sources contradict each other. Check before relying on this.\n\n"
        "The documents disagree:\n\n"
        "- £48,000 (contract, 10 January 2026): Lease of Acme Ltd: “The yearly rent of the hall is £48,000.” [1]\n"
        "- £52,000 (minutes, 9 March 2026): Minutes of Acme Ltd: “The yearly rent of the hall is £52,000.” [2]\n\n"
        "Nothing here decides which holds; verify with the owner of these documents."
    )
    assert report.preview == "The documents disagree: £48,000 or £52,000"
    assert [fact.status for fact in report.required_facts] == ["conflicting"]


@pytest.mark.spec("CON-3")
def test_precedence_orders_a_conflict_and_still_shows_both(ask: Ask) -> None:
    report = ask([LEASE, MINUTES], RENT, conflict_policy="precedence")
    assert report.sufficient
    assert report.conclusion == (
        "As of 9 March 2026: Minutes of Acme Ltd: “The yearly rent of the hall is £52,000.” [1] "
        "An earlier document stated (10 January 2026): Lease of Acme Ltd: “The yearly rent of the hall is £48,000.” [2]"
    )
    assert "conflicting_evidence" in report.risk_signals


@pytest.mark.spec("CON-3")
def test_precedence_with_no_rule_deciding_shows_both_and_sends_to_the_owner(ask: Ask) -> None:
    same_day = {**MINUTES, "updated_at": LEASE["updated_at"], "authority": "contract"}
    report = ask([LEASE, same_day], RENT, conflict_policy="precedence")
    assert not report.sufficient
    assert "verify with the owner of these documents" in report.conclusion
    assert "£48,000" in report.conclusion
    assert "£52,000" in report.conclusion


@pytest.mark.spec("ANS-7", "EVI-8")
def test_an_old_source_carries_a_staleness_note_and_an_undated_one_is_marked_undated(ask: Ask) -> None:
    old = ask([document("Notice", "The yearly rent of the hall is £48,000.", updated_at="2026-01-20")], RENT)
    assert "stale_evidence" in old.risk_signals
    assert (
        "Old source: Notice of Acme Ltd: last updated on 20 January 2026, 115 days before; check that it still holds"
        in render(old)
    )
    undated = ask([document("Notice", "The yearly rent of the hall is £48,000.")], RENT)
    assert "stale_evidence" not in undated.risk_signals
    assert undated.confidence != "high"
    assert "no date of it was recognised, so its age is unknown" in render(undated)


@pytest.mark.spec("ANS-7")
def test_everything_old_is_low_and_begins_with_a_warning(ask: Ask) -> None:
    report = ask([document("Notice", "The yearly rent of the hall is £48,000.", updated_at="2025-01-20")], RENT)
    assert report.confidence == "low"
    assert report.conclusion.startswith("Caution: every source is older than 180 days.")
    assert "£48,000" in report.conclusion


@pytest.mark.spec("ANS-7", "SUB-13")
def test_a_part_that_is_not_covered_is_named_next_to_the_one_that_is(ask: Ask) -> None:
    report = ask([LEASE], "What is the yearly rent of the hall of Acme Ltd, and who is the chair of Acme Ltd?")
    assert not report.sufficient
    answered, _, gap = report.conclusion.partition("Not answered:")
    assert "£48,000" in answered
    assert "who is the chair of Acme Ltd" in gap


@pytest.mark.spec("ANS-2", "ANS-9")
@pytest.mark.parametrize(
    ("question", "entity", "text", "answer", "level"),
    [
        (
            "Wie hoch ist der Essenszuschuss der Norvale GmbH?",
            "Norvale GmbH",
            "Der Essenszuschuss der Norvale GmbH beträgt 6,20 Euro je Arbeitstag.",
            "6,20 Euro",
            "Nichts ist bestätigt.",
        ),
        (
            "What is the Essenszuschuss of Norvale GmbH?",
            "Norvale GmbH",
            "Der Essenszuschuss der Norvale GmbH beträgt 6,20 Euro je Arbeitstag.",
            "Der Essenszuschuss der Norvale GmbH beträgt 6,20 Euro",
            "Nothing is confirmed.",
        ),
    ],
)
def test_what_is_found_is_framed_in_the_questions_language_and_quotes_in_the_sources(
    ask: Ask, question: str, entity: str, text: str, answer: str, level: str
) -> None:
    report = ask([document("Mitteilung", text, entity, updated_at="2026-05-01")], question)
    shown = render(report)
    assert answer in shown
    assert level in shown


@pytest.mark.spec("ANS-9")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Wie lange ist die Kündigungsfrist der Acme Ltd?",
            "Eine eindeutige Antwort wurde in der Wissensbasis nicht gefunden",
        ),
        ("Quel est le délai de résiliation chez Acme Ltd ?", "Aucune réponse certaine n’a été trouvée"),
        ("¿Cuál es el plazo de preaviso de Acme Ltd?", "No se halló una respuesta definitiva"),
        ("What is the notice period of Acme Ltd?", "A definitive answer was not found in the knowledge base"),
    ],
)
def test_a_no_answer_is_in_the_questions_language(ask: Ask, question: str, said: str) -> None:
    report = ask([LEASE], question)
    assert report.answer is None
    assert report.conclusion.startswith(said)
    assert report.closest_documents
    assert report.suggested_next_actions


@pytest.mark.spec("EVI-5", "ANS-5")
def test_nothing_is_cited_when_there_is_no_evidence_at_all(ask: Ask) -> None:
    report = ask([document("Notice", "Lunch is at noon.")], RENT)
    assert report.answer is None
    assert "£" not in report.conclusion


@pytest.mark.spec("CRI-13", "ANS-10")
def test_text_of_documents_becomes_no_markup_in_the_conclusion(ask: Ask) -> None:
    hostile = "The yearly rent of the hall is £48,000 <script>alert(1)</script> [pay](http://evil.example) **now**."
    shown = render(ask([document("Lease", hostile, updated_at="2026-05-01")], RENT))
    assert "£48,000" in shown
    assert "[pay](" not in shown
    assert "\\<script\\>" in shown
    assert "**now**" not in shown


@pytest.mark.spec("ANS-9")
@pytest.mark.parametrize(
    ("question", "step"),
    [
        (
            "What is the meal allowance of Norvale GmbH?",
            "Ask again in German: the closest document is in that language.",
        ),
        ("Wie hoch ist der Essenszuschuss der Norvale GmbH?", None),
    ],
)
def test_a_question_in_another_language_than_the_documents_is_to_be_asked_in_theirs(
    ask: Ask, question: str, step: str | None
) -> None:
    text = "Der Zuschuss zum Essen wird mit dem Lohn für den Monat gezahlt. Er gilt für alle und wird von der Firma getragen."
    report = ask([document("Mitteilung", text, "Norvale GmbH")], question)
    assert report.answer is None
    assert (step in report.suggested_next_actions) is (step is not None)


@pytest.mark.spec("EVI-7", "EVI-8", "CON-4")
def test_a_superseded_version_that_speaks_of_the_same_is_named_as_found_and_left_out(ask: Ask) -> None:
    old = document("Old notice", "The yearly rent of the hall is £41,000.", updated_at="2025-01-10")
    new = document(
        "Notice", "The yearly rent of the hall is £48,000.", updated_at="2026-04-20", supersedes=["old notice"]
    )
    other = document(
        "Letter", "The lamps of the hall were cleaned.", updated_at="2024-04-20", effective_to="2025-04-20"
    )
    report = ask([old, new, other], RENT)
    assert report.sufficient
    assert "£41,000" not in report.conclusion
    assert [(disclosure.kind, disclosure.subject) for disclosure in report.disclosures] == [
        ("superseded", "Old notice of Acme Ltd")
    ]
    assert (
        "No longer in force: Old notice of Acme Ltd: what it states about this was found, but left out; "
        "a later version or document has replaced it" in render(report)
    )


@pytest.mark.spec("EVI-7")
def test_a_version_that_did_not_hold_yet_is_named_as_such_where_it_was_left_out(ask: Ask) -> None:
    now = document("Notice", "The yearly rent of the hall is £48,000.", updated_at="2026-04-20")
    then = document("New notice", "The yearly rent of the hall is £52,000.", effective_from="2027-01-01")
    report = ask([now, then], RENT)
    assert "£52,000" not in report.conclusion
    (found,) = [disclosure for disclosure in report.disclosures if disclosure.subject == "New notice of Acme Ltd"]
    assert found.reason == "what it states about this was found, but left out; it is in force only from 1 January 2027"


@pytest.mark.spec("SUB-12")
@pytest.mark.parametrize("question", ["Acme", "What does the lease say?"])
def test_a_question_that_names_something_is_not_refused_for_naming_nothing(ask: Ask, question: str) -> None:
    report = ask([LEASE], question)
    assert report.stop_reason == "ambiguous_question"
    assert report.conclusion.startswith("The question names “")
    assert "does not say what you want to know about it" in report.conclusion
    assert report.suggested_next_actions[0].startswith("Say what you want to know of “")


@pytest.mark.spec("SUB-12")
def test_every_question_that_is_suggested_is_one_that_is_answered_with_the_sentence_it_was_made_of(ask: Ask) -> None:
    handbook = document("Handbook", "The canteen is open from 11:00 to 14:00. The Customer is named on the cover.")
    report = ask([LEASE, handbook], "How does it work?")
    offered = [action.removeprefix("Ask, for instance: ") for action in report.suggested_next_actions]
    assert "What is the yearly rent of the hall of Acme Ltd?" in offered
    for question in offered:
        assert ask([], question).sufficient, question


@pytest.mark.spec("SUB-12")
def test_nothing_is_suggested_where_nothing_tried_is_answered(ask: Ask) -> None:
    scraps = document("Scraps", "## Oddments\n\nwell, well\n\n## Ends\n\nso so")
    report = ask([scraps], "How does it work?")
    assert report.suggested_next_actions == ("Name the company, document, person or topic that the question is about.",)


@pytest.mark.spec("EVI-8", "ANS-9")
@pytest.mark.parametrize(
    ("name", "named"),
    [("scans/0412.pdf", False), ("scans/rent-of-the-hall.pdf", True), ("leases/0412.pdf", True)],
)
def test_an_unread_document_is_a_next_step_only_where_it_could_bear_on_the_question(
    tmp_path: Path, name: str, named: bool
) -> None:
    docs = tmp_path / "docs"
    for file, text in (
        (
            "leases/hall.md",
            "# Lease of Acme Ltd\n\nAcme Ltd rents the hall. The yearly rent of the barn of Acme Ltd is £500.",
        ),
        (name, ""),
    ):
        (docs / file).parent.mkdir(parents=True, exist_ok=True)
        (docs / file).write_text(text, encoding="utf-8")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest([docs])
        report = build_graph(kb, Settings()).invoke({"question": RENT, "as_of": "2026-05-15"})["report"]
    assert name in [disclosure.subject for disclosure in report.disclosures]
    assert any(name in action for action in report.suggested_next_actions) == named


@pytest.mark.spec("CON-1")
def test_what_only_shares_words_with_the_answer_contradicts_nothing(ask: Ask) -> None:
    letters = document(
        "Letters", "Letters of the yearly fair must be kept for three years; the hall has a shelf for them."
    )
    schedule = document("Schedule", "Contracts with the hall are kept for 12 years.")
    report = ask([schedule, letters], "How long are contracts with the hall of Acme Ltd kept?")
    assert report.conflicts == ()
    assert "12 years" in report.conclusion
