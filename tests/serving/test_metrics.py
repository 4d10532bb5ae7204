"""What Prometheus is told of runs, and what it is not told (SPEC CFG-3)."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import ModelServer, model_server, status
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from pincite.errors import SettingsError
from pincite.graph.build import build_graph
from pincite.nodes.runtime.context import RunContext
from pincite.serving.metrics import OTHERS, RunMetrics
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

FEE = {
    "id": "Quillfeather/contract",
    "title": "Hosting contract of Brackenford Ltd",
    "entity": "Brackenford Ltd",
    "updated_at": "2026-01-05",
    "text": "Brackenford Ltd pays an annual hosting fee of 4,200 euros to Quillfeather.",
}
ASKED: Any = {"question": "What is the annual hosting fee of Brackenford Ltd?", "as_of": "2026-02-01"}
ABSENT: Any = {"question": "What is the annual hosting fee of Ottermere Ltd?", "as_of": "2026-02-01"}


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb", tenant="Quillfeather & Sons") as opened:
        opened.ingest_texts([FEE])
        yield opened


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as opened:
        yield opened


@pytest.fixture
def registry() -> CollectorRegistry:
    return CollectorRegistry()


def told(registry: CollectorRegistry) -> dict[str, float]:
    """Name and labels of each sample that is not 0."""
    families = text_string_to_metric_families(generate_latest(registry).decode())
    return {
        f"{sample.name}{json.dumps(sample.labels, sort_keys=True) if sample.labels else ''}": sample.value
        for family in families
        for sample in family.samples
        if sample.value and not sample.name.endswith(("_created", "_bucket"))
    }


@pytest.mark.parametrize("way", ["invoke", "ainvoke", "stream"])
def test_runs_are_counted_by_how_they_ended_each_once(kb: KnowledgeBase, registry: CollectorRegistry, way: str) -> None:
    graph: Any = build_graph(kb, Settings()).with_config(callbacks=[RunMetrics(registry=registry).of(kb.tenant)])
    for asked in (ASKED, ABSENT, ASKED):
        if way == "invoke":
            graph.invoke(asked)
        elif way == "ainvoke":
            asyncio.run(graph.ainvoke(asked))
        else:
            list(graph.stream(asked, stream_mode=["values", "custom"]))
    found = told(registry)
    ended = '{"stop_reason": "contract_met", "sufficient": "yes", "tenant": "other", "terminal_state": "CONCLUDED"}'
    assert found[f"pincite_runs_total{ended}"] == 2
    assert sum(value for name, value in found.items() if name.startswith("pincite_runs_total")) == 3
    assert found['pincite_run_seconds_count{"tenant": "other"}'] == 3
    assert found['pincite_risk_signals_total{"signal": "subject_not_found"}'] == 1
    assert found['pincite_node_seconds_count{"node": "init"}'] == 3
    assert found['pincite_node_seconds_count{"node": "audit"}'] == 2
    assert any(name.startswith('pincite_retrievals_total{"failed": "no", "source": ') for name in found)
    assert "pincite_runs_under_way" not in found
    assert not any(name.startswith("pincite_runs_broken") for name in found)


def test_a_run_that_is_refused_ends_without_a_report_and_is_under_way_no_more(
    kb: KnowledgeBase, registry: CollectorRegistry
) -> None:
    graph: Any = build_graph(kb, Settings()).with_config(callbacks=[RunMetrics(registry=registry).of(kb.tenant)])
    for given, context in (({"question": " "}, None), (ASKED, RunContext(tenant="another"))):
        with pytest.raises(SettingsError):
            graph.invoke(given, context=context)
    assert told(registry) == {'pincite_runs_broken_total{"error": "SettingsError"}': 2}


@pytest.mark.spec("REL-1")
def test_calls_tokens_and_faults_of_models_are_counted_by_role(
    kb: KnowledgeBase, server: ModelServer, registry: CollectorRegistry
) -> None:
    server.script(status(429, retry_after="0.01"), status(503), status(401, says="sk-hunter2"))
    models = {name: {"model": f"openai:model-{name}", "base_url": server.url} for name in ("generator", "critic")}
    graph: Any = build_graph(kb, Settings(models=models))  # type: ignore[arg-type]
    asyncio.run(graph.ainvoke(ASKED, config={"callbacks": [RunMetrics(registry=registry).of(kb.tenant)]}))
    found = told(registry)
    for fault, passing in (("429", "yes"), ("503", "yes"), ("401", "no")):
        labels = {"passing": passing, "role": "analyst", "status": fault}
        assert found[f"pincite_model_faults_total{json.dumps(labels, sort_keys=True)}"] == 1
    assert "hunter2" not in generate_latest(registry).decode()


@pytest.mark.spec("CFG-3")
def test_no_label_tells_of_a_question_a_document_a_tenant_a_model_or_a_key(
    kb: KnowledgeBase, server: ModelServer, registry: CollectorRegistry
) -> None:
    server.script(status(500, says="Brackenford hunter2"))
    models = {
        name: {"model": f"openai:secret-{name}", "base_url": server.url, "api_key": "sk-hunter2"}
        for name in ("generator", "critic")
    }
    metrics = RunMetrics(registry=registry, inside=lambda: 3)
    for settings in (Settings(), Settings(models=models)):  # type: ignore[arg-type]
        graph: Any = build_graph(kb, settings).with_config(callbacks=[metrics.of(kb.tenant)])
        graph.invoke({**ASKED, "documents": ["Quillfeather/*"]})
    metrics.ingested(kb.ingest_texts([FEE, {"id": "new", "text": "New."}]))
    metrics.refused("busy")
    text = generate_latest(registry).decode()
    for secret in ("Quillfeather", "Brackenford", "hosting", "hunter2", "secret-", "127.0.0.1", "sk-"):
        assert secret not in text
    found = told(registry)
    assert found['pincite_ingest_documents_total{"outcome": "added"}'] == 1
    assert found['pincite_ingest_documents_total{"outcome": "unchanged"}'] == 1
    assert found['pincite_requests_refused_total{"why": "busy"}'] == 1


def test_tenants_are_named_where_the_operator_names_them_and_nowhere_else(registry: CollectorRegistry) -> None:
    metrics = RunMetrics(tenants=["north"], registry=registry)
    assert [metrics.of(name)._tenant for name in ("north", "south", "north ")] == ["north", OTHERS, OTHERS]


def test_every_metric_stands_in_the_guide(registry: CollectorRegistry) -> None:
    RunMetrics(registry=registry, inside=lambda: 0)
    guide = (Path(__file__).parents[2] / "docs" / "serving.md").read_text(encoding="utf-8")
    for family in registry.collect():
        name = f"{family.name}_total" if family.type == "counter" else family.name
        assert f"`{name}`" in guide


def test_without_the_package_the_message_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(SettingsError, match=r"pip install 'pincite\[metrics\]'"):
        RunMetrics()
