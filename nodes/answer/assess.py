"""The first of three steps to an answer (SPEC ANS-1). It decides which evidence and sentences of the run are usable,
and which facts they cover."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...evidence.judgement.coverage import Coverage, FactCheck
from ...evidence.model.evidence import Evidence, EvidenceId, RejectedEvidence
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import Span
from ...evidence.model.subjects import FactId, Plan, PlanStep, SubjectClass
from ...evidence.questions.premises import check_premises, stands_in
from ...evidence.report.evidence_report import ClaimVerdict, Disclosure, FactCoverage, RiskSignal
from ...roles.contracts.auditor import sentence_passes
from ...roles.contracts.generator import DraftSentence
from ...stores.kb.snapshot import Snapshot
from .phrases import Phrases


class Checked(Frozen):
    """A drafted sentence that passed the audit, with the verdict on each of its claims."""

    sentence: DraftSentence
    verdicts: tuple[ClaimVerdict, ...] = ()


def unchanged_evidence(
    evidence: Sequence[Evidence], snapshot: Snapshot
) -> tuple[dict[EvidenceId, Evidence], tuple[Disclosure, ...]]:
    """Return the evidence whose quote, place, document and cells are unchanged in the knowledge base. Evidence that was
    edited in a stored state is dropped."""
    reasons = {unit.evidence_id: _differs(unit, snapshot) for unit in evidence}
    while unlinked := [unit for unit in evidence if not reasons[unit.evidence_id] and _unlinked(unit, reasons)]:
        reasons |= {unit.evidence_id: "its link to the subject no longer holds" for unit in unlinked}
    verified = {unit.evidence_id: unit for unit in evidence if not reasons[unit.evidence_id]}
    moved = [
        Disclosure(kind="rejected", subject=unit.source.title, reason=reason)
        for unit in evidence
        if (reason := reasons[unit.evidence_id])
    ]
    return verified, tuple(moved)


def _unlinked(unit: Evidence, reasons: Mapping[EvidenceId, str | None]) -> bool:
    """Return whether the evidence that links this evidence to the subject is gone, or no longer valid."""
    return unit.link.evidence_id is not None and reasons.get(unit.link.evidence_id, "gone") is not None


def _differs(unit: Evidence, snapshot: Snapshot) -> str | None:
    """Return how the evidence, or its link to the subject, differs from the knowledge base; None if it does not."""
    span, link = unit.span, unit.link
    if snapshot.text(span.version_id)[span.char_start : span.char_end] != span.quote:
        return "the quote is no longer there"
    table = snapshot.passage(unit.passage_id).table_id
    row = snapshot.row(table, span.char_start, span.char_end) if table else ()
    if (unit.source, unit.row) != (snapshot.document(span.version_id), row) or not _stored(span, snapshot):
        return "its place, document or cells are not as they are stored"
    scope = snapshot.declared(span.version_id)
    if any(name not in (*scope.owners(), scope.primary_period) for name in unit.declared.split("; ") if unit.declared):
        return "its document does not declare what the evidence says"
    if unit.value and unit.value not in span.quote:
        return "its value is not in its quote"
    return None if link.span is None or _stored(link.span, snapshot) else "its link to the subject no longer holds"


def _stored(span: Span, snapshot: Snapshot) -> bool:
    text = snapshot.text(span.version_id)
    return span.char_end <= len(text) and span == snapshot.span(span.version_id, span.char_start, span.char_end)


def audited(
    drafted: Sequence[DraftSentence],
    claims: Sequence[tuple[ClaimVerdict, ...]],
    verified: Mapping[EvidenceId, Evidence],
) -> tuple[tuple[Checked, ...], tuple[Disclosure, ...]]:
    """Return the sentences that passed the audit with valid evidence. The others are removed, which is disclosed (SPEC
    ANS-5)."""
    kept, removed = [], []
    verdicts_of = [*claims, *(() for _ in range(len(drafted) - len(claims)))]
    for sentence, verdicts in zip(drafted, verdicts_of, strict=False):
        if sentence_passes(verdicts) and all(unit in verified for unit in sentence.evidence_ids):
            kept.append(Checked(sentence=sentence, verdicts=verdicts))
            continue
        notes = [verdict.note or verdict.verdict for verdict in verdicts if verdict.verdict != "supported"]
        reason = "; ".join(notes) or "it was not audited"
        removed.append(Disclosure(kind="removed_sentence", subject=shortened(sentence.text, 80), reason=reason))
    return tuple(kept), tuple(removed)


def unsettled_facts(
    drafted: Sequence[DraftSentence], passed: Sequence[Checked], facts: Sequence[PlanStep]
) -> frozenset[FactId]:
    """Return the facts whose result the answer does not give. Used only if the generator states which facts each
    sentence settles."""
    if all(sentence.settles is None for sentence in drafted):
        return frozenset()
    settled = {fact for sentence in passed for fact in sentence.sentence.settles or ()}
    return frozenset(fact.fact_id for fact in facts if fact.answers) - settled


def fact_coverage(
    analysis: Plan,
    checked: Coverage,
    cited: Mapping[EvidenceId, int],
    *,
    in_conflict: Iterable[FactId],
    absent_subjects: Sequence[int],
    evidence: Iterable[Evidence],
    rejected: Iterable[RejectedEvidence],
    phrases: Phrases,
    premises: Mapping[FactId, Sequence[str]],
    unsettled: Collection[FactId] = (),
    close: Collection[FactId] = (),
) -> tuple[FactCoverage, ...]:
    """Return the status of each required fact. A fact is missing if its sentences did not pass the audit.

    `cited`: the citation number of each cited piece of evidence. `absent_subjects`: the indices of subjects that the
    gate did not find, while it found another. `evidence`, `rejected`, `premises`: show why a fact is missing.
    `unsettled`: facts for which the answer states a rule without its result. `close`: facts with a quote that is close
    enough to show.
    """
    verified, turned_away = list(evidence), list(rejected)
    conflicting = set(in_conflict)
    checks = {check.fact_id: check for check in checked.facts}
    facts = []
    for fact in analysis.required_facts:
        check = checks.get(fact.fact_id)
        if fell_away(fact, check):
            continue
        own = tuple(cited[unit] for unit in check.evidence_ids if unit in cited) if check else ()
        found = FactCoverage(fact_id=fact.fact_id, text=fact.in_words, status="missing", citations=own)
        if fact.fact_id in conflicting:
            found = found.model_copy(update={"status": "conflicting", "reason": phrases.conflicting})
        elif check and own and fact.fact_id in unsettled:
            found = found.model_copy(update={"reason": phrases.not_worked_out})
        elif check and check.status in {"covered", "superseded"} and own:
            stating = [unit for unit in verified if unit.evidence_id in check.evidence_ids]
            ahead = bool(stating) and all(unit.not_yet for unit in stating)
            old = phrases.only_not_yet if ahead else phrases.only_superseded
            reason = check.reason if check.status == "covered" else old
            by = check.settled_by if check.status == "covered" else None
            found = found.model_copy(
                update={"status": check.status, "reason": reason, "settled_by": by, "assumes": check.assumes}
            )
        elif check and check.status == "unconfirmed" and fact.fact_id in close:
            found = found.model_copy(update={"status": "unconfirmed", "reason": phrases.not_confirmed})
        elif fact.subject in absent_subjects:
            found = found.model_copy(update={"reason": _absent(analysis.subjects[fact.subject], phrases)})
        else:
            own_units = [unit for unit in verified if unit.fact_id == fact.fact_id]
            own_rejected = [rejection for rejection in turned_away if rejection.fact_id == fact.fact_id]
            reason = _why_missing(check, own_units, own_rejected, phrases, premises.get(fact.fact_id, ()))
            found = found.model_copy(update={"reason": reason})
        facts.append(found.model_copy(update={"answers": fact.answers, "after": fact.after}))
    return tuple(facts)


def fell_away(fact: PlanStep, check: FactCheck | None) -> bool:
    """Return whether the fact is one of two alternatives, and the other is answered."""
    return fact.answers and check is not None and not check.counts


def _absent(subject: SubjectClass, phrases: Phrases) -> str:
    if subject.role and subject.parent_entity:
        return phrases.no_role_named.format(role=subject.role, entity=subject.parent_entity)
    return phrases.no_subject.format(subject=subject.described())


def _why_missing(
    check: FactCheck | None,
    own: Sequence[Evidence],
    rejected: Sequence[RejectedEvidence],
    phrases: Phrases,
    premises: Sequence[str],
) -> str:
    if check is None:
        return phrases.not_looked_for
    if check.status in {"covered", "superseded"}:
        return phrases.not_audited
    if check.status == "secondary_only":
        return phrases.only_secondary
    contradicting = [rejection for rejection in rejected if contradicts(rejection)]
    if contradicting and not own:
        return phrases.premise_contradicted.format(reason=phrases.rejection(contradicting[0]))
    if check.status == "premise_failed":
        if check.problem:
            return check.problem
        named = [phrases.quoted.format(text=premise) for premise in premises]
        if named:
            return phrases.premise_open.format(premises=phrases.listed(named, last=phrases.or_))
    if check.gap:
        return check.gap
    if own:
        return phrases.not_stated
    turned_away = next((rejection for rejection in rejected if rejection.code not in _SAYS_NOTHING), None)
    return phrases.turned_away.format(reason=phrases.rejection(turned_away)) if turned_away else phrases.nothing_found


_SAYS_NOTHING = frozenset({"off_topic", "duplicate", "empty", "unknown_fact", "unknown_passage"})
"""The reasons for which a quote is rejected that could not have been an answer."""


def contradicts(rejection: RejectedEvidence) -> bool:
    """Return whether the evidence was rejected because it contradicts a premise of the question."""
    return rejection.code == "premise_contradicted"


def stated_premises(evidence: Iterable[Evidence], texts: Sequence[str]) -> frozenset[str]:
    """Return the premises of the question that evidence or one of `texts`, the passages that were found, states.

    The title and the declarations of a document state a name also if the question joins its words: “NorvaleFoods”.
    """
    units = list(evidence)
    stated = {premise for unit in units for premise in unit.premises_stated}
    lacking = {premise for unit in units for premise in unit.premises_open} - stated
    joined = {_joined(name) for unit in units for name in (unit.source.title, unit.declared)}
    return frozenset(
        stated.union(
            premise
            for premise in lacking
            if any(name.startswith(_joined(premise)) for name in joined)
            or any(check_premises((premise,), text)[premise].is_proved for text in texts)
        )
    )


def _joined(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def open_premises(evidence: Collection[Evidence], texts: Sequence[str], asked: str) -> dict[FactId, tuple[str, ...]]:
    """Return for each fact the premises that its nearest evidence does not state, and nothing else that was found. Only
    words that stand so in `asked` are returned: the question, and the caller's constraints.

    `texts`: the passages that were found.
    """
    stated = stated_premises(evidence, texts)
    nearest: dict[FactId, tuple[str, ...]] = {}
    for unit in sorted((unit for unit in evidence if unit.premises_open), key=lambda unit: len(unit.premises_open)):
        nearest.setdefault(unit.fact_id, unit.premises_open)
    return {
        fact: tuple(premise for premise in dict.fromkeys(own) if premise not in stated and stands_in(premise, asked))
        for fact, own in nearest.items()
    }


def signals(
    found: Sequence[RiskSignal],
    facts: Sequence[FactCoverage],
    checked: Coverage,
    *,
    contradicted: Iterable[FactId | None],
    conflicts: bool,
    drift: bool,
    stale: bool,
    ocr: bool,
    unlimited: bool,
) -> tuple[RiskSignal, ...]:
    """Return the signals of the run, with those of its conclusion.

    `contradicted`: facts for which evidence contradicts a premise. `ocr`: whether a cited quote comes from OCR.
    `unlimited`: whether a provision was found without its scope or trigger.
    """
    status_of = {check.fact_id: check.status for check in checked.facts}
    denied = set(contradicted)
    collected: list[RiskSignal] = list(found)
    for fact in facts:
        if fact.status == "superseded":
            collected.append("superseded_only")
        elif fact.status == "unconfirmed":
            collected += ["missing_evidence", "not_confirmed"]
        elif fact.status == "missing":
            collected.append("missing_evidence")
            if status_of.get(fact.fact_id) == "premise_failed" or fact.fact_id in denied:
                collected.append("premise_not_supported")
            if status_of.get(fact.fact_id) == "secondary_only":
                collected.append("secondary_only")
    if conflicts:
        collected.append("conflicting_evidence")
    if unlimited:
        collected.append("missing_evidence")
    if drift:
        collected.append("subject_drift")
    if stale:
        collected.append("stale_evidence")
    if ocr:
        collected.append("read_by_ocr")
    return tuple(dict.fromkeys(collected))


def shortened(text: str, limit: int) -> str:
    """Return the text on one line of at most `limit` characters, cut at a word.

    Example: `shortened("The annual fee is due in May", 20)` gives `"The annual fee is…"`.
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    return line[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:–- ") + "…"
