"""Reading a question by rule: names, periods, roles, document types and parts. Where a plain rule runs out, it says so."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..evidence.subjects import Intent, Plan, PlanStep, SubjectClass
from ..evidence.words import topic_roots
from .analyst import AnalystInput
from .question_facts import fact_of, topic_words
from .question_names import names_in
from .question_parts import LONGEST_QUESTION, asking_sentences, cleaned, parts, resolved, told_before
from .question_pointing import circumstances, pointing_at_nothing
from .question_subjects import subjects_of
from .question_unspaced import asks_unspaced, unspaced_name
from .question_words import BROAD, EXHAUSTIVE, FOREIGN_QUESTION, POSSESSIVE_REFERENCE, REFERENCE, WH
from .statement_words import without_labels

MOST_FACTS = 12
"""A question of more parts than this is asked in several."""
MOST_QUERIES = 4
FEW_TERMS = 2
"""A part of no more words than these that points back is about what was asked before."""


class ExtractiveAnalyst:
    """Deterministic. Text of the question that gives orders is read as text: it changes nothing but the words looked for."""

    name = "extractive"

    def __call__(self, given: AnalystInput) -> Plan:
        if len(given.question) > LONGEST_QUESTION:
            length = f"{len(given.question):,} characters; at most {LONGEST_QUESTION:,} can be read as a question"
            return _refusal(given.question, given.question[:LONGEST_QUESTION], f"the question has {length}")
        asked = cleaned(given.question)
        if not re.search(r"\w", asked):
            return _refusal(given.question, asked, "the question is empty")
        question = resolved(asked, given.earlier_turns, given.known_names, given.titles)
        sentences = asking_sentences(question)
        before = told_before(question)
        told = circumstances(before, given.known_names, given.titles)
        subjects, facts = _read(sentences, given, told)
        if problem := _vague(" ".join(sentences), subjects, before):
            return _refusal(given.question, question, problem)
        if not_said := _nothing_asked(" ".join(sentences), subjects, facts):
            return _refusal(given.question, question, not_said.reason, asks_nothing_of=not_said.of)
        return Plan(
            question=given.question,
            resolved_question=question,
            subjects=subjects,
            required_facts=facts,
            intent=_intent(" ".join(sentences), subjects, facts),
            queries=_queries(sentences, subjects, facts),
        )


def _refusal(question: str, resolved_question: str, reason: str, *, asks_nothing_of: str | None = None) -> Plan:
    return Plan(
        question=question,
        resolved_question=resolved_question,
        problem="ambiguous_question",
        problem_reason=reason,
        asks_nothing_of=asks_nothing_of,
    )


def _read(
    sentences: Sequence[str], given: AnalystInput, told: Sequence[str]
) -> tuple[tuple[SubjectClass, ...], tuple[PlanStep, ...]]:
    """The subjects, each once, and one fact for each part and subject. A part that names nothing keeps the subjects before it, and one
    that but points back ("when is it due") the words of what was asked there. `told`: premises that stand before the question."""
    subjects: dict[SubjectClass, int] = {}
    facts: list[PlanStep] = []
    last: tuple[SubjectClass, ...] = ()
    whole = " ".join(sentences)
    for part in parts(sentences):
        names = without_labels(part, names_in(part, given.known_names, given.titles)) or unspaced_name(part)
        own = subjects_of(part, whole, names)
        carried = not names and bool(last) and own[0].subject_type == "concept"
        if carried:
            own = tuple(_carried(one, part) for one in last)
        before = facts[-1].terms if facts and carried and _points_back(part) else ()
        last = own
        for subject in own:
            index = subjects.setdefault(subject, len(subjects))
            compared = [one.name for one in own if one.name and one is not subject]
            fact = fact_of(
                part,
                subject,
                index,
                names=names,
                compared=compared,
                given=(*given.constraints, *(one for one in told if not _is_of(one, subject))),
                number=len(facts) + 1,
                several=len(own) > 1,
            )
            if before and len(fact.terms) <= FEW_TERMS:
                fact = fact.model_copy(update={"terms": tuple(dict.fromkeys((*fact.terms, *before)))})
            facts.append(fact)
    kept = facts[:MOST_FACTS]
    used = {fact.subject for fact in kept}
    return tuple(subject for subject, index in subjects.items() if index in used), tuple(kept)


def _points_back(part: str) -> bool:
    """Whether a part says nothing of what it is about: "when is it due", "who has to say yes first"."""
    return REFERENCE.search(part) is not None or {word.casefold() for word in topic_words(part)} <= _SAYS_NOTHING


_SAYS_NOTHING = frozenset("yes no first last next then else more less same other ok afterwards instead".split())


def _is_of(name: str, subject: SubjectClass) -> bool:
    """Whether a name told before the question is the subject's own."""
    own = {root for one in (subject.name, subject.parent_entity) if one for root in topic_roots(one)}
    return bool(own) and own >= set(topic_roots(name))


def _carried(subject: SubjectClass, part: str) -> SubjectClass:
    """The subject of a part that names nothing: the one before it; after "who founded X", "it" is X and not the founder."""
    if subject.role and subject.parent_entity and re.search(r"\b(?:it|its|they|their)\b", part, re.IGNORECASE):
        return SubjectClass(subject_type="organisation", name=subject.parent_entity, scope=subject.scope)
    return subject


def _vague(asked: str, subjects: Sequence[SubjectClass], told: Sequence[str]) -> str | None:
    """Why there is nothing to look for; None when there is. `told`: sentences before the question, which it may take up."""
    named = any(one.parent_entity or (one.name and one.name != one.name.casefold()) for one in subjects)
    if not named and (unsaid := pointing_at_nothing(asked, told)):
        return f"it is not said what “{unsaid}” refers to"
    if any(one.parent_entity or one.document_type or (one.name and one.subject_type != "concept") for one in subjects):
        return None
    if any(one.name and one.name != one.name.casefold() for one in subjects):
        return None
    topic = topic_words(asked)
    if not topic:
        return "the question names nothing that could be looked for"
    pointing = REFERENCE.search(asked)
    if pointing and len(topic) < 2:
        return f"it is not said what “{pointing.group()}” refers to"
    owner = POSSESSIVE_REFERENCE.search(asked)
    if owner and len(topic_words(asked[: owner.start()])) < 2:  # nothing before it that it could take up
        return f"it is not said whom “{owner.group()}” refers to"
    return None


class _NotSaid(NamedTuple):
    reason: str
    of: str | None = None
    """What is named."""


def _nothing_asked(asked: str, subjects: Sequence[SubjectClass], facts: Sequence[PlanStep]) -> _NotSaid | None:
    """Why a question that names something asks nothing of it: a bare name, "what does the price list say?", "how many days?"."""
    named = [one for subject in subjects for one in (subject.name, subject.document_type, subject.parent_entity) if one]
    own = {root for one in named for root in topic_roots(one)}
    terms = {root for fact in facts for term in fact.terms for root in topic_roots(term)}
    if not terms - _ONLY_UNITS:
        return _NotSaid("it is not said of what")
    asks = WH.search(asked) or FOREIGN_QUESTION.match(asked) or _IS_A_SENTENCE.search(asked) or asks_unspaced(asked)
    if terms <= own and not asks:
        return _NotSaid(f"it is not said what is asked of {named[0]}", named[0])
    if terms <= own and (_SAYS.search(asked) or _OPEN.search(asked)):
        return _NotSaid(f"it is not said about what {named[0]} is asked", named[0])
    return None


_ONLY_UNITS = frozenset(
    root
    for word in "days weeks months years hours minutes people euros pounds dollars percent times".split()
    for root in topic_roots(word)
)
_OPEN = re.compile(
    r"^\W*(?:please )?(?:tell|describe|explain|show|give|summari[sz]e|what (?:do you know|can you))\b", re.IGNORECASE
)
_SAYS = re.compile(r"^what (?:do|does|did)\b.*\b(?:say|state|contain|tell)\b\W*(?:us)?\W*$", re.IGNORECASE)
_IS_A_SENTENCE = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|can|may|must|shall|will|tell|list|describe|explain|give|show|name)\b",
    re.IGNORECASE,
)


def _intent(asked: str, subjects: Sequence[SubjectClass], facts: Sequence[PlanStep]) -> Intent:
    explains = re.match(
        r"\s*(?:why\b|how (?:do|does|did|is|are|can|should)\b|explain\b|describe\b|what is an?\b|what does .{1,60} mean)",
        asked,
        re.IGNORECASE,
    )
    exhaustive = EXHAUSTIVE.search(asked) is not None
    broad = exhaustive or BROAD.search(asked)
    several = len(subjects) > 1 or len(facts) > 1 or re.search(r"\b(?:compare|summar)", asked, re.IGNORECASE)
    return Intent(
        kind="explanation" if explains else "structured",
        breadth="broad" if broad else "synthesis" if several else "simple",
        exhaustive=exhaustive,
    )


def _queries(sentences: Sequence[str], subjects: Sequence[SubjectClass], facts: Sequence[PlanStep]) -> tuple[str, ...]:
    """The question itself, and for each fact its subject with what is asked: names and terms, no question words."""
    queries = [" ".join(sentences)[:300]]
    for fact in facts:
        subject = subjects[fact.subject]
        about = (subject.name, subject.role, subject.document_type, subject.parent_entity)
        queries.append(" ".join(dict.fromkeys(one for one in (*about, *fact.terms, *fact.constraints) if one))[:300])
    if len(queries) < 3 and facts and facts[0].terms:
        queries.append(" ".join(facts[0].terms)[:300])
    return tuple(dict.fromkeys(queries))[:MOST_QUERIES]
