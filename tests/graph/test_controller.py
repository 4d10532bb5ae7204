"""The controller: budgets, deadlines, the choice of the critic's model, async runs and replays, with a real endpoint on loopback.

The roles here ask a model before they answer by rule, so that what is tested is the controller and not what a model says.
"""

import asyncio
import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from model_server import HANGS, Answer, ModelServer, model_server, status

from pincite.errors import ReplayMismatch, SettingsError
from pincite.evidence.model.frozen import Frozen
from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.graph.recorded import record, replay
from pincite.model_settings import ModelEndpoint, Models
from pincite.nodes.runtime.state import RunInput
from pincite.prompts.prompt import Prompt
from pincite.roles.contracts.roles import Roles
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.roles.llm.providers import Silent, speaker_for
from pincite.roles.model_call import transient
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Budgets, Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

ROLES = ("analyst", "finder", "extractor", "critic", "generator", "auditor")
QUESTION = "What is the notice period under the lease agreement of Tarnholm Ltd?"
ASKED = RunInput(question=QUESTION, as_of="2026-05-15")
TEXTS: list[dict[str, Any]] = [
    {
        "id": f"lease-{number}",
        "title": f"Lease agreement between {name} and Borrowdale Estates Ltd",
        "entity": name,
        "document_type": "lease agreement",
        "authority": "contract",
        "updated_at": "2026-04-10",
        "text": f'{name} (the "Tenant") rents the hall. The notice period under this lease is {number} months. CONFIDENTIAL-{number}.',
    }
    for number, name in enumerate(
        ("Tarnholm Ltd", "Skiddaw Mills plc", "Keswick Couriers Ltd", "Fellside Foods Ltd"), 3
    )
]


class Ready(Frozen):
    ready: bool


READY = Answer('{"ready": true}')


@dataclass
class Speaking:
    """A role by rule that first asks a model whether it is ready."""

    role: str
    inner: Any
    speaker: Speaker

    @property
    def name(self) -> str:
        return self.speaker.name

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def _prompt(self, given: Any) -> Prompt:
        return Prompt(role=self.role, system="Say that you are ready.", user=given.model_dump_json(), sha256="a" * 64)

    def __call__(self, given: Any) -> Any:
        self.speaker.ask(self._prompt(given), Ready)
        return self.inner(given)

    async def acall(self, given: Any) -> Any:
        await self.speaker.aask(self._prompt(given), Ready)
        return self.inner(given)


def speaking(generator: Speaker, critic: Speaker) -> Roles:
    rules = extractive_roles()
    models = {"critic": critic, "auditor": critic}
    return Roles(**{role: Speaking(role, getattr(rules, role), models.get(role, generator)) for role in ROLES})


def over(server: ModelServer) -> Roles:
    budgets = Budgets(seconds_per_model_call=5)
    writer, judge = (ModelEndpoint(model=f"openai:model-{letter}", base_url=server.url) for letter in "ab")
    return speaking(speaker_for(writer, budgets), speaker_for(judge, budgets))


def silent() -> Roles:
    """The roles of a replay: the names of the recorded ones, and nobody behind them."""
    return speaking(Speaker(Silent(), "openai:a@host"), Speaker(Silent(), "openai:b@host"))


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr(transient, "_backoff", lambda state: 0.01)
    with model_server() as running:
        running.answerer = lambda request: READY
        yield running


def only(role: str, fault: Answer) -> Any:
    """An endpoint that fails whoever asks as `role`. Roles are told apart by what only their input holds."""
    marks = {
        "analyst": '"known_names"',
        "finder": '"aliases"',
        "extractor": '"candidates"',
        "critic": '"history"',
        "generator": '"links"',
        "auditor": '"sentences"',
    }
    return lambda request: fault if marks[role] in request.texts[1][:200_000] else READY


def run(kb: KnowledgeBase, roles: Roles, settings: Settings | None = None) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb, settings, roles=roles).invoke(ASKED)["report"]
    return report


@pytest.mark.spec("CRI-9", "EXE-8")
def test_calls_and_tokens_are_reported_for_each_stage(kb: KnowledgeBase, server: ModelServer) -> None:
    report = run(kb, over(server))
    assert report.sufficient
    assert report.usage.model_calls == len(server.requests) == 6
    assert report.usage.input_tokens == 600
    assert [stage.stage for stage in report.usage.stages] == [
        "identify_subject_class",
        "discover_candidates",
        "extract_evidence",
        "critique",
        "draft",
        "audit",
    ]
    assert report.provenance.models["critic"].startswith("openai:model-b@127.0.0.1")
    assert report.provenance.prompts_sha256


@pytest.mark.spec("CRI-9", "REL-4")
def test_what_was_used_survives_a_resume_in_another_process(kb: KnowledgeBase, server: ModelServer) -> None:
    saver, thread = InMemorySaver(), {"configurable": {"thread_id": "t"}}
    settings = Settings(budgets=Budgets(model_calls=4))
    build_graph(kb, settings, roles=over(server), checkpointer=saver).invoke(
        ASKED, thread, interrupt_before=["critique"]
    )
    assert len(server.requests) == 3
    resumed = build_graph(kb, settings, roles=over(server), checkpointer=saver)
    report = resumed.invoke(None, thread)["report"]
    assert report.usage.model_calls == len(server.requests) == 4
    assert report.stop_reason == "budget_exhausted"
    again = resumed.invoke(ASKED, thread)["report"]
    assert again.usage.model_calls == 4


@pytest.mark.spec("CRI-9", "CRI-7", "EXE-7", "SUB-11")
@pytest.mark.parametrize(
    ("budgets", "calls"),
    [({"model_calls": n}, n) for n in (1, 2, 3, 4, 5)] + [({"tokens": 1_000}, 6)],
)
def test_a_budget_that_is_reached_ends_the_run_and_is_why(
    kb: KnowledgeBase, server: ModelServer, budgets: dict[str, int], calls: int
) -> None:
    server.answerer = lambda request: Answer('{"ready": true}')
    report = run(kb, over(server), Settings(budgets=Budgets(**budgets)))
    assert report.usage.model_calls == calls
    assert report.terminal_state in {"CONCLUDED", "SUBJECT_NOT_FOUND"}
    if calls < 6:
        assert report.stop_reason == "budget_exhausted"
        assert "budget_exhausted" in report.risk_signals
        assert "subject_not_found" not in report.risk_signals
        assert not report.sufficient
    else:
        assert report.sufficient


@pytest.mark.slow
@pytest.mark.spec("CRI-9", "REL-1", "EXE-7")
@pytest.mark.parametrize("native", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize("role", ROLES)
def test_a_model_that_hangs_costs_no_more_than_the_run_has(
    kb: KnowledgeBase, server: ModelServer, role: str, native: bool
) -> None:
    server.answerer = only(role, Answer(wait=HANGS))
    graph = build_graph(kb, Settings(budgets=Budgets(seconds_per_run=1.2)), roles=over(server))
    report = (asyncio.run(graph.ainvoke(ASKED)) if native else graph.invoke(ASKED))["report"]
    assert (report.stop_reason, report.sufficient) == ("time_exhausted", False)
    assert "time_exhausted" in report.risk_signals


async def _never(given: Any) -> Any:
    await asyncio.sleep(HANGS)


@pytest.mark.spec("CRI-9")
def test_a_role_of_ones_own_that_hangs_is_cancelled_at_the_runs_end(kb: KnowledgeBase) -> None:
    rules = {field.name: getattr(extractive_roles(), field.name) for field in fields(Roles)}

    class Hanging:
        name = "mine"
        acall = staticmethod(_never)

        def __call__(self, given: Any) -> Any:
            raise AssertionError("the async path asks natively")

    graph = build_graph(
        kb, Settings(budgets=Budgets(seconds_per_run=0.5)), roles=Roles(**{**rules, "critic": Hanging()})
    )
    report = asyncio.run(graph.ainvoke(ASKED))["report"]
    assert report.stop_reason == "time_exhausted"
    assert report.evidence


@pytest.mark.spec("CRI-10", "REL-1")
def test_without_a_critic_verified_evidence_is_listed_and_nothing_is_approved(
    kb: KnowledgeBase, server: ModelServer
) -> None:
    server.answerer = only("critic", status(500))
    report = run(kb, over(server))
    assert (report.answer, report.sufficient, report.stop_reason) == (None, False, "critic_unavailable")
    assert "critic_unavailable" in report.risk_signals
    assert any("3 months" in unit.span.quote for unit in report.evidence)
    assert "3 months" in report.conclusion
    assert "Found, not confirmed:" in report.conclusion


@dataclass
class Batched(Speaking):
    """An extractor that reads in two batches at the same time."""

    def _prompts(self) -> list[Prompt]:
        return [Prompt(role=self.role, system="Ready?", user=f"batch {number}", sha256="a" * 64) for number in (1, 2)]

    def __call__(self, given: Any) -> Any:
        self.speaker.ask_all(self._prompts(), Ready)
        return self.inner(given)

    async def acall(self, given: Any) -> Any:
        await self.speaker.aask_all(self._prompts(), Ready)
        return self.inner(given)


@pytest.mark.spec("EVI-8")
@pytest.mark.parametrize("native", [False, True], ids=["sync", "async"])
def test_a_batch_that_fails_beside_another_is_reported(kb: KnowledgeBase, server: ModelServer, native: bool) -> None:
    server.answerer = lambda request: status(400) if request.texts[1] == "batch 2" else READY
    roles = over(server)
    assert isinstance(roles.extractor, Speaking)
    half = replace(roles, extractor=Batched("extractor", roles.extractor.inner, roles.extractor.speaker))
    graph = build_graph(kb, roles=half)
    report = (asyncio.run(graph.ainvoke(ASKED)) if native else graph.invoke(ASKED))["report"]
    assert report.sufficient
    told = [disclosure for disclosure in report.disclosures if disclosure.subject == "extract_evidence"]
    assert [disclosure.kind for disclosure in told] == ["unsearched"]
    assert "HTTP 400" in told[0].reason


@pytest.mark.spec("CRI-2")
def test_a_critic_on_the_generators_model_is_refused_unless_allowed_and_then_reported(
    kb: KnowledgeBase, server: ModelServer
) -> None:
    generator = speaker_for(ModelEndpoint(model="openai:model-a", base_url=server.url), Budgets())
    same = speaker_for(
        ModelEndpoint(model="vllm:MODEL-A", base_url=server.url.replace("127.0.0.1", "localhost")), Budgets()
    )
    with pytest.raises(SettingsError, match="generator and critic are the same model"):
        build_graph(kb, roles=speaking(generator, same))
    report = run(kb, speaking(generator, same), Settings(models=Models(allow_same_model=True)))
    assert "correlated_critic" in report.risk_signals
    assert report.sufficient
    assert "correlated_critic" not in run(kb, over(server)).risk_signals


@pytest.mark.slow
@pytest.mark.spec("REL-5", "USE-3")
def test_sixty_four_runs_ask_at_once_finish_and_do_not_mix(kb: KnowledgeBase, server: ModelServer) -> None:
    together_at = threading.Barrier(64)
    first = iter(range(64))
    server.answerer = lambda request: (
        replace(READY, before=together_at.wait) if next(first, None) is not None else READY
    )
    graph = build_graph(kb, roles=over(server))
    names = [text["entity"] for text in TEXTS]

    async def together() -> list[EvidenceReport]:
        questions = [QUESTION.replace("Tarnholm Ltd", names[number % 4]) for number in range(64)]
        runs = [graph.ainvoke({"question": question, "as_of": "2026-05-15"}) for question in questions]
        return [result["report"] for result in await asyncio.gather(*runs)]

    reports = asyncio.run(together())
    for number, report in enumerate(reports):
        assert report.sufficient, report.conclusion
        assert report.usage.model_calls == 6
        assert f"{number % 4 + 3} months" in report.conclusion
    assert len({report.digest for report in reports}) == 4


@pytest.mark.spec("REP-2", "EXE-6")
def test_a_recorded_run_replays_byte_for_byte_without_its_models(
    kb: KnowledgeBase, server: ModelServer, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    recorded = record(kb, ASKED, path, roles=over(server))
    asked = len(server.requests)
    names = recorded.provenance.models
    again = replay(kb, path, roles=speaking(Speaker(Silent(), names["generator"]), Speaker(Silent(), names["critic"])))
    apart: dict[str, Any] = {"run_id": True, "path": {"__all__": {"entered", "seconds"}}, "usage": {"seconds"}}
    assert again.model_dump_json(exclude=apart) == recorded.model_dump_json(exclude=apart)
    assert len(server.requests) == asked
    with pytest.raises(ReplayMismatch, match="recorded with another model"):
        replay(kb, path, roles=silent())
    with pytest.raises(ReplayMismatch, match="no run of “What else"):
        replay(kb, path, RunInput(question="What else?"))
    with pytest.raises(ReplayMismatch, match="as_of differ from the recording"):
        replay(kb, path, RunInput(question=QUESTION, as_of="2020-01-01"))


@pytest.mark.spec("REP-2", "EXE-6", "CRI-9")
@pytest.mark.parametrize("role", ["extractor", "critic", "auditor"])
def test_a_run_that_ran_out_of_time_replays_as_recorded(
    kb: KnowledgeBase, server: ModelServer, tmp_path: Path, role: str
) -> None:
    server.answerer = only(role, Answer(wait=HANGS))
    path = tmp_path / "run.jsonl"
    recorded = record(kb, ASKED, path, Settings(budgets=Budgets(seconds_per_run=0.8)), roles=over(server))
    assert recorded.stop_reason == "time_exhausted"
    names = recorded.provenance.models
    again = replay(kb, path, roles=speaking(Speaker(Silent(), names["generator"]), Speaker(Silent(), names["critic"])))
    assert again.digest == recorded.digest


@pytest.mark.spec("REP-2")
def test_a_copy_of_the_knowledge_base_replays_and_a_changed_one_is_reported(
    kb: KnowledgeBase, server: ModelServer, tmp_path: Path
) -> None:
    path = tmp_path / "run.jsonl"
    names = record(kb, ASKED, path, roles=over(server)).provenance.models
    roles = speaking(Speaker(Silent(), names["generator"]), Speaker(Silent(), names["critic"]))
    with KnowledgeBase.open(tmp_path / "copy") as copy:
        assert copy.ingest_texts(TEXTS).ok
        assert replay(copy, path, roles=roles).sufficient
        copy.ingest_texts([{**TEXTS[0], "text": TEXTS[0]["text"].replace("3 months", "9 months")}])
        with pytest.raises(ReplayMismatch, match="is asked something that was not recorded"):
            replay(copy, path, roles=roles)


@pytest.mark.spec("CFG-3")
def test_neither_keys_nor_document_text_are_logged_and_no_key_is_kept(
    kb: KnowledgeBase, server: ModelServer, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    key = "sk-do-not-tell"
    bad_words = only("critic", Answer('{"ready": "CONFIDENTIAL-3"}'))
    echoes = only("generator", status(400, says=f"{key} CONFIDENTIAL-3"))
    server.answerer = lambda request: (
        bad_words(request) if bad_words(request) != READY and not request.mends else echoes(request)
    )
    endpoints = [
        ModelEndpoint.model_validate({"model": f"openai:model-{letter}", "base_url": server.url, "api_key": key})
        for letter in "ab"
    ]
    roles = speaking(*(speaker_for(endpoint, Budgets()) for endpoint in endpoints))
    path, saver = tmp_path / "run.jsonl", InMemorySaver()
    with caplog.at_level(logging.INFO):
        report = record(kb, ASKED, path, roles=roles)
        build_graph(kb, roles=roles, checkpointer=saver).invoke(ASKED, {"configurable": {"thread_id": "t"}})
    assert "critique ended" in caplog.text
    assert "CONFIDENTIAL" not in caplog.text
    for kept in (caplog.text, path.read_text(), report.model_dump_json(), str(vars(saver))):
        assert key not in kept


def test_traces_tell_the_role_the_model_and_the_node(kb: KnowledgeBase, server: ModelServer) -> None:
    from langchain_core.callbacks import BaseCallbackHandler

    seen: list[tuple[str | None, list[str], dict[str, Any]]] = []

    class Tracer(BaseCallbackHandler):
        def on_chat_model_start(self, serialized: Any, messages: Any, **about: Any) -> None:
            seen.append((about.get("name"), about["tags"], about["metadata"]))

    graph = build_graph(kb, roles=over(server))
    graph.invoke(ASKED, {"callbacks": [Tracer()]})
    asyncio.run(graph.ainvoke(ASKED, {"callbacks": [Tracer()]}))
    assert [name for name, _, _ in seen] == [f"pincite {role}" for role in ROLES] * 2
    _, tags, metadata = seen[3]
    assert "pincite:critic" in tags
    assert metadata["pincite_model"].startswith("openai:model-b@")
    assert metadata["pincite_node"] == metadata["langgraph_node"] == "critique"
