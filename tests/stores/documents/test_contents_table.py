"""Tables whose last column contains page numbers."""

import pytest

from pincite.stores.documents.contents_table import lists_contents
from pincite.stores.documents.loaded import Cell, LoadedDocument, Page, Table

LABELS = ("Overview", "Net sales", "Taxes", "Pensions", "Segments")


def listed(
    *figures: str, labels: tuple[str, ...] = LABELS, column: str = "", below: tuple[str, ...] = (), pages: int = 0
) -> bool:
    """Return whether a table of these labels and figures, above the lines `below`, lists contents."""
    lines, cells = [], []
    at = 0
    rows = [("Entry", column), *zip(labels, figures, strict=False)] if column else [*zip(labels, figures, strict=False)]
    for number, row in enumerate(rows):
        for place, text in enumerate(row):
            cells.append(Cell(ref=f"{number}.{place}", row=number, column=place, start=at, end=at + len(text)))
            at += len(text) + 1
        lines.append("\t".join(row))
    table = Table(start=0, end=at, header_rows=bool(column), cells=tuple(cells))
    text = "\n".join((*lines, *below, ""))
    document = LoadedDocument(
        text=text,
        media_type="text/html",
        extractor="made",
        pages=tuple(Page(number=page + 1, start=0, end=len(text)) for page in range(pages)),
        tables=(table,),
    )
    return lists_contents(table, document)


@pytest.mark.parametrize("column", ["Page", "PAGE", "Pages", "Page No.", "Page number", "Seite", "Página"])
def test_a_column_that_is_named_so_contains_page_numbers(column: str) -> None:
    assert listed("54", "57", column=column)
    assert listed("F-3", "F-9", column=column)


@pytest.mark.parametrize("column", ["2024", "Net income", "Pages read", "Number"])
def test_a_column_with_another_name_does_not(column: str) -> None:
    assert not listed("21", "54", "56", "61", "70", column=column, below=LABELS)


def test_rising_numbers_are_page_numbers_if_the_document_has_so_many_pages() -> None:
    assert listed("21", "54", "56", "61", "70", pages=90)
    assert not listed("21", "54", "56", "61", "70", pages=60)


def test_without_pages_the_labels_are_headings_of_the_document() -> None:
    assert listed("21", "54", "56", "61", "70", below=LABELS[:3])
    assert not listed("21", "54", "56", "61", "70", below=LABELS[:2])


@pytest.mark.parametrize(
    "figures",
    [("21", "54", "50", "61", "70"), ("7", "7", "7", "7", "7"), ("21", "54", "56", "61"), ("21", "54", "56", "61", "$ 70"),
     ("21", "54", "56", "61", "7.5")],
)  # fmt: skip
def test_figures_that_fall_or_are_no_page_numbers_are_values(figures: tuple[str, ...]) -> None:
    assert not listed(*figures, below=LABELS, pages=90)
