"""The targets of fuzzing, with the allowed results of each."""

import asyncio
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any, NamedTuple, cast
from unittest.mock import patch

from starlette.types import Message, Receive, Scope, Send

from ...errors import IngestError, SettingsError
from ...evidence.report.evidence_report import EvidenceReport
from ...graph.build import build_graph
from ...nodes.runtime.state import RunInput
from ...serving.server import RefuseBadRequests
from ...settings import Settings
from ...stores.documents.manifest import Declared, read_manifest
from ...stores.documents.prepared import Identity, prepare
from ...stores.index.fulltext import plain
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.loaders.guarded import GuardedLoader

ALLOWED = frozenset({"read", "refused", "killed: took too long", "killed: died"})
_MANIFEST = b"""
documents:
  a.txt: {title: A, kind: primary, authority: policy, updated_at: 2026-01-31, entity: Tarn Ltd}
  b.txt: {title: B, supersedes: a.txt}
aliases:
  - {name: Tarn, of: Tarn Ltd}
"""
_ENTRIES = b"""
documents:
  - {path: a.txt, title: A, kind: primary, authority: policy, updated_at: 2026-01-31, entity: Tarn Ltd}
  - {path: 'b*', title: B, supersedes: [a.txt], aliases: [Tarn], effective_from: 2026-01-01, tenant: north}
aliases:
  - {name: Tarn, of: Tarn Ltd}
"""
_SETTINGS = b"""
follow_ups = 1
evidence_threshold = 1.0
[budgets]
seconds_per_run = 30
tokens = 4000
[confidence]
fresh_days = 60
"""
_ENVIRONMENT = b"""PINCITE_FOLLOW_UPS=1
PINCITE_BUDGETS={"tokens": 4000, "seconds_per_run": 30}
PINCITE_CONFIDENCE__FRESH_DAYS=60
PINCITE_MODELS__GENERATOR=openai:small
PINCITE_MODELS__CRITIC={"model": "openai:large", "base_url": "http://127.0.0.1:1/v1"}
PINCITE_SOURCES=["tools.wiki:search"]
"""
_INPUT = (
    b'{"question": "What is the notice period of the lease?", "as_of": "2026-05-15", "constraints": ["in Leith"], '
    b'"documents": ["a*"], "collections": ["b"], "earlier_turns": ["Who is the tenant?"]}'
)
_REQUESTS = (
    b"/runs/wait\n"
    + b'{"assistant_id": "pincite", "input": '
    + _INPUT
    + b', "context": {"as_of": "2026-05-15", "budgets": {"tokens": 4000, "seconds_per_run": 2.5}, "tenant": "default"}, '
    b'"config": {"configurable": {"kb": "kb/papers", "kb_tenant": "default", "follow_ups": 1}}}',
    b'/runs/batch\n[{"input": ' + _INPUT + b'}, {"input": ' + _INPUT + b', "context": {"evidence_threshold": 1.0}}]',
    b'/threads/1f/commands\n{"method": "run.start", "params": {"input": ' + _INPUT + b"}}",
    b'/assistants/1f\n{"config": {"configurable": {"kb": "kb"}}, "context": {"minimum_confidence": "high"}}',
)
_QUESTIONS = ("What is the notice period?", "How much is the total fee in 2025?", "Who is the chief executive?")


class Target(NamedTuple):
    """Code that reads external data. `read`: returns the result; an exception is a finding."""

    name: str
    content: bytes
    """The undamaged input, which fuzzing changes."""
    read: Callable[[bytes], str]


def targets(files: Sequence[Path], where: Path, loader: GuardedLoader) -> Iterator[Target]:
    """Yield the targets. Each file goes through its loader, and one file of each kind through a whole ingest and a
    question. The other inputs follow.

    Files are written to `where`.
    """
    asked: dict[str, Path] = {}
    for path in files:
        kind = path.suffix.lstrip(".") or path.name
        asked.setdefault(kind, path)
        yield Target(kind, path.read_bytes(), _loading(where / f"mutant{path.suffix}", loader))
    yield Target("manifest", _MANIFEST, _reading_manifest(where / "sources.yaml"))
    yield Target("manifest", _ENTRIES, _reading_manifest(where / "sources.yaml"))
    yield Target("settings", _SETTINGS, _reading_settings(where))
    yield Target("environment", _ENVIRONMENT, _reading_environment)
    yield from (Target("request", request, _requesting) for request in _REQUESTS)
    kb = KnowledgeBase.open(where / "kb")
    kb.ingest_texts([{"id": "a", "title": "Lease", "text": "The notice period of the lease is six months."}])
    graph = build_graph(kb)

    def run(data: bytes) -> str:
        try:
            given: Any = json.loads(data.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            given = {"question": data.decode("utf-8", "replace")}
        if not isinstance(given, dict):
            given = {"question": given}
        return _refused_by(lambda: _whole(graph.invoke(cast(RunInput, given))["report"]), SettingsError)

    yield Target("run input", _INPUT, run)
    for kind, path in asked.items():
        yield Target(f"ask {kind}", path.read_bytes(), _asking(where / f"asked{path.suffix}"))


def _loading(path: Path, loader: GuardedLoader) -> Callable[[bytes], str]:
    """Return a function that loads and prepares the file as an ingest does. It is loaded in a process that can be
    killed."""

    def load(data: bytes) -> str:
        path.write_bytes(data)
        try:
            loaded = loader.load(path)
        except IngestError as error:
            if "its parser crashed" in str(error):
                return "killed: died"
            return "killed: took too long" if "took longer" in str(error) else "refused"
        loaded = loaded.model_copy(update={"text": plain(loaded.text)})
        if loaded.text.strip():
            prepare(loaded, Declared(), Identity.of_text("mutant"), file_sha256="0" * 64)
        return "read"

    return load


def _asking(path: Path) -> Callable[[bytes], str]:
    """Return a function that ingests the file into a new knowledge base, and asks a question."""

    def ask(data: bytes) -> str:
        path.write_bytes(data)
        with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(Path(folder) / "kb") as kb:
            report = kb.ingest(path)
            if faults := [failure.reason for failure in report.failed if "please report" in failure.reason]:
                return faults[0][:300]
            graph = build_graph(kb)
            for question in _QUESTIONS:
                _whole(graph.invoke({"question": question, "as_of": "2026-05-15"})["report"])
        return "refused" if report.failed else "read"

    return ask


def _whole(report: EvidenceReport) -> None:
    """Raise RuntimeError if a step of the run failed."""
    if "internal_fault" in report.risk_signals:
        raise RuntimeError(
            "; ".join(disclosure.reason for disclosure in report.disclosures if "failed with" in disclosure.reason)
        )


def _reading_manifest(path: Path) -> Callable[[bytes], str]:
    def read(data: bytes) -> str:
        path.write_bytes(data)
        return _refused_by(lambda: read_manifest(path), IngestError)

    return read


def _reading_settings(where: Path) -> Callable[[bytes], str]:
    def read(data: bytes) -> str:
        (where / "pincite.toml").write_bytes(data)
        with chdir(where):
            return _refused_by(Settings, SettingsError)

    return read


def _reading_environment(data: bytes) -> str:
    lines = (line.partition(b"=") for line in data.replace(b"\0", b"").splitlines())
    given = {os.fsdecode(name): os.fsdecode(value) for name, _, value in lines if name.startswith(b"PINCITE_")}
    with tempfile.TemporaryDirectory() as empty, chdir(empty), patch.dict(os.environ, given):
        return _refused_by(Settings, SettingsError)


def _requesting(data: bytes) -> str:
    """Send the request through the middleware of the server. An accepted request must arrive unchanged."""
    path, _, body = data.partition(b"\n")
    half = len(body) // 2
    coming: list[Message] = [
        {"type": "http.request", "body": body[:half], "more_body": True},
        {"type": "http.request", "body": body[half:], "more_body": False},
    ]
    ended: list[str] = []

    async def server(scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["method"] == "GET" or scope["path"] != asked
        ):  # internal requests of the middleware for runs and assistants: no answer
            return
        arrived = b""
        while (message := await receive())["type"] == "http.request":
            arrived += message.get("body", b"")
            if not message.get("more_body"):
                break
        ended.append("read" if arrived == body else "arrived changed")

    async def receive() -> Message:
        return coming.pop(0) if coming else {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            ended.append("refused" if message["status"] == 422 else f"status {message['status']}")

    asked = path.decode("utf-8", "replace")
    scope = {"type": "http", "method": "POST", "path": asked, "headers": []}
    asyncio.run(RefuseBadRequests(server)(scope, receive, send))
    return ended[0]


def _refused_by(call: Callable[[], object], allowed: type[Exception]) -> str:
    try:
        call()
    except allowed:
        return "refused"
    return "read"
