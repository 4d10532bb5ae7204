"""A quote with words left out is kept as the whole stretch of the source, so that all of it can be cited."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite import EvidenceReport, KnowledgeBase, build_graph
from pincite.evidence.model.evidence import Proposal
from pincite.evidence.quotes.locate import locate
from pincite.nodes.verify_evidence import LONGEST_STRETCH
from pincite.roles.extractive.extractive_roles import extractive_roles

FEE = "The yearly fee of Acme Ltd is £48,000"
LIMIT = "it rises by no more than 3% a year."
TEXT = f"{FEE}, payable in advance on the first of May, and {LIMIT}"


def quoting(quote: str) -> Any:
    def extract(given: Any) -> tuple[Proposal, ...]:
        fact, passage = given.required_facts[0], given.passages[0]
        return (
            Proposal(fact_id=fact.fact_id, claim=quote, quote=quote, passage_id=passage.passage_id, value="£48,000"),
        )

    extract.name = "scripted"  # type: ignore[attr-defined]
    return extract


def asked(folder: Path, quote: str) -> EvidenceReport:
    with KnowledgeBase.open(folder) as kb:
        kb.ingest_texts([{"id": "lease", "title": "Lease of Acme Ltd", "entity": "Acme Ltd", "text": TEXT}])
        graph = build_graph(kb, roles=replace(extractive_roles(), extractor=quoting(quote)))
        report: EvidenceReport = graph.invoke(
            {"question": "What is the yearly fee of Acme Ltd?", "as_of": "2026-05-15"}
        )["report"]
        return report


@pytest.mark.spec("EVI-1", "EVI-2")
def test_both_pieces_of_a_quote_with_an_ellipsis_are_cited_in_the_sources_own_words(tmp_path: Path) -> None:
    report = asked(tmp_path, f"{FEE} … {LIMIT}")
    assert [unit.span.quote for unit in report.evidence] == [TEXT]
    assert report.citations[0].quote == TEXT


@pytest.mark.spec("EVI-2")
def test_pieces_that_do_not_stand_there_in_order_are_no_quote(tmp_path: Path) -> None:
    report = asked(tmp_path, f"{LIMIT} … {FEE}")
    assert report.evidence == ()
    assert {one.code for one in report.rejected_evidence} == {"quote_not_found"}


def test_a_stretch_longer_than_a_paragraph_is_cut_to_its_first_piece() -> None:
    text = f"{FEE}. {'Words between. ' * (LONGEST_STRETCH // 10)}{LIMIT}"
    found = locate(f"{FEE} … {LIMIT}", text)
    assert found is not None
    start, end = found.stretch(LONGEST_STRETCH)
    assert text[start:end] == FEE
