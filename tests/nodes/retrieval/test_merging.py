from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.nodes.retrieval.merging import joined
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.snapshot import Hit


@pytest.fixture(scope="module")
def hits(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Hit]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as kb:
        kb.ingest_texts({"id": f"{n}", "text": f"The fee of letter {n}."} for n in range(12))
        return sorted(kb.search("fee", limit=12), key=lambda hit: int(hit.document.path))


@pytest.mark.spec("RET-6")
@given(
    st.lists(st.integers(0, 11), unique=True), st.lists(st.integers(0, 11), unique=True), st.lists(st.integers(0, 4), min_size=12, max_size=12)
)  # fmt: skip
def test_what_an_addition_finds_overtakes_only_what_says_less_of_the_question(
    hits: Sequence[Hit], own: list[int], added: list[int], says: list[int]
) -> None:
    def said(hit: Hit) -> int:
        return says[int(hit.document.path)]

    found = joined([hits[n] for n in own], [hits[n] for n in added], said)
    order = [int(hit.document.path) for hit in found]
    assert [n for n in order if n in own] == own
    assert sorted(order) == sorted({*own, *added})
    for place, new in enumerate(order):
        if new not in own:
            assert all(says[behind] < says[new] for behind in order[place:] if behind in own)
