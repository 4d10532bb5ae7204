"""Writes the text of a closed gate: what the knowledge base does not contain, near-misses, and next steps (SPEC SUB-10,
SUB-12)."""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches

from ...evidence.binding.bind_candidate import GateDecision
from ...evidence.language.verbs import BASE_OF
from ...evidence.lexicon.offices import ROLE_NAMES
from ...evidence.model.subjects import Condition, Plan, RejectedCandidate, SubjectClass
from ...evidence.names.proper_names import reads_as_name
from ...evidence.names.same_name import names_match, split_suffix
from ...evidence.report.evidence_report import Clarification, ClosestDocument, DocumentLimit, StopReason
from ...evidence.values.periods import Period, parse_period
from ..answer.no_answer import closest_text
from ..answer.phrases import Phrases
from .document_limit import limit_note

NEAR_MISSES = 4
SCOPES = 6
OPTIONS = 6
"""The maximum number of organisations that are named as those that the question may mean."""
STEPS = 5
ALMOST = 0.85
"""The similarity of two names (difflib ratio, 0 to 1) at which one may be a misspelling of the other."""
_INCOMPLETE: frozenset[StopReason] = frozenset(
    {"analysis_unavailable", "source_unavailable", "budget_exhausted", "time_exhausted"}
)


def gate_text(
    reason: StopReason,
    gate: GateDecision,
    analysis: Plan | None,
    near: Sequence[RejectedCandidate],
    closest: Sequence[ClosestDocument],
    covers: str,
    phrases: Phrases,
    limit: DocumentLimit | None = None,
    count: Callable[[str], int] | None = None,
) -> str:
    """Return the conclusion: what is missing, then near-misses, then the closest documents. `covers`: one line about
    what the knowledge base covers. `limit`: the caller's limit to chosen documents. `count`: as for `lead`."""
    blocks = [lead(reason, gate, analysis, near, phrases, count)]
    if reason == "out_of_scope":
        blocks[0] = f"{blocks[0]} {covers}".strip()
    if note := limit_note(limit, phrases):
        blocks[0] = f"{blocks[0]} {note}"
    if reason == "subject_not_found" and (shown := near_misses(near, analysis.subjects if analysis else ())):
        blocks += [
            phrases.near_misses,
            "\n".join(f"- {_near(candidate, analysis, phrases)}" for candidate in shown),
        ]
    if reason in {"subject_not_found", "scope_absent"}:
        blocks += closest_text(closest, phrases)
    return "\n\n".join(block for block in blocks if block)


def lead(
    reason: StopReason,
    gate: GateDecision,
    analysis: Plan | None,
    near: Sequence[RejectedCandidate],
    phrases: Phrases,
    count: Callable[[str], int] | None = None,
) -> str:
    """Return the first sentences of the conclusion. They say why there is no answer. `count`: the number of passages
    with a word; None if the knowledge base cannot be read."""
    if analysis is None or reason in _INCOMPLETE:
        return phrases.incomplete.format(subject=_asked(analysis, phrases))
    if reason == "ambiguous_question":
        if gate.whose:
            more = (phrases.more.format(count=len(gate.whose) - OPTIONS),) if len(gate.whose) > OPTIONS else ()
            names = phrases.listed(
                (*gate.whose[:OPTIONS], *more), last=phrases.or_ if gate.named and not more else None
            )
            if gate.named:
                return phrases.several_named.format(name=gate.named, names=names)
            return phrases.nobodys.format(names=names)
        named = analysis.asks_nothing_of
        return phrases.asks_nothing.format(name=phrases.quoted.format(text=named)) if named else phrases.too_open
    if reason == "scope_absent":
        scopes = scopes_in_words(gate.existing_scopes, phrases)
        said = phrases.no_scope_covered.format(entity=gate.holder, scope=phrases.listed(gate.lacking))
        return f"{said} {phrases.scopes.format(scopes=phrases.listed(scopes))}" if scopes else said
    reasons = dict.fromkeys(
        _absent(subject, index, analysis, near, phrases, count) for index, subject in enumerate(analysis.subjects)
    )
    return " ".join(reasons)


def _absent(
    subject: SubjectClass,
    index: int,
    analysis: Plan,
    near: Sequence[RejectedCandidate],
    phrases: Phrases,
    count: Callable[[str], int] | None,
) -> str:
    entity = subject.parent_entity or subject.name
    own = [candidate for candidate in near if candidate.subject == index and candidate.source_location.span is not None]
    found = any(candidate.failed_condition == "parent" for candidate in own)
    if subject.role and entity:
        return (phrases.role_not_shown if found else phrases.no_role).format(role=subject.role, entity=entity)
    if subject.document_type:
        named = entity and entity.casefold() != subject.document_type.casefold()
        of_type = phrases.document_type_not_shown if found else phrases.no_document_type
        template = of_type if named else phrases.no_document_type_at_all
        return template.format(type=subject.document_type, entity=entity, joint=phrases.joint(subject.document_type))
    if entity and any(letter.isupper() for letter in entity):
        mentioned = any(names_match(entity, candidate.name) for candidate in own)
        return (phrases.named_only if mentioned else phrases.no_entity).format(name=entity)
    return _off_topic(analysis, index, phrases, count)


def _off_topic(analysis: Plan, index: int, phrases: Phrases, count: Callable[[str], int] | None) -> str:
    """Return that nothing is about a topic. Of a topic of several words, return which of them no passage has, or that
    no passage has them together."""
    words = (analysis.subjects[index].name or "").split()
    if count is None or len(words) < 2:
        return phrases.no_topic.format(subject=_part(analysis, index, phrases))
    asked = {word.casefold(): word for word in re.findall(r"[^\W_][\w'’-]*", analysis.resolved_question)}
    as_asked = {word: phrases.quoted.format(text=asked.get(word, word)) for word in words}
    here = [as_asked[word] for word in words if any(map(count, _forms(word)))]
    absent = [shown for shown in as_asked.values() if shown not in here]
    if not here:
        return phrases.not_mentioned.format(words=phrases.listed(absent, last=phrases.or_))
    template = phrases.mentioned_without if absent else phrases.not_together
    return template.format(words=phrases.listed(here), absent=phrases.listed(absent, last=phrases.or_))


def _forms(word: str) -> Iterator[str]:
    """Yield the word, and the other forms of an irregular verb: “kept” of “keep”."""
    yield word
    base = BASE_OF.get(word, word)
    yield from (form for form, of in BASE_OF.items() if of == base)


def _asked(analysis: Plan | None, phrases: Phrases) -> str:
    if analysis is None or not analysis.subjects:
        question = analysis.resolved_question if analysis else ""
        return phrases.quoted.format(text=question.strip("?¿ ")) if question else "—"
    return phrases.listed([_part(analysis, index, phrases) for index in range(len(analysis.subjects))])


def _part(analysis: Plan, index: int, phrases: Phrases) -> str:
    """Return the subject in words. For a subject without a name, return its topic as the question writes it, or else
    the part of the question that asks about it."""
    subject = analysis.subjects[index]
    named = subject.parent_entity or subject.role or subject.document_type
    if named or (subject.name and any(letter.isupper() for letter in subject.name)):
        return subject.described()
    own = next((fact.in_words for fact in analysis.required_facts if fact.subject == index), None)
    return phrases.quoted.format(text=subject.topic_in(own) or own) if own else subject.described()


def near_misses(rejected: Sequence[RejectedCandidate], asked: Sequence[SubjectClass]) -> tuple[RejectedCandidate, ...]:
    """Return the near-misses to show, the nearest first, each name once.

    They have the role in another organisation, or another role, or are of another type. A name is left out if it only
    occurs near words of the question.
    """
    order: tuple[Condition, ...] = ("parent", "document_type", "scope", "role", "name", "type")
    kept: list[RejectedCandidate] = []
    for candidate in sorted(rejected, key=lambda candidate: order.index(candidate.failed_condition)):
        of_role = candidate.subject < len(asked) and asked[candidate.subject].role is not None
        if of_role and any(_beside_a_person(candidate, other) for other in rejected):
            continue
        if _worth_showing(candidate, of_role=of_role) and not any(
            names_match(candidate.name, other.name) for other in kept
        ):
            kept.append(candidate)
    return tuple(kept)[:NEAR_MISSES]


def _beside_a_person(candidate: RejectedCandidate, other: RejectedCandidate) -> bool:
    """Return whether the candidate is a firm whose words also name a person."""
    spans = candidate.source_location.span, other.source_location.span
    same = spans[0] is not None and spans[1] is not None and spans[0].span_id == spans[1].span_id
    return same and split_suffix(candidate.name)[1] is not None and split_suffix(other.name)[1] is None


def _near(near: RejectedCandidate, analysis: Plan | None, phrases: Phrases) -> str:
    """Return a near-miss in plain words, with the failed condition (SPEC SUB-6)."""
    subject = analysis.subjects[near.subject] if analysis and near.subject < len(analysis.subjects) else None
    title, name = near.source_location.title, near.name.rstrip(".")
    if subject and subject.role and subject.parent_entity and near.failed_condition in {"parent", "role"}:
        template = phrases.near_parent if near.failed_condition == "parent" else phrases.near_role
        return template.format(name=name, role=subject.role, entity=subject.parent_entity, title=title)
    if subject and subject.document_type and subject.parent_entity and near.failed_condition == "parent":
        joint = phrases.joint(subject.document_type)
        return phrases.near_party.format(name=subject.parent_entity, title=title, joint=joint)
    if subject and subject.document_type and near.failed_condition == "document_type":
        return phrases.near_document.format(name=name, title=title, type=subject.document_type)
    return f"{near.name}: {near.reason} ({title})"


def _worth_showing(near: RejectedCandidate, *, of_role: bool) -> bool:
    span, failed = near.source_location.span, near.failed_condition
    if not reads_as_name(near.name):
        return False  # a fragment that a rule extracted
    if not of_role and failed == "name":
        return False  # the first sentence already states that the documents mention the name
    if not of_role:
        return failed == "document_type" or (span is not None and failed != "type")
    if span is None or len(near.name.split()) < 2:
        return False
    if failed != "role":
        return failed != "type"
    quote, name = " ".join(span.quote.split()), re.escape(near.name)
    before = rf"{_ROLE}(?:,| is| of [^.;\n]{{1,60}}? is)? {name}"
    after = rf"{name}(?:,| \(| is| as)? ?(?:the |its |our )?{_ROLE}"
    return re.search(f"{before}|{after}", quote, re.IGNORECASE) is not None


_ROLE = rf"(?:{'|'.join(map(re.escape, sorted(ROLE_NAMES, key=len, reverse=True)))})"


def scopes_in_words(scopes: Sequence[str], phrases: Phrases) -> tuple[str, ...]:
    """Return the periods that the documents cover, the latest first. If there are none, return other labels, and then
    periods of validity."""
    plain = [scope for scope in scopes if ".." not in scope and not _DAY.fullmatch(scope)]
    spans = [
        _SPAN.sub(lambda match: f"{match[1]}–{match[2]}", scope).removeprefix("in force ")
        for scope in scopes
        if ".." in scope
    ]
    shown = tuple(dict.fromkeys(_latest_first(plain) or plain or spans or scopes))
    more = (phrases.more.format(count=len(shown) - SCOPES),) if len(shown) > SCOPES else ()
    return (*shown[:SCOPES], *more)


def _latest_first(labels: Sequence[str]) -> list[str]:
    """Return the periods among the labels, the latest first. A calendar year is left out if the fiscal year of the same
    number is there, since both come from one document. Fiscal and other years of one list are all written as years:
    “2023” for “FY2023” beside “2022”."""
    periods = {label: period for label in labels if (period := parse_period(label))}
    fiscal = {period.year for period in periods.values() if period.fiscal and not period.quarter}
    kept = [
        label
        for label, period in periods.items()
        if period.fiscal or period.quarter or period.month or period.until or period.year not in fiscal
    ]
    kept.sort(key=lambda label: -max(periods[label].years(), default=0))
    years = [
        label for label in kept if periods[label] == Period(year=periods[label].year, fiscal=periods[label].fiscal)
    ]
    mixed = len({periods[label].fiscal for label in years}) > 1
    return [str(periods[label].year) if mixed and label in years else label for label in kept]


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_SPAN = re.compile(r"(\S*)\.\.(\S*)")


def clarification(gate: GateDecision, analysis: Plan | None, questions: Sequence[str]) -> Clarification:
    """Return the detail that an ambiguous question lacks. `questions`: questions that the knowledge base can answer."""
    if gate.whose:
        return Clarification(asks="whose", options=gate.whose[:OPTIONS])
    if analysis is not None and analysis.asks_nothing_of:
        return Clarification(asks="what", options=(analysis.asks_nothing_of,))
    return Clarification(asks="about", options=tuple(questions[:3]))


def gate_steps(
    reason: StopReason,
    gate: GateDecision,
    analysis: Plan | None,
    questions: Sequence[str],
    known: Sequence[str],
    phrases: Phrases,
    limit: DocumentLimit | None = None,
) -> tuple[str, ...]:
    """Return the next steps for a person. `questions`: questions that the knowledge base can answer. `known`: names
    with documents. `limit`: the caller's limit to chosen documents.

    A known name that resembles the requested one is suggested, but never used in its place (SPEC SUB-8).
    """
    if analysis is None or reason in _INCOMPLETE:
        return (phrases.ask_again,)
    if reason == "ambiguous_question":
        steps = [phrases.ask_of.format(name=name) for name in gate.whose[:3]]
        steps = steps or [phrases.ask_instead.format(question=question) for question in questions[:3]]
        if analysis.asks_nothing_of:
            steps = [phrases.say_what.format(name=phrases.quoted.format(text=analysis.asks_nothing_of)), *steps]
        return tuple(steps) or (phrases.name_it,)
    if reason == "scope_absent":
        scopes = scopes_in_words(gate.existing_scopes, phrases)[:SCOPES]
        steps = [phrases.obtain_scope.format(entity=gate.holder, scope=phrases.listed(gate.lacking))]
        return (
            (*steps, phrases.ask_scope.format(scopes=phrases.listed(scopes, last=phrases.or_)))
            if scopes
            else tuple(steps)
        )
    if limit is not None and limit.named_elsewhere:
        return ()  # the document to obtain is already in the knowledge base
    if reason == "out_of_scope":
        return (phrases.ask_covered,)
    steps = [
        step
        for subject in analysis.subjects
        for step in (*_nearly(subject, known, phrases), *_obtain(subject, known, phrases))
    ]
    return tuple(dict.fromkeys(steps))[:STEPS]


def _nearly(subject: SubjectClass, known: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """Yield the suggestion of a known name if the requested name may be a misspelling of it."""
    asked = subject.parent_entity or subject.name
    if not asked or any(names_match(asked, name) for name in known):
        return
    folded = {name.casefold(): name for name in (*known, *(split_suffix(name)[0] for name in known))}
    for found in get_close_matches(asked.casefold(), folded, n=1, cutoff=ALMOST):
        yield phrases.ask_close.format(name=folded[found])


def _obtain(subject: SubjectClass, known: Sequence[str], phrases: Phrases) -> Iterator[str]:
    entity = subject.parent_entity or subject.name
    if subject.role and entity:
        yield phrases.obtain_role.format(role=subject.role, entity=entity)
    elif subject.document_type and entity:
        joint = phrases.joint(subject.document_type)
        yield phrases.obtain_document.format(type=subject.document_type, entity=entity, joint=joint)
    elif entity and any(letter.isupper() for letter in entity):
        yield phrases.obtain_about.format(subject=entity)
    else:
        yield phrases.ask_covered
        return
    if entity and not any(names_match(entity, name) for name in known):
        yield phrases.check_name.format(name=entity)
