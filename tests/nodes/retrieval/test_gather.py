"""Sources asked one after another on a real knowledge base."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.evidence.model.spans import PassageId
from pincite.evidence.model.subjects import FactId, Intent, PlanStep
from pincite.evidence.questions.retrieval_policy import SourceKind
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.retrieval.gather import Gathered, Wanted, gather
from pincite.nodes.retrieval.merging import interleaved, repeats_apart, within_budget, without_copies
from pincite.nodes.retrieval.queries import Query
from pincite.nodes.retrieval.usable import Sought
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.snapshot import Hit, Snapshot
from pincite.stores.sources.source import PassageSource, Source, SourceQuery, SourceResult, TableSource

LETTER = "The monthly fee of Orchard Hall is 250 euros. It is due on the first working day.\n"
FEES = "Client,Monthly fee in euros\nHarbour Works,400\nOrchard Hall,250\n"
FEE = PlanStep(fact_id=FactId("f1"), text="the monthly fee", terms=("monthly", "fee"), answer_type="number")
QUESTION = "What is the monthly fee of Orchard Hall?"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.ingest_texts(
            [
                {"id": "letter.txt", "title": "Letter to Orchard Hall", "text": LETTER},
                {"id": "copy.txt", "title": "A copy of the letter", "text": LETTER.replace("It is", "it is,")},
                {"id": "fees.csv", "title": "Fees", "text": FEES, "media_type": "text/csv"},
            ]
            + [
                {"id": f"note-{number}.txt", "text": f"Orchard Hall was visited on day {number} of the year."}
                for number in range(40)
            ]
        )
        yield opened


class Other:
    """A source that does as it is told."""

    def __init__(self, name: str, kind: SourceKind, result: SourceResult | Exception) -> None:
        self.name, self.kind, self.result = name, kind, result
        self.asked: list[SourceQuery] = []

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        self.asked.append(query)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def asked(
    kb: KnowledgeBase, *sources: Source, fact: PlanStep = FEE, documents: int = 3, intent: Intent | None = None
) -> Gathered:
    names = ("Orchard Hall",)
    wanted = Wanted(
        queries=(Query(words="Orchard Hall monthly fee", identifiers=names, versions=None),),
        intent=intent or Intent(kind="structured"),
        sought=(Sought(fact=fact, names=names, declared=frozenset(), of_any=False),),
        known=frozenset(),
        documents_about=documents,
        reads=False,
        floor=0.3,
        strong=0.5,
        pass_number=0,
    )
    return gather(kb.snapshot(), sources, wanted)


def told(gathered: Gathered) -> list[tuple[str, str]]:
    return [(searched.source, searched.verdict) for searched in gathered.searched]


@pytest.mark.spec("RET-1", "RET-3", "RET-4")
def test_the_next_source_is_asked_only_when_the_one_before_was_not_enough(kb: KnowledgeBase) -> None:
    fees = next(document.version_id for document in kb.snapshot().documents() if document.path == "fees.csv")
    alone = asked(kb, TableSource(), PassageSource(), documents=1)
    assert told(alone) == [("table_rag_retrieve", "sufficient"), ("rag_retrieve", "not_needed")]
    assert {hit.passage.version_id for found in alone.hits for hit in found} == {fees}
    others = asked(kb, TableSource(), PassageSource())
    assert told(others) == [("table_rag_retrieve", "insufficient"), ("rag_retrieve", "sufficient")]
    assert "one document" in others.searched[0].reason


@pytest.mark.spec("RET-3", "RET-12")
@pytest.mark.parametrize("fault", [OSError("no route to host"), ValueError("broken"), MemoryError()])
def test_a_source_that_fails_is_named_and_the_others_serve(kb: KnowledgeBase, fault: Exception) -> None:
    broken = Other("wiki", "skill", fault)
    found = asked(kb, broken, TableSource(), PassageSource())
    assert told(found)[0] == ("wiki", "unavailable")
    assert type(fault).__name__ in found.searched[0].reason
    assert found.calls[0].error is not None
    assert any(found.hits)


@pytest.mark.spec("RET-3")
def test_an_error_that_a_source_gives_as_its_result_counts_as_one(kb: KnowledgeBase) -> None:
    found = asked(kb, Other("wiki", "skill", SourceResult(error="Error: quota exceeded")), PassageSource())
    assert told(found)[0] == ("wiki", "unavailable")


@pytest.mark.spec("RET-3")
def test_what_is_about_somebody_else_is_not_enough(kb: KnowledgeBase) -> None:
    elsewhere = kb.search("Harbour Works 400", limit=1)
    off = [hit for hit in elsewhere if "Orchard" not in hit.passage.text]
    found = asked(kb, Other("wiki", "skill", SourceResult(hits=tuple(off))), PassageSource())
    assert told(found)[0] == ("wiki", "insufficient")


@pytest.mark.spec("RET-8")
def test_passages_are_looked_for_more_widely_before_the_source_is_given_up(kb: KnowledgeBase) -> None:
    bond = FEE.model_copy(update={"text": "the bond", "terms": ("bond",)})
    found = asked(kb, PassageSource(), fact=bond)
    assert "30 → 50" in found.searched[0].reason
    assert found.calls[0].breadth == 50
    assert len(found.hits[0]) > 30


@pytest.mark.spec("RET-2")
def test_a_knowledge_base_without_tables_says_so(tmp_path: Path) -> None:
    with KnowledgeBase.open(tmp_path) as plain:
        plain.ingest_texts([{"id": "letter.txt", "title": "Letter to Orchard Hall", "text": LETTER}])
        found = asked(plain, TableSource(), PassageSource(), documents=1)
    assert told(found) == [("table_rag_retrieve", "not_applicable"), ("rag_retrieve", "sufficient")]


@pytest.mark.spec("RET-9")
def test_near_copies_collapse_and_another_figure_makes_another_passage(kb: KnowledgeBase) -> None:
    hits = [hit for hit in kb.search("monthly fee of Orchard Hall", limit=10) if "monthly fee" in hit.passage.text]
    changed = hits[0].model_copy(
        update={"passage": hits[0].passage.model_copy(update={"text": LETTER.replace("250", "260")})}
    )
    kept, ledger = without_copies([*hits, changed], ["Orchard Hall"])
    letters = [hit.passage.text for hit in kept if "due" in hit.passage.text]
    assert sorted("260" in text for text in letters) == [False, True]
    assert [disclosure.kind for disclosure in ledger] == ["dropped"]
    assert without_copies(hits[1:], ["Orchard Hall"], read=hits[:1])[0] == [
        hit for hit in hits[1:] if "due" not in hit.passage.text
    ]


@pytest.mark.spec("RET-9")
def test_repeated_texts_stand_apart_and_differing_names_figures_or_negations_are_no_repeats(
    kb: KnowledgeBase,
) -> None:
    first = kb.search("Orchard Hall", limit=1)[0]
    memo = "The canteen of Orchard Hall opens at 8.00 on each working day and serves a warm lunch to the staff"
    texts = [
        f"{memo}.", f"{memo}!", f"{memo} daily.", f"{memo} again.", f"{memo.replace('8.00', '9.00')}.",
        f"{memo.replace('Orchard', 'Barn')}.", f"{memo.replace('opens', 'never opens')}.", "Guests pay 4 pounds.",
    ]  # fmt: skip
    hits = [
        first.model_copy(
            update={
                "passage": first.passage.model_copy(update={"text": text, "passage_id": PassageId(str(number))}),
            }
        )
        for number, text in enumerate(texts)
    ]
    others, repeated = repeats_apart(hits)
    assert [int(hit.passage.passage_id) for hit in others] == [0, 2, 4, 5, 6, 7]
    assert [(int(repeat.hit.passage.passage_id), int(repeat.of.passage.passage_id)) for repeat in repeated] == [
        (1, 0), (3, 0)
    ]  # fmt: skip


@pytest.mark.spec("EVI-7", "RET-9")
def test_current_and_primary_texts_stand_before_others_of_their_rank_and_none_is_hidden(kb: KnowledgeBase) -> None:
    def of(name: str, *, current: bool = True, kind: str = "primary") -> Hit:
        first = kb.search("Orchard Hall", limit=1)[0]
        document = first.document.model_copy(update={"is_current": current, "kind": kind, "title": name})
        return first.model_copy(
            update={"document": document, "passage": first.passage.model_copy(update={"passage_id": PassageId(name)})}
        )

    old, blog, policy = of("old", current=False), of("blog", kind="secondary"), of("policy")
    far = [of(f"far {number}") for number in range(6)]
    titles = [hit.document.title for hit in interleaved([[old, blog, policy], [blog, *far]])]
    assert titles.index("policy") < titles.index("old")
    assert titles.index("far 0") < titles.index("blog") < titles.index("far 5")
    assert titles.index("old") < titles.index("far 5") + 2
    assert {"old", "blog", "policy"} <= set(titles)


@pytest.mark.spec("RET-11")
def test_what_does_not_fit_is_counted(kb: KnowledgeBase) -> None:
    hits = kb.search("Orchard Hall", limit=10)
    kept, cut = within_budget(hits, 100, "rag_retrieve")
    assert f"shown {len(kept)} of 10 passages, omitted {10 - len(kept)}" in cut[0].reason


@pytest.mark.spec("RET-4")
def test_the_report_lists_every_source_with_its_verdict_and_why(kb: KnowledgeBase) -> None:
    report: EvidenceReport = build_graph(kb).invoke({"question": QUESTION})["report"]
    searched = [searched.source for searched in report.sources_searched]
    assert searched[:3] == ["catalogue", "table_rag_retrieve", "rag_retrieve"]
    assert all(searched.reason for searched in report.sources_searched)
    assert {call.tool for call in report.tool_history} <= {"table_rag_retrieve", "rag_retrieve"}
