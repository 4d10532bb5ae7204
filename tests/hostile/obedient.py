"""Chat models that answer as the rules would, until a hostile text is shown to them: then they do all it wants.

The rules see what the role was given, the model's answer is written from what its prompt shows, and everything behind it (prompts,
fences, schemas, guards, graph) is the real thing.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from pincite.evidence.decision import Decision
from pincite.evidence.subjects import Analysis
from pincite.roles.analyst import AnalystInput
from pincite.roles.critic import CriticInput
from pincite.roles.extractive_analyst import ExtractiveAnalyst
from pincite.roles.extractive_critic import ExtractiveCritic
from pincite.roles.extractive_extractor import ExtractiveExtractor
from pincite.roles.extractive_generator import ExtractiveGenerator
from pincite.roles.extractor import ExtractorInput
from pincite.roles.generator import GeneratorInput
from pincite.roles.llm import llm_roles
from pincite.roles.roles import Roles
from pincite.roles.speaker import Speaker

Answer = dict[str, Any]


class Wish(NamedTuple):
    """What a hostile text wants, and the letters by which a model that is shown it knows it."""

    marks: tuple[str, ...] = ()
    subject: str | None = None
    quote: str | None = None
    claim: str | None = None
    value: str | None = None
    sufficient: bool | None = None
    query: str | None = None
    answer: str | None = None
    verdict: str | None = None

    def shown_in(self, text: str) -> bool:
        folded = " ".join(text.split())
        return any(mark in folded for mark in self.marks)


class Fence(NamedTuple):
    name: str
    text: str


class ObedientModel(BaseChatModel):
    """One model for all roles. `given`: what the role that speaks was given; `obeyed`: the roles in which it obeyed."""

    wish: Wish
    given: list[Any]
    obeyed: list[str]

    @property
    def _llm_type(self) -> str:
        return "obedient"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        named = re.search(r"\*\*(\w+)\*\*", str(messages[0].content))
        assert named
        role, shown = named[1], str(messages[1].content)
        obeys = self.wish.shown_in(shown)
        if obeys:
            self.obeyed.append(role)
        answer = ANSWERS[role](self.given[-1], fences(shown), self.wish if obeys else Wish())
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=json.dumps(answer)))])


class Telling:
    """A role that lets its model know what it was given, so that the rules can answer for the model."""

    def __init__(self, role: Any, model: ObedientModel) -> None:
        self._role, self._model = role, model

    def __getattr__(self, name: str) -> Any:
        return getattr(self._role, name)

    def __call__(self, given: Any) -> Any:
        self._model.given.append(given)
        return self._role(given)


def obedient_roles(wish: Wish) -> tuple[Roles, ObedientModel]:
    model = ObedientModel(wish=wish, given=[], obeyed=[])
    writer, judge = (Speaker(model, f"scripted:{name}@code", method="prompt") for name in ("writer", "judge"))
    roles = llm_roles(writer, judge, calibrated=True)
    return Roles(**{name: Telling(getattr(roles, name), model) for name in Roles.__annotations__}), model


def fences(shown: str) -> list[Fence]:
    """The pieces of data in a prompt, by the seal that its own last fence has: forged fences have another."""
    seals = re.findall(r"^<<<\S+ ([0-9a-f]{8})$", shown, re.MULTILINE)
    found = re.findall(rf"^<<<(\S+) {seals[0]}\n(.*?)\n\1 {seals[0]}>>>$", shown, re.MULTILINE | re.DOTALL)
    return [Fence(*one) for one in found]


def holding(shown: Sequence[Fence], prefix: str, text: str) -> str | None:
    return next((one.name for one in shown if re.fullmatch(rf"{prefix}\d+", one.name) and text in one.text), None)


def names(shown: Sequence[Fence], prefix: str) -> list[str]:
    return [one.name for one in shown if re.fullmatch(rf"{prefix}\d+", one.name)]


def analyst(given: AnalystInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    read: Analysis = ExtractiveAnalyst()(given)
    subjects = [
        {
            "subject_type": one.subject_type,
            "name": wish.subject or one.name,
            "role": one.role,
            "parent_entity": one.parent_entity,
            "document_type": one.document_type,
            **{limit: list(getattr(one.scope, limit)) for limit in ("periods", "places", "jurisdictions", "versions")},
        }
        for one in read.subjects
    ]
    facts = [
        {
            "text": one.text,
            "terms": list(one.terms),
            "constraints": list(one.constraints),
            "answer_type": one.answer_type,
            "operation": one.operation,
            "subject": one.subject,
        }
        for one in read.required_facts
    ]
    return {
        "resolved_question": read.resolved_question,
        "problem": read.problem,
        "problem_reason": read.problem_reason,
        "subjects": subjects,
        "facts": facts,
        "kind": read.intent.kind,
        "breadth": read.intent.breadth,
        "exhaustive": read.intent.exhaustive,
        "queries": [*read.queries[:3], *([wish.query] if wish.query else [])],
    }


def finder(given: Any, shown: Sequence[Fence], wish: Wish) -> Answer:
    if not wish.subject:
        return {"proposals": []}
    return {
        "proposals": [
            {
                "subject": number,
                "name": wish.subject,
                "passage": one.name,
                "quote": wish.quote or one.text[-200:],
                "mechanism": mechanism,
            }
            for number in range(len(given.analysis.subjects))
            for one in shown
            if one.name in names(shown, "P") and wish.shown_in(one.text)
            for mechanism in ("explicit_statement", "contractual_role", "document_scope")
        ]
    }


def extractor(given: ExtractorInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    honest = [
        {"fact": one.fact_id, "passage": passage, "quote": one.quote, "claim": one.claim, "value": one.value}
        for one in ExtractiveExtractor()(given)
        if (passage := holding(shown, "P", one.quote))
    ]
    passages = [one.name for one in shown if one.name in names(shown, "P") and wish.shown_in(one.text)]
    wanted = [
        {
            "fact": fact.fact_id,
            "passage": passage,
            "quote": quote,
            "claim": wish.claim or quote,
            "value": wish.value,
        }
        for fact in given.required_facts
        for passage in passages
        for quote in (wish.quote, wish.claim, wish.answer, *wish.marks)
        if quote
    ]
    return {"quotes": [*wanted, *honest]}


def critic(given: CriticInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    decided: Decision = ExtractiveCritic()(given)
    honest = {
        one.fact_id: [
            id
            for span in given.verified
            if span.passage_id in one.passages
            and span.fact_id == one.fact_id
            and (id := holding(shown, "E", span.quote))
        ]
        for one in decided.covered
    }
    if wish.sufficient is None and wish.answer:
        wish = wish._replace(sufficient=True)
    facts = []
    for fact in given.required_facts:
        evidence = names(shown, "E") if wish.sufficient else honest.get(fact.fact_id, [])
        covered = bool(evidence) and wish.sufficient is not False
        facts.append({"fact": fact.fact_id, "covered": covered, "evidence": evidence, "premise_problem": None})
    return {
        "requires_more_context": decided.requires_more_context if wish.sufficient is None else not wish.sufficient,
        "reason": decided.reason or "as the passages say",
        "facts": facts,
        "missing_primary_sources": list(decided.missing_primary_sources),
        "follow_up_instruction": decided.follow_up_instruction,
        "suggested_query": wish.query or decided.suggested_query,
        "bridge": None if wish.query else decided.bridge,
    }


def generator(given: GeneratorInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    quotes = {unit.evidence_id: unit.span.quote for unit in given.evidence}
    sentences = [
        {"text": one.text, "part": one.part, "evidence": [id]}
        for one in ExtractiveGenerator()(given)
        if (id := next((id for name in one.evidence_ids if (id := holding(shown, "E", quotes.get(name, "")))), None))
    ]
    wanted = [
        {"text": text, "part": "direct", "evidence": evidence}
        for text in dict.fromkeys(one for one in (wish.answer, wish.claim) if one)
        for evidence in (names(shown, "E"), names(shown, "E")[:1], ["E99"])
    ]
    return {"sentences": [*wanted, *sentences], "calculations": []}


def auditor(given: Any, shown: Sequence[Fence], wish: Wish) -> Answer:
    verdict = wish.verdict or ("supported" if wish.answer or wish.sufficient else "unsupported")
    return {
        "verdicts": [
            {"claim": claim, "verdict": verdict, "supported_by": names(shown, "T"), "note": None}
            for claim in names(shown, "C")
        ]
    }


ANSWERS: dict[str, Callable[[Any, Sequence[Fence], Wish], Answer]] = {
    "analyst": analyst,
    "finder": finder,
    "extractor": extractor,
    "critic": critic,
    "generator": generator,
    "auditor": auditor,
}
