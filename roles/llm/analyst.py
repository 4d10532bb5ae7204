"""The analyst with a chat model (SPEC SUB-1, PLN). The model plans the question, and code checks the plan against the
question's words."""

import re
from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from ...evidence.binding.role_words import role_of
from ...evidence.binding.subject_gate import speaks_of_own
from ...evidence.language.words import content_stems
from ...evidence.model.frozen import Frozen
from ...evidence.model.subjects import (
    Anchor,
    AnchorUse,
    AnswerType,
    FactId,
    Intent,
    Operation,
    Plan,
    PlanStep,
    Scope,
    SubjectClass,
    SubjectType,
)
from ...evidence.names.same_name import split_suffix
from ...evidence.scope.document_types import is_plain_type, kind_in
from ...prompts.fence import Item, ItemId, fenced, fenced_if_any, seal
from ...prompts.prompt import Prompt
from ...prompts.templates import filled
from ..contracts.analyst import AnalystInput
from ..model_call.speaker import Speaker
from .optional_fields import OptionalId, OptionalText

TITLES = 20
"""The maximum number of document titles in the prompt. They only show what things are called."""
MOST_STEPS, MOST_QUERIES = 12, 4
UNPLANNED = 0.5
"""The share of the question's content words that a plan may leave out, since some of them are only courtesy or
wording."""
_STEP_ID = re.compile(r"\bs\d+\b")
Kind = Literal[SubjectType, "value", "other"]
Calculated = Literal[Operation, "none"] | SkipJsonSchema[None]
_SCOPES: dict[str, str] = {
    "period": "periods",
    "place": "places",
    "jurisdiction": "jurisdictions",
    "version": "versions",
}
_HOLDERS: tuple[SubjectType, ...] = ("person", "organisation")
"""The kinds of an anchor that may be a role (“the auditor of Acme Ltd”)."""
_TYPES: tuple[SubjectType, ...] = SubjectType.__args__  # type: ignore[attr-defined]  # the values of the Literal


class ReadAnchor(Frozen):
    id: ItemId
    text: str = Field(min_length=1)
    kind: Kind
    use: AnchorUse
    of: OptionalId = None
    own: bool = False


class ReadStep(Frozen):
    id: ItemId
    find: str = Field(min_length=1)
    about: tuple[ItemId, ...]
    after: tuple[ItemId, ...] = ()
    role: OptionalText = None
    words: tuple[str, ...] = ()
    query: str = ""
    answer_type: AnswerType
    calculation: Calculated = None
    instead_of: OptionalId = None
    answers: bool = True


class ReadQuestion(Frozen):
    """The output of the analyst's model."""

    resolved_question: str
    problem: OptionalText
    """The detail that a question lacks if it names nothing to look up. Empty for other questions."""
    anchors: tuple[ReadAnchor, ...]
    steps: tuple[ReadStep, ...]
    kind: Literal["structured", "explanation"]
    breadth: Literal["simple", "synthesis", "broad"]
    exhaustive: bool
    queries: tuple[str, ...] = ()


class LlmAnalyst:
    """Plans a question with one model call. Anchors must be verbatim from the question or the earlier turns; otherwise
    the model must correct them."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: AnalystInput) -> Plan:
        return analysis(given, self._speaker.ask(prompt(given), ReadQuestion, Objecting(given)))

    async def acall(self, given: AnalystInput) -> Plan:
        """Do the same as `__call__`, without blocking the event loop."""
        read = await self._speaker.aask(prompt(given), ReadQuestion, Objecting(given))
        return analysis(given, read)


def prompt(given: AnalystInput) -> Prompt:
    titles = Item(id="TITLES", text="\n".join(given.titles[:TITLES]))
    turns = Item(id="TURNS", text="\n".join(given.earlier_turns))
    asked = Item(id="QUESTION", text=given.question)
    constraints = Item(id="CONSTRAINTS", text="\n".join(given.constraints))
    code = seal(item.text for item in (titles, turns, asked, constraints))
    return filled(
        "analyst",
        {
            "as_of": given.as_of.isoformat(),
            "titles": fenced_if_any(titles, code),
            "constraints": fenced_if_any(constraints, code),
            "earlier_turns": fenced_if_any(turns, code),
            "question": fenced([asked], code),
        },
        code=code,
    )


class Objecting:
    """Checks a plan. A plan that leaves out words of the question, or has a step of small words only, is sent back only
    once, since these words may have no meaning for the plan."""

    def __init__(self, given: AnalystInput) -> None:
        self._given, self._objected = given, False

    def __call__(self, read: ReadQuestion) -> str | None:
        wrong = objection(self._given, read)
        if wrong is None and not self._objected and not read.problem:
            wrong = _says_nothing(read) or _unplanned(self._given, read)
        self._objected = True
        return wrong


def objection(given: AnalystInput, read: ReadQuestion) -> str | None:
    """Return what is unusable in the plan, in words for the model, or None (SPEC PLN-1, PLN-3, PLN-5)."""
    if read.problem:
        return None
    if not read.steps:
        return "`steps` must not be empty unless `problem` is given"
    if not any(anchor.use == "subject" for anchor in read.anchors):
        return "no anchor has the use `subject`; say what the question is about, by a name or a topic in its own words"
    asked = _asked(given)
    for anchor in read.anchors:
        if anchor.own and not speaks_of_own(given.question):
            return f"{anchor.id}: `own` is true, and the question speaks of no organisation of its asker's"
        if not anchor.own and _folded(_as_asked(anchor.text, asked)) not in asked:
            return (
                f"{anchor.id}: “{anchor.text}” does not stand in the question or the earlier turns; use its own letters"
            )
    return _wrong_steps(read)


def _wrong_steps(read: ReadQuestion) -> str | None:
    anchors, steps = {anchor.id for anchor in read.anchors}, {step.id for step in read.steps}
    if len(anchors) < len(read.anchors) or len(steps) < len(read.steps):
        return "two anchors or two steps have one id; give each its own"
    for step in read.steps:
        if not any(map(str.isalnum, step.find)):
            return f"{step.id}: `find` is empty; say what to find out"
        if unknown := [name for name in step.about if name not in anchors]:
            return f"{step.id} names {', '.join(unknown)}, and there is no such anchor"
        named = (*step.after, *((step.instead_of,) if step.instead_of else ()))
        if unknown := [name for name in named if name not in steps or name == step.id]:
            return f"{step.id} rests on {', '.join(unknown)}, which is no other step"
    try:
        TopologicalSorter(
            {step.id: (*step.after, *((step.instead_of,) if step.instead_of else ())) for step in read.steps}
        ).prepare()
    except CycleError:
        return "the steps rest on each other in a circle; each must come after those it rests on"
    return None if any(step.answers for step in read.steps) else "no step has `answers` true"


def _says_nothing(read: ReadQuestion) -> str | None:
    """Return the objection that a step has no content word, or None."""
    empty = [step for step in read.steps if not content_stems(" ".join((step.find, step.query, *step.words)))]
    return (
        f"{empty[0].id}: “{empty[0].find}” names nothing to find out; name it, or leave the step out" if empty else None
    )


def _unplanned(given: AnalystInput, read: ReadQuestion) -> str | None:
    """Return the objection that the plan leaves out content words of the question, or None if these are few (SPEC
    PLN-5)."""
    asked = set(content_stems(given.question))
    planned = " ".join(
        (
            *(anchor.text for anchor in read.anchors),
            *(part for step in read.steps for part in (step.find, step.query, *step.words)),
        )
    )
    left = asked - set(content_stems(planned))
    if len(left) <= 2 or len(left) <= UNPLANNED * len(asked):
        return None
    lost = [word for word in re.findall(r"[^\W_][\w'-]*", given.question) if left.intersection(content_stems(word))]
    return f"the plan leaves out {', '.join(dict.fromkeys(lost))}; put each into an anchor or a step"


def analysis(given: AnalystInput, read: ReadQuestion) -> Plan:
    """Return the plan of the run. Every step gets the caller's constraints, even if the model dropped them."""
    resolved = read.resolved_question if given.earlier_turns and read.resolved_question.strip() else given.question
    if read.problem:
        return Plan(
            question=given.question,
            resolved_question=resolved,
            problem="ambiguous_question",
            problem_reason=read.problem,
        )
    subjects = _Subjects(read, _asked(given))
    every = _in_order(read.steps)
    ordered = every[:MOST_STEPS]
    ids = {step.id: FactId(f"s{number}") for number, step in enumerate(ordered, 1)}
    steps = tuple(_step(step, read, subjects, ids, given.constraints) for step in ordered)
    return Plan(
        question=given.question,
        resolved_question=resolved,
        subjects=subjects.found(),
        anchors=tuple(Anchor(text=anchor.text, kind=anchor.kind, use=anchor.use) for anchor in read.anchors),
        required_facts=steps,
        left_out=tuple(step.find for step in every[MOST_STEPS:]),
        intent=Intent(kind=read.kind, breadth=read.breadth, exhaustive=read.exhaustive),
        queries=_kept((resolved[:300], *read.queries))[: MOST_QUERIES + 1],
    )


def _in_order(steps: Sequence[ReadStep]) -> list[ReadStep]:
    """Return the steps in the given order, but each after the steps on which it depends."""
    placed: dict[str, ReadStep] = {}
    while left := [step for step in steps if step.id not in placed]:
        following = next(step for step in left if all(earlier in placed for earlier in step.after))
        placed[following.id] = following
    return list(placed.values())


def _step(
    read: ReadStep,
    whole: ReadQuestion,
    subjects: "_Subjects",
    ids: dict[str, FactId],
    constraints: Sequence[str],
) -> PlanStep:
    own = [anchor for anchor in whole.anchors if anchor.id in read.about]
    return PlanStep(
        fact_id=ids[read.id],
        text=_STEP_ID.sub(lambda match: ids.get(match[0], match[0]), " ".join(read.find.split())),
        terms=_kept(read.words) or _kept((read.find,)),
        constraints=_kept(
            (*(anchor.text for anchor in own if anchor.use == "condition" and not anchor.own), *constraints)
        ),
        circumstances=_kept(tuple(anchor.text for anchor in own if anchor.use == "case")),
        answer_type=read.answer_type,
        operation=None if read.calculation == "none" else read.calculation,
        subject=subjects.of(read),
        after=tuple(ids[earlier] for earlier in read.after if earlier in ids),
        instead_of=ids.get(read.instead_of or ""),
        answers=read.answers,
        query=" ".join(read.query.split())[:200],
    )


class _Subjects:
    """The subjects that the gate must find. They are built from the anchors that the steps name."""

    def __init__(self, read: ReadQuestion, asked: str) -> None:
        self._anchors = {anchor.id: anchor for anchor in read.anchors}
        self._steps = {step.id: step for step in read.steps}
        self._asked = asked
        self._made: dict[SubjectClass, int] = {}

    def found(self) -> tuple[SubjectClass, ...]:
        return tuple(self._made)

    def of(self, step: ReadStep) -> int:
        """Return the index of the step's subject. A step without one has the subject of its chain."""
        about = [self._anchors[name] for name in step.about]
        subject = next((anchor for anchor in about if anchor.use == "subject"), None)
        if subject is None:
            earlier = [self._steps[name] for name in step.after]
            if earlier:
                return self.of(earlier[0])
            first = next(anchor for anchor in self._anchors.values() if anchor.use == "subject")
            return self._index(self._class(first, None, ()))
        asks_for_holder = (
            step.role and step.answers and not step.after and step.answer_type in ("person", "organisation")
        )
        return self._index(self._class(subject, step.role if asks_for_holder else None, about))

    def _index(self, made: SubjectClass) -> int:
        return self._made.setdefault(made, len(self._made))

    def _class(self, anchor: ReadAnchor, role: str | None, about: Sequence[ReadAnchor]) -> SubjectClass:
        scope = Scope(**{field: tuple(self._scope(kind, about)) for kind, field in _SCOPES.items()})
        name = None if anchor.own else _as_asked(anchor.text, self._asked)
        parent = self._anchors.get(anchor.of or "")
        parent_name = _as_asked(parent.text, self._asked) if parent and not parent.own else None
        kind: SubjectType = next((known for known in _TYPES if known == anchor.kind), "concept")
        if (
            name
            and kind in _HOLDERS
            and (held := role_of(name))
            and (owner := held.owner or parent_name or _owner(about))
        ):
            # The organisation is the subject, and its role is what is asked.
            kind, name, parent_name = "organisation", owner, None
        if role:
            return SubjectClass(subject_type="person", role=role, parent_entity=name, scope=scope)
        described = kind_in(name) if kind == "document" and name and name.islower() else None
        if name and (described or (kind == "document" and is_plain_type(name))):
            return SubjectClass(
                subject_type=kind, document_type=described or name, parent_entity=parent_name, scope=scope
            )
        return SubjectClass(subject_type=kind, name=name, parent_entity=parent_name, scope=scope, own=anchor.own)

    def _scope(self, kind: str, about: Sequence[ReadAnchor]) -> Iterator[str]:
        yield from dict.fromkeys(anchor.text for anchor in about if anchor.use == "scope" and anchor.kind == kind)


def _owner(about: Sequence[ReadAnchor]) -> str | None:
    """Return the only organisation among the anchors of a step, or None."""
    found = [anchor.text for anchor in about if anchor.kind == "organisation" and role_of(anchor.text) is None]
    return found[0] if len(found) == 1 else None


def _asked(given: AnalystInput) -> str:
    """Return the question, the earlier turns and the constraints as one folded text, to look up names in it."""
    return _folded(" ".join((given.question, *given.earlier_turns, *given.constraints)))


def _as_asked(name: str, asked: str) -> str:
    """Return the name without the legal form that the model took from a title. If the question omits the form, the
    documents decide it."""
    if _folded(name) in asked:
        return name
    core, suffix = split_suffix(name)
    return core if suffix and _folded(core) in asked else name


def _kept(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value.strip() for value in values if value.strip()))


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
