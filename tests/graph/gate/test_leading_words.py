"""A name that begins those of several organisations: the question is asked back, and their values are no conflict (SPEC SUB-8)."""

from pathlib import Path
from typing import Any

import pytest
from good_model import fence_of
from model_answers import Answer, anchor, draft, judged, judged_step, plan, step, written
from scripted_roles import quotes, run, supported

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph

NAMES = [f"Tarn {name} GmbH" for name in ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta")]
QUESTION = "What was the revenue of Tarn?"
WRITTEN = {
    "manifest": lambda name, made: {"entity": name, "title": "Figures", "text": f"The revenue of {name} was {made}."},
    "short name": lambda name, made: {"entity": name, "title": "Figures", "text": f"The revenue of Tarn was {made}."},
    "title": lambda name, made: {"title": f"{name} Annual Report 2023", "text": f"Revenue was {made}."},
    "name as title": lambda name, made: {"title": name, "text": f"The revenue of Tarn was {made}."},
    "term": lambda name, made: {
        "title": f"{name} annual report",
        "text": f"{name} (“Tarn”). The revenue of Tarn was {made}.",
    },
}


def documents(form: str, count: int = len(NAMES)) -> list[dict[str, Any]]:
    return [
        {"id": name, "kind": "primary", **WRITTEN[form](name, f"EUR {number + 10} million")}
        for number, name in enumerate(NAMES[:count])
    ]


def ask(folder: Path, texts: list[dict[str, Any]], question: str = QUESTION) -> EvidenceReport:
    with KnowledgeBase.open(folder / "kb") as kb:
        assert kb.ingest_texts(texts).ok
        report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("SUB-8", "SUB-12")
@pytest.mark.parametrize("count", [2, 6])
@pytest.mark.parametrize("form", WRITTEN)
def test_leading_words_of_several_organisations_are_asked_back_with_their_names(
    tmp_path: Path, form: str, count: int
) -> None:
    report = ask(tmp_path, documents(form, count))
    assert (report.stop_reason, report.answer, report.conflicts) == ("ambiguous_question", None, ())
    assert report.conclusion.startswith("“Tarn” may mean ")
    assert all(name in report.conclusion for name in NAMES[:count])
    assert "million" not in report.conclusion


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize("form", WRITTEN)
def test_leading_words_of_one_organisation_are_a_disclosed_assumption(tmp_path: Path, form: str) -> None:
    report = ask(tmp_path, documents(form, 1))
    assert report.terminal_state == "CONCLUDED"
    assert "10 million" in report.conclusion
    assert report.conflicts == ()


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize("form", ["manifest", "title"])
def test_the_whole_name_of_one_of_them_is_answered_from_its_document(tmp_path: Path, form: str) -> None:
    report = ask(tmp_path, documents(form), "What was the revenue of Tarn Beta?")
    assert report.sufficient
    assert "11 million" in report.conclusion


@pytest.mark.spec("SUB-13")
def test_beside_a_known_organisation_the_undecided_name_is_missing_and_its_meanings_are_disclosed(
    tmp_path: Path,
) -> None:
    pell = {
        "id": "p",
        "kind": "primary",
        "entity": "Pell AG",
        "title": "Pell",
        "text": "The revenue of Pell AG was EUR 3 million.",
    }
    report = ask(tmp_path, [*documents("short name"), pell], "What was the revenue of Pell AG and Tarn?")
    assert report.terminal_state == "CONCLUDED"
    assert "ambiguous_subject" in report.risk_signals
    assert (report.sufficient, report.conflicts) == (False, ())
    assert [candidate.name for candidate in report.candidate_subjects] == ["Pell AG"]
    (note,) = [note for note in report.disclosures if note.subject == "Tarn"]
    assert all(name in note.reason for name in NAMES)


@pytest.mark.spec("SUB-8", "VER-2")
def test_a_model_does_not_choose_among_them(tmp_path: Path) -> None:
    stated = "The revenue of Tarn was EUR 12 million."

    def say(role: str, shown: str) -> Answer:
        return {
            "analyst": lambda: plan(
                [anchor("Tarn", kind="organisation")], [step("the revenue of Tarn", words=["revenue"])]
            ),
            "gate_judge": lambda: {"subjects": []},
            "extractor": lambda: quotes(shown, (stated, ("s1",))),
            "critic": lambda: judged(judged_step("s1", fence_of("E", stated, shown))),
            "generator": lambda: draft(written(stated, fence_of("E", stated, shown))),
            "auditor": lambda: supported(shown),
        }[role]()

    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest_texts(documents("short name")).ok
        report, roles = run(kb, QUESTION, say)
    assert (report.stop_reason, report.answer) == ("ambiguous_question", None)
    assert "extractor" not in roles
    assert all(name in report.conclusion for name in NAMES)
