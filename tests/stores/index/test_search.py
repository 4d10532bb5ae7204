import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from pincite.stores.index.fulltext import Phrase, search_terms
from pincite.stores.index.search import Ranked, fused
from pincite.stores.index.vectors import NewVectors
from pincite.stores.kb import dense
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.mark.spec("RET-7", "USE-6")
def test_a_search_may_be_limited_to_versions_and_to_a_name(kb: KnowledgeBase) -> None:
    kb.ingest_texts(
        {
            "id": f"{n}",
            "title": f"Letter {n}",
            "text": f"{'Brackenford Ltd' if n % 2 else 'Otterly plc'} pays a fee of {n} euros.",
        }
        for n in range(20)
    )
    snapshot = kb.snapshot()
    some = {document.version_id for document in snapshot.documents() if document.path in ("3", "4", "5")}
    assert {hit.document.path for hit in snapshot.search("fee in euros", versions=some)} == {"3", "4", "5"}
    assert {hit.document.path for hit in snapshot.search("fee", versions=some, must_mention=["brackenford ltd"])} == {
        "3",
        "5",
    }
    assert len(snapshot.search("fee in euros", must_mention=["Otterly plc"])) == 10
    assert snapshot.search("unheard words", versions=some, must_mention=["Otterly plc"])[0].document.path == "4"
    assert snapshot.search("fee", versions=[]) == ()
    assert len(snapshot.search("fee", limit=4)) == 4


@pytest.mark.spec("RET-7")
@pytest.mark.parametrize("name", ["otterly", "Otterly Mills"])
def test_the_passages_that_name_something_most_come_first_of_the_chosen_documents(kb: KnowledgeBase, name: str) -> None:
    once, twice = "Otterly Mills pays. ", "Otterly Mills pays. Otterly Mills grinds. "
    kb.ingest_texts({"id": f"{n}", "title": f"Letter {n}", "text": (twice if n % 2 else once)} for n in range(6))
    snapshot = kb.snapshot()
    paths = {document.path: document.version_id for document in snapshot.documents()}
    kb.remove("1")
    assert [hit.document.path for hit in snapshot.mentions([name])] == ["1", "3", "5", "0", "2", "4"]
    assert [hit.document.path for hit in kb.snapshot().mentions([name], limit=3)] == ["3", "5", "0"]
    some = [paths[path] for path in ("0", "1", "4", "5")]
    assert [hit.document.path for hit in kb.snapshot().mentions([name], versions=some)] == ["5", "0", "4"]


@pytest.mark.spec("RET-13")
def test_a_hit_is_a_whole_passage_with_its_document_and_both_ranks(kb: KnowledgeBase) -> None:
    german = "Der Essenszuschuss beträgt 4,50 Euro je Arbeitstag."
    kb.ingest_texts([{"id": "de", "text": german}, {"id": "en", "text": "The canteen opens at noon."}])
    hit = kb.search("Essenszuschuss je Arbeitstag")[0]
    assert hit.passage.text == german
    assert (hit.lexical_rank, hit.dense_rank) == (1, 1)
    assert hit.passage.version_id == hit.document.version_id
    assert hit.document.kind == "primary"


def test_fusion_lets_words_decide_and_meaning_add() -> None:
    assert fused([7, 8], [8, 9]) == [
        Ranked(8, round(1 / 62 + 0.3 / 61, 6), 2, 1),
        Ranked(7, round(1 / 61, 6), 1, None),
        Ranked(9, round(0.3 / 62, 6), None, 2),
    ]
    assert [ranked.number for ranked in fused([], [3, 1, 2])] == [3, 1, 2]


def test_fusion_for_reranking_gives_words_and_meaning_the_same_share() -> None:
    assert [ranked.number for ranked in fused([1, 2, 3], [7, 8, 9], 1.0)] == [1, 7, 2, 8, 3, 9]


def test_common_words_are_left_out_of_a_query_while_rarer_ones_remain() -> None:
    counts = {"fee": 90, "brackenford": 2, "hosting": 3}
    terms = search_terms("the hosting fee of Brackenford", lambda term: counts.get(term, 0), 100)
    assert {term.text for term in terms} == {"Brackenford", "hosting"}
    assert search_terms("the fee", lambda term: counts.get(term, 0), 100) == (Phrase("fee"),)
    assert search_terms("who is it", lambda term: 0, 100) == (Phrase("who"), Phrase("is"), Phrase("it"))


@pytest.mark.slow
@pytest.mark.spec("EXE-6")
def test_the_vector_index_and_the_exact_comparison_find_the_same(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [
        {"id": f"{n}", "text": f"Matter {n} concerns {word} and {other}."} for n, (word, other) in enumerate(_pairs())
    ]
    kb.ingest_texts(texts)
    queries = ["renting a lorry", "money for pensions", "school dinners", "repair of roofs"]
    exact = [[(hit.document.path, hit.dense_rank) for hit in kb.search(query, limit=5)] for query in queries]
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 20)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 10)
    kb.ingest_texts([{"id": "more", "text": "One more matter."}])
    filling = dense.read_filling(kb._stores)
    assert filling.passages == len(texts)
    kb.ingest_texts([{"id": "last", "text": "Tuna is on the menu."}])
    assert dense.read_filling(kb._stores) == filling
    for query, expected in zip(queries, exact, strict=True):
        found = [(hit.document.path, hit.dense_rank) for hit in kb.search(query, limit=6)]
        assert len({path for path, _ in found} & {path for path, _ in expected}) >= 4
    first = kb.search("tuna menu")[0]
    assert (first.document.path, first.dense_rank) == ("last", 1)
    assert kb.health().ok


def _pairs() -> list[tuple[str, str]]:
    words = "lorries pensions schools roofs bridges dinners taxes gardens engines letters".split()
    return [(word, other) for word in words for other in words if word < other]


@pytest.mark.slow
@pytest.mark.spec("REL-2")
@pytest.mark.parametrize("harm", ["gone", "broken", "lacking", "of an earlier version"])
def test_an_index_that_is_gone_broken_or_incomplete_is_reported_bypassed_and_rebuilt(
    kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 5)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)
    kb.ingest_texts([{"id": f"{n}", "text": f"Matter {n} concerns {word}."} for n, (word, _) in enumerate(_pairs())])
    before = kb.search("pensions")
    kb.close()
    folder = kb._stores.catalogue.folder / "vectors"
    if harm == "broken":
        (folder / "halves").write_bytes(b"broken")
    elif harm == "lacking":
        os.truncate(folder / "signs", (folder / "signs").stat().st_size - 1)
    else:
        shutil.rmtree(folder)
    if harm == "of an earlier version":
        folder.mkdir()
        (folder / "chroma.sqlite3").write_bytes(b"an index of Chroma")
    with KnowledgeBase.open(kb._stores.catalogue.folder.parent) as again:
        if harm == "of an earlier version":
            stated = dense.read_filling(again._stores)
            again._stores.catalogue.set_meta({"index": f"{stated.version} {stated.passages} 7"})
        assert again.search("pensions") == before
        assert not again.health().ok
        assert "rebuilds the index" in again.health().detail
        again.ingest_texts([{"id": "new", "text": "Pianos are tuned."}])
        assert again.health().ok
        assert again._stores.vectors.count(dense.read_filling(again._stores)) == len(_pairs()) + 1
        assert [hit.passage for hit in again.search("pensions")][:5] == [hit.passage for hit in before][:5]
        assert sorted(file.name for file in folder.iterdir()) == ["centre", "halves", "signs"]


@pytest.mark.slow
@pytest.mark.spec("REL-2")
def test_loose_vectors_of_the_index_are_never_hits(kb: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "EXACT_AT_MOST", 5)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)
    kb.ingest_texts([{"id": f"{n}", "text": f"Matter {n} concerns {word}."} for n, (word, _) in enumerate(_pairs())])
    beyond = np.asarray([kb._stores.catalogue.last_passage() + 1, kb._stores.catalogue.last_passage() + 9])
    loose = kb._stores.embedder.embed(["pensions", "pension"])
    kb._stores.vectors.add(NewVectors(beyond, ["loose-0", "loose-x"], loose))
    found = {hit.passage.passage_id for hit in kb.search("pensions", limit=200)}
    assert found == {
        passage.passage_id
        for document in kb.snapshot().documents()
        for passage in kb.snapshot().passages(document.version_id)
    }
    kb.remove("3")
    assert "3" not in {hit.document.path for hit in kb.search("matter")}


def test_a_search_in_tables_gives_rows_and_no_prose(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts(
            [
                {"id": "prose", "text": "The fee for Harbour Works is 400 euros a month."},
                {
                    "id": "fees.csv",
                    "text": "Client,Fee\nHarbour Works,400\nOrchard Hall,250\n",
                    "media_type": "text/csv",
                },
            ]
        )
        everywhere, rows = kb.search("fee Harbour Works"), kb.snapshot().search("fee Harbour Works", in_tables=True)
    assert {hit.document.path for hit in everywhere} == {"prose", "fees.csv"}
    assert {hit.document.path for hit in rows} == {"fees.csv"}
    assert all(hit.passage.table_id for hit in rows)
