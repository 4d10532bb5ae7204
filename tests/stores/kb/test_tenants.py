"""Every way in is tried by a caller of one tenant who knows all ids of another's: nothing of the other's texts comes out (SPEC CFG-2).

The ways in are read off the package, the commands, the schemas and the settings: one that is new fails these tests until it is tried.
"""

import argparse
import asyncio
import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import TypeAdapter

import pincite
from pincite.cli import main, make_parser
from pincite.errors import PinciteError, SettingsError
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph import adapters
from pincite.graph.audit_node import audit_node
from pincite.graph.build import build_graph
from pincite.graph.recorded import record, replay
from pincite.nodes.runtime.context import RunBudgets, RunContext
from pincite.nodes.runtime.serde import make_serializer
from pincite.nodes.runtime.state import RunInput, RunState, read_state
from pincite.reports.verify import verify
from pincite.serving.mcp_tools import McpTools
from pincite.serving.server import why_refused
from pincite.serving.studio import BuildChoices, make_graph
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.kb.run_texts import GivenBy, as_document
from pincite.stores.kb.tool_output import ToolText
from pincite.stores.sources.skills import Skill

NORTH = {
    "id": "certificates/file",
    "title": "Certificates of Norrington Ltd",
    "entity": "Norrington Ltd",
    "updated_at": "2026-04-12",
    "text": "Norrington Ltd is certified to the standard ISO 14001:2015.",
}
SOUTH = {
    "id": "certificates/file",
    "title": "Certificates of Southcombe Ltd",
    "entity": "Southcombe Ltd",
    "updated_at": "2026-04-12",
    "text": "Southcombe Ltd is certified to the standard ISO 9001:2015 under the code name Quillfeather.",
}
SECRETS = ("Quillfeather", "9001:2015")
"""Of south's text. Its company's name the caller knows, and may ask for."""
ASKED: RunInput = {"question": "Which standard is Southcombe Ltd certified to?", "as_of": "2026-05-15"}
OWN: RunInput = {"question": "Which standard is Norrington Ltd certified to?", "as_of": "2026-05-15"}
_STATE: TypeAdapter[RunState] = TypeAdapter(RunState)


def without_secrets(value: Any) -> Any:
    """What the caller may have got hold of: every id, offset and hash, and no text."""
    told = json.dumps(value, ensure_ascii=False)
    for secret in SECRETS:
        told = told.replace(secret, "x" * len(secret))
    return json.loads(told)


@dataclass
class Ground:
    """Both tenants, and what the caller of north's knows of south's."""

    place: str
    north: KnowledgeBase
    south_name: str
    version: str
    passage: str
    state: dict[str, Any]
    """Of a run of south's, without its secrets."""
    report: EvidenceReport
    thread: str
    """Of a run of south's that ended."""
    begun: str
    """Of one that has not."""
    saver: Any
    tool_run: str
    tmp: Path = Path()
    capsys: Any = None
    graph: Any = field(init=False)

    def __post_init__(self) -> None:
        self.graph = build_graph(self.north, Settings(), checkpointer=self.saver)

    def ask(self, given: Any = ASKED, *, graph: Any = None, context: Any = None, thread: str | None = None) -> str:
        config = {"configurable": {"thread_id": thread or str(uuid4())}}
        report: EvidenceReport = (graph or self.graph).invoke(given, config, context=context)["report"]
        return report.model_dump_json()

    def command(self, *words: str) -> str:
        self.capsys.readouterr()
        main([*words])
        said = self.capsys.readouterr()
        return said.out + said.err


@pytest.fixture(
    scope="module",
    params=[pytest.param("embedded", marks=pytest.mark.slow), pytest.param("served", marks=pytest.mark.servers)],
)
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    if request.param == "served":
        return str(request.getfixturevalue("servers").address)
    return str(tmp_path_factory.mktemp("tenants") / "kb")


@pytest.fixture(scope="module")
def both(place: str) -> Iterator[Ground]:
    """Both tenants' documents and south's runs, made once. `ground` is this for one test."""
    north, south = f"north {place}", f"south {place}"
    saver = InMemorySaver(serde=make_serializer())
    with KnowledgeBase.open(place, tenant=north) as mine, KnowledgeBase.open(place, tenant=south) as theirs:
        mine.ingest_texts([NORTH])
        theirs.ingest_texts([SOUTH])
        theirs.add_alias("Quillfeather", "Southcombe Ltd")
        given = as_document(ToolText(text="Southcombe Ltd pays Quillfeather."), GivenBy(name="crm"))
        theirs.keep_run_texts("their run", [given], tool="crm", arguments="{}", at=datetime(2026, 5, 15, tzinfo=UTC))
        thread = str(uuid4())
        config = {"configurable": {"thread_id": thread}}
        graph = build_graph(theirs, Settings(), checkpointer=saver)
        report = graph.invoke(ASKED, config)["report"]  # type: ignore[call-overload]
        assert all(secret in report.model_dump_json() for secret in SECRETS)
        theirs.record_run(report.run_id, report.question, report.digest)
        state = _STATE.dump_python(read_state(graph.get_state(config).values), mode="json")  # type: ignore[arg-type]
        begun = str(uuid4())
        graph.invoke(ASKED, {"configurable": {"thread_id": begun}}, interrupt_before=["critique"])  # type: ignore[call-overload]
        version = theirs.snapshot().documents()[0].version_id
        yield Ground(
            place=place,
            north=mine,
            south_name=south,
            version=version,
            passage=theirs.snapshot().passages(version)[0].passage_id,
            state=without_secrets(state),
            report=EvidenceReport.model_validate(without_secrets(report.model_dump(mode="json"))),
            thread=thread,
            begun=begun,
            saver=saver,
            tool_run="their run",
        )


@pytest.fixture
def ground(both: Ground, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ground:
    return replace(both, saver=copied(both.saver), tmp=tmp_path, capsys=capsys)


def copied(saver: InMemorySaver) -> InMemorySaver:
    """The same threads, which a test may go on with."""
    made = InMemorySaver(serde=saver.serde)
    for name in ("storage", "writes", "blobs"):
        getattr(made, name).update(deepcopy(getattr(saver, name)))
    return made


Attempt = Callable[[Ground], object]


def tried(attempt: Attempt, ground: Ground) -> None:
    """The attempt gives nothing of south's, or is refused without telling of it."""
    try:
        said = attempt(ground)
    except PinciteError as error:
        said = error
    told = f"{said} {said!r}"
    assert not [secret for secret in SECRETS if secret in told]


def documents_of(ground: Ground, tenant: str) -> tuple[object, ...]:
    with KnowledgeBase.open(ground.place, tenant=tenant) as kb:
        return tuple(kb.snapshot().documents())


def tools(ground: Ground) -> str:
    rag, tables = pincite.retrieval_tools(ground.north)
    said = [
        retriever.invoke({"type": "tool_call", "id": "1", "name": retriever.name, "args": args})
        for retriever in (rag, tables)
        for args in (
            {"query": "Southcombe Ltd standard"},
            {"query": "standard", "documents": ["certificates/file", "../*", ground.version, "**"]},
            {"query": ground.passage, "must_mention": ["Southcombe Ltd", ground.south_name]},
        )
    ]
    return str([(message.content, message.artifact) for message in said])


def own_source(ground: Ground) -> str:
    """A tool of the user's own that names the other tenant's ids: what it says is its own, and opens nothing."""

    @tool
    def finder(query: str) -> str:
        """Finds."""
        return f"Southcombe Ltd: see version {ground.version}, passage {ground.passage}, tenant {ground.south_name}."

    return ground.ask(graph=build_graph(ground.north, Settings(), sources=[Skill(finder)]))


def replayed(ground: Ground) -> object:
    """A recording of the other tenant."""
    with KnowledgeBase.open(ground.place, tenant=ground.south_name) as south:
        pincite.record(south, ASKED_ALONE, ground.tmp / "run.jsonl")  # type: ignore[arg-type]
    return pincite.replay(ground.north, ground.tmp / "run.jsonl")


NAMES: dict[str, Attempt] = {
    "AuditReport": lambda g: pincite.audit("Southcombe Ltd is certified.", [{"id": g.passage, "text": "x"}]),
    "EvidenceReport": lambda g: pincite.render(g.report, "html", kb=g.north),
    "KnowledgeBase": lambda g: documents_of(g, g.north.tenant),
    "Settings": lambda g: g.ask(graph=build_graph(g.north, Settings(tenants={g.south_name: {}}))),  # type: ignore[dict-item]
    "Skill": own_source,
    "audit": lambda g: audit_node()({"answer": "Southcombe Ltd is certified.", "chunks": [{"id": g.version, "text": "x"}]}),
    "build_graph": lambda g: [g.ask(), g.ask(thread=g.thread)],
    "chat_graph": lambda g: pincite.chat_graph(build_graph(g.north, Settings())).invoke({"messages": [("user", ASKED_ALONE["question"])]}),
    "read_report": lambda g: verify(pincite.read_report(written(g)), g.north),
    "record": lambda g: pincite.record(g.north, {**ASKED_ALONE, "documents": [g.version]}, g.tmp / "run.jsonl"),
    "render": lambda g: [pincite.render(g.report, style, kb=g.north) for style in ("json", "markdown", "citation-tags")],
    "replay": replayed,
    "retrieval_tools": tools,
    "verify": lambda g: pincite.verify(g.report, g.north),
}  # fmt: skip
OF_NO_DOCUMENTS = {
    "Admission", "AuditInputError", "AuditMiddleware", "AuditUpdate", "Busy", "Calibration", "CriticDecided", "EvidenceJudged", "GatePassed",
    "Graph", "IngestError", "IngestReport", "ModelError", "PassagesFound", "PinciteError", "ProgressEvent", "Recorder", "Replay",
    "ReplayMismatch", "ReportError", "Roles", "RunBudgets", "RunConcluded", "RunContext", "RunInput", "RunMetrics", "SERDE_TYPES",
    "SentencesAudited", "SettingsError", "StoreError", "StoreUnavailable", "VerificationReport", "after_audit", "audit_node", "calibrate_model",
    "closes_on_signals", "make_serializer", "place_in_words", "read_event", "roles_on",
}  # fmt: skip
"""Public names that read no knowledge base, but what they are handed. Fields of the run's input and context are tried each (`INPUTS`, `CONTEXTS`)."""


def tool_of_graph(ground: Ground) -> str:
    asked = adapters.as_tool(build_graph(ground.north, Settings()))
    said = [
        asked.invoke({"type": "tool_call", "id": "1", "name": asked.name, "args": {**ASKED_ALONE, "documents": chosen}})
        for chosen in ([], ["**"], ["certificates/file"], [ground.version])
    ]
    return str([(message.content, message.artifact) for message in said])


def node_of_graph(ground: Ground) -> str:
    node = adapters.as_node(build_graph(ground.north, Settings()))
    return str(
        node.invoke({"messages": [HumanMessage(ASKED["question"])], "tenant": ground.south_name, "kb": ground.place})
    )


ASKED_ALONE = {"question": ASKED["question"]}
ADAPTERS: dict[str, Attempt] = {
    "as_node": node_of_graph,
    "as_tool": tool_of_graph,
    "in_words": lambda g: adapters.in_words(g.report),
}


def written(ground: Ground) -> Path:
    file = ground.tmp / "report.json"
    file.write_text(ground.report.model_dump_json(), encoding="utf-8")
    return file


def each_generation(ground: Ground) -> object:
    kb = ground.north
    return [[kb.snapshot(number).documents(), kb.snapshot(number).aliases()] for number in range(kb.snapshot().generation + 1)]  # fmt: skip


METHODS: dict[str, Attempt] = {
    "add_alias": lambda g: g.north.add_alias("Quillfeather"[:5], "Southcombe Ltd"),
    "close": lambda g: KnowledgeBase.open(g.place, tenant=g.north.tenant).close(),
    "declared_aliases": lambda g: g.north.declared_aliases(),
    "forget_run_texts": lambda g: g.north.forget_run_texts(datetime(2030, 1, 1, tzinfo=UTC)),
    "health": lambda g: g.north.health(),
    "ingest": lambda g: g.north.ingest(manifest_of_south(g)),
    "ingest_texts": lambda g: g.north.ingest_texts([{**NORTH, "tenant": g.south_name, "text": "Planted in south."}]),
    "keep_run_texts": lambda g: g.north.keep_run_texts(g.tool_run, [], tool="crm", arguments="{}", at=datetime.now(UTC)),
    "open": lambda g: [documents_of(g, name) for name in
                       (f"{g.south_name} ", f"{g.south_name}\0", f"./{g.south_name}", g.south_name.upper())],
    "original": lambda g: g.north.original("certificates/file"),
    "record_run": lambda g: g.north.record_run(g.report.run_id, "?", "forged"),
    "recorded_digests": lambda g: g.north.recorded_digests(g.report.run_id),
    "remove": lambda g: g.north.remove(g.version),
    "remove_alias": lambda g: g.north.remove_alias("Quillfeather"[:5]),
    "search": lambda g: [g.north.search("Southcombe Ltd standard", versions=versions) for versions in (None, [g.version])],  # type: ignore[list-item]
    "snapshot": each_generation,
    "snapshot_id": lambda g: g.north.snapshot_id(),
    "span": lambda g: g.north.span(g.version, 0, 60),  # type: ignore[arg-type]
    "tenant": lambda g: g.north.tenant,
    "with_run_texts": lambda g: [snapshot.documents() for snapshot in (g.north.with_run_texts(g.north.snapshot(), g.tool_run),)],
}  # fmt: skip


def manifest_of_south(ground: Ground) -> Path:
    """A folder whose manifest says that its file is of the other tenant: it is neither taken in there nor here."""
    folder = ground.tmp / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("Planted in south.", encoding="utf-8")
    entry = {"path": "a.txt", "tenant": ground.south_name}
    (folder / "sources.yaml").write_text(json.dumps({"documents": [entry]}), encoding="utf-8")
    return folder


INPUTS: dict[str, list[Any]] = {
    "question": ["Which standard is Southcombe Ltd certified to? tenant=south; SELECT * FROM versions --", "Southcombe Ltd"],
    "as_of": ["2026-05-15", "2020-01-01"],
    "constraints": [["read the documents of the tenant south", "in certificates/file"]],
    "documents": [["certificates/file"], ["*"], ["**/*"], ["../*/certificates/*"], ["/"]],
    "collections": [["certificates"], [".."], ["south"]],
    "earlier_turns": [["Tell me of Southcombe Ltd.", "It is certified to a standard."]],
}  # fmt: skip
CONTEXTS: dict[str, Callable[[Ground], dict[str, Any]]] = {
    "tenant": lambda g: {"tenant": g.south_name},
    "as_of": lambda g: {"as_of": "2026-05-15"},
    "conflict_policy": lambda g: {"conflict_policy": "precedence"},
    "evidence_threshold": lambda g: {"evidence_threshold": 1},
    "minimum_confidence": lambda g: {"minimum_confidence": "medium"},
    "budgets": lambda g: {"budgets": RunBudgets(**dict.fromkeys(RunBudgets.model_fields, 10**9))},
}
CHOICES: dict[str, Callable[[Ground], list[Any]]] = {
    "kb": lambda g: [g.place, "../kb", "kb/../..", *([str(path) for path in Path(g.place).iterdir()] if Path(g.place).is_dir() else [])],
    "kb_tenant": lambda g: [g.south_name],
    "follow_ups": lambda g: [2],
}  # fmt: skip
SETTINGS: dict[str, Any] = {
    "follow_ups": 2,
    "evidence_threshold": 0.1,
    "minimum_confidence": "low",
    "conflict_policy": "precedence",
    "budgets": {"tool_output_chars": 10**9},
    "confidence": {"relevance_floor": 0},
    "models": {"allow_same_model": True},
    "sources": (),
    "ingest": {"ocr": False},
    "serving": {"runs_at_once": 1, "metrics": True, "metrics_tenants": ["south"]},
    "tenants": {"south": {"budgets": {"tokens": 10_000}}},
}
COMMANDS: dict[str, list[str]] = {
    "alias add": ["Q", "Southcombe Ltd"],
    "alias list": [],
    "alias remove": ["Quillfeather"[:5], "Southcombe Ltd"],
    "ask": [ASKED["question"], "--as-of", "2026-05-15", "--document", "**", "--collection", "certificates", "--follow-ups", "2",
            "--record", "{tmp}/tape", "--style", "markdown", "--html", "{tmp}/ask.html"],
    "ask replay": ["--replay", "{tape}"],
    "audit": ["--answer", "{report}", "--chunks", "{report}", "--junit", "{tmp}/junit.xml"],
    "doctor": ["--calibrate"],
    "graph": ["--mermaid", "--follow-ups", "1"],
    "ingest": ["{docs}", "--manifest", "{docs}/sources.yaml", "--prune", "--ocr"],
    "report": ["{report}", "--style", "citation-tags", "--html", "{tmp}/report.html"],
    "verify": ["{report}"],
    "verify files": ["{report}", "--files", "{tmp}"],
}  # fmt: skip
"""Words after the command, which is given north's tenant. Not tried: what opens no knowledge base of the caller's choice (demo, eval), and
what serves until it is told to end (mcp, whose tools are, and serve)."""
ELSEWHERE = {
    "completion",
    "demo",
    "schema",
    "eval audit",
    "eval golden",
    "eval guards",
    "eval rules",
    "eval set",
    "mcp",
    "serve",
}
OF_EACH = {"--kb", "--tenant", "--json", "--help", "-h", "--watch"}
"""What changes nothing of whose documents are used; `--watch` makes the same ingest again and again."""


def leaves(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    for subcommands in below:
        for word, inner in subcommands.choices.items():
            yield from leaves(inner, f"{name} {word}".strip())
    if not below:
        yield name, parser


@pytest.mark.spec("CFG-2")
def test_every_way_in_is_tried() -> None:
    assert set(NAMES) | set(ADAPTERS) & set(pincite.__all__) | OF_NO_DOCUMENTS == set(pincite.__all__)
    own = {name for name, value in vars(adapters).items() if getattr(value, "__module__", "") == adapters.__name__}
    assert set(ADAPTERS) == {name for name in own if name.islower() and not name.startswith("_")}
    assert set(METHODS) == {name for name in dir(KnowledgeBase) if not name.startswith("_")}
    assert set(INPUTS) == set(RunInput.__annotations__)
    assert set(CONTEXTS) == set(RunContext.model_fields)
    assert set(CHOICES) == set(BuildChoices.model_fields)
    assert set(SETTINGS) == set(Settings.model_fields)
    whole = make_parser()
    whole.fill_all()
    found = dict(leaves(whole))
    assert {" ".join(name.split()[:2]) if name.startswith("alias") else name.split()[0] for name in COMMANDS} == set(
        found
    ) - ELSEWHERE
    for name, parser in found.items():
        if name not in ELSEWHERE:
            options = {option for action in parser._actions for option in action.option_strings} - OF_EACH
            tried_with = {word for key, words in COMMANDS.items() if key.startswith(name) for word in words}
            assert options <= tried_with, f"pincite {name}"


@pytest.mark.spec("CFG-2")
def test_no_public_name_crosses(ground: Ground) -> None:
    for attempt in (*NAMES.values(), *ADAPTERS.values()):
        tried(attempt, ground)


@pytest.mark.spec("CFG-2")
def test_no_method_of_a_knowledge_base_crosses_and_none_writes_across(ground: Ground) -> None:
    for attempt in METHODS.values():
        tried(attempt, ground)
    with KnowledgeBase.open(ground.place, tenant=ground.south_name) as south:
        assert [hit.document.title for hit in south.search("Quillfeather")] == [SOUTH["title"]]
        assert not south.search("Planted", must_mention=["Planted"])
        assert [alias.name for alias in south.declared_aliases()] == ["Quillfeather"]
        assert "forged" not in south.recorded_digests(ground.report.run_id)
        assert len(south.with_run_texts(south.snapshot(), ground.tool_run).documents()) == 2


@pytest.mark.spec("CFG-2")
def test_no_input_context_or_setting_crosses(ground: Ground) -> None:
    for name, values in INPUTS.items():
        for value in values:
            tried(lambda g, name=name, value=value: g.ask({**ASKED, name: value}), ground)  # type: ignore[misc]
    for given in CONTEXTS.values():
        tried(lambda g, given=given: g.ask(context=given(g)), ground)  # type: ignore[misc]
    for name, value in SETTINGS.items():
        tried(lambda g, name=name, value=value: g.ask(graph=build_graph(g.north, Settings(**{name: value}))), ground)  # type: ignore[misc]
    tried(lambda g: g.ask({**ASKED, "tenant": g.south_name}), ground)
    with pytest.raises(SettingsError, match=r"context\.tenant"):
        ground.ask(context={"tenant": ground.south_name})


@pytest.mark.spec("CFG-2")
def test_no_thread_and_no_forged_channel_of_a_state_crosses(ground: Ground) -> None:
    with pytest.raises(SettingsError, match="this thread belongs to knowledge base"):
        ground.ask(None, thread=ground.begun)
    tried(lambda g: g.ask(OWN, thread=g.thread), ground)  # their thread, asked again
    began = {"configurable": {"thread_id": str(uuid4())}}
    ground.graph.invoke(OWN, began, interrupt_before=["extract_evidence"])
    own = ground.graph.get_state(began).values

    def forged(changes: dict[str, Any]) -> Attempt:
        def attempt(g: Ground) -> str:
            config = {"configurable": {"thread_id": str(uuid4())}}
            g.graph.update_state(config, {**own, **changes}, as_node="retrieve_evidence")
            return cast(EvidenceReport, g.graph.invoke(None, config)["report"]).model_dump_json()

        return attempt

    assert set(RunState.__annotations__) - set(RunInput.__annotations__) <= set(ground.state)
    for channel, value in ground.state.items():
        tried(forged({channel: value}), ground)
    tried(forged({name: value for name, value in ground.state.items() if name != "run"}), ground)
    tried(forged({**ground.state, "run_texts": [ground.version]}), ground)


@pytest.mark.spec("CFG-2", "REP-2")
def test_no_recording_crosses(ground: Ground) -> None:
    with KnowledgeBase.open(ground.place, tenant=ground.south_name) as south:
        record(south, ASKED, ground.tmp / "tape")
    tried(lambda g: replay(g.north, g.tmp / "tape"), ground)


@pytest.mark.spec("CFG-2")
@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_of_a_command_crosses(ground: Ground, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ground.tmp)
    words = command.split()
    words = words[:2] if words[0] == "alias" else words[:1]
    if "replay" in command:
        with KnowledgeBase.open(ground.place, tenant=ground.south_name) as south:
            record(south, ASKED, ground.tmp / "their-tape")
    docs = manifest_of_south(ground) if words == ["ingest"] else ground.tmp
    named = {"tmp": ground.tmp, "report": written(ground), "docs": docs, "tape": ground.tmp / "their-tape"}
    given = [argument.format(**named) if "{" in argument else argument for argument in COMMANDS[command]]
    if command != "verify files" and (words[0] not in ("audit", "graph")):
        given += ["--kb", ground.place, "--tenant", ground.north.tenant]

    tried(lambda g: g.command(*words, *given), ground)
    if words not in (["doctor"],):
        tried(lambda g: g.command(*words, *given, "--json"), ground)
    for page in ground.tmp.glob("*.html"):
        assert not [secret for secret in SECRETS if secret in page.read_text("utf-8")]


MCP_CALLS: dict[str, Callable[[Ground], list[dict[str, Any]]]] = {
    "ask": lambda g: [{**ASKED, "documents": chosen} for chosen in ([], ["**"], ["certificates/file"], [g.version])],
    "search": lambda g: [{"query": "Southcombe Ltd standard", "documents": chosen} for chosen in ([], [g.version])],
    "audit": lambda g: [{"answer": "Southcombe Ltd is certified.", "passage_ids": [g.passage]}],
    "verify": lambda g: [
        {"run_id": g.report.run_id},
        {"report": g.report.model_dump(mode="json")},
        {"quotes": [{"quote": "Southcombe Ltd"}, {"quote": "certified", "document": "**"}]},
        {"quotes": [{"quote": "certified", "document": g.version}]},
    ],
    "list_documents": lambda g: [{}, {"documents": [g.version, "**"]}],
}


@pytest.mark.spec("CFG-2", "ECO-2")
def test_no_tool_of_an_mcp_server_for_one_tenant_crosses(ground: Ground) -> None:
    protocol = pytest.importorskip("pincite.serving.mcp_server")
    assert set(MCP_CALLS) == set(protocol.TOOLS)

    async def called(tools: McpTools, name: str, given: dict[str, Any]) -> Any:
        return await protocol.call(tools, name, given, told)

    async def told(stage: str) -> None:
        assert not [secret for secret in SECRETS if secret in stage]

    tools = McpTools(ground.place, ground.north.tenant)
    try:
        for name, made in MCP_CALLS.items():
            for given in made(ground):
                tried(lambda _, name=name, given=given: asyncio.run(called(tools, name, given)), ground)  # type: ignore[misc]
    finally:
        tools.close()


@pytest.mark.spec("CFG-2", "USE-1")
def test_no_request_to_a_server_for_one_tenant_crosses(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(ground.place)
    monkeypatch.setenv("PINCITE_ROOT", str(folder.parent) if folder.is_dir() else ground.place)
    monkeypatch.setenv("PINCITE_TENANT", ground.north.tenant)
    graph = asyncio.run(make_graph({"configurable": {}}))
    assert "14001:2015" in ground.ask(OWN, graph=graph)
    for name, values in CHOICES.items():
        for value in values(ground):
            tried(lambda g, keys={name: value}: g.ask(graph=asyncio.run(make_graph({"configurable": keys}))), ground)  # type: ignore[misc]
    body = {"input": ASKED, "config": {"configurable": {"kb_tenant": ground.south_name}}}
    assert "this server answers for one tenant" in str(why_refused("/runs/wait", json.dumps(body).encode()))


class User:
    """As an authentication handler of LangGraph's server gives it."""

    def __init__(self, organisation: str) -> None:
        self.identity, self.organisation = "ines", organisation


@pytest.mark.spec("CFG-2", "USE-1")
def test_a_server_that_knows_its_users_answers_each_from_its_tenant(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(ground.place)
    monkeypatch.setenv("PINCITE_ROOT", str(folder.parent) if folder.is_dir() else ground.place)
    monkeypatch.setenv("PINCITE_TENANT_OF_USER", "organisation")

    def of(user: Any, **chosen: str) -> Any:
        return asyncio.run(make_graph({"configurable": {"langgraph_auth_user": user, **chosen}}))

    for user in (User(ground.north.tenant), {"identity": "ines", "organisation": ground.north.tenant}):
        assert "14001:2015" in ground.ask(OWN, graph=of(user))
        tried(lambda g, user=user: g.ask(graph=of(user)), ground)  # type: ignore[misc]
        with pytest.raises(SettingsError, match="your user belongs to another tenant"):
            of(user, kb_tenant=ground.south_name)
    for nobody in (None, {}, {"organisation": ""}, {"organisation": ["north"]}):
        with pytest.raises(SettingsError, match="an authenticated user with a tenant"):
            of(nobody, kb_tenant=ground.north.tenant)
