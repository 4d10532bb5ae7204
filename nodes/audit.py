"""Audits each sentence of the draft against the evidence that it cites. This is the critic's second stage (SPEC CRI-3,
ANS-5)."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from ..evidence.calculation.calculations import CASE
from ..evidence.calculation.operand_figures import case_text, operand_text
from ..evidence.calculation.result_names import borrowed_name
from ..evidence.calculation.result_sentences import result_sentence
from ..evidence.guards.prepared_source import source_of
from ..evidence.guards.unheld_values import unheld_values
from ..evidence.judgement.calibration import Calibration, why_not
from ..evidence.language.sentences import sentences
from ..evidence.language.words import content_stems
from ..evidence.model.evidence import Evidence, EvidenceId
from ..evidence.model.frozen import Frozen
from ..evidence.model.subjects import FactId, PlanStep
from ..evidence.report.evidence_report import ClaimVerdict, Disclosure
from ..evidence.report.quote_line import readable, readable_cells
from ..evidence.report.self_check import recounted
from ..evidence.report.shown_part import tidied
from ..evidence.tables.figure_values import value_of
from ..evidence.tables.row_parts import FIGURE
from ..evidence.values.facts import read_facts
from ..roles.contracts.auditor import AuditedSentence, AuditorInput, chunk_of, sentence_passes
from ..roles.contracts.generator import DraftSentence
from ..roles.extractive.auditor import ExtractiveAuditor
from ..roles.extractive.rules.measure_answers import definition_of
from ..roles.llm.claims_by_code import by_code, claims_of
from .answer.assess import Checked, shortened
from .answer.synthesise import Said
from .runtime.engine import Engine
from .runtime.state import RunState, signalled
from .runtime.step import NodeStep, Update, native

LONGEST_QUOTE = 300
"""The maximum number of characters of a quote that replaces a sentence. A longer quote is cut to its best sentence."""
Verdicts = tuple[tuple[ClaimVerdict, ...], ...]


def audit(engine: Engine) -> NodeStep[AuditorInput, Verdicts]:
    auditor = engine.roles.auditor

    def prepare(state: RunState) -> AuditorInput:
        drafted = [sentence for sentence in state["draft"] if sentence.calculation is None]
        question = state["analysis"].resolved_question if state["analysis"] else state["question"]
        return audited_input(drafted, by_id(state["evidence"]), question)

    def apply(state: RunState, verdicts: Verdicts) -> Update:
        if len(verdicts) != sum(sentence.calculation is None for sentence in state["draft"]):
            raise ValueError(f"the auditor gave {len(verdicts)} verdicts for {len(state['draft'])} sentences")
        verdicts = with_calculations(state, verdicts)
        passed = sum(sentence_passes(verdict) for verdict in verdicts)
        exit = f"{passed} of {len(verdicts)} sentences supported"
        units = by_id(state["evidence"])
        answered = answered_steps(state["draft"], verdicts, units) - _with_several_results(state)
        quoted = as_quotes(state["draft"], verdicts, units, frozenset() if engine.roles.uncalibrated else answered)
        changes: RunState = {
            "draft": quoted.draft,
            "claims": quoted.claims,
            "disclosures": (*state["disclosures"], *quoted.replaced),
        }
        if quoted.replaced:
            changes["risk_signals"] = signalled(state, "draft_rejected")
        if verdicts and engine.roles.uncalibrated:
            note = Disclosure(
                kind="note",
                subject=auditor.name,
                reason=why_quotes(engine.calibration, engine.settings.models.wrong_accepted_at_most),
            )
            changes["disclosures"] = (*state["disclosures"], note, *quoted.replaced)
            changes["risk_signals"] = signalled(state, "uncalibrated_auditor")
        return Update(
            changes, f"{exit}, {len(quoted.replaced)} removed or given as quotes" if quoted.replaced else exit
        )

    def on_fault(state: RunState, error: Exception) -> Update:
        """Return the update for a failed audit, in which no sentence counts as audited."""
        signals = signalled(state, "auditor_unavailable")
        return Update({"claims": tuple(() for _ in state["draft"]), "risk_signals": signals}, "no audit")

    return NodeStep(
        name="audit",
        state="EVIDENCE_VERIFIED",
        prepare=prepare,
        call=auditor,
        acall=native(auditor),
        apply=apply,
        on_fault=on_fault,
    )


def with_calculations(state: RunState, verdicts: Verdicts) -> Verdicts:
    """Return the verdicts. Calculated results get theirs from code, which calculates them again (SPEC EVI-9)."""
    rest, units = iter(verdicts), by_id(state["evidence"])
    analysis = state["analysis"]
    facts, question = (analysis.required_facts, analysis.resolved_question) if analysis else ((), "")
    return tuple(
        next(rest) if sentence.calculation is None else (recount(sentence, units, facts, question, state["run"].as_of),)
        for sentence in state["draft"]
    )


def recount(
    sentence: DraftSentence,
    units: Mapping[EvidenceId, Evidence],
    facts: Sequence[PlanStep],
    question: str,
    as_of: date,
) -> ClaimVerdict:
    """Return the verdict on a sentence that states a calculated result. `question`: the whole question, which may
    define the measure."""
    assert sentence.calculation is not None
    own = [units[evidence_id] for evidence_id in sentence.evidence_ids]
    texts: dict[str, str] = {unit.span.span_id: operand_text(unit) for unit in own}
    texts[CASE] = case_text(question, as_of)
    check = recounted(sentence.calculation, texts)
    asked = [fact.text for fact in facts if fact.fact_id in {unit.fact_id for unit in own}]
    expected = [
        result_sentence(question, sentence.calculation, own, definition)
        for definition in ("", *(definition_of(fact, question) for fact in asked))
    ]
    name = sentence.calculation.name
    named = name == borrowed_name(name, (question, *(fact.text for fact in facts)), own)
    holds = check.holds and named and sentence.text in expected
    return ClaimVerdict(
        span=sentence.text,
        supported_by=sentence.evidence_ids if holds else (),
        verdict="supported" if holds else "unsupported",
        note=check.reason,
    )


def by_id(evidence: Sequence[Evidence]) -> dict[EvidenceId, Evidence]:
    return {unit.evidence_id: unit for unit in evidence}


def audited_input(
    draft: Sequence[DraftSentence], units: Mapping[EvidenceId, Evidence], question: str = ""
) -> AuditorInput:
    """Return the auditor's input: each sentence with the evidence that it cites, and no other. `question`: the resolved
    question, whose values a sentence may repeat."""
    return AuditorInput(
        sentences=tuple(
            AuditedSentence(
                text=sentence.text,
                own=tuple(chunk_of(units[evidence_id]) for evidence_id in sentence.evidence_ids),
                question=question,
            )
            for sentence in draft
        ),
        answer="A1",
    )


class Quoted(Frozen):
    """A draft without the sentences that failed the audit. Quotes replace those whose step nothing else answers."""

    draft: tuple[DraftSentence, ...]
    claims: Verdicts
    """The verdicts, one tuple for each sentence of the draft."""
    replaced: tuple[Disclosure, ...]


def _quoted(unit: Evidence, sentence: str) -> str:
    """Return the quote that replaces a sentence. A table row is cut to the figures that the sentence states, if it
    states any. A long quote is cut to the one of its sentences that shares most words with the drafted sentence."""
    told = {fact.low for fact in read_facts(sentence)} - {None} if unit.row else frozenset()
    given = {
        at
        for at, (_, value) in enumerate(unit.row)
        if FIGURE.match(value) and (value_of(value) in told or _stands(value.strip(), sentence))
    }
    if given:
        return readable_cells(unit, given)
    quote = unit.span.quote
    if unit.row or len(quote) <= LONGEST_QUOTE:
        return readable(unit)
    said = set(content_stems(sentence))
    parts = [quote[start:end] for start, end in sentences(quote)]
    return tidied(max(parts, key=lambda part: len(said.intersection(content_stems(part))), default=quote))


def _stands(figure: str, sentence: str) -> bool:
    return re.search(rf"(?<![\d.,]){re.escape(figure)}(?!\d|[.,]\d)", sentence) is not None


def _with_several_results(state: RunState) -> frozenset[FactId]:
    """Return the steps that one sentence does not answer as a whole: the judge finds several results, or the question
    asks for every document."""
    if state["analysis"] and state["analysis"].intent.exhaustive:
        return frozenset(fact.fact_id for fact in state["analysis"].required_facts)
    return frozenset(state["decisions"][-1].several if state["decisions"] else ())


def answered_steps(
    draft: Sequence[DraftSentence], verdicts: Sequence[tuple[ClaimVerdict, ...]], units: Mapping[EvidenceId, Evidence]
) -> frozenset[FactId]:
    """Return the steps that the sentences that passed the audit answer. A sentence answers the steps that it settles, and
    a direct sentence that names none the steps of its evidence. A step that the draft settles in removed sentences only is
    not answered."""
    answered: set[FactId] = set()
    settled: set[FactId] = set()
    lost: set[FactId] = set()
    for sentence, own in zip(draft, verdicts, strict=True):
        settles = set(sentence.settles or ())
        if not sentence_passes(own):
            lost |= settles
            continue
        settled |= settles
        cited = {units[evidence_id].fact_id for evidence_id in sentence.evidence_ids}
        answered |= cited & settles if settles or sentence.part != "direct" else cited
    return frozenset(answered - (lost - settled))


def as_quotes(
    draft: Sequence[DraftSentence],
    verdicts: Sequence[tuple[ClaimVerdict, ...]],
    units: Mapping[EvidenceId, Evidence],
    answered: Collection[FactId] = (),
) -> Quoted:
    """Replace each sentence that failed with the quotes of its evidence, each once (SPEC CRI-14).

    The evidence was verified and approved for its fact; only the wording failed. The first quote of a fact replaces the
    sentence, and further quotes follow as support. Code audits each quote like any sentence, and removes it if it
    fails.

    `answered`: the facts that the other sentences answer, so that their quotes replace nothing. The evidence stays in
    the report. Empty if the auditor may not judge: then a sentence that failed may be right.
    """
    passed = [sentence_passes(verdict) for verdict in verdicts]
    said = Said(units)
    for sentence, passes in zip(draft, passed, strict=True):
        if passes:
            said.anew(sentence)
    direct: list[tuple[DraftSentence, tuple[ClaimVerdict, ...]]] = []
    further: list[tuple[DraftSentence, tuple[ClaimVerdict, ...]]] = []
    replaced: list[Disclosure] = []
    for sentence, own, passes in zip(draft, verdicts, passed, strict=True):
        if passes:
            direct.append((sentence, own))
            continue
        facts: set[str] = set()
        own_units = [units[evidence_id] for evidence_id in sentence.evidence_ids]
        needed = [unit for unit in own_units if unit.fact_id not in answered]
        for unit in _best_first(needed, sentence.text):
            later = unit.fact_id in facts
            quote = DraftSentence(
                text=_quoted(unit, sentence.text),
                part="support" if later else sentence.part,
                evidence_ids=_all_of(unit, units, draft),
                settles=sentence.settles,
            )
            if said.anew(quote):
                (further if later else direct).append((quote, _audited_by_code(quote, units)))
            facts |= {units[evidence_id].fact_id for evidence_id in quote.evidence_ids}
        reason = (
            "; ".join(verdict.note or verdict.verdict for verdict in own if verdict.verdict != "supported")
            or "it was not audited"
        )
        replaced.append(
            Disclosure(
                kind="removed_sentence",
                subject=shortened(sentence.text, 80),
                reason=f"{reason}; {'its evidence is quoted instead' if needed else 'another sentence answers this part'}",
            )
        )
    whole = [*direct, *further]
    return Quoted(
        draft=tuple(sentence for sentence, _ in whole),
        claims=tuple(own for _, own in whole),
        replaced=tuple(replaced),
    )


def _best_first(own: Sequence[Evidence], sentence: str) -> list[Evidence]:
    """Return the sentence's evidence: first the quotes with most of its values, then the most relevant. So a quote that
    only names a party does not replace one with the figure."""
    return sorted(own, key=lambda unit: (len(unheld_values(sentence, [source_of(unit.span.quote)])), -unit.relevance))


def _all_of(
    unit: Evidence, units: Mapping[EvidenceId, Evidence], draft: Sequence[DraftSentence]
) -> tuple[EvidenceId, ...]:
    """Return the ids of the unit and of evidence for other facts with the same stretch of text. One row may state two
    facts."""
    used = dict.fromkeys(evidence_id for sentence in draft for evidence_id in sentence.evidence_ids)
    same = [evidence_id for evidence_id in used if units[evidence_id].span.span_id == unit.span.span_id]
    return tuple(dict.fromkeys((unit.evidence_id, *same)))


def _audited_by_code(sentence: DraftSentence, units: Mapping[EvidenceId, Evidence]) -> tuple[ClaimVerdict, ...]:
    return ExtractiveAuditor()(audited_input([sentence], units))[0]


def why_quotes(calibration: Calibration | None, limit: float) -> str:
    """Return why the auditor's judgement of meaning does not count, and the remedy. `limit`: as in
    `models.wrong_accepted_at_most`."""
    trouble = why_not(calibration, limit) or "it was made without the right to judge meaning"
    measure = "" if calibration else "; `pincite doctor --calibrate` measures it"
    return f"{trouble}, so sentences that code cannot prove are given as quotes{measure}"


def rechecked(
    passed: Sequence[Checked],
    verified: Mapping[EvidenceId, Evidence],
    facts: Sequence[PlanStep],
    question: str,
    as_of: date,
) -> tuple[tuple[Checked, ...], tuple[Disclosure, ...]]:
    """Check each audited sentence by code once more, and return those that still pass. The others are removed, which is
    disclosed.

    If only a judge can decide, the audit's verdict counts, but only for the words that were audited.
    """
    kept, removed = [], []
    for sentence in passed:
        if reason := _why_not(sentence, verified, facts, question, as_of):
            subject = shortened(sentence.sentence.text, 80)
            removed.append(Disclosure(kind="removed_sentence", subject=subject, reason=reason))
        else:
            kept.append(sentence)
    return tuple(kept), tuple(removed)


def _why_not(
    checked: Checked, verified: Mapping[EvidenceId, Evidence], facts: Sequence[PlanStep], question: str, as_of: date
) -> str | None:
    if checked.sentence.calculation is not None:
        again = recount(checked.sentence, verified, facts, question, as_of)
        return None if again.verdict == "supported" else again.note or "calculated again, the result differs"
    given = audited_input([checked.sentence], verified, question)
    if sentence_passes(ExtractiveAuditor()(given)[0]):
        return None
    for claim in claims_of(given):
        verdict = by_code(given.sentences[0], claim)
        if verdict is None and not any(claim.span in audited.span for audited in checked.verdicts):
            return "it has changed since its audit"
        if verdict is not None and verdict.verdict != "supported":
            return verdict.note or verdict.verdict
    return None
