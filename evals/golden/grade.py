"""Grades one report against the expected answer of its question, by code alone (SPEC EVA-3, EVA-4, EVA-6)."""

import re
from collections.abc import Collection, Mapping, Sequence

from ...evidence.model.evidence import Evidence
from ...evidence.model.spans import PassageId
from ...evidence.report.evidence_report import Citation, EvidenceReport, Sentence
from ...evidence.report.self_check import recounted
from ...evidence.values.facts import read_facts
from ...evidence.values.same_value import same_value
from ...nodes.audit import audited_input
from ...roles.contracts.auditor import sentence_passes
from ...roles.contracts.generator import DraftSentence
from ...roles.extractive.auditor import ExtractiveAuditor
from .result import Answered, Due, Grade
from .set import GoldenQuestion, RequiredQuote, Signal

_TOKEN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+|[%€£$§]")


def graded(
    question: GoldenQuestion,
    report: EvidenceReport,
    corpus: str,
    seconds: float,
    *,
    judges_itself: bool,
    stands_in: Mapping[RequiredQuote, frozenset[PassageId]],
) -> Answered:
    """Return the grade of one report.

    `seconds`: the time from the question to the report. `judges_itself`: whether the arm can mark its answer as
    insufficient; otherwise every answer counts as sufficient. `stands_in`: the passages that contain each required
    quote.
    """
    shown = report.answer is not None
    says = report.sufficient if judges_itself else None
    stated = [sentence for sentence in report.sentences if sentence.part != "related"] if shown else []
    direct = [sentence for sentence in stated if sentence.part == "direct"]
    cited = {citation.number: citation for citation in report.citations} if shown else {}
    # every side of a conflict counts, wherever it is stated; otherwise related sentences do not count
    read = (report.answer or "") if question.due == "part" else " \n ".join(sentence.text for sentence in stated)
    lacking = tuple(
        " or ".join(wordings)
        for wordings in question.answer_contains
        if not shown or not any(holds(read, wording) for wording in wordings)
    )
    own_words = [sentence.text for sentence in direct if not _quotes(sentence, question)]
    wrong = tuple(value for value in question.wrong if any(holds(text, value) for text in own_words))
    grade, why = _grade(question.due, says, shown, lacking, wrong)
    led = [cited[number] for number in dict.fromkeys(number for sentence in direct for number in sentence.citations)]
    backed = [cited[number] for number in dict.fromkeys(number for sentence in stated for number in sentence.citations)]
    return Answered(
        id=question.id,
        corpus=corpus,
        kind=question.kind,
        question=question.question,
        due=question.due,
        grade=grade,
        why=why,
        shown=shown,
        sufficient=shown if says is None else says,
        confidence=report.confidence,
        terminal_state=report.terminal_state,
        stop_reason=report.stop_reason,
        text=" ".join(sentence.text for sentence in direct) or report.conclusion.split("\n\n")[0],
        lacking=lacking,
        wrong=wrong,
        sentences=len(stated),
        unsupported=sum(unsupported(sentence, report) for sentence in stated),
        citations=len(led),
        incorrect=sum(not _bears(citation, question) for citation in led),
        required=len(question.evidence),
        required_cited=sum(_is_cited(required, backed, primary=question.primary) for required in question.evidence),
        **_way(question, report, stands_in),
        facts=len(report.required_facts),
        facts_primary=_backed(report) if shown else 0,
        signals_due=question.signals,
        signals_raised=tuple(signal for signal in question.signals if _raised(signal, report)),
        follow_ups=sum(step.node.endswith("follow_up_retrieve") for step in report.path),
        follow_up_cited=shown and _from_follow_up(report, backed),
        model_calls=report.usage.model_calls,
        input_tokens=report.usage.input_tokens,
        output_tokens=report.usage.output_tokens,
        seconds=round(seconds, 4),
    )


def _grade(
    due: Due, sufficient: bool | None, shown: bool, lacking: Sequence[str], wrong: Sequence[str]
) -> tuple[Grade, str]:
    if not shown:
        return ("right", "nothing is stated, as expected") if due == "refusal" else ("refused", "nothing is stated")
    flag = ", though marked insufficient" if sufficient is False else ""
    if due == "refusal":
        return "false", f"an answer is stated, but a refusal was expected{flag}"
    if wrong:
        return "false", f"the direct answer contains {_listed(wrong)}{flag}"
    if sufficient and due == "part":
        return "false", "it is marked sufficient, though a part is missing or the documents disagree"
    if lacking:
        return ("partial" if sufficient is False else "false"), f"the answer lacks {_listed(lacking)}{flag}"
    if due == "answer" and sufficient is False:
        return "partial", "the answer is complete, but marked insufficient"
    return "right", "as expected"


def _listed(values: Sequence[str]) -> str:
    return ", ".join(f"“{value}”" for value in values)


def holds(text: str, value: str) -> bool:
    """Return whether the text contains the value as whole words, or the same quantity in another form: “six weeks” in
    “6 weeks”.

    A bare number must be a whole word: “9” is not in “9.5” or “19”. Known gap: the value counts even if the text states
    it for something else.
    """
    if _inside(tokens_of(value), tokens_of(text)):
        return True
    facts = read_facts(value)
    whole = len(facts) == 1 and facts[0].unit is not None and facts[0].text.strip() == value.strip()
    return whole and any(fact.kind == facts[0].kind and same_value(facts[0], fact).same for fact in read_facts(text))


def tokens_of(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case. Numbers lose their thousands separators, so “£1,553” and
    “1553” are equal. Any other comma separates values, as in a CSV line."""
    joined = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text.casefold())
    return _TOKEN.findall(joined)


def _inside(part: Sequence[str], whole: Sequence[str]) -> bool:
    size = len(part)
    return size > 0 and any(list(whole[at : at + size]) == list(part) for at in range(len(whole) - size + 1))


def _quotes(sentence: Sentence, question: GoldenQuestion) -> bool:
    """Return whether the sentence is a quote that contains a whole required quote. It may then also state a wrong value
    for something else: “within six weeks, and other sizes within ten”."""
    words = tokens_of(sentence.text)
    return any(_inside(tokens_of(required.quote), words) for required in question.evidence)


def _way(
    question: GoldenQuestion, report: EvidenceReport, stands_in: Mapping[RequiredQuote, frozenset[PassageId]]
) -> dict[str, int]:
    """Return how many required quotes reached each stage of the run."""
    past = report.terminal_state == "CONCLUDED"
    read = {passage for call in report.tool_history for passage in call.passages}
    held = [(unit.source.path, unit.span.quote) for unit in report.evidence]
    verified = {
        required for required in question.evidence if any(overlaps(path, quote, required) for path, quote in held)
    }
    turned_away = {
        required
        for required in question.evidence
        if any(same_words(each.quote, required.quote) for each in report.rejected_evidence)
    }
    return {
        "required_past_gate": len(question.evidence) if past else 0,
        "required_retrieved": sum(
            not read.isdisjoint(stands_in.get(required, frozenset())) for required in question.evidence
        ),
        "required_quoted": len(verified | turned_away),
        "required_verified": len(verified),
    }


def overlaps(document: str, quote: str, required: RequiredQuote) -> bool:
    """Return whether a quote is from the required place: in the same document, and one quote inside the other.

    Example: “The fee is £90. It is due.” from “lease.pdf” is from the place “The fee is £90.” in “lease.pdf”.
    """
    return document == required.document and same_words(quote, required.quote)


def same_words(quote: str, required: str) -> bool:
    """Return whether one quote contains the other, in whatever form table cells are written. If the quote is shorter
    than the required one, it must have at least half of its words.

    Example: `same_words("The fee is £90", "fee is £90.")` gives `True`.
    """
    cited, wanted = tokens_of(quote), tokens_of(required)
    return _inside(wanted, cited) or (2 * len(cited) >= len(wanted) and _inside(cited, wanted))


def _is_cited(required: RequiredQuote, citations: Collection[Citation], *, primary: bool) -> bool:
    return any(
        overlaps(citation.document, citation.quote, required) and (citation.source_kind == "primary" or not primary)
        for citation in citations
    )


def _bears(citation: Citation, question: GoldenQuestion) -> bool:
    """Return whether the citation is relevant to the expected answer."""
    return any(overlaps(citation.document, citation.quote, required) for required in question.evidence) or any(
        holds(citation.quote, wording) for wordings in question.answer_contains for wording in wordings
    )


def _backed(report: EvidenceReport) -> int:
    primary = {citation.number for citation in report.citations if citation.source_kind == "primary"}
    return sum(fact.status != "missing" and not primary.isdisjoint(fact.citations) for fact in report.required_facts)


def _raised(signal: Signal, report: EvidenceReport) -> bool:
    if signal == "conflict":
        return "conflicting_evidence" in report.risk_signals
    if signal == "missing_binding":
        return "subject_not_found" in report.risk_signals and bool(report.rejected_candidates)
    return signal in report.risk_signals


def _from_follow_up(report: EvidenceReport, cited: Sequence[Citation]) -> bool:
    later = {unit.evidence_id for unit in report.evidence if unit.found_in_pass}
    return any(citation.evidence_id in later for citation in cited)


def unsupported(sentence: Sentence, report: EvidenceReport) -> bool:
    """Return whether neither its quotes nor a calculation of the report prove the sentence. A paraphrase that only a
    judge could confirm counts as unsupported."""
    units = {unit.evidence_id: unit for unit in report.evidence}
    if not sentence.evidence_ids or any(evidence_id not in units for evidence_id in sentence.evidence_ids):
        return True
    own = [units[evidence_id] for evidence_id in sentence.evidence_ids]
    if _is_calculated(sentence, own, report):
        return False
    drafted = DraftSentence(text=sentence.text, part=sentence.part, evidence_ids=sentence.evidence_ids)
    return not sentence_passes(ExtractiveAuditor()(audited_input([drafted], units))[0])


def _is_calculated(sentence: Sentence, own: list[Evidence], report: EvidenceReport) -> bool:
    """Return whether the sentence states a result that code can recompute from these quotes."""
    quotes = {str(unit.span.span_id): unit.span.quote for unit in own}
    return any(
        recounted(calculation, quotes).holds and all(operand.span_id in quotes for operand in calculation.operands)
        for calculation in report.calculations
        if calculation.stated_in(sentence.text)
    )
