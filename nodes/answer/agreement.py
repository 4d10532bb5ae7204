"""What the verified evidence says together: where sources agree and where they conflict."""

import re
from collections.abc import Sequence
from datetime import date

from ...evidence.binding.role_words import is_defined_term, may_hold
from ...evidence.judgement.conflicts import Conflict, Policy, Statement, find_conflicts, values_agree
from ...evidence.judgement.single_difference import differing
from ...evidence.language.sentences import sentences
from ...evidence.language.words import content_stems
from ...evidence.model.evidence import Evidence
from ...evidence.model.subjects import CandidateSubject, Plan, PlanStep, SubjectId
from ...evidence.names.proper_names import proper_names
from ...evidence.names.same_name import split_suffix
from ...evidence.questions.shape import values_of
from ...evidence.scope.overriding import overrides
from ...evidence.tables.measures_asked import needed
from ...evidence.values.date_order import settled_days
from ...evidence.values.periods import periods_in
from ...evidence.values.rates import in_letters, with_rate
from .stated_figure import in_its_column, where_premises_stand

ABOUT_THE_SAME = 0.65
"""How close a second statement's relevance must come to the best one's to count as a statement of the same fact."""
SAME_WORDS = 0.6
"""Share of content words that a yes and a no must have in common to be about the same thing."""

_HELD_BY_ONE = re.compile(
    r"\b(?:chief \w+(?: \w+)? officer|c[efot]o|managing director|chair(?:man|woman|person)?|president|company secretary|"
    r"general counsel|treasurer|controller|auditor|landlord|lessor|account manager|data protection officer|head|principal|chancellor"
    r"|ambassador|captain|coach|mayor|king|queen|pope|geschäftsführer|vorstandsvorsitzende[r]?|directeur général|director general)\b",
    re.IGNORECASE,
)
"""Roles that one person holds at a time; two founders or directors contradict nobody."""
_NO = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|cannot|without|prohibited|forbidden|excluded|kein\w*|nicht|nie(?:mals)?|ne|pas|aucune?"
    r"|jamais|nunca|ningun[oa]?|ningún)\b|n['’]t\b",
    re.IGNORECASE,
)


NAMES = frozenset({"person", "organisation", "place"})
_IN_WORDS = re.compile(
    r"\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze"
    r"|douze|quinze|vingt|trente|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta) [^\W\d_]+",
    re.IGNORECASE,
)
"""Counts in words of German, French and Spanish, which are not read as figures."""


def conflicts_among(
    analysis: Plan, evidence: Sequence[Evidence], policy: Policy, candidates: Sequence[CandidateSubject] = ()
) -> tuple[Conflict, ...]:
    """Conflicts between the values that the strongest evidence gives for each fact: figures, dates, names, yes and no. A rule that says
    itself from which other it departs is in conflict with none."""
    facts = {fact.fact_id: fact for fact in analysis.required_facts}
    holders = {candidate.subject_id: candidate for candidate in candidates if candidate.class_attributes.role}
    leads = {(unit.fact_id, unit.link.evidence_id) for unit in evidence if unit.link.mechanism == "bridge"}
    measured = {fact.fact_id for fact in facts.values() if needed(fact.text, analysis.resolved_question).measures}
    evidence = [unit for unit in evidence if not (unit.row and unit.fact_id in measured)]  # operands contradict nobody
    best: dict[str, float] = {}
    for unit in evidence:
        best[unit.fact_id] = max(best.get(unit.fact_id, 0.0), unit.relevance)
    near = [
        unit
        for unit in _first_of_each_document(evidence)
        if unit.fact_id in facts
        and not unit.premises_open
        and unit.source.is_current
        and unit.ended is None
        and (unit.fact_id, unit.evidence_id) not in leads  # it tells the way to the fact, and of another thing
        and unit.relevance >= ABOUT_THE_SAME * best[unit.fact_id]
    ]
    ruled = {unit.fact_id for unit in near if overrides(unit.span.quote)}
    near = [unit for unit in near if unit.fact_id not in ruled or overrides(unit.span.quote)]
    statements = []
    for unit in near:
        fact, holder = facts[unit.fact_id], holders.get(unit.subject_id)
        value = (
            _holder(holder) or _doer(fact, unit, near, holder)
            if holder
            else in_its_column(fact, unit, evidence)
            or unit.value
            or where_premises_stand(fact, unit)
            or _told(fact, unit, near, analysis)
        )
        if value is None:
            continue
        whose = SubjectId(f"subject {holder.subject}") if holder else _told_of(unit)
        statements.append(statement_of(fact, unit, value, whose))
    statements.sort(key=lambda one: one.dated or date.max)  # sides in order of time prefer none
    across = [
        statement for statement in statements if any(other.document_id != statement.document_id for other in statements)
    ]
    giver = {one.evidence_id: one.document_id for one in across}
    return tuple(
        conflict
        for conflict in find_conflicts(across, policy)
        if len({giver[unit] for side in conflict.sides for unit in side.evidence_ids}) > 1
    )


def statement_of(fact: PlanStep, unit: Evidence, value: str, whose: SubjectId | None = None) -> Statement:
    """`value` as what the evidence gives for the fact, of its own subject where `whose` does not name another."""
    return Statement(
        evidence_id=unit.evidence_id,
        fact_id=unit.fact_id,
        fact_text=fact.text,
        subject_id=whose or unit.subject_id,
        value=value if unit.row else in_letters(value, unit.span.quote),
        meant=as_meant(unit, value),
        scope=limits_of(unit, value),
        document_id=unit.source.document_id,
        title=unit.source.title,
        dated=unit.source.updated_at or unit.source.effective_from,
        authority=unit.source.authority,
        kind=unit.source.kind,
        superseded_by=unit.source.superseded_by,
        is_current=unit.source.is_current,
    )


def as_meant(unit: Evidence, value: str) -> str:
    """The value with what its quote makes it a rate of, and its date as its document writes dates (SPEC CON-6)."""
    return settled_days(value if unit.row else with_rate(value, unit.span.quote), unit.source.date_order)


def _told_of(unit: Evidence) -> SubjectId:
    """Whom the statement is about: beyond a bridge, what the bridge leads to; two of those contradict nobody."""
    return SubjectId(unit.link.reason) if unit.link.mechanism == "bridge" else unit.subject_id


def _holder(candidate: CandidateSubject) -> str | None:
    """Who holds the role, where only one can."""
    role = candidate.class_attributes.role or ""
    return candidate.name if _HELD_BY_ONE.search(role) and not role.casefold().startswith("vice") else None


def _doer(fact: PlanStep, unit: Evidence, others: Sequence[Evidence], candidate: CandidateSubject) -> str | None:
    """Who did what the role is named after, where another document says the same of somebody else: “founded by …” names all who did it, and
    “a founder” may be one of several."""
    role = candidate.class_attributes.role or ""
    gives_title = re.search(rf"\b{re.escape(role)}s?\b", unit.span.quote, re.IGNORECASE)
    return None if gives_title else _where_copies_differ(fact, unit, others)


def _told(fact: PlanStep, unit: Evidence, others: Sequence[Evidence], analysis: Plan) -> str | None:
    """A value that is no single figure: a name, yes or no, a count in words where no document gives it in figures."""
    if fact.answer_type == "yes_no":
        return _answered(unit, others)
    if (value := _where_copies_differ(fact, unit, others)) is not None:
        return value
    if fact.answer_type in NAMES:
        return _named(unit, analysis, of_a_person=fact.answer_type == "person")
    in_figures = any(other.value for other in others if other.fact_id == fact.fact_id)
    counts = [] if in_figures else _IN_WORDS.findall(unit.span.quote)
    return counts[0] if len(counts) == 1 else None


def _named(unit: Evidence, analysis: Plan, *, of_a_person: bool) -> str | None:
    """The one name in the quote that the question does not hold; of a person, no term of a contract ("the Guarantor")."""
    known = {stem for text in (analysis.resolved_question, unit.source.title) for stem in content_stems(text)}
    stems = {name: content_stems(split_suffix(name)[0]) for name in proper_names(unit.span.quote)}
    opening = re.match(r"[\W\d]*([^\W\d]\w*)", unit.span.quote)
    first = opening[1] if opening else ""  # a capital there may be the sentence's
    names = [name for name, own in stems.items() if not known.issuperset(own) and name != first and may_hold(name)]
    if of_a_person:
        names = [name for name in names if not is_defined_term(name, unit.span.quote)]
    return names[0] if len(names) == 1 and known.isdisjoint(stems[names[0]]) else None


def _where_copies_differ(fact: PlanStep, unit: Evidence, others: Sequence[Evidence]) -> str | None:
    """What the quote has where another document tells the same in the same words but for one place: a name, where one is asked for, or
    a figure of the kind asked for."""
    quote = unit.span.quote
    for other in others:
        if other.source.document_id == unit.source.document_id or other.fact_id != unit.fact_id:
            continue
        found = differing(quote, other.span.quote)
        if found is None:
            continue
        start, end = found.first
        if (
            fact.answer_type in NAMES | {"text"}
            and quote[start].isupper()
            and other.span.quote[found.second[0]].isupper()
        ):
            return quote[start:end]
        for value in values_of(fact.answer_type, quote):
            if value.start < end and start < value.end:
                return quote[value.start : value.end]
    return None


def _answered(unit: Evidence, others: Sequence[Evidence]) -> str | None:
    """“yes” or “no”, where another document says the same or its opposite in nearly the same words."""
    own = set(content_stems(_NO.sub(" ", unit.span.quote)))
    alike = any(
        other.source.document_id != unit.source.document_id
        and other.fact_id == unit.fact_id
        and _share(own, set(content_stems(_NO.sub(" ", other.span.quote)))) >= SAME_WORDS
        for other in others
    )
    return ("no" if _NO.search(_core(unit.span.quote, others)) else "yes") if alike else None


def _core(quote: str, others: Sequence[Evidence]) -> str:
    """The sentence of the quote that says most of what other documents say: an exception after it says no to something else."""
    said = {stem for other in others if other.span.quote != quote for stem in content_stems(other.span.quote)}
    parts = [quote[start:end] for start, end in sentences(quote)]
    return max(parts, key=lambda part: len(said & set(content_stems(part))), default=quote)


def said_alike(first: str, second: str) -> float:
    """Share of the shorter quote's content words that the other says too."""
    return _share(set(content_stems(first)), set(content_stems(second)))


def _share(first: set[str], second: set[str]) -> float:
    return len(first & second) / min(len(first), len(second)) if first and second else 0.0


def _first_of_each_document(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The best evidence of each document for each fact; its further clauses are about something near it, no contradiction."""
    best: dict[tuple[str, str, str], Evidence] = {}
    for unit in sorted(evidence, key=standing):
        best.setdefault((unit.fact_id, unit.subject_id, unit.source.version_id), unit)
    return tuple(best.values())


def limits_of(unit: Evidence, value: str) -> tuple[str, ...]:
    """The periods that the quote limits its value to. A date that is itself the value limits nothing."""
    quote = unit.span.quote
    at = quote.find(value)
    periods = (period.label() for period, start, end in periods_in(quote) if not (at < end and start < at + len(value)))
    return tuple(sorted(set(periods)))


def agreeing_documents(evidence: Sequence[Evidence]) -> int:
    """Documents that independently state the leading evidence's value: other documents with an agreeing value in other words."""
    if not evidence:
        return 0
    leading = evidence[0]
    agreeing = {_giver(leading): leading.span.quote.casefold()}
    for unit in evidence[1:]:
        both = unit.value is not None and leading.value is not None
        same = both and values_agree(as_meant(unit, unit.value or ""), as_meant(leading, leading.value or ""))
        copied = unit.span.quote.casefold() in agreeing.values()
        if unit.fact_id == leading.fact_id and same and not copied:
            agreeing.setdefault(_giver(unit), unit.span.quote.casefold())
    return len(agreeing)


def _giver(unit: Evidence) -> str:
    """Whose statement it is. All that one tool gives is one source: what it read before is not known."""
    return f"tool {unit.source.tool}" if unit.source.tool else unit.source.document_id


def standing(unit: Evidence) -> tuple[bool, bool, bool, float, int, str]:
    """Sort key, best first: current, primary, made for the period asked, the closer match, the shorter quote; ties by id."""
    return (
        not unit.source.is_current,
        unit.source.kind != "primary",
        not unit.of_the_period,
        -unit.relevance,
        len(unit.span.quote),
        unit.evidence_id,
    )
