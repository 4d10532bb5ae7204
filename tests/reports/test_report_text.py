"""The text a person reads, as Markdown and on a terminal: confidence, the answer, its sources, what weakens it."""

import re

import pytest

from pincite import EvidenceReport, render
from pincite.evidence.report.evidence_report import Disclosure
from pincite.terminal import shown_report


@pytest.mark.spec("ANS-3")
def test_confidence_stands_first_then_answer_then_sources(conflict: EvidenceReport) -> None:
    shown = render(conflict)
    places = [shown.index(text) for text in ("**Confidence: low**", "£48,000", "**Sources**")]
    assert places == sorted(places)


@pytest.mark.spec("ANS-3")
def test_a_source_is_named_by_title_place_and_file_with_its_quote(remote: EvidenceReport) -> None:
    shown = render(remote)
    assert "[1] Handbook of Tarnholm Ltd" in shown
    assert re.search(r"page 2, § 2\. Remote work, lines \d+–\d+, `handbook\.pdf`", shown)
    assert "> An employee of Tarnholm Ltd may work from home on up to three days" in shown


@pytest.mark.spec("CON-2")
def test_both_sides_of_a_conflict_are_shown_with_their_sources(conflict: EvidenceReport) -> None:
    shown = render(conflict)
    assert "£48,000" in shown
    assert "£52,000" in shown
    for title in ("Lease of Tarnholm Ltd", "Minutes of the board of Tarnholm Ltd"):
        assert title in shown


@pytest.mark.spec("SUB-6", "ANS-9")
def test_a_refusal_shows_its_near_misses_and_what_to_do(refusal: EvidenceReport) -> None:
    shown = render(refusal)
    assert "Near-misses, not used" in shown
    assert "Ines Orrin" in shown
    assert "**What to do next**" in shown
    assert "**Sources**" not in shown


@pytest.mark.spec("EVI-8")
def test_what_weakens_an_answer_is_named_and_the_rest_of_the_ledger_counted(notice: EvidenceReport) -> None:
    ledger = (
        Disclosure(kind="stale", subject="Old rules", reason="400 days old"),
        Disclosure(kind="dropped", subject="a", reason="b"),
        Disclosure(kind="dropped", subject="c", reason="d"),
    )
    shown = render(notice.model_copy(update={"disclosures": ledger}))
    assert "- Old source: Old rules: 400 days old" in shown
    assert "things left out (2)" in shown


@pytest.mark.spec("CRI-13")
def test_a_title_or_quote_makes_no_markup(notice: EvidenceReport) -> None:
    hostile = "[click](http://evil.example) <script>alert(1)</script> **bold** `code`"
    citation = notice.citations[0].model_copy(update={"title": hostile, "quote": hostile})
    shown = render(notice.model_copy(update={"citations": (citation,)}))
    assert "[click](" not in shown
    assert "<script>" not in shown.replace("\\<", "")


def test_names_of_files_stay_as_they_are_and_emphasis_of_a_document_is_none(remote: EvidenceReport) -> None:
    noted = Disclosure(kind="note", subject="notes_of_2025_v2.pdf", reason="_urgent_ and *new* __all__")
    shown = render(remote.model_copy(update={"disclosures": (noted,)}))
    assert r"notes_of_2025_v2.pdf: \_urgent\_ and \*new\* \_\_all\_\_" in shown


@pytest.mark.spec("CRI-13")
def test_plain_text_shows_a_quote_verbatim_and_a_control_character_as_its_picture(notice: EvidenceReport) -> None:
    quote = '<?xml version="1.0"?> `a_b` [x] \x1b[31mred'
    citation = notice.citations[0].model_copy(update={"quote": quote})
    shown = render(notice.model_copy(update={"citations": (citation,)}), "text")
    assert '“<?xml version="1.0"?> `a_b` [x] \u241b[31mred”' in shown


@pytest.mark.spec("ANS-3")
def test_plain_text_has_the_words_of_the_markdown_without_its_markup(refusal: EvidenceReport) -> None:
    shown = render(refusal, "text")
    assert "What to do next\n\n- " in shown
    assert "**" not in shown


def test_a_terminal_gets_lines_no_wider_than_its_window(
    conflict: EvidenceReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = shown_report(conflict)
    assert max(map(len, shown.splitlines())) <= 60
    assert " ".join(render(conflict, "text").split()) == " ".join(shown.split())


def test_a_pipe_gets_markdown(conflict: EvidenceReport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert shown_report(conflict) == render(conflict, "markdown")
