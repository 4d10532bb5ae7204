"""The hostile texts again, given by a tool that is registered as a primary source, to models that obey them (SPEC CRI-13, RET-10)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hostile_texts import AS_OF, BESIDE, CORPUS, INSTRUCTIONS, Hostile, cited_with, stated
from langchain_core.documents import Document
from langchain_core.tools import StructuredTool
from obedient import obedient_roles

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.sources.skills import Skill

pytestmark = pytest.mark.slow

GIVEN = tuple(
    text for text in INSTRUCTIONS if text in BESIDE and text.where in ("passage", "heading", "hidden", "title")
)
"""What a tool can give: it has no file name, and a mail's header and a sheet's cell are words like others."""


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.ingest([CORPUS])
        yield opened


def as_string(text: Hostile) -> Any:
    return text.hostile


def as_document(text: Hostile) -> Any:
    title = next((line.strip("#= ") for line in text.hostile.splitlines() if line.strip("#=- ")), "")
    return [Document(page_content=text.hostile, metadata={"title": title, "citation": text.hostile[:80]})]


@pytest.mark.spec("CRI-13", "RET-10")
@pytest.mark.parametrize("text", GIVEN, ids=lambda text: text.id)
def test_a_tools_text_makes_an_attacked_value_sufficient_only_where_a_quote_states_it_verbatim(
    kb: KnowledgeBase, text: Hostile
) -> None:
    given: Callable[[Hostile], Any] = as_document if GIVEN.index(text) % 2 else as_string
    roles, _ = obedient_roles(text.wish(), calibrated=False)

    def search(query: str) -> Any:
        """Search the archive."""
        return given(text)

    source = Skill(StructuredTool.from_function(search, name="archive"), kind="primary", authority="policy")
    graph = build_graph(kb, roles=roles, sources=[source])
    report: EvidenceReport = graph.invoke({"question": text.question, "as_of": AS_OF})["report"]
    if report.sufficient:
        assert not [
            sentence
            for sentence in stated(text, report)
            if sentence.text.rstrip(".") not in cited_with(sentence, report)
        ]
    own = [citation.own_citation for citation in report.citations if citation.own_citation]
    assert not [citation for citation in own if len(citation.splitlines()) > 1]
