"""Sentences of the conclusion are places to link to, also where citation numbers stand between their clauses."""

import pytest

from pincite import EvidenceReport
from pincite.evidence.report.evidence_report import Sentence
from pincite.reports.blocks import blocks
from pincite.reports.html.inline import Inline


def told(report: EvidenceReport, sentence: str, conclusion: str) -> EvidenceReport:
    held = (Sentence(text=sentence, part="direct", citations=(1, 2)),)
    return report.model_copy(update={"sentences": held, "conclusion": conclusion})


@pytest.mark.spec("REP-3", "ANS-3")
@pytest.mark.parametrize(
    "conclusion",
    [
        "The fee is £5 and the term is two years. [1][2]",
        "The fee is £5 [1] and the term is two years [2].",
        "Caution: old. The fee is £5 [1] and the term is two years [2].",
    ],
)
def test_a_sentence_is_found_with_and_without_numbers_in_it(notice: EvidenceReport, conclusion: str) -> None:
    report = told(notice, "The fee is £5 and the term is two years.", conclusion)
    inline = Inline(report, {1: "Lease", 2: "Minutes"}, prefix="r7-")
    shown = str(inline.blocks(blocks(conclusion)))
    assert inline.placed == {1}
    assert 'id="r7-s1">The fee is £5' in shown
    assert shown.count('href="#r7-c1"') == 1
    assert shown.count('href="#r7-c2"') == 1


@pytest.mark.spec("REP-3")
def test_a_number_in_a_documents_own_words_stays_what_it_is(notice: EvidenceReport) -> None:
    report = told(notice, "See note [1] of the lease.", "See note [1] of the lease. [2]")
    shown = str(Inline(report, {1: "Lease", 2: "Minutes"}).blocks(blocks(report.conclusion)))
    assert "See note [1] of the lease." in shown
    assert 'href="#c1"' not in shown
