"""One report held against what its question is owed: graded by code alone (SPEC EVA-3, EVA-4, EVA-6)."""

import re
from collections.abc import Collection, Mapping, Sequence

from ...evidence.model.spans import PassageId
from ...evidence.report.evidence_report import Citation, EvidenceReport, Sentence
from ...evidence.values.facts import read_facts
from ...evidence.values.same_value import same_value
from .result import Answered, Due, Grade
from .set import GoldenQuestion, RequiredQuote, Signal
from .support import unsupported

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
    """`seconds`: from asking to the report. `judges_itself`: whether the arm can say that its answer is insufficient; what one without a
    critic states counts as meant. `stands_in`: the passages that hold each required quote."""
    shown = report.answer is not None
    says = report.sufficient if judges_itself else None
    told = [sentence for sentence in report.sentences if sentence.part != "related"] if shown else []
    direct = [one for one in told if one.part == "direct"]
    cited = {citation.number: citation for citation in report.citations} if shown else {}
    # every side of a conflict counts as told wherever it stands; else what is merely near does not
    read = (report.answer or "") if question.due == "part" else " \n ".join(one.text for one in told)
    lacking = (
        tuple(contain for contain in question.answer_contains if not holds(read, contain))
        if shown
        else question.answer_contains
    )
    own_words = [one.text for one in direct if not _quotes(one, question)]
    wrong = tuple(one for one in question.wrong if any(holds(text, one) for text in own_words))
    grade, why = _grade(question.due, says, shown, lacking, wrong)
    led = [cited[number] for number in dict.fromkeys(number for one in direct for number in one.citations)]
    backed = [cited[number] for number in dict.fromkeys(number for one in told for number in one.citations)]
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
        text=" ".join(one.text for one in direct) or report.conclusion.split("\n\n")[0],
        lacking=lacking,
        wrong=wrong,
        sentences=len(told),
        unsupported=sum(unsupported(one, report) for one in told),
        citations=len(led),
        incorrect=sum(not _bears(one, question) for one in led),
        required=len(question.evidence),
        required_cited=sum(_is_cited(one, backed, primary=question.primary) for one in question.evidence),
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
        return ("right", "nothing is stated, as it should be") if due == "refusal" else ("refused", "nothing is stated")
    flag = ", though marked insufficient" if sufficient is False else ""
    if due == "refusal":
        return "false", f"an answer is stated where none is due{flag}"
    if wrong:
        return "false", f"the direct answer holds {_listed(wrong)}{flag}"
    if sufficient and due == "part":
        return "false", "it is called sufficient, though a part is missing or the papers disagree"
    if lacking:
        return ("partial" if sufficient is False else "false"), f"the answer lacks {_listed(lacking)}{flag}"
    if due == "answer" and sufficient is False:
        return "partial", "all that is needed is stated, yet marked insufficient"
    return "right", "as it should be"


def _listed(values: Sequence[str]) -> str:
    return ", ".join(f"“{value}”" for value in values)


def holds(text: str, value: str) -> bool:
    """Whether the text has the value as words of its own, or gives the same quantity otherwise: “six weeks” in “6 weeks”.

    A bare number must stand there by itself: “9” is not in “9.5” or “19”. Known to let through: the value said of something else.
    """
    if _inside(tokens_of(value), tokens_of(text)):
        return True
    facts = read_facts(value)
    whole = len(facts) == 1 and facts[0].unit is not None and facts[0].text.strip() == value.strip()
    return whole and any(fact.kind == facts[0].kind and same_value(facts[0], fact).same for fact in read_facts(text))


def tokens_of(text: str) -> list[str]:
    """Words and numbers in lower case; thousands without their mark, so that “£1,553” and “1553” are the same figure. Any other comma
    parts: cells of a CSV line stand apart."""
    joined = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text.casefold())
    return _TOKEN.findall(joined)


def _inside(part: Sequence[str], whole: Sequence[str]) -> bool:
    size = len(part)
    return size > 0 and any(list(whole[at : at + size]) == list(part) for at in range(len(whole) - size + 1))


def _quotes(sentence: Sentence, question: GoldenQuestion) -> bool:
    """Whether the sentence is the source's own, with a required quote whole in it: "within six weeks, and other sizes within ten" tells
    a wrong figure beside the right one, each of what it is of."""
    words = tokens_of(sentence.text)
    return any(_inside(tokens_of(one.quote), words) for one in question.evidence)


def _way(
    question: GoldenQuestion, report: EvidenceReport, stands_in: Mapping[RequiredQuote, frozenset[PassageId]]
) -> dict[str, int]:
    """How far the required quotes came in the run."""
    past = report.terminal_state == "CONCLUDED"
    read = {passage for call in report.tool_history for passage in call.passages}
    held = [(unit.source.path, unit.span.quote) for unit in report.evidence]
    verified = {one for one in question.evidence if any(overlaps(path, quote, one) for path, quote in held)}
    turned_away = {
        one for one in question.evidence if any(same_words(each.quote, one.quote) for each in report.rejected_evidence)
    }
    return {
        "required_past_gate": len(question.evidence) if past else 0,
        "required_retrieved": sum(not read.isdisjoint(stands_in.get(one, frozenset())) for one in question.evidence),
        "required_quoted": len(verified | turned_away),
        "required_verified": len(verified),
    }


def overlaps(document: str, quote: str, required: RequiredQuote) -> bool:
    """Whether a quote of a document is of the required place: the same document, and one quote within the other."""
    return document == required.document and same_words(quote, required.quote)


def same_words(quote: str, required: str) -> bool:
    """Whether one holds the other, cells of a row in any form. A shorter quote than the required one must be half of it."""
    cited, wanted = tokens_of(quote), tokens_of(required)
    return _inside(wanted, cited) or (2 * len(cited) >= len(wanted) and _inside(cited, wanted))


def _is_cited(required: RequiredQuote, citations: Collection[Citation], *, primary: bool) -> bool:
    return any(
        overlaps(citation.document, citation.quote, required) and (citation.source_kind == "primary" or not primary)
        for citation in citations
    )


def _bears(citation: Citation, question: GoldenQuestion) -> bool:
    """Whether the citation has to do with what the answer must hold."""
    return any(overlaps(citation.document, citation.quote, one) for one in question.evidence) or any(
        holds(citation.quote, contain) for contain in question.answer_contains
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
    later = {one.evidence_id for one in report.evidence if one.found_in_pass}
    return any(one.evidence_id in later for one in cited)
