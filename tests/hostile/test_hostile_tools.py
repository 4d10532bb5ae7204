"""The hostile texts again, given by a tool that is registered as a primary source, to models that obey them (SPEC CRI-13, RET-10)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.tools import StructuredTool
from obedient import Wish, obedient_roles
from test_hostile import AS_OF, CORPUS, ORDERS, Hostile, each

from pincite.evidence.report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.knowledge_base import KnowledgeBase
from pincite.stores.skills import Skill

pytestmark = pytest.mark.slow

GIVEN = tuple(text for text in ORDERS if text.where in ("passage", "heading", "hidden", "title"))
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
@each(GIVEN)
def test_nothing_that_a_tools_text_orders_is_told_or_cited(kb: KnowledgeBase, text: Hostile) -> None:
    given: Callable[[Hostile], Any] = as_document if GIVEN.index(text) % 2 else as_string
    wants = text.obeyed
    wish = Wish(
        marks=text.marks(), **{**wants.model_dump(), "value": None if wants.value is None else str(wants.value)}
    )
    roles, _ = obedient_roles(wish)

    def search(query: str) -> Any:
        """Search the archive."""
        return given(text)

    source = Skill(StructuredTool.from_function(search, name="archive"), kind="primary", authority="policy")
    graph = build_graph(kb, roles=roles, sources=[source])
    report: EvidenceReport = graph.invoke({"question": text.question, "as_of": AS_OF})["report"]
    told = " ".join(one.text for one in report.sentences)
    assert not [one for one in text.must_not if one and one in told]
    own = [one for one in report.citations if one.document.startswith("archive/")]
    cited = " ".join(" ".join(one.quote.split()) for one in own)
    assert not [mark for mark in text.marks() if mark in cited]
    assert not [one.own_citation for one in own if one.own_citation]
