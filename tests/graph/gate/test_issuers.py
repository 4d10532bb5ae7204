"""Reports, minutes and rules of one organisation, which speak of its officers without its name (SPEC SUB-3)."""

from pathlib import Path

import pytest

from pincite import EvidenceReport, KnowledgeBase, Settings, build_graph

ANNUAL = """# Tarn SE Annual Report 2023

## Letter

2023 was a year of steady progress. Chief Executive Officer Mara Olt signed the report on 3 March 2024.

## Audit

Harrow & Pell LLP was the auditor.
"""
SIGNED = """# Tarn SE Annual Report 2023

## Audit

In our opinion the accounts give a true and fair view.

Harrow & Pell LLP, Auditor

## Signatures

Mara Olt
Chief Executive Officer
"""
LETTER = """# Tarn SE Annual Report 2023

## Letter to shareholders

Freight rates rose.

Mara Olt, Chief Executive Officer

## Audit

The financial statements for 2023 were audited by Harrow & Pell LLP, Leeds.
"""
SUSTAINABILITY = """# Sustainability Report 2023

Tarn SE

As Chief Executive Officer, Mara Olt is responsible for climate targets. Our auditor, Harrow & Pell LLP, agreed.
"""
MINUTES = """# Minutes of the board meeting of Tarn SE

Mara Olt, Chief Executive Officer, opened the meeting. The auditor, Harrow & Pell LLP, took part.
"""
HANDBOOK = """# Tarn SE Employee Handbook

Our Chief Executive Officer is Mara Olt. Our auditor is Harrow & Pell LLP.
"""
DOCUMENTS = {
    "annual.md": ANNUAL,
    "signed.md": SIGNED,
    "letter.md": LETTER,
    "sustainability.md": SUSTAINABILITY,
    "minutes.md": MINUTES,
    "handbook.md": HANDBOOK,
    "page.html": f"<html><body><h1>Tarn SE Interim Report 2023</h1><p>{HANDBOOK.splitlines()[2]}</p></body></html>",
}


def ask(folder: Path, name: str, text: str, question: str) -> EvidenceReport:
    (folder / "files").mkdir()
    (folder / "files" / name).write_text(text)
    with KnowledgeBase.open(folder / "kb") as kb:
        assert kb.ingest([folder / "files"]).ok
        report: EvidenceReport = build_graph(kb, Settings()).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("SUB-3", "SUB-9")
@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who is the chief executive officer of Tarn SE?", "Mara Olt"),
        ("Who is the Chief Executive Officer of Tarn?", "Mara Olt"),
        ("Who audited Tarn SE?", "Harrow & Pell LLP"),
    ],
)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_an_officer_in_an_organisations_own_document_is_its_officer(
    tmp_path: Path, name: str, question: str, holder: str
) -> None:
    report = ask(tmp_path, name, DOCUMENTS[name], question)
    assert report.terminal_state == "CONCLUDED"
    assert [candidate.name for candidate in report.candidate_subjects] == [holder]
    assert holder in report.conclusion


@pytest.mark.spec("SUB-9", "SUB-10")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_role_that_nobody_holds_there_is_what_is_missing_and_not_the_organisation(tmp_path: Path, name: str) -> None:
    report = ask(tmp_path, name, DOCUMENTS[name], "Who is the Chief Information Officer of Tarn SE?")
    assert report.conclusion.startswith(
        "No document in the knowledge base names the chief information officer of Tarn SE."
    )


@pytest.mark.spec("SUB-4", "SUB-10")
def test_a_role_at_an_organisation_without_documents_is_asked_of_that_organisation(tmp_path: Path) -> None:
    report = ask(tmp_path, "annual.md", ANNUAL, "Who is the Chief Executive Officer of Pell Boats Ltd?")
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert report.conclusion.startswith(
        "Nothing in the knowledge base shows who the chief executive officer of Pell Boats Ltd is."
    )


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    "text",
    [
        ANNUAL.replace("Mara Olt signed", "Mara Olt of Pell Ltd signed"),
        ANNUAL.replace("# Tarn SE Annual Report 2023", "# Report on Tarn SE"),
        ANNUAL.replace("# Tarn SE Annual Report 2023", "# Services agreement of Tarn SE and Pell Ltd"),
    ],
    ids=["another organisation", "a report by others", "two parties"],
)
def test_an_officer_without_an_organisation_is_nobodys_where_another_may_be_meant(tmp_path: Path, text: str) -> None:
    report = ask(tmp_path, "doc.md", text, "Who is the chief executive officer of Tarn SE?")
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert report.answer is None


@pytest.mark.spec("SUB-4")
@pytest.mark.parametrize(
    "text",
    [
        "| Owner | Head of People |\n|---|---|\n| Review | May |\n\nThe Head of People reviews this policy.",
        "Exceptions are decided by the Head of People. Ann Lee keeps the minutes.",
        "Owner: Head of People\n\nThe Head of Sales, Ann Lee, agrees with the Head of People.",
    ],
)
def test_the_name_of_a_role_is_not_its_holder(tmp_path: Path, text: str) -> None:
    report = ask(tmp_path, "policy.md", f"# Tarn SE Leave Policy\n\n{text}\n", "Who is the Head of People of Tarn SE?")
    assert report.terminal_state == "SUBJECT_NOT_FOUND"
    assert report.candidate_subjects == ()


@pytest.mark.spec("SUB-3", "RET-6")
def test_a_table_of_the_board_is_shown_for_the_abbreviation_of_the_role_it_states(tmp_path: Path) -> None:
    text = """# Tarn plc Annual Report and Accounts 2023/24

## Board

| Director | Role | Meetings |
|---|---|---|
| Owen Marsh | Chair | 9 of 9 |
| Mara Olt | Chief executive (from 1 October 2023) | 9 of 9 |
"""
    report = ask(tmp_path, "annual.md", text, "Who is the CEO of Tarn?")
    assert any("Mara Olt" in citation.quote for citation in report.citations)


SOCIETY = """# Minutes of the Wexcombe Allotment Society

Meeting of 14 May 2024

Present: Greta Holm (Chair), Tom Okafor (Treasurer), Priya Nair, Jon Bell

Guests: Ida Lind (President, Kingsbury Choir)
"""


@pytest.mark.spec("SUB-3", "SUB-4")
@pytest.mark.parametrize(
    ("role", "holders"), [("treasurer", ["Tom Okafor"]), ("chair", ["Greta Holm"]), ("president", [])]
)
def test_who_attends_a_society_by_its_minutes_with_a_role_has_it_there(
    tmp_path: Path, role: str, holders: list[str]
) -> None:
    report = ask(tmp_path, "minutes.md", SOCIETY, f"Who is the {role} of the Wexcombe Allotment Society?")
    assert [candidate.name for candidate in report.candidate_subjects] == holders


@pytest.mark.spec("SUB-4", "SUB-9")
def test_the_treasurer_of_a_society_without_documents_is_not_found(tmp_path: Path) -> None:
    report = ask(tmp_path, "minutes.md", SOCIETY, "Who is the treasurer of the Kingsbury Choir?")
    assert report.terminal_state == "SUBJECT_NOT_FOUND"


@pytest.mark.spec("SUB-3", "SUB-4")
@pytest.mark.parametrize(
    ("first_line", "found"),
    [("Wexcombe Allotment Society", True), ("Kingsbury Choir", False), ("To whom it concerns", False)],
)
def test_the_first_line_of_minutes_gives_the_society_whose_they_are(
    tmp_path: Path, first_line: str, found: bool
) -> None:
    text = (
        f"{first_line}\nMinutes of the meeting of 14 May 2024\n\nPresent: Greta Holm (Chair), Tom Okafor (Treasurer)\n"
    )
    report = ask(tmp_path, "minutes.txt", text, "Who is the treasurer of the Wexcombe Allotment Society?")
    assert [candidate.name for candidate in report.candidate_subjects] == (["Tom Okafor"] if found else [])


@pytest.mark.spec("SUB-4", "SUB-6")
def test_lines_of_roles_and_names_are_read_line_by_line(tmp_path: Path) -> None:
    text = "# Kingsbury Choir newsletter\n\n## Committee\n\nChair: Ada Lind\nTreasurer: Omar Fadl\nWelfare officer: Ruth Pike\n"
    report = ask(tmp_path, "news.md", text, "Who is the treasurer of the Kingsbury Choir?")
    assert [candidate.name for candidate in report.candidate_subjects] == ["Omar Fadl"]
    assert "Ada Lind" not in {near.name for near in report.rejected_candidates if near.failed_condition == "parent"}
