"""The critic with a chat model, and a pair of critics that must agree (SPEC CRI-3, CRI-4, CRI-11)."""

import asyncio
import re
import textwrap
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from typing import Protocol

from ...evidence.guards.prepared_source import source_of
from ...evidence.guards.unheld_values import unheld_values
from ...evidence.language.words import topic_roots, words
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import FactId
from ...evidence.names.proper_names import proper_names
from ...evidence.questions.critic_decision import (
    CoveredFact,
    Decision,
    Disagreement,
    Gap,
    Pointed,
    PremiseProblem,
    Standing,
    StepQuery,
    stricter,
)
from ...evidence.quotes.locate import locate
from ...prompts.fence import Item, ItemId, fenced, fenced_if_any, seal, sealed_texts
from ...prompts.prompt import Prompt
from ...prompts.templates import filled
from ..contracts.critic import Critic, CriticInput, LineSeen, PassageSeen, Retrieval, VerifiedSpan
from ..model_call.speaker import Speaker
from .optional_fields import OptionalText
from .prompt_lines import columns_beside, listed_steps, unit_beside

SPAN_LIMIT = 24
"""The maximum number of verified quotes in the prompt. The most relevant of each fact come first."""
AROUND = 900
"""The number of characters of a passage that the prompt contains around its quotes."""
LONGEST_QUERY = 200
"""The maximum number of characters of a query. A longer text is a paragraph and not a query."""
_JOINTS = re.compile(r" (?:of|and) ")
LONGEST_QUOTE = 240
"""The maximum number of characters of a quote, or of a reason, that is shown beside an open step."""
UNSTATED_PREMISE = "the evidence does not state what the question takes for granted"


class Copied(Frozen):
    place: ItemId
    quote: str


class JudgedStep(Frozen):
    step: ItemId
    reason: str
    standing: Standing
    """Whether the sources assert, deny or attribute what the named quotes state. One value applies to all of them."""
    covered: bool
    assumes: OptionalText = None
    evidence: tuple[ItemId, ...]
    also: tuple[Copied, ...] = ()
    problem: OptionalText = None
    disagree: tuple[tuple[ItemId, ...], ...] = ()
    several: bool = False
    query: str = ""
    source: str = ""


class Judged(Frozen):
    """The output of the critic's model. It has no field for style and no field for a claim (SPEC CRI-12)."""

    steps: tuple[JudgedStep, ...]


@dataclass(frozen=True)
class Shown:
    """The quotes, lines and passages in the prompt, by short id."""

    quotes: Mapping[str, VerifiedSpan]
    lines: Mapping[str, LineSeen]
    passages: Mapping[str, PassageSeen]

    def place_of(self, name: str) -> tuple[PassageId, str] | None:
        """Return the passage and the text behind the short id of a quote, a line or a passage; None for an unknown
        id."""
        if name in self.quotes:
            return self.quotes[name].passage_id, self.quotes[name].quote
        if name in self.lines:
            return self.lines[name].passage_id, self.lines[name].quote
        return (self.passages[name].passage_id, self.passages[name].text) if name in self.passages else None


class LlmCritic:
    """Judges all steps with one model call. The model sees the question, the required facts and the tool history, but
    never a draft."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: CriticInput) -> Decision:
        shown = shown_in(given)
        return decision(
            given, shown, self._speaker.ask(prompt(given, shown), Judged, lambda read: objection(given, shown, read))
        )

    async def acall(self, given: CriticInput) -> Decision:
        """Do the same as `__call__`, without blocking the event loop."""
        shown = shown_in(given)
        read = await self._speaker.aask(prompt(given, shown), Judged, lambda read: objection(given, shown, read))
        return decision(given, shown, read)


class AsyncCritic(Critic, Protocol):
    """A critic that can also be awaited."""

    async def acall(self, given: CriticInput) -> Decision: ...


class AgreeingCritics:
    """Asks two critics in parallel. A step is covered only if both approve it; if one critic fails, nothing is
    approved."""

    def __init__(self, first: AsyncCritic, second: AsyncCritic) -> None:
        self._both = (first, second)
        self.name = f"{first.name} and {second.name}"

    def __call__(self, given: CriticInput) -> Decision:
        with ThreadPoolExecutor(max_workers=2) as threads:
            futures = [threads.submit(copy_context().run, critic, given) for critic in self._both]
            first, second = (future.result() for future in futures)
        return stricter(first, second)

    async def acall(self, given: CriticInput) -> Decision:
        """Do the same as `__call__`, without blocking the event loop."""
        first, second = await asyncio.gather(*(critic.acall(given) for critic in self._both))
        return stricter(first, second)


def critic_of(critic: AsyncCritic, second: AsyncCritic | None) -> Critic:
    return AgreeingCritics(critic, second) if second else critic


def shown_in(given: CriticInput) -> Shown:
    """Return what the prompt shows: the verified quotes, other retrieved lines, and the passages of the quotes.

    The most relevant quotes come first, and each stretch of text occurs once.
    """
    quotes: dict[tuple[PassageId, str], VerifiedSpan] = {}
    for span in sorted(given.verified, key=lambda span: -span.relevance):
        quotes.setdefault((span.passage_id, span.quote), span)
    kept = list(quotes.values())[:SPAN_LIMIT]
    kept = [span for span in given.verified if span in kept]
    quoted = dict.fromkeys(span.passage_id for span in kept)
    seen = {passage.passage_id: passage for passage in given.passages}
    passages = [seen[passage_id] for passage_id in quoted if passage_id in seen]
    return Shown(
        quotes={f"E{number}": span for number, span in enumerate(kept, 1)},
        lines={f"L{number}": line for number, line in enumerate(given.lines, 1)},
        passages={f"PASSAGE{number}": passage for number, passage in enumerate(passages, 1)},
    )


def prompt(given: CriticInput, shown: Shown) -> Prompt:
    items = _passages(given, shown)
    asked = Item(id="QUESTION", text=given.question)
    facts = Item(id="STEPS", text=listed_steps(given.required_facts))
    subjects = Item(id="SUBJECTS", text=", ".join(given.subject_names))
    history = Item(id="HISTORY", text="\n".join(_retrievals(given.history, shown)))
    lines = [
        Item(
            id=name,
            text=line.quote,
            about=(
                ("document", line.document),
                ("section", line.section or ""),
                ("source", "" if line.is_current else "superseded"),
                ("columns", columns_beside(line.column_names, line.quote)),
                ("unit", unit_beside(line.unit, line.column_names, line.quote)),
            ),
        )
        for name, line in shown.lines.items()
    ]
    code = seal(sealed_texts([*items, *lines, asked, facts, subjects, history]))
    values = {
        "as_of": str(given.as_of or "not stated"),
        "searches_left": str(given.searches_left),
        "question": fenced([asked], code),
        "facts": fenced([facts], code),
        "subjects": fenced_if_any(subjects, code),
        "history": fenced_if_any(history, code),
        "passages": fenced(items, code),
        "lines": fenced(lines, code) if lines else "",
    }
    return filled("critic", values, code=code)


def _retrievals(history: Sequence[Retrieval], shown: Shown) -> list[str]:
    """Return a line for each query: the number of passages, the quotes and lines shown of them, and the titles of the
    first documents, or the number of an earlier query that brought the same."""
    calls: dict[str, list[Retrieval]] = {}
    for call in history:
        calls.setdefault(call.query, []).append(call)
    made = []
    brought_by: dict[str, int] = {}
    for number, (query, own) in enumerate(calls.items(), 1):
        most = max(own, key=lambda call: len(call.passages))
        brought = {passage_id for call in own for passage_id in call.passages}
        ids = [name for name, quote in shown.quotes.items() if quote.passage_id in brought]
        ids += [name for name, line in shown.lines.items() if line.passage_id in brought]
        shown_of_it = ": ".join(part for part in (", ".join(ids), "; ".join(most.titles)) if part)
        first = brought_by.setdefault(shown_of_it, number)
        said = shown_of_it if first == number else f"as {first}"
        made.append(f"{number}. “{query}” ({len(most.passages)} passages){f': {said}' if shown_of_it else ''}")
    return made


def _passages(given: CriticInput, shown: Shown) -> list[Item]:
    """Return each passage once, followed by its verified quotes as items."""
    facts: dict[tuple[PassageId, str], list[str]] = {}
    for span in given.verified:
        facts.setdefault((span.passage_id, span.quote), []).append(span.fact_id)
    passages = {passage.passage_id: (name, passage) for name, passage in shown.passages.items()}
    items: list[Item] = []
    for passage_id in dict.fromkeys(span.passage_id for span in shown.quotes.values()):
        own = {name: span for name, span in shown.quotes.items() if span.passage_id == passage_id}
        first = next(iter(own.values()))
        passage = passages.get(passage_id)
        if passage is not None:
            text = _around(passage[1].text, [span.quote for span in own.values()])
            about = (
                ("document", first.document),
                ("declared", first.declared),
                ("section", first.section or ""),
                ("source", ", ".join(_weaknesses(first))),
                ("date", first.updated_at.isoformat() if first.updated_at else ""),
                ("columns", columns_beside(passage[1].column_names, text)),
                ("unit", unit_beside(passage[1].unit, passage[1].column_names, text)),
                ("before it", passage[1].before),
                ("after it", passage[1].after),
            )
            items.append(Item(id=passage[0], text=text, about=about))
        for name, span in own.items():
            labels = (
                ("quoted for", ", ".join(dict.fromkeys(facts[passage_id, span.quote]))),
                ("document", "" if passage else first.document),
                ("open", "; ".join(_open(given, span))),
            )
            items.append(Item(id=name, text=span.quote, about=labels))
    return items


def _open(given: CriticInput, span: VerifiedSpan) -> tuple[str, ...]:
    """Return what code could not confirm about a quote.

    Two reasons are left out, since code always gives them: it can never link a later step of a chain to the subject,
    and one operand of a calculation does not name the other.
    """
    fact = next((fact for fact in given.required_facts if fact.fact_id == span.fact_id), None)
    subject = (span.subject_open,) if span.subject_open and not (fact and fact.after) else ()
    premises = span.premises_open
    if fact and fact.operation:
        others = [other for other in given.verified if other.fact_id == fact.fact_id]
        premises = tuple(premise for premise in premises if all(premise in other.premises_open for other in others))
    return (*subject, *premises)


def _weaknesses(span: VerifiedSpan) -> tuple[str, ...]:
    """Return why the quote's source is weaker than a current primary source, in words."""
    secondary = ("secondary",) if span.source_kind == "secondary" else ()
    status = (f"status “{span.status}”",) if span.status else ()
    return (*secondary, *status) if span.is_current else (*secondary, "superseded", *status)


def _around(text: str, quotes: Sequence[str]) -> str:
    """Return the passage. A long passage is cut to the text around its quotes."""
    if len(text) <= AROUND:
        return text
    places = [at for quote in quotes if (at := text.find(quote)) >= 0]
    start = max(0, min(places, default=0) - AROUND // 3)
    start = text.rfind("\n", 0, start) + 1 if "\n" in text[max(0, start - AROUND // 3) : start] else start
    end = text.find("\n", start + AROUND)
    return text[start : end if start < end < start + 2 * AROUND else start + AROUND]


def objection(given: CriticInput, shown: Shown, read: Judged) -> str | None:
    """Return what is wrong with the judgement, in words for the model: names that do not exist, or missing entries.
    None if nothing is wrong."""
    steps = [fact.fact_id for fact in given.required_facts]
    if missing := [step for step in steps if step not in {step.step for step in read.steps}]:
        return f"`steps` lacks {', '.join(missing)}; give one entry for every step"
    for judged in read.steps:
        if judged.step not in steps:
            return f"there is no step {judged.step}"
        if unknown := [name for name in judged.evidence if shown.place_of(name) is None or name in shown.passages]:
            return f"there is no quote or line {', '.join(unknown)}"
        if judged.covered and not judged.evidence and not judged.also:
            return f"{judged.step} is called covered, and no evidence is named for it"
        if judged.covered and judged.standing == "none":
            return f"{judged.step} is called covered, and its `standing` is none"
    return None


def decision(given: CriticInput, shown: Shown, read: Judged) -> Decision:
    """Return the decision of the run. If the critic names a line, or a quote that was verified for another step, code
    must verify it for this step first."""
    covered, missing, problems, gaps = [], [], [], []
    pointed, disagreements, queries = [], [], []
    by_words = {(span.passage_id, span.quote, span.fact_id): span for span in given.verified}
    for step in read.steps:
        fact = FactId(step.step)
        if step.problem and step.problem.strip():
            problem = shown_problem(step.problem, given, shown) + _first_quote(step, shown)
            problems.append(PremiseProblem(fact_id=fact, problem=problem))
        places = [place for name in step.evidence if (place := shown.place_of(name))]
        places += [
            (place[0], copied.quote)
            for copied in step.also
            if (place := shown.place_of(copied.place)) and locate(copied.quote, place[1])
        ]
        assumes = shown_assumption(step.assumes or "", given, shown)
        asserted = step.covered and step.standing == "asserted" and not (step.problem or "").strip()
        if asserted and places and assumes is not None:
            spans = [by_words[key] for place in places if (key := (*place, fact)) in by_words]
            pointed += [
                Pointed(fact_id=fact, passage_id=passage, quote=quote)
                for passage, quote in dict.fromkeys(places)
                if (passage, quote, fact) not in by_words
            ]
            covered.append(
                CoveredFact(
                    fact_id=fact,
                    passages=tuple(dict.fromkeys(passage for passage, _ in places)),
                    evidence=tuple(dict.fromkeys(span.evidence_id for span in spans)),
                    assumes=assumes,
                )
            )
            sides = [tuple(place[1] for name in side if (place := shown.place_of(name))) for side in step.disagree]
            if len([side for side in sides if side]) > 1:
                disagreements.append(Disagreement(fact_id=fact, sides=tuple(side for side in sides if side)))
        else:
            missing.append(fact)
            gap = vetted(step.reason, given, shown)
            if gap and len(gap) <= LONGEST_QUOTE:
                gaps.append(Gap(fact_id=fact, reason=gap))
            if words := " ".join(step.query.split())[:LONGEST_QUERY]:
                queries.append(StepQuery(fact_id=fact, words=words))
    sought = dict.fromkeys(step.source.strip() for step in read.steps if step.step in missing and step.source.strip())
    return Decision(
        requires_more_context=bool(queries),
        reason="; ".join(step.reason for step in read.steps),
        covered=tuple(covered),
        missing_facts=tuple(missing),
        premise_problems=tuple(problems),
        gaps=tuple(gaps),
        missing_primary_sources=tuple(sought),
        follow_up_instruction="; ".join(f"look for {query.words}" for query in queries),
        suggested_query=queries[0].words if queries else "",
        queries=tuple(queries),
        pointed=tuple(pointed),
        disagreements=tuple(disagreements),
        several=tuple(
            fact.fact_id for fact in covered if fact.fact_id in {step.step for step in read.steps if step.several}
        ),
    )


def _first_quote(step: JudgedStep, shown: Shown) -> str:
    """Return the first quote that the critic names for a problem, with its document. It is added to the words of the
    problem."""
    for name in step.evidence:
        named = shown.quotes.get(name) or shown.lines.get(name)
        if named is not None and len(named.quote) <= LONGEST_QUOTE:
            return f" (“{' '.join(named.quote.split())}”, {named.document})"
    return ""


def shown_problem(said: str, given: CriticInput, shown: Shown) -> str:
    """Return the critic's problem with the question as the report shows it. If its words must not be shown, return a
    general sentence.

    The report never shows a model's words as a fact (SPEC CRI-1). These words only explain what is wrong with the
    question.
    """
    return vetted(said, given, shown) or UNSTATED_PREMISE


_PLAIN = re.compile(
    r"\b(?:FY|fiscal(?:\s+year)?)\s*(?=(?:19|20)\d\d\b)|(?<![\w.,])(\d(?:[.,]?\d){2,})\s+(?:thousand|million|billion)\b",
    re.IGNORECASE,
)
"""What a column leaves out: that its year is a fiscal year, and the scale of a figure. Such a figure has three digits or
more, since fewer stand in many rows. An assumption is then shown without them."""
_OPENING_WORD = re.compile(r"[A-Z][a-z]+(?=[\s-]+[a-z]|,)")
"""A word that opens a sentence and is followed by a word without a capital."""


def shown_assumption(said: str, given: CriticInput, shown: Shown) -> str | None:
    """Return the critic's assumption as the report shows it, or "" if there is none. Return None if it adds a fact: a
    figure, date or name that neither question nor evidence contains. Such an assumption covers no step.

    Its first word is no name if the question or the evidence contains a word of the same root in small letters, unless
    another capitalised word follows: “Profitability is taken to be …” for the question whether Acme is profitable.
    """
    opened = said.strip()
    if not opened:
        return ""
    first = _OPENING_WORD.match(opened)
    if first and not set(topic_roots(first[0])).isdisjoint(_roots_in_small_letters(_texts(given, shown))):
        opened = opened[0].lower() + opened[1:]
    assumed = vetted(opened, given, shown) or vetted(_PLAIN.sub(r"\1", opened), given, shown)
    return textwrap.shorten(assumed, LONGEST_QUOTE, placeholder=" …") if assumed else None


def vetted(said: str, given: CriticInput, shown: Shown) -> str | None:
    """Return the critic's words with titles in place of ids. Return None if they contain a figure, date or name that
    neither question nor evidence contains."""
    titles = {name: span.document for name, span in shown.quotes.items()}
    titles |= {name: line.document for name, line in shown.lines.items()}
    problem = re.sub(
        r"\b[EL]\d+\b", lambda id: f"“{titles[id[0]]}”" if id[0] in titles else id[0], " ".join(said.split())
    )
    texts = _texts(given, shown)
    known = " ".join(" ".join(texts).casefold().split())
    foreign = [part for name in proper_names(problem) for part in _JOINTS.split(name.casefold()) if part not in known]
    return None if foreign or unheld_values(problem, [source_of(text) for text in texts]) else problem


def _texts(given: CriticInput, shown: Shown) -> list[str]:
    """Return the question and the evidence, with the titles and declarations of its documents."""
    texts = [given.question, *(passage.text for passage in given.passages), *(line.quote for line in given.lines)]
    return texts + [text for span in shown.quotes.values() for text in (span.quote, span.document, span.declared)]


def _roots_in_small_letters(texts: Sequence[str]) -> set[str]:
    return {root for text in texts for word in words(text) if word.text.islower() for root in topic_roots(word.text)}
