"""Scores questions on tables by code: right cells, a right number, a wrong number, or none (SPEC EVI-9, EVA-6).

Only sufficient answers count; all others are abstentions. A number is right if it equals the gold number, rounded to
the decimals of the gold number or within 0.05%. It may be scaled by a thousand, a million or a billion, or be in
percent instead of a fraction. Its sign counts, except for a difference without a stated order. Cells are right if the
direct sentences contain every gold answer. For a maximum or minimum, the answer must be the label of its cell.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Literal

from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate
from ...evidence.report.evidence_report import EvidenceReport
from ...evidence.tables.figure_values import decimals_of, value_of
from .question_rows import Row

Kind = Literal["cells", "number"]
Verdict = Literal["right", "wrong", "abstained"]
_SCALES = tuple(Decimal(10) ** power for power in (0, 3, 6, 9, -3, -6, -9, 2, -2))
_FIGURE = re.compile(r"(?:\(\s*)?[-–−]?\s*[$€£¥]?\s*(?:\(\s*)?(?<![\d.,])\d[\d,]*(?:\.\d+)?(?:\s*\))?|[—–]")
_CLOSE = Decimal("0.0005")


class TableScore(Frozen):
    id: str
    kind: Kind
    verdict: Verdict


class TableScores(Frozen):
    """The scores of questions on tables. `cells`: those answered by cells of a table. `numbers`: those answered by a
    calculation over cells."""

    cells_right: Rate
    cells_wrong: Rate
    cells_abstained: Rate
    numbers_right: Rate
    numbers_wrong: Rate
    numbers_abstained: Rate
    scores: tuple[TableScore, ...]


def table_score(row: Row, report: EvidenceReport) -> TableScore | None:
    """Return the score of one question; None if it is not on a table."""
    kind = _kind(row)
    if kind is None or not row.answer:
        return None
    if not report.sufficient:
        return TableScore(id=row.id, kind=kind, verdict="abstained")
    right = _right_number(row, report) if kind == "number" else _right_cells(row, report)
    return TableScore(id=row.id, kind=kind, verdict="right" if right else "wrong")


def table_scores(scores: Sequence[TableScore]) -> TableScores | None:
    """Return the rates over questions on tables, or None if there are none."""
    if not scores:
        return None

    def share(kind: Kind, verdict: Verdict) -> Rate:
        own = [score for score in scores if score.kind == kind]
        return rate(sum(row.verdict == verdict for row in own), len(own))

    return TableScores(
        cells_right=share("cells", "right"),
        cells_wrong=share("cells", "wrong"),
        cells_abstained=share("cells", "abstained"),
        numbers_right=share("number", "right"),
        numbers_wrong=share("number", "wrong"),
        numbers_abstained=share("number", "abstained"),
        scores=tuple(scores),
    )


def table_score_lines(scores: TableScores | None) -> Iterator[str]:
    """Yield the rates of questions on tables as lines for a terminal."""
    if scores is None:
        return
    yield f"cells of a table: right          {scores.cells_right}"
    yield f"  wrong                          {scores.cells_wrong}"
    yield f"  not answered                   {scores.cells_abstained}"
    yield f"calculated from a table: right   {scores.numbers_right}"
    yield f"  wrong                          {scores.numbers_wrong}"
    yield f"  not answered                   {scores.numbers_abstained}"


def _kind(row: Row) -> Kind | None:
    tables = {doc.id for doc in row.docs if doc.table}
    if not tables:
        return None
    if row.label in ("arithmetic", "count"):
        return "number"
    return "cells" if any(gold.doc in tables for gold in row.evidence) else None


def _direct(report: EvidenceReport) -> list[str]:
    return [sentence.text for sentence in report.sentences if sentence.part == "direct"]


def _right_number(row: Row, report: EvidenceReport) -> bool:
    stated = _decimal(row.answer[0])
    if stated is None:
        return False
    direct = _direct(report)
    results = [
        calculation.exact for calculation in report.calculations if any(calculation.stated_in(text) for text in direct)
    ]
    given = results or [value for text in direct for value in _values(text)]
    either = re.search(r"\bdifference\b", row.question, re.IGNORECASE) is not None
    return any(_equal(value, stated, row.answer[0], unsigned=either or not results) for value in given)


def _equal(value: Decimal, stated: Decimal, written: str, *, unsigned: bool) -> bool:
    if unsigned:
        value, stated = abs(value), abs(stated)
    half = Decimal(1).scaleb(-decimals_of(written)) * Decimal("0.51")
    return any(
        abs(value * scale - stated) <= (half if scale == 1 else Decimal(0))
        or abs(value * scale - stated) <= _CLOSE * abs(stated)
        for scale in _SCALES
    )


def _right_cells(row: Row, report: EvidenceReport) -> bool:
    names_extreme = [
        calculation for calculation in report.calculations if calculation.operation in ("maximum", "minimum")
    ]
    texts = [re.split(r"; ", text)[1] if names_extreme and "; " in text else text for text in _direct(report)]
    values = {abs(value) for text in texts for value in _values(text)}
    folded = _squeezed(" ".join(texts))
    return all(
        _squeezed(answer) in folded or ((value := _decimal(answer)) is not None and abs(value) in values)
        for answer in row.answer
    )


def _squeezed(text: str) -> str:
    return "".join(text.casefold().split()).rstrip(".")


def _values(text: str) -> Iterator[Decimal]:
    for match in _FIGURE.finditer(text):
        value = value_of(match.group())
        if value is not None:
            yield value


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text.strip().replace(",", ""))
    except InvalidOperation:
        return value_of(text)
