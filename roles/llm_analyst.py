"""The analyst on a chat model: its reading of the question, held to the question's own words by code (SPEC SUB-1)."""

from typing import Literal

from pydantic import Field

from ..evidence.askers import speaks_of_own
from ..evidence.frozen import Frozen
from ..evidence.names import split_suffix
from ..evidence.subjects import (
    Analysis,
    AnswerType,
    FactId,
    Intent,
    Operation,
    RequiredFact,
    Scope,
    SubjectClass,
    SubjectType,
)
from ..prompts.fence import Item, fenced, seal
from ..prompts.load import filled
from ..prompts.prompt import Prompt
from .analyst import AnalystInput
from .speaker import Speaker

TITLES = 40
"""Titles shown; they only show how things are called."""
MOST_FACTS, MOST_QUERIES = 12, 4


class ReadSubject(Frozen):
    subject_type: SubjectType
    name: str | None
    role: str | None
    parent_entity: str | None
    document_type: str | None
    periods: tuple[str, ...]
    places: tuple[str, ...]
    jurisdictions: tuple[str, ...]
    versions: tuple[str, ...]
    own: bool = False


class ReadFact(Frozen):
    text: str = Field(min_length=1)
    terms: tuple[str, ...]
    constraints: tuple[str, ...]
    answer_type: AnswerType
    operation: Operation | None
    subject: int = Field(ge=0)
    circumstances: tuple[str, ...] = ()


class ReadQuestion(Frozen):
    """What the analyst's model gives."""

    resolved_question: str
    problem: Literal["ambiguous_question"] | None
    problem_reason: str
    subjects: tuple[ReadSubject, ...]
    facts: tuple[ReadFact, ...]
    kind: Literal["structured", "explanation"]
    breadth: Literal["simple", "synthesis", "broad"]
    exhaustive: bool
    queries: tuple[str, ...]


class LlmAnalyst:
    """One call. Names, periods and other limits must be the question's or the earlier turns' own; what is not, is asked to be mended."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: AnalystInput) -> Analysis:
        return analysis(given, self._speaker.ask(prompt(given), ReadQuestion, lambda read: objection(given, read)))

    async def acall(self, given: AnalystInput) -> Analysis:
        """As the call, without holding up the event loop."""
        read = await self._speaker.aask(prompt(given), ReadQuestion, lambda read: objection(given, read))
        return analysis(given, read)


def prompt(given: AnalystInput) -> Prompt:
    titles = Item(id="TITLES", text="\n".join(given.titles[:TITLES]) or "(none)")
    turns = Item(id="TURNS", text="\n".join(given.earlier_turns) or "(none)")
    asked = Item(id="QUESTION", text=given.question)
    constraints = Item(id="CONSTRAINTS", text="\n".join(given.constraints) or "(none)")
    code = seal(one.text for one in (titles, turns, asked, constraints))
    return filled(
        "analyst",
        {
            "as_of": given.as_of.isoformat(),
            "titles": fenced([titles], code),
            "constraints": fenced([constraints], code),
            "earlier_turns": fenced([turns], code),
            "question": fenced([asked], code),
        },
        code=code,
    )


def objection(given: AnalystInput, read: ReadQuestion) -> str | None:
    """What in the reading is not the question's, in words for the model; None when all is."""
    if read.problem is not None:
        return None
    if not read.subjects or not read.facts:
        return "`subjects` and `facts` must not be empty unless `problem` is given"
    if wrong := next((fact for fact in read.facts if fact.subject >= len(read.subjects)), None):
        return f"the fact “{wrong.text}” names subject {wrong.subject}, and there are {len(read.subjects)}"
    asked = _asked(given)
    for subject in read.subjects:
        if subject.own and not speaks_of_own(given.question):
            return "`own` is true, and the question says neither I, we, my, our nor “the company”; name its subject"
        limits = (*subject.periods, *subject.places, *subject.jurisdictions, *subject.versions)
        for value in (_as_asked(subject.name, asked), _as_asked(subject.parent_entity, asked), *limits):
            if value and _folded(value) not in asked:
                return f"“{value}” does not stand in the question or the earlier turns; use its own letters"
    return None


def analysis(given: AnalystInput, read: ReadQuestion) -> Analysis:
    """The reading as the run holds it. The caller's constraints join every fact, whatever the model made of them."""
    resolved = read.resolved_question if given.earlier_turns and read.resolved_question.strip() else given.question
    if read.problem is not None:
        return Analysis(
            question=given.question,
            resolved_question=resolved,
            problem=read.problem,
            problem_reason=read.problem_reason or "the question names nothing that could be looked for",
        )
    return Analysis(
        question=given.question,
        resolved_question=resolved,
        subjects=tuple(_subject(one, _asked(given)) for one in read.subjects),
        required_facts=tuple(
            RequiredFact(
                fact_id=FactId(f"f{number}"),
                text=fact.text,
                terms=_kept(fact.terms),
                constraints=_kept((*fact.constraints, *given.constraints)),
                circumstances=_kept(fact.circumstances),
                answer_type=fact.answer_type,
                operation=fact.operation,
                subject=fact.subject,
            )
            for number, fact in enumerate(read.facts[:MOST_FACTS], 1)
        ),
        intent=Intent(kind=read.kind, breadth=read.breadth, exhaustive=read.exhaustive),
        queries=_kept((resolved[:300], *read.queries))[: MOST_QUERIES + 1],
    )


def _subject(read: ReadSubject, asked: str) -> SubjectClass:
    return SubjectClass(
        subject_type=read.subject_type,
        name=_as_asked(read.name, asked),
        role=read.role or None,
        parent_entity=_as_asked(read.parent_entity, asked),
        document_type=read.document_type or None,
        scope=Scope(
            periods=_kept(read.periods),
            places=_kept(read.places),
            jurisdictions=_kept(read.jurisdictions),
            versions=_kept(read.versions),
        ),
        own=read.own and read.name is None and read.parent_entity is None,
    )


def _asked(given: AnalystInput) -> str:
    """All that was asked, as names are looked up in it."""
    return _folded(" ".join((given.question, *given.earlier_turns, *given.constraints)))


def _as_asked(name: str | None, asked: str) -> str | None:
    """The name without a legal form that a title lent it: whose legal form the question leaves open is for the documents to say."""
    if not name or _folded(name) in asked:
        return name or None
    core, suffix = split_suffix(name)
    return core if suffix and _folded(core) in asked else name


def _kept(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value.strip() for value in values if value.strip()))


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
