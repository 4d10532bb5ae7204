"""The critic on a chat model, and two of them that must agree (SPEC CRI-3, CRI-4, CRI-11)."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from ..evidence.decision import CoveredFact, Decision, PremiseProblem, stricter
from ..evidence.frozen import Frozen
from ..evidence.proper_names import proper_names
from ..evidence.subjects import FactId
from ..evidence.unheld_values import unheld_values
from ..prompts.fence import Item, ItemId, fenced, seal, sealed_texts
from ..prompts.load import filled
from ..prompts.prompt import Prompt
from .critic import Critic, CriticInput, VerifiedSpan
from .speaker import Speaker
from .told_facts import told_facts

SPAN_LIMIT = 40
"""Verified quotes shown, the most relevant of each fact first."""
AROUND = 1_500
"""Characters of a passage shown around its quotes."""
UNTOLD_PROBLEM = "the evidence does not state what the question takes for granted"


class JudgedFact(Frozen):
    fact: ItemId
    covered: bool
    evidence: tuple[ItemId, ...]
    premise_problem: str | None


class Judged(Frozen):
    """What the critic's model gives. There is no field for style, and none for a claim (SPEC CRI-12)."""

    requires_more_context: bool
    reason: str
    facts: tuple[JudgedFact, ...]
    missing_primary_sources: tuple[str, ...]
    follow_up_instruction: str
    suggested_query: str
    bridge: str | None


class LlmCritic:
    """One call. Sees the question, the required facts and the tool history: its input has no field for a draft."""

    def __init__(self, speaker: Speaker, *, calibrated: bool) -> None:
        self._speaker = speaker
        self.name = speaker.name
        self.reads_meaning = calibrated

    def __call__(self, given: CriticInput) -> Decision:
        shown = ids(given)
        return decision(
            given, shown, self._speaker.ask(prompt(given, shown), Judged, lambda read: objection(given, shown, read))
        )

    async def acall(self, given: CriticInput) -> Decision:
        """As the call, without holding up the event loop."""
        shown = ids(given)
        read = await self._speaker.aask(prompt(given, shown), Judged, lambda read: objection(given, shown, read))
        return decision(given, shown, read)


class AgreeingCritics:
    """Two critics at the same time; only what both approve is approved. One that cannot be heard leaves no approval."""

    def __init__(self, first: LlmCritic, second: LlmCritic) -> None:
        self._both = (first, second)
        self.name = f"{first.name} and {second.name}"
        self.reads_meaning = first.reads_meaning and second.reads_meaning

    def __call__(self, given: CriticInput) -> Decision:
        with ThreadPoolExecutor(max_workers=2) as threads:
            asked = [threads.submit(copy_context().run, one, given) for one in self._both]
            first, second = (one.result() for one in asked)
        return stricter(first, second)

    async def acall(self, given: CriticInput) -> Decision:
        """As the call, without holding up the event loop."""
        first, second = await asyncio.gather(*(one.acall(given) for one in self._both))
        return stricter(first, second)


def critic_of(critic: LlmCritic, second: LlmCritic | None) -> Critic:
    return AgreeingCritics(critic, second) if second else critic


def ids(given: CriticInput) -> dict[str, VerifiedSpan]:
    """The verified quotes under short ids, the most relevant first."""
    ranked = sorted(given.verified, key=lambda span: -span.relevance)[:SPAN_LIMIT]
    kept = [span for span in given.verified if span in ranked]
    return {f"E{number}": span for number, span in enumerate(kept, 1)}


def prompt(given: CriticInput, shown: Mapping[str, VerifiedSpan]) -> Prompt:
    items = _passages(given, shown)
    asked = Item(id="QUESTION", text=given.question)
    facts = Item(id="FACTS", text=told_facts(given.required_facts))
    subjects = Item(id="SUBJECTS", text=", ".join(given.subject_names) or "(none)")
    lines = [f"{n}. {one.tool}: “{one.query}” ({len(one.passages)} passages)" for n, one in enumerate(given.history, 1)]
    history = Item(id="HISTORY", text="\n".join(lines) or "(none)")
    code = seal(sealed_texts([*items, asked, facts, subjects, history]))
    values = {
        "question": fenced([asked], code),
        "facts": fenced([facts], code),
        "subjects": fenced([subjects], code),
        "history": fenced([history], code),
        "passages": fenced(items, code),
    }
    return filled("critic", values, code=code)


def _passages(given: CriticInput, shown: Mapping[str, VerifiedSpan]) -> list[Item]:
    """Each passage once, then its verified quotes as items of their own."""
    seen = {one.passage_id: one for one in given.passages}
    order = dict.fromkeys(span.passage_id for span in shown.values())
    items: list[Item] = []
    for number, passage_id in enumerate(order, 1):
        own = {name: span for name, span in shown.items() if span.passage_id == passage_id}
        first = next(iter(own.values()))
        passage = seen.get(passage_id)
        if passage is not None:
            about = (
                ("document", first.document),
                ("section", first.section or ""),
                ("source", f"{first.source_kind}{'' if first.is_current else ', superseded'}"),
                ("date", first.updated_at.isoformat() if first.updated_at else ""),
                ("columns", passage.column_names or ""),
            )
            items.append(
                Item(
                    id=f"PASSAGE{number}", text=_around(passage.text, [one.quote for one in own.values()]), about=about
                )
            )
        for name, span in own.items():
            labels = [
                ("verified quote for", span.fact_id),
                ("in", f"PASSAGE{number}" if passage is not None else first.document),
                ("about a name linked to the subject by", span.linked_by or ""),
                ("not found in it by code", ", ".join(span.premises_open)),
            ]
            items.append(Item(id=name, text=span.quote, about=tuple(labels)))
    return items


def _around(text: str, quotes: Sequence[str]) -> str:
    """The passage, cut to what stands around its quotes when it is long."""
    if len(text) <= AROUND:
        return text
    places = [at for quote in quotes if (at := text.find(quote)) >= 0]
    start = max(0, min(places, default=0) - AROUND // 3)
    return text[start : start + AROUND]


def objection(given: CriticInput, shown: Mapping[str, VerifiedSpan], read: Judged) -> str | None:
    """What in the judgement names something that is not there, in words for the model."""
    facts = [fact.fact_id for fact in given.required_facts]
    if missing := [fact for fact in facts if fact not in {one.fact for one in read.facts}]:
        return f"`facts` lacks {', '.join(missing)}; give one entry for every required fact"
    for one in read.facts:
        if one.fact not in facts:
            return f"there is no fact {one.fact}"
        if unknown := [name for name in one.evidence if name not in shown]:
            return f"there is no evidence {', '.join(unknown)}"
        if one.covered and not one.evidence:
            return f"{one.fact} is called covered, and no evidence is named for it"
    return None


def decision(given: CriticInput, shown: Mapping[str, VerifiedSpan], read: Judged) -> Decision:
    """The judgement as the run holds it. A quote that was verified for another fact covers nothing here."""
    covered, missing, problems = [], [], []
    for one in read.facts:
        fact = FactId(one.fact)
        spans = [shown[name] for name in one.evidence if shown[name].fact_id == fact]
        if one.premise_problem and one.premise_problem.strip():
            problems.append(PremiseProblem(fact_id=fact, problem=told_problem(one.premise_problem, given, shown)))
        if one.covered and spans and not (one.premise_problem or "").strip():
            covered.append(
                CoveredFact(
                    fact_id=fact,
                    passages=tuple(dict.fromkeys(span.passage_id for span in spans)),
                    evidence=tuple(dict.fromkeys(span.evidence_id for span in spans)),
                )
            )
        else:
            missing.append(fact)
    return Decision(
        requires_more_context=read.requires_more_context or bool(missing and read.suggested_query.strip()),
        reason=read.reason,
        covered=tuple(covered),
        missing_facts=tuple(missing),
        premise_problems=tuple(problems),
        missing_primary_sources=read.missing_primary_sources,
        follow_up_instruction=read.follow_up_instruction,
        suggested_query=" ".join(read.suggested_query.split()) if missing else "",
        bridge=_bridge(read, shown),
    )


def told_problem(said: str, given: CriticInput, shown: Mapping[str, VerifiedSpan]) -> str:
    """The problem as the report may tell it: in plain words if it holds a figure, date or name that neither question nor evidence has.

    No model's word is shown as a fact (SPEC CRI-1); this one is shown to say what is wrong with the question.
    """
    problem = re.sub(
        r"\bE\d+\b", lambda id: f"“{shown[id[0]].document}”" if id[0] in shown else id[0], " ".join(said.split())
    )
    texts = [given.question, *(one.text for one in given.passages)]
    texts += [text for span in shown.values() for text in (span.quote, span.document)]
    known = " ".join(" ".join(texts).casefold().split())
    foreign = [name for name in proper_names(problem) if name.casefold() not in known]
    return UNTOLD_PROBLEM if foreign or unheld_values(problem, texts) else problem


def _bridge(read: Judged, shown: Mapping[str, VerifiedSpan]) -> str | None:
    """The bridge, if a verified quote holds it and the query looks for it; a name from anywhere else leads nowhere."""
    name = (read.bridge or "").strip()
    if not name or name.casefold() not in read.suggested_query.casefold():
        return None
    return name if any(name in span.quote for span in shown.values()) else None
