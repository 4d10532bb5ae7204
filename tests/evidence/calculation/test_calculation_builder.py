"""Calculations over figures that a reader points to: code finds them, reads their scale and works the result out."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.calculation.calculation_builder import reckon
from pincite.evidence.calculation.calculations import Calculation, Refused
from pincite.evidence.model.evidence import Evidence, EvidenceId, SubjectLink
from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.model.spans import DocumentId, PassageId, Place, Span, SpanId, VersionId
from pincite.evidence.model.subjects import FactId, SubjectId
from pincite.evidence.report.self_check import recounted


def evidence(quote: str, row: tuple[tuple[str, str], ...] = (), document: str = "v") -> Evidence:
    source = SourceDocument(
        document_id=DocumentId("d"), version_id=VersionId(document), path="a.md", title="Accounts", kind="primary", kind_reason="",
        authority="filing", authority_reason="", is_current=True, media_type="text/markdown", file_sha256="0" * 64,
        text_sha256="0" * 64, extractor="t", n_chars=100,
    )  # fmt: skip
    span = Span(
        span_id=SpanId(quote), document_id=DocumentId("d"), version_id=VersionId("v"), file_sha256="0" * 64,
        text_sha256="0" * 64, extractor="t", char_start=0, char_end=len(quote), quote=quote,
        place=Place(line_start=1, line_end=1),
    )  # fmt: skip
    return Evidence(
        evidence_id=EvidenceId(quote), fact_id=FactId("f1"), subject_id=SubjectId("s1"), passage_id=PassageId("p"), claim="",
        span=span, row=row, source=source, link=SubjectLink(mechanism="document_scope", reason=""), relevance=0.6,
    )  # fmt: skip


PAYABLES = evidence(
    "Payables $ 310 $ 290", (("(in millions)", "Payables"), ("31 March 2025", "$ 310"), ("31 March 2024", "$ 290"))
)
STOCKS = evidence("Stocks 80 60", (("(in millions)", "Stocks"), ("31 March 2025", "80"), ("31 March 2024", "60")))
MARGIN = evidence("Margin 18% 21%", (("(in millions)", "Margin"), ("2025", "18%"), ("2024", "21%")))
FEE = evidence("The fee rose from £1.2 million to £1.5 million.")


def worked(result: Calculation | Refused) -> Calculation:
    assert isinstance(result, Calculation), result
    return result


@pytest.mark.spec("EVI-9")
def test_a_scale_that_all_figures_share_stays_with_the_unit() -> None:
    found = worked(reckon("difference", None, [(PAYABLES, "$310"), (PAYABLES, "$ 290")], decimals=0))
    assert (found.result, found.unit) == (Decimal(20), "USD million")


def test_a_bare_figure_of_a_table_takes_the_currency_that_the_others_have() -> None:
    found = worked(
        reckon("formula", "365 * ((a + b) / 2) / c", [(PAYABLES, "$310"), (PAYABLES, "$290"), (STOCKS, "80")])
    )
    assert found.exact == Decimal("1368.75")


def test_percentages_differ_by_points_and_figures_in_prose_keep_their_magnitude() -> None:
    assert worked(reckon("difference", None, [(MARGIN, "18%"), (MARGIN, "21%")])).unit == "percentage_point"
    found = worked(reckon("percent_change", None, [(FEE, "£1.2 million"), (FEE, "£1.5 million")], decimals=0))
    assert found.shown() == "(1.5 − 1.2) / 1.2 × 100 = 25%"


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("unit", "letters"),
    [(PAYABLES, "$ 300"), (PAYABLES, "31"), (FEE, "2 million"), (FEE, "million"), (FEE, ""), (evidence("£5 here, £5 there"), "£5")],
)  # fmt: skip
def test_a_figure_that_does_not_stand_there_once_is_refused(unit: Evidence, letters: str) -> None:
    assert isinstance(reckon("sum", None, [(unit, letters)]), Refused)


def test_unlike_units_and_foreign_formulas_are_refused() -> None:
    assert isinstance(reckon("sum", None, [(FEE, "£1.2 million"), (PAYABLES, "$310")]), Refused)
    assert isinstance(reckon("formula", "a ** 9", [(STOCKS, "80")]), Refused)
    assert isinstance(reckon("formula", None, [(STOCKS, "80")]), Refused)
    assert isinstance(reckon("sum", None, [(STOCKS, "80")] * 27), Refused)


@pytest.mark.spec("REP-1")
def test_a_result_can_be_checked_later_from_its_quotes() -> None:
    found = worked(reckon("ratio", None, [(PAYABLES, "$310"), (STOCKS, "80")]))
    quotes = {unit.span.span_id: unit.span.quote for unit in (PAYABLES, STOCKS)}
    assert recounted(found, dict(quotes)).holds
    assert not recounted(found, {}).holds


@pytest.mark.spec("EVI-9")
def test_a_figure_of_a_filing_whose_scale_is_unknown_is_not_called_dollars() -> None:
    bare = evidence("Payables $ 310 $ 290", (("", "Payables"), ("2025", "$ 310"), ("2024", "$ 290")))
    assert worked(reckon("difference", None, [(bare, "$ 310"), (bare, "$ 290")])).unit is None
    fees = evidence("Fee $ 310.50", (("", "Fee"), ("2025", "$ 310.50")))
    assert worked(reckon("sum", None, [(fees, "$ 310.50")])).unit == "USD"
    policy = bare.model_copy(update={"source": bare.source.model_copy(update={"authority": "policy"})})
    assert worked(reckon("difference", None, [(policy, "$ 310"), (policy, "$ 290")])).unit == "USD"


def test_a_whole_percentage_in_a_line_of_figures_of_a_filing_stays_a_percentage() -> None:
    outlook = evidence("Growth: 2023 3.6%, 2022 3.1%, outlook for 2024 4.0%")
    found = worked(reckon("difference", None, [(outlook, "4.0%"), (outlook, "3.6%")]))
    assert (found.shown(), found.unit) == ("4.0 − 3.6 = 0.4 percentage points", "percentage_point")


BILL = evidence(
    "S-3 | Stage 2, accepted 2 April 2026, at 4 USD each | 358,800.00",
    (("No.", "S-3"), ("Subject", "Stage 2, accepted 2 April 2026, at 4 USD each"), ("Net", "358,800.00")),
)


@pytest.mark.spec("EVI-9")
def test_a_date_or_an_amount_in_the_words_of_a_cell_can_be_calculated_with() -> None:
    due = evidence("Stage 2 is due on 27 February 2026.")
    assert worked(reckon("difference", None, [(BILL, "2 April 2026"), (due, "27 February 2026")])).result == 34
    assert worked(reckon("sum", None, [(BILL, "4 USD")])).unit == "USD"
    assert isinstance(reckon("sum", None, [(BILL, "2")]), Refused)


def line(label: str, figure: str, *, unit: str, column: str = "2025", document: str = "v") -> Evidence:
    return evidence(f"{label} {figure}", ((unit, label), (column, figure)), document)


SCALES = {"(in thousands)": 3, "(in millions)": 6, "($ in billions)": 9}


@pytest.mark.spec("EVI-9")
@given(
    st.decimals(1, 9_999, places=1), st.decimals(1, 9_999, places=1), st.sampled_from([*SCALES]), st.sampled_from([*SCALES])
)  # fmt: skip
def test_figures_of_different_scales_are_added_on_one_scale(
    first: Decimal, second: Decimal, one: str, other: str
) -> None:
    figures = [
        (line("Sales", f"$ {first:,}", unit=one), f"$ {first:,}"),
        (line("Rent", f"$ {second:,}", unit=other), f"$ {second:,}"),
    ]
    found = worked(reckon("sum", None, figures, decimals=1))
    scale = {"thousand": 3, "million": 6, "billion": 9}[(found.unit or "").removeprefix("USD ")]
    assert scale == min(SCALES[one], SCALES[other])
    assert found.exact.scaleb(scale) == first.scaleb(SCALES[one]) + second.scaleb(SCALES[other])
    quotes = {unit.span.span_id: unit.span.quote for unit, _ in figures}
    assert recounted(found, dict(quotes)).holds


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize("operation", ["sum", "difference", "ratio", "percent_change", "maximum", "average"])
@pytest.mark.parametrize(
    ("figures", "named"),
    [
        ((line("Bottling", "$ 3,100", unit="(in millions)"), line("Retail", "$ (174)", unit="")), ("3,100", "(174)")),
        ((line("Sales", "$ 5", unit="(in millions)"), line("Rent", "€ 4", unit="(in millions)")), ("$ 5", "€ 4")),
        ((line("Sales", "$ 5", unit="(in millions)"), line("Rent", "4", unit="(in millions)", document="w")), ("$ 5", "“4”")),
        ((line("Sales", "5", unit="(in millions)"), line("Margin", "18%", unit="(in millions)")), ("“5”", "18%")),
        ((line("Gross profit", "1,200", unit="(in millions)"), line("Gross margin", "38.2", unit="(in millions)")), ("1,200", "38.2")),
    ],
)  # fmt: skip
def test_a_scale_or_unit_that_one_figure_lacks_is_refused_with_both_figures_named(
    operation: str, figures: tuple[Evidence, Evidence], named: tuple[str, str]
) -> None:
    found = reckon(operation, None, [(figure, figure.row[1][1]) for figure in figures])  # type: ignore[arg-type]
    assert isinstance(found, Refused)
    assert all(name in found.reason for name in named), found.reason


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("column", "figure", "taken"),
    [("Organic", "(0.9)", True), ("Organic", "6,500", False), ("Organic", "7", False), ("Stores", "0.9", False)],
)
def test_a_percent_sign_in_the_first_row_of_a_column_holds_for_figures_of_its_form(
    column: str, figure: str, taken: bool
) -> None:
    def row(label: str, organic: str, stores: str) -> Evidence:
        return evidence(f"{label} {organic} {stores}", (("", label), ("Organic", organic), ("Stores", stores)))

    first = row("Safety", "1.2 %", "12")
    other = row("Consumer", figure if column == "Organic" else "3.1", figure if column == "Stores" else "12")
    found = reckon("minimum", None, [(first, "1.2 %"), (other, figure)])
    assert (found.unit == "percent") if isinstance(found, Calculation) else not taken


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize("operation", ["sum", "difference"])
def test_a_percentage_and_an_amount_are_neither_added_nor_subtracted(operation: str) -> None:
    sales, margin = line("Sales", "$ 5", unit="(in millions)"), line("Margin", "18%", unit="(in millions)")
    found = reckon(operation, None, [(sales, "$ 5"), (margin, "18%")])  # type: ignore[arg-type]
    assert isinstance(found, Refused)
    assert "“$ 5” is in USD and “18%” is in percent" in found.reason


def test_an_amount_of_prose_and_one_of_a_table_are_brought_to_the_tables_scale() -> None:
    prose = evidence("Sales were $3.1 billion.")
    found = worked(reckon("difference", None, [(prose, "$3.1 billion"), (PAYABLES, "$ 310")]))
    assert (found.shown(), found.unit) == ("3,100 − 310 = $2,790 million", "USD million")


def test_an_amount_over_a_count_of_people_is_calculated_in_full() -> None:
    staff = line("Number of employees", "400", unit="(in millions, except per share data)")
    found = worked(reckon("ratio", None, [(PAYABLES, "$ 310"), (staff, "400")]))
    assert found.shown() == "310,000,000 / 400 = $775,000"


@pytest.mark.spec("EVI-9")
def test_compound_growth_takes_its_years_from_the_columns_or_the_question() -> None:
    row = evidence("Sales 100.0 133.1", (("(in millions)", "Sales"), ("2021", "100.0"), ("2024", "133.1")))
    figures = [(row, "100.0"), (row, "133.1")]
    for formula in (None, "3"):
        found = worked(reckon("growth_rate", formula, figures, question="How fast did sales grow?"))
        assert found.shown() == "((133.1 / 100.0)^(1 / 3) − 1) × 100 = 10%"
    assert isinstance(reckon("growth_rate", "4", figures, question="How fast did sales grow?"), Refused)
    assert isinstance(
        reckon("growth_rate", "4", figures, question="How fast did sales grow over 4 years?"), Calculation
    )
    assert isinstance(reckon("growth_rate", None, figures[::-1], question="How fast did sales grow?"), Refused)
    assert isinstance(reckon("growth_rate", None, [(FEE, "£1.2 million"), (FEE, "£1.5 million")]), Refused)


@pytest.mark.spec("EVI-9")
def test_a_formula_may_hold_the_years_between_its_columns() -> None:
    row = evidence("Sales 100.0 133.1", (("(in millions)", "Sales"), ("2021", "100.0"), ("2024", "133.1")))
    figures = [(row, "100.0"), (row, "133.1")]
    assert worked(
        reckon("formula", "(b / a) ** (1 / 3) - 1", figures, question="Growth?", decimals=3)
    ).result == Decimal("0.100")
    assert isinstance(reckon("formula", "(b / a) ** (1 / 5) - 1", figures, question="Growth?"), Refused)
    assert isinstance(
        reckon("formula", "(b / a) ** (1 / 5) - 1", figures, question="Growth from 2019 to 2024?"), Calculation
    )
    assert worked(reckon("formula", "((b / a) ** (1 / 3) - 1) * 100", figures, question="Growth?")).unit == "percent"


CAP = evidence("The liability cap is 150% of the annual service fee.")
SERVICE = evidence("The Customer shall pay an annual service fee of £186,000 for the Services.")


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize("formula", ["a * b / 100", "a * (b / 100)", "b / 100 * a"])
def test_a_percentage_of_an_amount_is_in_the_unit_of_the_amount(formula: str) -> None:
    found = worked(reckon("formula", formula, [(SERVICE, "£186,000"), (CAP, "150%")], question="the cap"))
    assert (found.result, found.unit) == (Decimal(279_000), "GBP")


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize("formula", ["a * b", "a + b", "a / b"])
def test_an_amount_and_a_percentage_make_nothing_else(formula: str) -> None:
    refused = reckon("formula", formula, [(SERVICE, "£186,000"), (CAP, "150%")], question="the cap")
    assert isinstance(refused, Refused)


@pytest.mark.spec("EVI-9")
def test_a_formula_may_hold_a_number_that_the_question_gives_in_words() -> None:
    rent = evidence("The rent of the hall is £40 a month.")
    found = reckon("formula", "a * 3", [(rent, "£40")], question="What does the hall cost for three months?")
    assert isinstance(found, Calculation)
    assert found.result_text() == "£120"
    assert isinstance(
        reckon("formula", "a * 9", [(rent, "£40")], question="What does the hall cost for three months?"), Refused
    )
