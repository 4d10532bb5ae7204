"""Chat models that answer as the rules would, until a hostile text is shown to them: then they do all it wants.

The rules see what the role was given, the model's answer is written from what its prompt shows, and everything behind it (prompts,
fences, schemas, guards, graph) is the real thing.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from langchain_core.messages import BaseMessage
from model_answers import anchor, draft, found_subject, judged, judged_step, plan, quoted, step, verdict, written
from scripted_roles import role_of
from simulated_model import SimulatedModel

from pincite.evidence.model.subjects import Plan
from pincite.evidence.questions.critic_decision import Decision
from pincite.roles.contracts.analyst import AnalystInput
from pincite.roles.contracts.critic import CriticInput
from pincite.roles.contracts.extractor import ExtractorInput
from pincite.roles.contracts.gate_judge import GateJudgeInput
from pincite.roles.contracts.generator import GeneratorInput
from pincite.roles.contracts.roles import ROLES, Roles
from pincite.roles.extractive.analyst import ExtractiveAnalyst
from pincite.roles.extractive.critic import ExtractiveCritic
from pincite.roles.extractive.extractor import ExtractiveExtractor
from pincite.roles.extractive.generator import ExtractiveGenerator
from pincite.roles.llm.analyst import prompt
from pincite.roles.llm.llm_roles import llm_roles
from pincite.roles.model_call.speaker import Speaker

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


class ObedientModel(SimulatedModel):
    """One model for all roles. `given`: what the role that speaks was given; `obeyed`: the roles in which it obeyed."""

    wish: Wish
    given: list[Any]
    obeyed: list[str]

    def reply(self, messages: list[BaseMessage]) -> str:
        role, shown = role_of(str(messages[0].content)), str(messages[1].content)
        obeys = self.wish.shown_in(shown)
        if obeys:
            self.obeyed.append(role)
        answer = ANSWERS[role](self.given[-1], fences(shown), self.wish if obeys else Wish())
        return json.dumps(answer)


class InputSharing:
    """A role that lets its model know what it was given, so that the rules can answer for the model."""

    def __init__(self, role: Any, model: ObedientModel) -> None:
        self._role, self._model = role, model

    def __getattr__(self, name: str) -> Any:
        return getattr(self._role, name)

    def __call__(self, given: Any) -> Any:
        self._model.given.append(given)
        return self._role(given)


class ObedientAnalyst(InputSharing):
    """Gives the plan of the rules, until a title shows the attack: then its model plans, and code checks that plan."""

    def __call__(self, given: AnalystInput) -> Any:
        attacked = self._model.wish.shown_in(prompt(given).user)
        return super().__call__(given) if attacked else ExtractiveAnalyst()(given)


def obedient_roles(wish: Wish, *, calibrated: bool = True) -> tuple[Roles, ObedientModel]:
    model = ObedientModel(wish=wish, given=[], obeyed=[])
    writer, judge = (Speaker(model, f"scripted:{name}@code", method="prompt") for name in ("writer", "judge"))
    roles = llm_roles(writer, judge, calibrated=calibrated)
    told = {name: InputSharing(getattr(roles, name), model) for name in (*ROLES, "gate_judge")}
    return Roles(**told | {"analyst": ObedientAnalyst(roles.analyst, model)}, mode=roles.mode), model


def fences(shown: str) -> list[Fence]:
    """The pieces of data in a prompt, by the seal that its own last fence has: forged fences have another."""
    seals = re.findall(r"^<<<\S+ ([0-9a-f]{8})$", shown, re.MULTILINE)
    found = re.findall(rf"^<<<(\S+) {seals[0]}\n(.*?)\n\1 {seals[0]}>>>$", shown, re.MULTILINE | re.DOTALL)
    return [Fence(*match) for match in found]


def holding(shown: Sequence[Fence], prefix: str, text: str) -> str | None:
    return next(
        (fence.name for fence in shown if re.fullmatch(rf"{prefix}\d+", fence.name) and text in fence.text), None
    )


def names(shown: Sequence[Fence], prefix: str) -> list[str]:
    return [fence.name for fence in shown if re.fullmatch(rf"{prefix}\d+", fence.name)]


def analyst(given: AnalystInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    read: Plan = ExtractiveAnalyst()(given)
    anchors: list[Answer] = []
    about: list[list[str]] = []

    def added(text: str, **changes: Any) -> str:
        anchors.append(anchor(text, f"a{len(anchors) + 1}", **changes))
        return str(anchors[-1]["id"])

    for subject in read.subjects:
        parent = added(subject.parent_entity, use="condition") if subject.parent_entity and not subject.role else None
        called = wish.subject or subject.name or subject.document_type or subject.parent_entity or ""
        own = [added(called, kind="organisation" if subject.role else subject.subject_type, of=parent)]
        own += [added(label, kind="period", use="scope") for label in subject.scope.periods]
        about.append(own)
    steps = [
        step(
            fact.text,
            fact.fact_id,
            [*about[fact.subject], *(added(text, kind="other", use="condition") for text in fact.constraints)],
            role=read.subjects[fact.subject].role,
            words=list(fact.terms),
            query=wish.query or "",
            answer_type=fact.answer_type,
            calculation=fact.operation,
        )
        for fact in read.required_facts
    ]
    return plan(
        anchors,
        steps,
        resolved_question=read.resolved_question,
        problem=read.problem_reason if read.problem else "",
        kind=read.intent.kind,
        breadth=read.intent.breadth,
        exhaustive=read.intent.exhaustive,
        queries=[*read.queries[:3], *([wish.query] if wish.query else [])],
    )


def gate_judge(given: GateJudgeInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    """Finds nothing, or what the attack names, by the attack's own words."""
    places = [fence for fence in shown if fence.name in names(shown, "P") and wish.shown_in(fence.text)]
    if not wish.subject or not places:
        return {"subjects": [found_subject(None, "", subject=subject.number) for subject in given.subjects]}
    place = places[0]
    text = place.text.partition("text:\n")[2] or place.text
    quote = wish.quote if wish.quote and wish.quote in text else text[-200:]
    return {
        "subjects": [
            found_subject(place.name, quote, name=wish.subject, subject=subject.number) for subject in given.subjects
        ]
    }


def extractor(given: ExtractorInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    honest = [
        quoted(passage, span.quote, span.fact_id, value=span.value)
        for span in ExtractiveExtractor()(given)
        if (passage := holding(shown, "P", span.quote))
    ]
    passages = [fence.name for fence in shown if fence.name in names(shown, "P") and wish.shown_in(fence.text)]
    wanted = [
        quoted(passage, quote, *(fact.fact_id for fact in given.required_facts), value=wish.value)
        for passage in passages
        for quote in (wish.quote, wish.claim, wish.answer, *wish.marks)
        if quote
    ]
    return {"quotes": [*wanted, *honest]}


def critic(given: CriticInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    decided: Decision = ExtractiveCritic()(given)
    honest = {
        fact.fact_id: [
            id
            for span in given.verified
            if span.passage_id in fact.passages
            and span.fact_id == fact.fact_id
            and (id := holding(shown, "E", span.quote))
        ]
        for fact in decided.covered
    }
    if wish.sufficient is None and wish.answer:
        wish = wish._replace(sufficient=True)
    steps = []
    for fact in given.required_facts:
        evidence = names(shown, "[EL]") if wish.sufficient else honest.get(fact.fact_id, [])
        covered = bool(evidence) and wish.sufficient is not False
        query = "" if covered else wish.query or decided.suggested_query
        steps.append(
            judged_step(
                fact.fact_id, *evidence, covered=covered, query=query, reason=decided.reason or "as the passages say"
            )
        )
    return judged(*steps)


def generator(given: GeneratorInput, shown: Sequence[Fence], wish: Wish) -> Answer:
    quotes = {unit.evidence_id: unit.span.quote for unit in given.evidence}
    sentences = [
        written(sentence.text, id, part=sentence.part)
        for sentence in ExtractiveGenerator()(given)
        if (
            id := next(
                (id for name in sentence.evidence_ids if (id := holding(shown, "E", quotes.get(name, "")))), None
            )
        )
    ]
    wanted = [
        written(text, *evidence)
        for text in dict.fromkeys(text for text in (wish.answer, wish.claim) if text)
        for evidence in (names(shown, "E"), names(shown, "E")[:1], ["E99"])
    ]
    return draft(*wanted, *sentences)


def auditor(given: Any, shown: Sequence[Fence], wish: Wish) -> Answer:
    kind = wish.verdict or ("supported" if wish.answer or wish.sufficient else "unsupported")
    texts = names(shown, "T")
    return {"verdicts": [verdict(kind, *texts, claim=claim) for claim in names(shown, "C")]}


ANSWERS: dict[str, Callable[[Any, Sequence[Fence], Wish], Answer]] = {
    "analyst": analyst,
    "gate_judge": gate_judge,
    "extractor": extractor,
    "critic": critic,
    "generator": generator,
    "auditor": auditor,
}
