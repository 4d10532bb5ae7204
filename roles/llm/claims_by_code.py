"""Decides claims of an answer by code, before a model is asked: each is proved, refuted, or left to the judge."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...evidence.claims.dependent_claims import asked_before
from ...evidence.claims.split_claims import split_claims
from ...evidence.guards.findings import Finding, Judgement
from ...evidence.guards.judge_claim import judge
from ...evidence.guards.prepared_source import PreparedText, source_of
from ...evidence.guards.unheld_values import unheld_values
from ...evidence.language.text_marks import without_struck
from ...evidence.report.evidence_report import ClaimVerdict
from ...evidence.tables.row_statements import in_another_column, row_statements
from ...evidence.values.facts import read_facts
from ..contracts.auditor import AuditedSentence, AuditorInput, Chunk, quoting

_HINTS = frozenset({"name"})
"""The findings that refute no claim if a model judges. A source without the name may contain a short form or a
description of it."""
LINE_OF_FIGURES = 3
"""The minimum number of figures in a line that counts as a table row without its table. Its scale is then in a heading
that is not part of the quote."""
_VALUES = frozenset({"number", "unit", "date"})
"""The findings that are about a value."""
_FIGURE = re.compile(r"\d[\d,.]*")
_SCALE = re.compile(r"\b(?:thousands?|millions?|billions?)\b", re.IGNORECASE)
_SCALED = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s+(thousand|million|billion)\b", re.IGNORECASE)
_YES_NO = re.compile(r"(?:yes|no|ja|nein|oui|non|sí)[.,:;]\s+(?=\S)", re.IGNORECASE)


class Claim(NamedTuple):
    """A claim of one sentence: its words in the answer, and as a statement that can be understood alone.

    Example: for “is in Leeds.” in “Acme was founded in 1990 and is in Leeds.”, the statement is “Acme is in Leeds.”
    """

    sentence: int
    span: str
    statement: str
    asked: str = ""
    """The question directly before the claim, if the sentence contains one."""
    is_reply: bool = False
    """Whether the claim says nothing without that question. Code refutes no reply."""

    @property
    def for_a_judge(self) -> str:
        return asked_before(self.asked, self.statement)


def claims_of(given: AuditorInput) -> list[Claim]:
    """Return the claims of all sentences. A sentence that code proves as a whole is not split, and a "Yes" before a
    sentence is not a claim."""
    found = []
    for number, sentence in enumerate(given.sentences):
        lead = _YES_NO.match(sentence.text)
        text = sentence.text[lead.end() :] if lead else sentence.text
        parts = [] if _proven_whole(sentence, text) else split_claims(text)
        found += [Claim(number, part.text, part.statement, part.asked, part.is_reply) for part in parts] or [
            Claim(number, text, text)
        ]
    return found


def _proven_whole(sentence: AuditedSentence, text: str) -> bool:
    return bool(quoting(sentence, text)) or judged(sentence, text).is_proved


def by_code(sentence: AuditedSentence, claim: Claim) -> ClaimVerdict | None:
    """Return the verdict of code on a claim, or None if the claim needs a judge.

    Code refutes a claim in two cases. First, its evidence states another value, name or condition. Second, the claim
    states a figure, date or span of time that neither its evidence, nor the document's title, declared scope and
    headings, nor the question contains. Two values need no source: a small count without a unit, and a span of time
    that follows from dates (`unheld_values`).
    """
    if quoted := quoting(sentence, claim.span):
        return ClaimVerdict(span=claim.span, supported_by=quoted, verdict="supported")
    if misplaced := next(
        (why for chunk in sentence.own if (why := in_another_column(claim.statement, chunk.row))), None
    ):
        return ClaimVerdict(span=claim.span, supported_by=(), verdict="contradicted", note=misplaced)
    judgement = judged(sentence, claim.statement)
    if judgement.is_proved:
        return ClaimVerdict(span=claim.span, supported_by=judgement.supported_by, verdict="supported")
    if judgement.result == "refuted" and (restated := scaled(sentence, claim.statement)) != sentence:
        sentence, judgement = restated, judged(restated, claim.statement)
    if (
        judgement.refusal is None  # also if it is proved on another scale: a judge decides whether that is the table's
        or claim.is_reply
        or all(_is_left(finding, sentence, claim.statement) for finding in judgement.findings)
    ):
        unheld = [
            value
            for value in unheld_values(claim.statement, [source_of(held_text(sentence.own))])
            if not _is_of_question(value, sentence, claim.statement)
        ]
        lacking = f"its evidence does not contain {', '.join(unheld)}"
        return ClaimVerdict(span=claim.span, supported_by=(), verdict="unsupported", note=lacking) if unheld else None
    held = judgement.supported_by if judgement.refusal == "partial" else ()
    return ClaimVerdict(span=claim.span, supported_by=held, verdict=judgement.refusal, note=judgement.reason)


def _is_left(finding: Finding, sentence: AuditedSentence, statement: str) -> bool:
    """Return whether the finding is left to a judge: it is only a hint, or is about a value that the headings above the
    texts, or the question, contain.

    If a title says “version 3.0”, a claim about that version is supported, although the text has only a clause 3.1. If
    the question asks for “more than 20%”, a claim may compare its figure with 20%. A value of the question does not
    count if the evidence has another value in its place.
    """
    if finding.refusal is None or finding.code in _HINTS:
        return True
    value = statement[finding.claim_start : finding.claim_end]
    above = " ".join(chunk.headings_above for chunk in sentence.own).casefold()
    if value.strip() and value.casefold() in above:
        return True
    is_lacking = finding.code in _VALUES and finding.refusal == "unsupported"
    return is_lacking and _is_of_question(value, sentence, statement)


def _is_of_question(value: str, sentence: AuditedSentence, statement: str) -> bool:
    """Return whether the question states a value that the evidence lacks. A date does not count if the evidence has
    other dates and the statement has none of them: then it would stand in their place."""
    if not sentence.question or unheld_values(value, [source_of(sentence.question)]):
        return False
    if not _dates_in(value):
        return True
    whole = held_text(sentence.own)
    return not _dates_in(whole) or any(not unheld_values(date, [source_of(whole)]) for date in _dates_in(statement))


def _dates_in(text: str) -> list[str]:
    return [fact.text for fact in read_facts(text) if fact.kind in {"date", "period"}]


def hints(sentence: AuditedSentence, claim: Claim) -> str:
    """Return in words what code could not match and leaves to the judge: names that the texts do not contain verbatim,
    a scale that they do not state, and values that only the question states."""
    unmatched = [finding.detail for finding in judged(sentence, claim.statement).findings if finding.code in _HINTS]
    unmatched += [
        f"only the question states {value}"
        for value in unheld_values(claim.statement, [source_of(held_text(sentence.own))])
        if _is_of_question(value, sentence, claim.statement)
    ]
    if scaled(sentence, claim.statement) != sentence:
        unmatched.append("the texts do not say in what scale their figures are")
    return "; ".join(unmatched)


def judged(sentence: AuditedSentence, statement: str) -> Judgement:
    """Return what the guards find in each chunk of the sentence's evidence.

    A sentence may cite several chunks. So a word or value that is missing in one chunk does not refute the claim if
    another chunk, or a heading, contains it.
    """
    judgement = judge(statement, [PreparedText(chunk.id, text_to_check(chunk)) for chunk in sentence.own])
    lacks = any(finding.refusal == "unsupported" or finding.code in _HINTS for finding in judgement.findings)
    if judgement.refusal in {"contradicted", "partial"} or not lacks:
        return judgement
    together = judge(statement, held_text(sentence.own))
    if together.is_proved:
        return Judgement(result="unsettled", reason="headings prove nothing", supported_by=judgement.supported_by)
    return together.model_copy(update={"supported_by": judgement.supported_by})


def text_to_check(chunk: Chunk) -> str:
    """Return the chunk's text for the guards, without struck-out text. A table row has the column and unit of each
    figure."""
    return without_struck("\n".join(row_statements(chunk.row)) or chunk.text)


def scaled(sentence: AuditedSentence, statement: str) -> AuditedSentence:
    """Return the sentence with its evidence on the scale of the statement, or unchanged if no figure needs it.

    If the statement says “52,862 million”, then “52,862” in a line of figures without a scale becomes “52,862 million”.
    """
    own = []
    for chunk in sentence.own:
        text = chunk.text
        if not chunk.row and len(_FIGURE.findall(text)) >= LINE_OF_FIGURES and not _SCALE.search(text):
            for figure, scale in _SCALED.findall(statement):
                text = re.sub(rf"(?<![\d.,]){re.escape(figure)}(?![\d]|[.,]\d)", f"{figure} {scale}", text)
        own.append(chunk.model_copy(update={"text": text}) if text != chunk.text else chunk)
    return sentence.model_copy(update={"own": tuple(own)}) if tuple(own) != sentence.own else sentence


def held_text(chunks: Sequence[Chunk]) -> str:
    """Return everything that the chunks state as one text, with their headings and the names of rows and columns."""
    parts = (
        part
        for chunk in chunks
        for part in (
            chunk.headings_above,
            text_to_check(chunk),
            *(text for _, text in chunk.row[:1]),
            *(column for column, _ in chunk.row),
        )
    )
    return "\n\n".join(dict.fromkeys(part for part in parts if part))
