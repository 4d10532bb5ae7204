"""What the runs of one tenant are held to: less than the operator allows, and never more, whoever asks (SPEC CFG-1, CFG-2, CRI-9)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting_contract import ASKED, FEE
from langchain_core.tools import tool
from two_step_documents import QUESTION, TEXTS

from pincite.errors import SettingsError
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.graph.recorded import record, replay
from pincite.serving.request_check import why_refused
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase


@pytest.fixture
def north(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb", tenant="north") as kb:
        kb.ingest_texts([FEE])
        yield kb


@pytest.fixture
def south(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb", tenant="south") as kb:
        kb.ingest_texts([FEE])
        yield kb


def ask(kb: KnowledgeBase, settings: Settings, **context: Any) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb, settings).invoke(ASKED, context=context or None)["report"]  # type: ignore[call-overload]
    return report


@pytest.mark.spec("CFG-1", "CFG-2", "CRI-9")
def test_a_tenant_is_held_to_its_own_budgets_and_others_are_not(north: KnowledgeBase, south: KnowledgeBase) -> None:
    settings = Settings(tenants={"north": {"budgets": {"seconds_per_run": 0.0001}}})  # type: ignore[dict-item]
    for kb in (north, south):
        kb.ingest_texts(TEXTS)
    reports = [build_graph(kb, settings).invoke({"question": QUESTION})["report"] for kb in (north, south)]
    assert [report.stop_reason for report in reports] == ["time_exhausted", "contract_met"]
    with pytest.raises(
        SettingsError, match=r"context\.budgets\.seconds_per_run = 1.0: this graph was built with at most"
    ):
        ask(north, settings, budgets={"seconds_per_run": 1})


@pytest.mark.spec("CFG-1", "CFG-2")
def test_policies_of_a_tenant_are_stricter_and_a_caller_cannot_loosen_them(
    north: KnowledgeBase, south: KnowledgeBase
) -> None:
    settings = Settings(tenants={"north": {"minimum_confidence": "high", "follow_ups": 0}}, follow_ups=2)  # type: ignore[dict-item]
    nodes = [set(build_graph(kb, settings).get_graph().nodes) for kb in (north, south)]
    assert "follow_up_retrieve" not in nodes[0]
    assert "second_follow_up_retrieve" in nodes[1]
    assert [ask(kb, settings).sufficient for kb in (north, south)] == [False, True]
    with pytest.raises(SettingsError, match=r"context\.minimum_confidence = 'low': this graph was built with .*'high'"):
        ask(north, settings, minimum_confidence="low")


@pytest.mark.spec("CFG-1", "CFG-2")
@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"budgets": {"tokens": 400_001}}, r"tenants\.north\.budgets\.tokens = 400,001: the settings allow at most 400,000"),
        ({"evidence_threshold": 0.9}, r"tenants\.north\.evidence_threshold = 0\.9: the settings allow at least 1\.0"),
        ({"minimum_confidence": "low"}, r"tenants\.north\.minimum_confidence = 'low': the settings allow at least 'medium'"),
        ({"sources": ["a:b"]}, r"tenants\.north\.sources: a:b is not one of the general sources"),
    ],
)  # fmt: skip
def test_what_a_tenant_is_given_beyond_the_settings_is_refused_by_name(
    north: KnowledgeBase, limits: dict[str, Any], told: str
) -> None:
    with pytest.raises(SettingsError, match=f"^{told}"):
        build_graph(north, Settings(tenants={"north": limits}))


@tool
def crm(query: str) -> str:
    """Finds."""
    return "Nothing."


@pytest.mark.spec("CFG-2", "RET-1")
def test_a_tenant_may_be_kept_from_a_source_of_the_settings(north: KnowledgeBase, south: KnowledgeBase) -> None:
    settings = Settings(sources=(f"{__name__}:crm",), tenants={"north": {"sources": []}})  # type: ignore[arg-type, dict-item]
    searched = [{entry.source for entry in ask(kb, settings).sources_searched} for kb in (north, south)]
    assert searched[1] - searched[0] == {"crm"}


@pytest.mark.spec("CFG-2", "REP-2")
def test_a_report_and_a_recording_tell_of_no_other_tenant_and_play_back(
    north: KnowledgeBase, south: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    toml = '[tenants."north".budgets]\nseconds_per_run = 100\n[tenants.Quillfeather.budgets]\nseconds_per_run = 50\n'
    (tmp_path / "pincite.toml").write_text(toml)
    report = record(north, ASKED, tmp_path / "tape")  # type: ignore[arg-type]
    assert "Quillfeather" not in report.model_dump_json() + (tmp_path / "tape").read_text()
    assert replay(north, tmp_path / "tape").digest == report.digest
    assert (
        ask(south, Settings()).provenance.settings_sha256 == ask(south, Settings(tenants={})).provenance.settings_sha256
    )
    assert report.provenance.settings_sha256 != ask(south, Settings()).provenance.settings_sha256


@pytest.mark.spec("CFG-1")
def test_limits_of_a_tenant_come_from_the_file_and_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pincite.toml").write_text('[tenants."North / Süd"]\nfollow_ups = 0\nbudgets = { tokens = 9_000 }\n')
    monkeypatch.setenv("PINCITE_TENANTS__SOUTH__BUDGETS__TOKENS", "5000")
    monkeypatch.setenv("PINCITE_TENANTS__SOUTH__FOLLOW_UPS", "1")
    limited = Settings().for_tenant("North / Süd")
    assert (limited.follow_ups, limited.budgets.tokens, limited.tenants) == (0, 9_000, {})
    assert Settings().for_tenant("south").budgets.tokens == 5_000
    assert Settings().for_tenant("east") == Settings().model_copy(update={"tenants": {}})
    with pytest.raises(SettingsError, match=r"tenants\.a\.budgets\.token: no such setting"):
        Settings(tenants={"a": {"budgets": {"token": 5}}})  # type: ignore[dict-item]


@pytest.mark.spec("CFG-1", "CFG-2")
def test_a_server_refuses_more_than_its_tenant_may_have_before_a_run_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_TENANT", "north")
    monkeypatch.setenv("PINCITE_TENANTS__NORTH__BUDGETS__TOKENS", "5000")
    body = b'{"input": {"question": "Who?"}, "context": {"budgets": {"tokens": %d}}}'
    assert why_refused("/runs", body % 5_000) is None
    assert "context.budgets.tokens = 5,001" in str(why_refused("/runs", body % 5_001))
