"""The rule-based analyst. It finds names, periods, roles, document types and parts in a question. If no rule applies,
its plan contains a problem in place of facts."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from ...evidence.language.words import topic_roots
from ...evidence.lexicon.word_forms import AUXILIARIES
from ...evidence.model.subjects import Intent, Plan, PlanStep, SubjectClass
from ...evidence.values.facts import read_facts
from ..contracts.analyst import AnalystInput
from .rules.question_facts import fact_of, topic_words
from .rules.question_names import names_in
from .rules.question_parts import parts, split_question
from .rules.question_subjects import subjects_of
from .rules.question_unspaced import asks_unspaced, unspaced_name
from .rules.question_words import POSSESSIVE_REFERENCE, REFERENCE, WH, is_foreign

LONGEST_QUESTION = 4_000
"""The maximum number of characters of a question. A longer text is a document, for which the rules cannot find what is
asked."""
MOST_FACTS = 12
"""The maximum number of parts of one question that become steps of the plan."""
_POINTS = re.compile(
    r"\b(?:this|these|those|(?<=does )that|(?<=is )that|(?<=under )that|(?<=of )that)\b"
    r"(?!\s+(?:year|month|week|quarter|day|time|season|case|way)s?\b)",
    re.IGNORECASE,
)
_MEASURED = frozenset({"duration", "quantity", "percent", "money"})
_ONLY_UNITS = frozenset(topic_roots("days weeks months years hours minutes people euros pounds dollars percent times"))
_COUNTED = frozenset(topic_roots("people"))
"""Those of these things that an organisation has itself: “how many people work for Acme?” asks for its staff."""
_OPEN = re.compile(
    r"^\W*(?:please )?(?:(?:tell|describe|explain|show|give|summari[sz]e|what (?:do you know|can you))\b|"
    r"what (?:do|does|did)\b.*\b(?:say|state|contain)\W*$)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(rf"\b(?:{'|'.join(AUXILIARIES)}|tell|list|describe|explain|give|show|name)\b", re.IGNORECASE)
_EXPLAINS = re.compile(
    r"\s*(?:why\b|how (?:do|does|did|is|are|can|should)\b|explain\b|describe\b|what is an?\b|what does .{1,60} mean)",
    re.IGNORECASE,
)
_EXHAUSTIVE = re.compile(
    r"^\W*list\b|\b(?:list|name|give|what are|which are|who are) (?:me )?(?:all|every)\b|\b(?:all (?:the|of the|its|their) |every )\w+|"
    r"\bcomplete list\b|\bhow many (?:different )?\w+ (?:are|were|is) there\b",
    re.IGNORECASE,
)
_BROAD = re.compile(r"\b(?:overview|timeline|history|chronology|analysis|catalogue|roster|evolution)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:compare|summar)", re.IGNORECASE)


class ExtractiveAnalyst:
    """Plans a question by deterministic rules. Instructions in the question are not followed; they are only words to
    search for."""

    name = "extractive"

    def __call__(self, given: AnalystInput) -> Plan:
        if len(given.question) > LONGEST_QUESTION:
            length = f"{len(given.question):,} characters; at most {LONGEST_QUESTION:,} can be read as a question"
            return _refusal(given.question, given.question[:LONGEST_QUESTION], f"the question has {length}")
        asked = _cleaned(given.question)
        if not re.search(r"\w", asked):
            return _refusal(given.question, asked, "the question is empty")
        question = _resolved(asked, given)
        sentences, beside = split_question(question)
        case = [sentence for sentence in beside if _states_a_case(sentence, given)]
        subjects, facts, left_out = _read(sentences, given, case)
        whole = " ".join(sentences)
        if problem := _vague(whole, subjects, beside):
            return _refusal(given.question, question, problem)
        if unsaid := _nothing_asked(whole, subjects, facts):
            return _refusal(given.question, question, unsaid.reason, asks_nothing_of=unsaid.of)
        return Plan(
            question=given.question,
            resolved_question=question,
            subjects=subjects,
            required_facts=facts,
            left_out=left_out,
            intent=_intent(whole, subjects, facts),
            queries=(whole[:300],),
        )


def _refusal(question: str, resolved_question: str, reason: str, *, asks_nothing_of: str | None = None) -> Plan:
    return Plan(
        question=question,
        resolved_question=resolved_question,
        problem="ambiguous_question",
        problem_reason=reason,
        asks_nothing_of=asks_nothing_of,
    )


def _cleaned(question: str) -> str:
    """Return the question on one line, without control characters, in composed Unicode form.

    Example: `_cleaned("Who is  the CEO? ")` gives `"Who is the CEO?"`.
    """
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c for c in question)
    return " ".join(unicodedata.normalize("NFC", text).split())


def _resolved(question: str, given: AnalystInput) -> str:
    """Return the question with its first “its”, “they” or “that company” replaced by a name. The name is from the
    latest earlier turn that has one.

    A question that contains a name is returned unchanged (SPEC SUB-1).
    """
    if not REFERENCE.search(question) or names_in(question, given.known_names, given.titles):
        return question
    turns = (
        names_in(_cleaned(turn[:LONGEST_QUESTION]), given.known_names, given.titles)
        for turn in reversed(given.earlier_turns)
    )
    if (names := next(filter(None, turns), None)) is None:
        return question
    chosen = next((name for name in names if name.known), names[0]).text
    return REFERENCE.sub(
        lambda match: f"{chosen}'s" if POSSESSIVE_REFERENCE.fullmatch(match[0]) else chosen, question, count=1
    )


def _read(
    sentences: Sequence[str], given: AnalystInput, case: Sequence[str]
) -> tuple[tuple[SubjectClass, ...], tuple[PlanStep, ...], tuple[str, ...]]:
    """Return the different subjects, one fact for each part of the question and each subject, and the parts that exceed
    the limit. A part that names nothing has the subjects of the part before it."""
    subjects: dict[SubjectClass, int] = {}
    facts: list[PlanStep] = []
    last: tuple[SubjectClass, ...] = ()
    whole = " ".join(sentences)
    for part in parts(sentences):
        names = names_in(part, given.known_names, given.titles) or unspaced_name(part)
        own = subjects_of(part, whole, names)
        carried = not names and bool(last) and own[0].subject_type == "concept"
        if carried:
            own = tuple(_carried(earlier, part) for earlier in last)
        before = facts[-1].terms if facts and carried and REFERENCE.search(part) else ()
        last = own
        for subject in own:
            fact = fact_of(
                part,
                subject,
                subjects.setdefault(subject, len(subjects)),
                names=names,
                compared=[other.name for other in own if other.name and other is not subject],
                given=given.constraints,
                case=case,
                number=len(facts) + 1,
                several=len(own) > 1,
            )
            facts.append(fact.model_copy(update={"terms": tuple(dict.fromkeys((*fact.terms, *before)))}))
    kept = facts[:MOST_FACTS]
    used = {fact.subject for fact in kept}
    left_out = dict.fromkeys(fact.in_words for fact in facts[MOST_FACTS:])
    return tuple(subject for subject, index in subjects.items() if index in used), tuple(kept), tuple(left_out)


def _states_a_case(sentence: str, given: AnalystInput) -> bool:
    """Return whether a sentence that asks nothing states a value or a name on which the answer may depend."""
    values = any(fact.kind in _MEASURED and fact.low is not None for fact in read_facts(sentence))
    return values or bool(names_in(sentence, given.known_names, given.titles))


def _carried(subject: SubjectClass, part: str) -> SubjectClass:
    """Return the subject of a part that names nothing, from the subject of the part before. After “who founded X”, “it”
    means X and not the founder."""
    if subject.role and subject.parent_entity and re.search(r"\b(?:it|its|they|their)\b", part, re.IGNORECASE):
        return SubjectClass(subject_type="organisation", name=subject.parent_entity, scope=subject.scope)
    return subject


def _names_of(subjects: Sequence[SubjectClass]) -> list[str]:
    return [
        name for subject in subjects for name in (subject.name, subject.document_type, subject.parent_entity) if name
    ]


def _vague(asked: str, subjects: Sequence[SubjectClass], beside: Sequence[str]) -> str | None:
    """Return why the question gives nothing to search for, or None. `beside`: its sentences that ask nothing, to which
    the question may refer."""
    if any(subject.parent_entity or (subject.name and subject.name != subject.name.casefold()) for subject in subjects):
        return None
    pointing = None if beside else _POINTS.search(asked)
    if pointing and len(topic_words(asked[: pointing.start()])) < 2:
        return f"it is not said what “{pointing.group()}” refers to"
    if any(subject.document_type or (subject.name and subject.subject_type != "concept") for subject in subjects):
        return None
    if not (topic := topic_words(asked)):
        return "the question names nothing that could be looked for"
    owner = POSSESSIVE_REFERENCE.search(asked)
    pointing = REFERENCE.search(asked) if len(topic) < 2 else None
    if owner and len(topic_words(asked[: owner.start()])) < 2:  # nothing before the pronoun that it could refer to
        pointing = owner
    return f"it is not said what “{pointing.group()}” refers to" if pointing else None


class _NotSaid(NamedTuple):
    reason: str
    of: str | None = None
    """The name in the question, or None."""


def _nothing_asked(asked: str, subjects: Sequence[SubjectClass], facts: Sequence[PlanStep]) -> _NotSaid | None:
    """Return the reason if the question does not say what it asks, or about what; otherwise None.

    Examples: a bare name, “what does the price list say?”, “how many days?”.
    """
    named = _names_of(subjects)
    own = set(topic_roots(" ".join(named)))
    terms = {root for fact in facts for term in fact.terms for root in topic_roots(term)}
    proper = _names_of([subject for subject in subjects if subject.subject_type != "concept"])
    if not terms - _ONLY_UNITS and not proper:
        return _NotSaid("it is not said of what")
    if not terms - (_ONLY_UNITS - _COUNTED):
        return _NotSaid(f"the question does not say what it asks about {proper[0]}", proper[0])
    asks = WH.search(asked) or is_foreign(asked) or _SENTENCE.search(asked) or asks_unspaced(asked)
    if terms <= own and (not asks or _OPEN.search(asked)):
        return _NotSaid(f"the question does not say what it asks about {named[0]}", named[0])
    return None


def _intent(asked: str, subjects: Sequence[SubjectClass], facts: Sequence[PlanStep]) -> Intent:
    exhaustive = _EXHAUSTIVE.search(asked) is not None
    several = len(subjects) > 1 or len(facts) > 1 or _SEVERAL.search(asked)
    return Intent(
        kind="explanation" if _EXPLAINS.match(asked) else "structured",
        breadth="broad" if exhaustive or _BROAD.search(asked) else "synthesis" if several else "simple",
        exhaustive=exhaustive,
    )
