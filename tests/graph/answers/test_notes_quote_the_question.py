"""The notes and reasons of a refusal quote the question only in its own words. The company is made up."""

from pathlib import Path

import pytest

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph

REPORT = """# Norvale Foods plc Annual Report 2023

## Results

Net interest income was £192.7 million in 2023, an increase of 21.0% from 2022.

Adjusted non-GAAP EBITDA rose. The plan for fiscal 2024 is new.

| £m | 2023 | 2022 |
|---|---|---|
| Revenue | 410 | 390 |
| Goodwill | 40 | 40 |
"""


def ask(folder: Path, question: str) -> EvidenceReport:
    (folder / "files").mkdir()
    (folder / "files" / "report.md").write_text(REPORT)
    with KnowledgeBase.open(folder / "kb") as kb:
        assert kb.ingest([folder / "files"]).ok
        report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("How many employees did Norvale Foods have at the end of 2023?", True),
        ("What drove the increase in net interest income at Norvale Foods in 2023?", False),
        ("What total dividend per share did Norvale Foods declare for 2023?", False),
    ],
)
def test_a_note_on_missing_rows_names_only_a_thing_of_the_question(tmp_path: Path, question: str, quoted: bool) -> None:
    notes = [note.reason for note in ask(tmp_path, question).disclosures if "no table row found" in note.reason]
    assert bool(notes) is quoted
    assert all(note.split("“")[1].rstrip("”") in question for note in notes)


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("question", "unstated"),
    [
        ("What was the adjusted EBITDA of Norvale Foods in Tarnley?", "Tarnley"),
        ("Does the plan of Norvale Foods for FY2024 resemble that of NorvaleFoods?", ""),
        ("What was the Adjusted Non GAAP EBITDA of Norvale Foods in 2023?", ""),
    ],
)
def test_a_refusal_names_only_a_premise_that_no_passage_found_states(
    tmp_path: Path, question: str, unstated: str
) -> None:
    report = ask(tmp_path, question)
    given = f"{report.conclusion} {report.suggested_next_actions}"
    assert (f"states “{unstated}”" in given) is bool(unstated)
    assert ("takes for granted" in given) is bool(unstated)
