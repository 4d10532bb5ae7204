"""What a tool gave to a run, beside a generation: read like a document, seen by that run alone."""

import inspect
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from pincite.errors import StoreError
from pincite.stores.kb import run_texts
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.run_snapshot import RunSnapshot, holds_a_name
from pincite.stores.kb.run_texts import GivenBy, as_document, passages_of
from pincite.stores.kb.snapshot import Snapshot
from pincite.stores.kb.tool_output import ToolText

BY = GivenBy(name="crm", kind="primary", authority="published")
NOW = datetime(2026, 5, 15, tzinfo=UTC)
TABLE = "| company | limit |\n| --- | --- |\n| Boréalis Ltd | £9,000 |\n| Acme Ltd | £7,000 |\n"


def test_every_question_a_snapshot_answers_is_answered_with_the_texts_of_the_run_in_mind() -> None:
    asked = {name for name, _ in inspect.getmembers(Snapshot) if not name.startswith("_")}
    assert asked == {name for name in vars(RunSnapshot) if not name.startswith("_")}


@pytest.mark.spec("EVI-1", "REL-2")
def test_a_text_is_read_back_letter_for_letter_with_passages_tables_and_spans(
    opened: Callable[..., KnowledgeBase],
) -> None:
    kb = opened()
    kb.ingest_texts([{"id": "a", "title": "Limits", "text": "Acme Ltd is a customer."}])
    given = as_document(ToolText(text=TABLE, media_type="text/markdown", citation="[7]"), BY)
    version, before = given.source.version_id, kb.snapshot_id()
    kb.keep_run_texts("r1", [given], tool="crm", arguments='{"query": "limit"}', at=NOW)
    kb.keep_run_texts("r1", [given], tool="crm", arguments='{"query": "limit"}', at=NOW)
    kb.close()
    kb = opened()
    assert kb.snapshot_id() == before
    beside = kb.with_run_texts(kb.snapshot(), "r1", [version])
    assert beside.snapshot_id == before
    assert [document.path for document in beside.documents()] == ["a", given.source.path]
    assert beside.text(version) == TABLE
    assert beside.passages(version) == passages_of(given)
    assert [beside.passage(passage.passage_id) for passage in passages_of(given)] == list(passages_of(given))
    row = TABLE.index("| Boréalis")
    assert beside.row(f"{version}#0", row, TABLE.index("| Acme")) == (("company", "Boréalis Ltd"), ("limit", "£9,000"))
    span = beside.span(version, TABLE.index("£9"), TABLE.index("£9") + 6)
    assert (span.quote, span.place.cell) == ("£9,000", "R2C2")
    assert beside.document(version).own_citation == "[7]"
    assert version in beside.mentioning_versions(["Borealis Ltd"])
    assert beside.best_in_each("limit of Acme", each=1)[-1].document.tool == "crm"
    assert len(beside.search("Acme")) == len(kb.search("Acme")) == 1
    with pytest.raises(StoreError, match="outside its"):
        beside.span(version, 0, len(TABLE) + 1)
    with pytest.raises(StoreError, match="no such passage"):
        beside.passage(type(passages_of(given)[0].passage_id)(f"{version}-99"))


@pytest.mark.spec("CFG-2")
def test_neither_another_run_nor_another_tenant_sees_it(opened: Callable[..., KnowledgeBase]) -> None:
    kb, other = opened(), opened(tenant="other")
    given = as_document(ToolText(text="The limit is £9,000."), BY)
    kb.keep_run_texts("r1", [given], tool="crm", arguments="{}", at=NOW)
    for opened_kb, run in ((kb, "r2"), (other, "r1")):
        assert opened_kb.with_run_texts(opened_kb.snapshot(), run) is opened_kb.snapshot()
        assert opened_kb.with_run_texts(opened_kb.snapshot(), run, [given.source.version_id]) is opened_kb.snapshot()


@pytest.mark.parametrize(
    ("name", "text", "held"),
    [
        ("Borealis Ltd", "BORÉALIS LTD pays.", True),
        ("Borealis", "The Borealis' rent", True),
        ("Real Ltd", "Borealis Ltd pays.", False),
        ("北方公司", "据北方公司的合同", True),
        ("…", "Anything …", False),
    ],
)
def test_a_name_is_held_as_a_phrase_with_case_and_accents_folded(name: str, text: str, held: bool) -> None:
    assert holds_a_name([name], as_document(ToolText(text=text), BY)) is held


def test_the_name_of_a_tool_is_no_title_of_its_texts() -> None:
    given = as_document(ToolText(text="The limit is £9,000."), GivenBy(name="borealis"))
    assert not holds_a_name(["Borealis"], given)
    assert not given.scope.entities


@pytest.mark.spec("REL-3")
def test_a_large_web_page_is_prepared_in_another_process_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "<p>The limit of Acme Ltd is £9,000.</p>" + "<p>A sentence about nothing else.</p>" * 600
    given = ToolText(text=page, media_type="text/html", title="Limits")
    elsewhere = as_document(given, BY)
    monkeypatch.setattr(run_texts, "_PAGE_IN_THIS_PROCESS", len(page))
    monkeypatch.setattr(run_texts, "_guarded", None)
    assert as_document(given, BY) == elsewhere
