"""Formats sentences that pincite writes, with large amounts in short form. These are figures from tables, and results
of calculations."""

import re

from markupsafe import Markup, escape

from ...evidence.model.evidence import Evidence
from ...evidence.report.evidence_report import EvidenceReport, Sentence
from ...evidence.report.quote_line import reads_row
from ...evidence.tables.row_parts import FIGURE
from ...evidence.tables.row_statements import column_name, row_label
from ..shown_amounts import Amount, amount, cell_amount, result_amount, scale_asked
from ..wording import Wording
from .cited_table import plain
from .clean import clean

MOST_FIGURES = 4
"""The maximum number of figures of a row that are shown large. A sentence with more stays text."""


def sentence_markup(report: EvidenceReport, number: int, words: Wording) -> Markup | None:
    """Return the special markup of the sentence with that number, or None."""
    sentence = report.sentences[number - 1]
    return _row_figures(report, sentence, words) or _results(report, sentence, words)


def amount_markup(shown: Amount, words: Wording) -> Markup:
    """Return an amount with its exact value, which is shown on hover, and after it in print."""
    if not shown.exact:
        return escape(shown.text)
    exact = words.exactly.format(value=shown.exact)
    return Markup('<span class="amount" title="{}">{}</span>').format(clean(exact), clean(shown.text))


def _row_figures(report: EvidenceReport, sentence: Sentence, words: Wording) -> Markup | None:
    """Return the markup of a sentence that states a table row, or None for another sentence.

    “$59.27 billion” is shown large, with its label, above the figure as the table has it.
    """
    unit = _only_unit(report, sentence)
    if unit is None or not unit.row or not reads_row(sentence.text, unit.row):
        return None
    figures = [
        at for at, (_, text) in enumerate(unit.row) if at and FIGURE.match(text) and plain(text) in sentence.text
    ]
    if not 0 < len(figures) <= MOST_FIGURES:
        return None
    scale = scale_asked(report.question)
    shown = Markup(" ").join(_figure(unit, at, words, scale, alone=len(figures) == 1) for at in figures)
    parts = [row_label(unit.row), *([column_name(unit.row[figures[0]][0])] if len(figures) == 1 else [])]
    label = clean(" · ".join(filter(None, parts)))
    return Markup('<span class="figures"><span class="figure-of" dir="auto">{}</span> {}</span>').format(label, shown)


def _only_unit(report: EvidenceReport, sentence: Sentence) -> Evidence | None:
    own = [unit for unit in report.evidence if unit.evidence_id in sentence.evidence_ids]
    return own[0] if len(own) == 1 else None


def _figure(unit: Evidence, at: int, words: Wording, scale: str | None, *, alone: bool) -> Markup:
    """Return the large figure, after the name of its column if there are several."""
    name, text = unit.row[at]
    shown = cell_amount(unit.row, at, words.language, scale)
    if shown:
        exact = "; ".join(filter(None, (shown.exact, words.in_table.format(value=plain(text)))))
        value = amount_markup(Amount(shown.text, exact), words)
    else:
        value = escape(clean(plain(text)))
    column = Markup("") if alone else Markup('<span class="figure-column">{}:</span> ').format(clean(column_name(name)))
    tag = Markup('<span class="figure{}">{}<b>{}</b></span>')
    return tag.format(" alone" if alone else "", column, value)


def _results(report: EvidenceReport, sentence: Sentence, words: Wording) -> Markup | None:
    """Return the sentence with the amounts of its calculations shortened, and exact on hover. The working stays as it
    is."""
    amounts: dict[str, Amount] = {}
    scale = scale_asked(report.question)
    for calculation in report.calculations:
        if calculation.stated_in(sentence.text):
            found = [
                (operand.text(words.language), amount(operand.value, operand.unit, words.language, scale))
                for operand in calculation.operands
                if operand.bound == "exact"
            ]
            found.append((calculation.result_text(words.language), result_amount(calculation, words.language, scale)))
            amounts |= {text: shown for text, shown in found if shown.exact}
    if not amounts:
        return None
    written = re.compile("|".join(re.escape(text) for text in sorted(amounts, key=len, reverse=True)))
    shown, at = Markup(""), 0
    for match in written.finditer(sentence.text):
        shown += escape(clean(sentence.text[at : match.start()])) + amount_markup(amounts[match[0]], words)
        at = match.end()
    return shown + escape(clean(sentence.text[at:])) if at else None
