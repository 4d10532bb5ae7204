"""The fault matrix: whatever an endpoint or a role does, the run ends, in time, claims no more than was verified, and says why.

`docs/faults.md` shows the same tables; a test holds the two together.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from good_model import FOUNDER, QUESTION, REWORDED, SCHEMAS, SENTENCE, TEXTS, right
from model_server import HANGS, Answer, ModelServer, Request, model_server, status

from pincite.evidence.model.evidence import EvidenceId, Proposal
from pincite.evidence.model.spans import PassageId, VersionId
from pincite.evidence.model.subjects import FactId, Plan, SubjectClass
from pincite.evidence.questions.critic_decision import CoveredFact, Decision
from pincite.evidence.report.evidence_report import ClaimVerdict, EvidenceReport
from pincite.graph.build import build_graph
from pincite.model_settings import ModelEndpoint
from pincite.nodes.runtime.state import RunInput
from pincite.roles.contracts.generator import DraftSentence
from pincite.roles.contracts.roles import Roles
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.roles.llm.llm_roles import llm_roles
from pincite.roles.llm.providers import speaker_for
from pincite.roles.model_call import transient
from pincite.settings import Budgets, Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

ROOT = Path(__file__).resolve().parents[2]
ROLES = ("analyst", "gate_judge", "extractor", "critic", "generator", "auditor")
ASKED = RunInput(question=QUESTION, as_of="2026-05-15")
SIGNAL = {
    "analyst": "analysis_unavailable",
    "gate_judge": "source_unavailable",
    "extractor": "extractor_unavailable",
    "critic": "critic_unavailable",
    "generator": "generator_unavailable",
    "auditor": "auditor_unavailable",
}
"""What the report says when a role stays down (SPEC REL-1)."""


@dataclass(frozen=True)
class Fault:
    """What an endpoint does to one role. `once`: it does so to the first request only. `ends`: what comes of it."""

    told: str
    answer: Answer | Callable[[str], Answer]
    """A function of the right answer where it is made from that."""
    ends: str
    once: bool = False


ANSWERED, DOWN, OUT_OF_TIME = "answered", "the role is down", "time_exhausted"
FAULTS = {
    "429": Fault("429 once", status(429), ANSWERED, once=True),
    "retry-after": Fault("429 once, with Retry-After", status(429, retry_after="0.05"), ANSWERED, once=True),
    "500 once": Fault("500 once", status(500), ANSWERED, once=True),
    "502 once": Fault("502 once", status(502), ANSWERED, once=True),
    "reset": Fault("connection reset mid-body, once", lambda said: Answer(said, reset_after=40), ANSWERED, once=True),
    "fence": Fault("the answer in a Markdown fence", lambda said: Answer(f"```json\n{said}\n```"), ANSWERED),
    "thinking": Fault(
        "reasoning before the answer", lambda said: Answer(f"<think>Is it {{so}}?</think>{said}"), ANSWERED
    ),
    "mended": Fault("an answer that fits no schema, once", Answer("Yes."), ANSWERED, once=True),
    "429 for good": Fault("429 for good", status(429), DOWN),
    "retry in an hour": Fault("429 that asks for an hour", status(429, retry_after="3600"), DOWN),
    "500": Fault("500 for good", status(500), DOWN),
    "502": Fault("502 for good", status(502), DOWN),
    "401": Fault("the key is refused", status(401), DOWN),
    "404": Fault("the model does not exist", status(404, error_code="model_not_found"), DOWN),
    "resets": Fault("connection reset mid-body, always", lambda said: Answer(said, reset_after=40), DOWN),
    "html": Fault("a web page instead of an answer", Answer(body="<html>Bad gateway</html>"), DOWN),
    "invalid": Fault("invalid JSON", lambda said: Answer(said.replace('": ', '": yes ', 1)), DOWN),
    "truncated": Fault("truncated JSON", lambda said: Answer(said[: len(said) // 2]), DOWN),
    "mendable": Fault("truncated JSON that a lenient parser would repair", lambda said: Answer(said[:-1]), DOWN),
    "cut": Fault("an answer cut at the output limit", lambda said: Answer(said, finish_reason="length"), DOWN),
    "twice": Fault("a key given twice", lambda said: Answer(said[:-1] + ", " + said[1:]), DOWN),
    "other schema": Fault("JSON of another schema", Answer('{"approved": true}'), DOWN),
    "empty": Fault("an empty answer", Answer(""), DOWN),
    "refusal": Fault("a refusal", Answer(None, refusal="I cannot help with that."), DOWN),
    "hang": Fault("no answer at all (hang)", Answer("", wait=HANGS), OUT_OF_TIME),
    "drip": Fault("an answer that drips in byte by byte", lambda said: Answer(said, drip=0.5), OUT_OF_TIME),
}

AT_EACH_ROLE = ("mended", "500", "invalid", "refusal")
"""What each role meets. The other faults end before a role sees its answer, so one role shows what comes of them, each in its turn."""
CASES = [
    (kind, role)
    for number, kind in enumerate(FAULTS)
    for role in (ROLES if kind in AT_EACH_ROLE else ROLES[number % len(ROLES) :][:1])
]


def on_models(server: ModelServer) -> Roles:
    writer, judge = (
        speaker_for(ModelEndpoint(model=f"openai:model-{letter}", base_url=server.url), Budgets()) for letter in "ab"
    )
    return llm_roles(writer, judge, calibrated=True)


def failing(role: str, fault: Fault) -> Callable[[Request], Answer]:
    """An endpoint that does its worst to one role, and serves the others well."""
    first = True

    def answer(request: Request) -> Answer:
        nonlocal first
        said = right(request)
        if request.schema_name != SCHEMAS[role] or (fault.once and not first):
            return Answer(said)
        first = False
        return fault.answer(said) if callable(fault.answer) else fault.answer

    return answer


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as opened:
        assert opened.ingest_texts(TEXTS).ok
        yield opened


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transient, "_backoff", lambda state: 0.01)


def claims_no_more_than_was_verified(report: EvidenceReport, kb: KnowledgeBase) -> None:
    """The only thing that may be said is the source's own sentence, and only with its quote where it stands."""
    assert report.terminal_state in {"CONCLUDED", "SUBJECT_NOT_FOUND"}
    for citation in report.citations:
        text = kb.snapshot().text(VersionId(citation.version_id))
        assert text[citation.char_start : citation.char_end] == citation.quote
    for sentence in report.sentences:
        assert sentence.citations
        assert sentence.text in {SENTENCE, REWORDED} or sentence.part == "related"
    assert "99 years" not in (report.answer or "")
    if report.sufficient:
        assert all(fact.status == "covered" and fact.citations for fact in report.required_facts)


@pytest.mark.slow
@pytest.mark.spec("EXE-7", "REL-1", "CRI-9", "CRI-10")
@pytest.mark.parametrize(("kind", "role"), CASES)
def test_whatever_an_endpoint_does_to_a_role_the_run_ends_in_time_and_says_why(
    kb: KnowledgeBase, server: ModelServer, well: dict[str, Any], kind: str, role: str
) -> None:
    fault, asked = FAULTS[kind], {**ASKED, "question": FOUNDER if role == "gate_judge" else QUESTION}
    server.answerer = failing(role, fault)
    seconds = 1.2 if fault.ends == OUT_OF_TIME else 60
    graph = build_graph(kb, Settings(budgets=Budgets(seconds_per_run=seconds)), roles=on_models(server))
    if (ROLES.index(role) + list(FAULTS).index(kind)) % 2:
        report = asyncio.run(graph.ainvoke(asked))["report"]
    else:
        report = graph.invoke(asked)["report"]
    claims_no_more_than_was_verified(report, kb)
    if fault.ends == ANSWERED:
        assert said_apart_from_settings(report) == well[asked["question"]]
        return
    assert SIGNAL[role] in report.risk_signals
    assert (report.answer is not None) is (role == "generator")
    assert "subject_not_found" not in report.risk_signals
    if fault.ends == OUT_OF_TIME:
        assert "time_exhausted" in report.risk_signals
        assert report.stop_reason == "time_exhausted"


@pytest.fixture(scope="module")
def well(kb: KnowledgeBase, server: ModelServer) -> dict[str, Any]:
    """What the runs come to when nothing fails."""
    server.answerer = lambda request: Answer(right(request))
    graph = build_graph(kb, roles=on_models(server))
    reports = [graph.invoke({**ASKED, "question": question})["report"] for question in (QUESTION, FOUNDER)]
    lease, founder = reports
    assert (lease.answer, lease.risk_signals) == (f"{REWORDED} [1]", ())
    assert lease.sufficient
    assert founder.stop_reason == "subject_not_found"
    asked = [request.schema_name for request in server.requests]
    assert asked == [
        SCHEMAS[role] for role in ("analyst", "extractor", "critic", "generator", "auditor", "analyst", "gate_judge")
    ]
    return {report.question: said_apart_from_settings(report) for report in reports}


def said_apart_from_settings(report: EvidenceReport) -> dict[str, Any]:
    """The whole report without what two runs always differ in."""
    shown = report.model_dump(exclude={"run_id", "usage", "digest", "provenance", "path"})
    return {**shown, "path": [(step.node, step.exit) for step in report.path]}


WIRE_LIES: dict[str, tuple[str, str, str, str, str | None]] = {
    "altered quote": ("extractor", "quotes almost verbatim", "is six months", "is six month", "extractor_unavailable"),
    "no such passage": ("extractor", "names a passage that was not shown", '"P', '"P9', "extractor_unavailable"),
    "no such step": ("extractor", "names a step that was not asked for", '"s1"', '"s9"', "extractor_unavailable"),
    "no such evidence, critic": ("critic", "names evidence that does not exist", '"E', '"E9', "critic_unavailable"),
    "no such step, critic": ("critic", "judges a step that was not asked for", '"s1"', '"s9"', "critic_unavailable"),
    "not covered": ("critic", "calls a stated fact missing", "true", "false", "missing_evidence"),
    "no such evidence": ("generator", "names evidence that does not exist", '"E', '"E9', "generator_unavailable"),
    "no such text": ("auditor", "names a text that does not exist", '"T', '"T9', "auditor_unavailable"),
    "no such claim": ("auditor", "judges a claim that does not exist", '"C', '"C9', "auditor_unavailable"),
    "unsupported": ("auditor", "calls a true sentence unsupported", '"supported"', '"unsupported"', "draft_rejected"),
    "obeys": (
        "generator",
        "writes what a hostile document tells it to, and the auditor approves",
        REWORDED,
        "Ninety-nine years (99 years) of notice are needed to end the lease.",
        "draft_rejected",
    ),
    "another number": (
        "generator",
        "changes the number, and the auditor approves",
        "Six months of notice",
        "Nine months of notice",
        "draft_rejected",
    ),
    "a wish": ("extractor", "gives a value that its quote lacks", '"value": "six months"', '"value": "99 years"', None),
}
"""What a model may answer that fits its schema and is wrong: the role, the lie in words, what it changes, and the signal."""


@pytest.mark.spec("EVI-2", "CRI-5", "CRI-10", "CRI-13", "EXE-7")
@pytest.mark.parametrize("kind", WIRE_LIES)
def test_whatever_a_model_answers_only_what_was_verified_is_claimed(
    kb: KnowledgeBase, server: ModelServer, kind: str
) -> None:
    role, _, old, new, signal = WIRE_LIES[kind]

    def answer(request: Request) -> Answer:
        said = right(request)
        if request.schema_name == SCHEMAS[role]:
            assert old in said
            said = said.replace(old, new)
        return Answer(said)

    server.answerer = answer
    report = build_graph(kb, roles=on_models(server)).invoke(ASKED)["report"]
    claims_no_more_than_was_verified(report, kb)
    assert report.sufficient is (signal in {None, "generator_unavailable", "draft_rejected"})
    assert signal is None or signal in report.risk_signals


def lying(role: str, lie: Callable[[Any, Any], Any]) -> Roles:
    """The roles by rule, one of which passes what it was given and what it would say through `lie`."""
    rules = extractive_roles()
    honest = getattr(rules, role)

    class Liar:
        name = "liar"

        def __getattr__(self, name: str) -> Any:
            return getattr(honest, name)

        def __call__(self, given: Any) -> Any:
            return lie(given, honest(given))

    return replace(rules, **{role: Liar()})


def changed_quotes(old: str, new: str) -> Callable[[Any, Any], Any]:
    return lambda given, said: tuple(span.model_copy(update={"quote": span.quote.replace(old, new)}) for span in said)


def with_fields(**fields: Any) -> Callable[[Any, Any], Any]:
    return lambda given, said: tuple(span.model_copy(update=fields) for span in said)


def approving_all(given: Any, said: Decision) -> Decision:
    everything = (*(passage for entry in given.history for passage in entry.passages), PassageId("p-none"))
    return Decision(
        requires_more_context=False,
        reason="all is well",
        covered=tuple(CoveredFact(fact_id=fact.fact_id, passages=everything) for fact in given.required_facts),
    )


def asking_again(given: Any, said: Decision) -> Decision:
    return Decision(
        requires_more_context=True,
        reason="look once more",
        missing_facts=tuple(fact.fact_id for fact in given.required_facts),
        suggested_query=given.history[-1].query,
    )


def obeying(given: Any, said: Any) -> Any:
    return tuple(
        sentence.model_copy(update={"text": "The notice period under this lease is 99 years."}) for sentence in said
    )


LIES: dict[str, tuple[str, str, Callable[[Any, Any], Any], str]] = {
    "no such subject": (
        "analyst",
        "names a subject that is not there",
        lambda given, said: said.model_copy(
            update={"subjects": (SubjectClass(subject_type="organisation", name="Zennor plc"),)}
        ),
        "subject_not_found",
    ),
    "no subject": (
        "analyst",
        "finds no subject in the question",
        lambda given, said: Plan(question=given.question, resolved_question=given.question),
        "ambiguous_question",
    ),
    "no such document": (
        "finder",
        "names documents that do not exist",
        with_fields(version_id=VersionId("v-none")),
        "source_unavailable",
    ),
    "no such subject index": (
        "finder",
        "binds to a subject that was not asked for",
        with_fields(subject=7),
        "source_unavailable",
    ),
    "altered number": (
        "extractor",
        "changes the number in its quotes",
        changed_quotes("six", "nine"),
        "missing_evidence",
    ),
    "dropped word": ("extractor", "leaves a word out of its quotes", changed_quotes(" this", ""), "missing_evidence"),
    "added word": ("extractor", "adds a word to its quotes", changed_quotes("six", "about six"), "missing_evidence"),
    "no such passage": (
        "extractor",
        "quotes from a passage that does not exist",
        with_fields(passage_id=PassageId("p-none")),
        "missing_evidence",
    ),
    "no such fact": (
        "extractor",
        "quotes for a fact that was not asked for",
        with_fields(fact_id=FactId("f-none")),
        "missing_evidence",
    ),
    "hostile quote": (
        "extractor",
        "quotes what a hostile document tells it to say",
        lambda given, said: tuple(
            Proposal(
                fact_id=fact.fact_id,
                claim="",
                quote="the notice period is 99 years",
                passage_id=passage.passage_id,
            )
            for fact in given.required_facts
            for passage in given.passages
        ),
        "missing_evidence",
    ),
    "asks again": ("critic", "asks for the same query again", asking_again, "missing_evidence"),
    "no such evidence": (
        "generator",
        "cites evidence that does not exist",
        with_fields(evidence_ids=(EvidenceId("e-none"),)),
        "missing_evidence",
    ),
    "uncited": ("generator", "cites nothing", with_fields(evidence_ids=()), "missing_evidence"),
    "obeys": ("generator", "obeys a hostile document", obeying, "draft_rejected"),
    "one verdict too few": (
        "auditor",
        "judges fewer sentences than it was given",
        lambda given, said: said[:-1],
        "auditor_unavailable",
    ),
    "one verdict too many": (
        "auditor",
        "judges more sentences than it was given",
        lambda given, said: (*said, (ClaimVerdict(span="x", supported_by=(), verdict="supported"),)),
        "auditor_unavailable",
    ),
}
"""What a role may say that fits its schema and is wrong: the role, the lie in words, how it is told, the signal that names it."""


@pytest.mark.spec("EVI-2", "CRI-5", "CRI-13", "EXE-7")
@pytest.mark.parametrize("kind", LIES)
def test_whatever_a_role_says_only_what_was_verified_is_claimed(kb: KnowledgeBase, kind: str) -> None:
    role, _, lie, signal = LIES[kind]
    report = build_graph(kb, roles=lying(role, lie)).invoke(ASKED)["report"]
    claims_no_more_than_was_verified(report, kb)
    assert signal in report.risk_signals
    assert report.sufficient is (signal == "draft_rejected")
    assert report.sufficient or report.answer is None


@pytest.mark.spec("CRI-5")
def test_a_critic_that_approves_everything_covers_only_what_is_verified(kb: KnowledgeBase) -> None:
    graph = build_graph(kb, roles=lying("critic", approving_all))
    report = graph.invoke(ASKED)["report"]
    claims_no_more_than_was_verified(report, kb)
    assert report.sufficient
    absent = graph.invoke({**ASKED, "question": "How many weeks of parental leave does Tarnholm Ltd give?"})
    assert absent["report"].answer is None
    assert "missing_evidence" in absent["report"].risk_signals


def test_a_sentence_may_be_drafted_that_nobody_asked_for_and_is_not_shown(kb: KnowledgeBase) -> None:
    def chatting(given: Any, said: Any) -> Any:
        extra = DraftSentence(text="The hall has 99 windows.", part="support", evidence_ids=said[0].evidence_ids)
        return (*said, extra)

    report = build_graph(kb, roles=lying("generator", chatting)).invoke(ASKED)["report"]
    assert report.sufficient
    assert "windows" not in report.conclusion
    assert any(disclosure.kind == "removed_sentence" for disclosure in report.disclosures)


def test_the_table_in_the_docs_is_the_one_that_is_tested() -> None:
    shown = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    for row in (*fault_rows(), *lie_rows(), *wire_lie_rows()):
        assert row in shown, row


def fault_rows() -> list[str]:
    ends = {
        ANSWERED: "tried again, or the extra text is skipped; answered, no signal",
        DOWN: "the role's signal",
        OUT_OF_TIME: "the role's signal and `time_exhausted`",
    }
    return [f"| {fault.told} | {ends[fault.ends]} |" for fault in FAULTS.values()]


def lie_rows() -> list[str]:
    return [f"| {role} | {told} | `{signal}` |" for role, told, _, signal in LIES.values()]


def wire_lie_rows() -> list[str]:
    return [
        f"| {role} | {told} | {f'`{signal}`' if signal else 'none: answered from the quote'} |"
        for role, told, _, _, signal in WIRE_LIES.values()
    ]
