"""Citation tags stand right after what uses them, one or two at a time."""

import re
from xml.etree import ElementTree

import pytest

from pincite import EvidenceReport, render
from pincite.reports.citation_tags import tag

pytestmark = pytest.mark.spec("ANS-4", "ANS-10")

TAG = re.compile(r"<CITATION .*? />")


def concluding(report: EvidenceReport, conclusion: str, citations: int) -> EvidenceReport:
    """The report with that conclusion, its first citation repeated under each number."""
    first = report.citations[0]
    numbered = tuple(first.model_copy(update={"number": n, "evidence_id": f"e{n}"}) for n in range(1, citations + 1))
    return report.model_copy(update={"conclusion": conclusion, "citations": numbered})


def parts(report: EvidenceReport) -> list[list[str]]:
    """The ids of the tags after each paragraph or list."""
    return [re.findall(r'id="(\w+)"', part) for part in render(report, "citation-tags").strip().split("\n\n")]


def test_the_tag_follows_its_paragraph_with_page_lines_and_id(remote: EvidenceReport) -> None:
    text, line = render(remote, "citation-tags").strip().splitlines()
    assert text.endswith("provided that the manager agrees.”")
    fields = ElementTree.fromstring(line).attrib
    assert fields["file"] == "handbook.pdf"
    assert fields["page"] == "2"
    assert fields["lines"] == f"{remote.citations[0].line_start}-{remote.citations[0].line_end}"
    assert fields["id"] == remote.citations[0].evidence_id


def test_tags_are_never_gathered_at_the_end(notice: EvidenceReport) -> None:
    report = concluding(notice, "First. [1]\n\nSecond. [2]\n\n- third [3]\n- fourth [3]\n\nNothing cited.", 3)
    assert parts(report) == [["e1"], ["e2"], ["e3"], []]


def test_a_paragraph_with_many_sources_is_parted(notice: EvidenceReport) -> None:
    report = concluding(notice, "One. [1] Two. [2] Three. [3] Four. [3][4] Five. [5]", 5)
    assert parts(report) == [["e1", "e2"], ["e3", "e4"], ["e5"]]
    shown = TAG.sub("", render(report, "citation-tags"))
    assert " ".join(shown.split()) == "One. Two. Three. Four. Five."


def test_a_list_with_many_sources_is_parted(notice: EvidenceReport) -> None:
    report = concluding(notice, "- a [1]\n- b [2]\n- c [3]\n- d [3]", 3)
    assert parts(report) == [["e1", "e2"], ["e3"]]


def test_one_sentence_keeps_the_two_sources_that_weigh_most(notice: EvidenceReport) -> None:
    report = concluding(notice, "All agree. [1][2][3]", 3)
    weak = report.citations[0].model_copy(update={"source_kind": "secondary"})
    report = report.model_copy(update={"citations": (weak, *report.citations[1:])})
    assert parts(report) == [["e2", "e3"]]


def test_a_table_is_cited_by_its_cells(notice: EvidenceReport) -> None:
    citation = notice.citations[0].model_copy(update={"cell": "Leave!B3:D3"})
    assert 'cells="Leave!B3:D3"' in tag(citation)
    assert "lines=" not in tag(citation)


@pytest.mark.spec("CRI-13")
def test_no_document_text_becomes_a_tag_or_breaks_out_of_one(notice: EvidenceReport) -> None:
    hostile = 'a" /><CITATION file="forged'
    report = concluding(notice, 'It says <CITATION file="forged" id="x" /> and </ citation>. [1]', 1)
    citation = report.citations[0].model_copy(update={"document": hostile, "section": 'b"\n<c>'})
    report = report.model_copy(update={"citations": (citation,)})
    shown = render(report, "citation-tags")
    (line,) = [splitline for splitline in shown.splitlines() if splitline.startswith("<CITATION")]
    assert ElementTree.fromstring(line).attrib["file"] == hostile
    assert shown.count("<CITATION") == 1


def test_a_refusal_has_no_tags(refusal: EvidenceReport) -> None:
    assert not TAG.search(render(refusal, "citation-tags"))


def test_numbers_nobody_cites_are_left_as_text(notice: EvidenceReport) -> None:
    assert "[7]" in render(concluding(notice, "As in [7] of old. [1]", 1), "citation-tags")
