"""What the log tells, and what it never does: no key, no password, no text of a question or a document (SPEC CFG-3)."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from langchain_core.tools import tool
from model_server import Answer, model_server, status

from pincite.errors import StoreError
from pincite.graph.build import build_graph
from pincite.serving.server import ready
from pincite.settings import Settings
from pincite.stores.kb.existing import open_existing
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.sources.skills import Skill

pytestmark = pytest.mark.slow

KEY, PASSWORD = "sk-live-hunter2hunter2", "swordfish"
QUESTION = "What is the annual hosting fee of Brackenford Ltd?"
FEE = {
    "id": "private/Quillfeather",
    "title": "Hosting contract of Brackenford Ltd",
    "entity": "Brackenford Ltd",
    "updated_at": "2026-01-05",
    "text": "Brackenford Ltd pays an annual hosting fee of 4,200 euros to Quillfeather.",
}
SECRETS = (KEY, "hunter2", PASSWORD, "Quillfeather", "Brackenford", "hosting", "4,200", "Bearer")


@tool
def crm(query: str) -> str:
    """Finds."""
    raise RuntimeError(f"Authorization: Bearer {KEY}; no row of {query}")


@pytest.mark.spec("CFG-3")
@pytest.mark.parametrize(
    "answer",
    [
        status(401, says=f"Incorrect API key provided: {KEY}"),
        status(500, says=f"cannot answer {QUESTION}"),
        Answer(content=f'{{"a": "{QUESTION} Quillfeather"}}'),
        Answer(content=f"Quillfeather {KEY}"),
        Answer(body=f"<html>{KEY} Quillfeather", status=502),
    ],
    ids=["the key refused", "an error that quotes", "another schema", "no JSON", "a web page"],
)
def test_a_run_whose_model_and_tool_fail_logs_neither_keys_nor_texts(
    answer: Answer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with model_server() as server, KnowledgeBase.open(tmp_path / "kb", tenant="Quillfeather & Sons") as kb:
        kb.ingest_texts([FEE])
        server.answerer = lambda _: answer
        models = {
            name: {"model": f"openai:model-{name}", "base_url": server.url, "api_key": KEY}
            for name in ("generator", "critic")
        }
        settings: Any = Settings(models=models, budgets={"seconds_per_run": 30})  # type: ignore[arg-type]
        for chosen in (settings, Settings()):
            graph: Any = build_graph(kb, chosen, sources=[Skill(crm)])
            graph.invoke({"question": QUESTION})
            asyncio.run(graph.ainvoke({"question": QUESTION}))
    told = caplog.text
    assert "pincite" in {record.name for record in caplog.records}
    assert [secret for secret in SECRETS if secret in told] == []


@pytest.mark.spec("CFG-3")
def test_a_database_that_is_away_is_logged_without_its_password(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    address = f"postgresql://ines:{PASSWORD}@127.0.0.1:9/db?password={PASSWORD}&chroma=http://u:{PASSWORD}@127.0.0.1:9"
    monkeypatch.setenv("PINCITE_ROOT", address)
    assert asyncio.run(ready(None)).status_code == 503  # type: ignore[arg-type]
    with pytest.raises(StoreError) as raised:
        open_existing(address, "Quillfeather & Sons")
    assert "cannot be reached" in caplog.text
    assert PASSWORD not in caplog.text + str(raised.value)
