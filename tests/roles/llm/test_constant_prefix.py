"""What a role is told first is the same bytes for every question, so that a provider's prompt cache serves it (SPEC CST-2)."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, get_args

import pytest
from made_evidence import evidence
from model_answers import anchor, draft, found_subject, judged, judged_step, plan, step, verdict, written
from scripted_speaker import Scripted, speaker

from pincite.evidence.model.spans import PassageId, VersionId
from pincite.evidence.model.subjects import FactId, PlanStep, SubjectClass
from pincite.prompts import templates
from pincite.prompts.templates import Role
from pincite.roles.contracts.analyst import AnalystInput
from pincite.roles.contracts.auditor import AuditedSentence, AuditorInput, Chunk
from pincite.roles.contracts.critic import CriticInput, PassageSeen, VerifiedSpan
from pincite.roles.contracts.extractor import ExtractorInput, PassageToRead
from pincite.roles.contracts.finder import DiscoveryPassage
from pincite.roles.contracts.gate_judge import GateJudgeInput, OpenSubject
from pincite.roles.contracts.generator import GeneratorInput
from pincite.roles.llm.analyst import LlmAnalyst, ReadQuestion
from pincite.roles.llm.auditor import LlmAuditor, Readings
from pincite.roles.llm.critic import Judged, LlmCritic
from pincite.roles.llm.extractor import LlmExtractor, Quotes
from pincite.roles.llm.gate_judge import LlmGateJudge, ReadVerdicts
from pincite.roles.llm.generator import Draft, LlmGenerator
from pincite.roles.llm.small.small_choice import Answer, Choice
from pincite.roles.model_call.wire_schema import wire_schema, written_schema


def fact(text: str) -> PlanStep:
    return PlanStep(fact_id=FactId("s1"), text=text, terms=(text,))


def analyst(name: str, text: str) -> Scripted:
    asked, model = speaker(plan([anchor(name)], [step(text)]))
    LlmAnalyst(asked)(AnalystInput(question=f"What is the {text} of {name}?", as_of=date(2026, 5, 1), titles=(name,)))
    return model


def gate_judge(name: str, text: str) -> Scripted:
    asked, model = speaker({"subjects": [found_subject(None, "")]})
    passage = DiscoveryPassage(passage_id=PassageId("p"), version_id=VersionId("v"), title=name, text=text)
    subject = OpenSubject(number=0, subject=SubjectClass(subject_type="organisation", name=name))
    LlmGateJudge(asked)(GateJudgeInput(question=text, subjects=(subject,), documents=(), passages=(passage,)))
    return model


def extractor(name: str, text: str) -> Scripted:
    asked, model = speaker({"quotes": []})
    passage = PassageToRead(passage_id=PassageId("p"), text=text, title=name, about=True)
    LlmExtractor(asked)(ExtractorInput(question=text, candidates=(), required_facts=(fact(text),), passages=(passage,)))
    return model


def critic(name: str, text: str) -> Scripted:
    asked, model = speaker(judged(judged_step("s1", "E1")))
    unit = evidence(1, text, fact="s1")
    span = VerifiedSpan(
        evidence_id=unit.evidence_id, fact_id=FactId("s1"), passage_id=PassageId("p"), quote=text, document=name,
        source_kind="primary", is_current=True, updated_at=None, relevance=0.6, premises_open=(),
    )  # fmt: skip
    seen = PassageSeen(passage_id=PassageId("p"), text=text)
    LlmCritic(asked)(
        CriticInput(
            question=text,
            required_facts=(fact(text),),
            subject_names=(name,),
            history=(),
            verified=(span,),
            passages=(seen,),
        )
    )
    return model


def generator(name: str, text: str) -> Scripted:
    asked, model = speaker(draft(written(text, "E1")))
    unit = evidence(1, text, fact="s1")
    LlmGenerator(asked)(GeneratorInput(question=name, required_facts=(fact(text),), evidence=(unit,)))
    return model


def auditor(name: str, text: str) -> Scripted:
    asked, model = speaker({"verdicts": [verdict("unsupported")]})
    sentence = AuditedSentence(text=f"It is believed that {text} matters to {name}.", own=(Chunk(id="a", text=text),))
    LlmAuditor(asked, calibrated=True)(AuditorInput(sentences=(sentence,)))
    return model


ROLES: tuple[Callable[[str, str], Scripted], ...] = (analyst, gate_judge, extractor, critic, generator, auditor)


@pytest.mark.spec("CST-2", "CRI-13")
@pytest.mark.parametrize("role", ROLES, ids=lambda role: str(role.__name__))
def test_instructions_and_schema_are_the_same_bytes_for_every_question_and_fences_come_after(
    role: Callable[[str, str], Scripted],
) -> None:
    asked: list[list[Any]] = [
        role("Tarn Optics Ltd", "the fee is paid monthly").heard[0],
        role("Pell Boats", "the harbour was built late").heard[0],
    ]
    (first, _), (second, _) = ([str(message.content) for message in messages] for messages in asked)
    assert first.encode() == second.encode()
    for system, user in ([str(message.content) for message in messages] for messages in asked):
        codes = set(re.findall(r"^<<<\S+ ([0-9a-f]{8})$", user, re.MULTILINE))
        assert len(codes) == 1
        assert codes.pop() not in system
        assert re.match(r"CODE: [0-9a-f]{8}", user)


ANALYST_MOST = 6_000
"""Characters of instructions and schema together."""
SCHEMAS = {
    "analyst": ReadQuestion,
    "gate_judge": ReadVerdicts,
    "extractor": Quotes,
    "critic": Judged,
    "generator": Draft,
    "auditor": Readings,
    "small_analyst": Choice,
    "small_extractor": Choice,
    "small_judge": Answer,
}


def fields_of(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(fields_of, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    return {*schema.get("properties", ()), *(name for value in schema.values() for name in fields_of(value))}


def values_of(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(values_of, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    return {*map(str, schema.get("enum", ())), *(name for value in schema.values() for name in values_of(value))}


@pytest.mark.spec("CST-2")
@pytest.mark.parametrize("role", get_args(Role))
def test_every_field_of_the_schema_is_explained_and_no_other(role: Role) -> None:
    instructions, schema = system_of(role), wire_schema(SCHEMAS[role])
    fields = fields_of(schema)
    assert {name for name in fields if f"`{name}`" not in instructions} == set()
    assert set(re.findall(r"^\s*(?:- )?`(\w+)`:", instructions, re.MULTILINE)) <= fields | values_of(schema)


@pytest.mark.spec("CST-2")
def test_the_analysts_instructions_and_schema_are_short() -> None:
    assert len(system_of("analyst")) + len(written_schema(ReadQuestion)) <= ANALYST_MOST


def system_of(role: Role) -> str:
    text = (Path(templates.__file__).parent / f"{role}.md").read_text(encoding="utf-8")
    return text.rpartition("\n---\n")[0]
