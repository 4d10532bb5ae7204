"""What of a quote is told: its words, without the label of its clause, and a row without figures nobody asked for."""

import pytest

from pincite.evidence.guards.judge_claim import judge
from pincite.evidence.report.quote_line import reads_row
from pincite.evidence.report.shown_part import answering_cell, answering_cells, tidied, unlabelled


@pytest.mark.spec("ANS-2")
@pytest.mark.parametrize(
    ("quote", "told"),
    [
        ("3.1 An Employee may work\nfrom home.", "An Employee may work from home."),
        ("(1) Acme Ltd, a company (the “Customer”); and", "Acme Ltd, a company (the “Customer”)"),
        ("(a) the Supplier shall keep records;", "the Supplier shall keep records"),
        ("• “Term” means two years.", "“Term” means two years."),
        ("2. Der Zuschuss beträgt 6,20 Euro.", "Der Zuschuss beträgt 6,20 Euro."),
        ("- The fee is £5.", "The fee is £5."),
        ("iv) staff may park here; or", "staff may park here"),
    ],
)
def test_labels_and_ties_are_left_out(quote: str, told: str) -> None:
    assert tidied(quote) == told


@pytest.mark.spec("EVI-2", "ANS-2")
@pytest.mark.parametrize(
    "quote",
    [
        "2.5 Million people live there.",
        "3.5 Tage Urlaub sind erlaubt.",
        "5. März 2020 ist der Stichtag.",
        "12 months is the term.",
        "2023 Revenue was £5.",
        "A. Smith is the CEO.",
        "−5% was the change",
        "- 5% was the change",
        "(5) % fell",
        "1. 2023 was a good year.",
    ],
)
def test_a_figure_or_an_initial_is_no_label(quote: str) -> None:
    assert tidied(quote) == quote


def test_what_is_left_out_is_never_more_than_label_and_tie() -> None:
    quote = "(b) the fee is £5, and no more than that; and"
    assert tidied(quote) in quote
    assert judge(tidied(quote), quote).result == "proved"


ROW = (
    ("Article", "HB-340"),
    ("List price (GBP)", "1,480.00"),
    ("Minimum order (units)", "1"),
    ("Region", "UK"),
    ("Valid from", "2026-01-01"),
)


@pytest.mark.parametrize(
    ("value", "asked", "cell"),
    [
        ("1,480.00", (), 1),
        (None, ("list", "price"), 1),
        (None, ("minimum", "order"), 2),
        (None, ("colour",), None),
        (None, (), None),
    ],
)
def test_the_cell_that_answers_is_identified_by_its_value_or_its_column(
    value: str, asked: tuple[str, ...], cell: int
) -> None:
    assert answering_cell(ROW, value, asked) == cell


@pytest.mark.spec("ANS-2")
def test_figures_after_the_answer_go_and_everything_that_may_limit_it_stays() -> None:
    assert [name for name, _ in answering_cells(ROW, 1)] == ["Article", "List price (GBP)", "Region", "Valid from"]
    assert answering_cells(ROW, None) == ROW


@pytest.mark.spec("AUD-7")
def test_only_a_reading_of_the_row_itself_counts_as_one() -> None:
    assert reads_row("Article: HB-340; List price (GBP): 1,480.00; Region: UK; Valid from: 2026-01-01", ROW)
    assert not reads_row("Article: HB-340; List price (GBP): 1,480.00", ROW)
    assert not reads_row("Article: HB-340; List price (GBP): 1; Region: UK; Valid from: 2026-01-01", ROW)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("6.1 The Customer pays £10.\n6.2 The fee is fixed.", "The Customer pays £10.\nThe fee is fixed."),
        ("6. Charges\n\n6.1 The Customer pays.", "Charges\n\nThe Customer pays."),
        ("It is certified to version\n3.1 The auditors agree.", "It is certified to version\n3.1 The auditors agree."),
        ("It grew by:\n3.5 Million euros", "It grew by:\n3.5 Million euros"),
        ("Rent: 48,000.\n(a) The tenant pays;", "Rent: 48,000.\nThe tenant pays;"),
    ],
)
def test_labels_of_clauses_are_left_out_where_a_sentence_begins(text: str, left: str) -> None:
    assert unlabelled(text) == left
