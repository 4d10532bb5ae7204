"""Calculations over figures that a reader points to: code finds them, reads their scale and works the result out."""

from decimal import Decimal

import pytest

from pincite.evidence.calculations import Calculation, Refused
from pincite.evidence.evidence import Evidence, EvidenceId, SubjectLink
from pincite.evidence.reckoning import reckon
from pincite.evidence.recount import recounted
from pincite.evidence.sources import SourceDocument
from pincite.evidence.spans import DocumentId, PassageId, Place, Span, SpanId, VersionId
from pincite.evidence.subjects import FactId, SubjectId


def evidence(quote: str, row: tuple[tuple[str, str], ...] = ()) -> Evidence:
    source = SourceDocument(
        document_id=DocumentId("d"), version_id=VersionId("v"), path="a.md", title="Accounts", kind="primary", kind_reason="",
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
def test_a_figure_of_a_filing_whose_scale_is_not_told_is_not_called_dollars() -> None:
    bare = evidence("Payables $ 310 $ 290", (("", "Payables"), ("2025", "$ 310"), ("2024", "$ 290")))
    assert worked(reckon("difference", None, [(bare, "$ 310"), (bare, "$ 290")])).unit is None
    fees = evidence("Fee $ 310.50", (("", "Fee"), ("2025", "$ 310.50")))
    assert worked(reckon("sum", None, [(fees, "$ 310.50")])).unit == "USD"
    policy = bare.model_copy(update={"source": bare.source.model_copy(update={"authority": "policy"})})
    assert worked(reckon("difference", None, [(policy, "$ 310"), (policy, "$ 290")])).unit == "USD"
