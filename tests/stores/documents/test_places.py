from time import process_time

import pytest

from pincite.stores.documents.loaded import Cell, Heading, LoadedDocument, Page, Table
from pincite.stores.documents.places import Places
from pincite.stores.loaders.markup.markdown import load_markdown

TEXT = """# Handbook

Intro line.

## 4. Termination

4.1 Either party may end it.
It takes 30 days.

4.2 Notice is in writing.

(b) By post.
"""


def place_of(quote: str, text: str = TEXT):
    at = text.index(quote)
    return Places(load_markdown(text)).place(at, at + len(quote))


@pytest.mark.spec("EVI-1")
@pytest.mark.parametrize(
    ("quote", "section", "clause", "paragraph", "lines"),
    [
        ("Intro line.", "Handbook", None, 2, (3, 3)),
        ("Either party may end it.\nIt takes", "Handbook › 4. Termination", "4.1", 4, (7, 8)),
        ("It takes 30 days.", "Handbook › 4. Termination", "4.1", 4, (8, 8)),
        ("in writing", "Handbook › 4. Termination", "4.2", 5, (10, 10)),
        ("By post.", "Handbook › 4. Termination", "(b)", 6, (12, 12)),
    ],
)
def test_a_quote_has_its_section_clause_paragraph_and_lines(quote, section, clause, paragraph, lines) -> None:
    place = place_of(quote)
    assert (place.section, place.clause, place.paragraph) == (section, clause, paragraph)
    assert (place.line_start, place.line_end) == lines
    assert TEXT.splitlines()[lines[0] - 1].find(quote.splitlines()[0]) >= 0


@pytest.mark.spec("EVI-1")
def test_where_there_are_pages_lines_of_text_and_paragraphs_count_from_the_page() -> None:
    first, second = "One.\n\nTwo.\n", "Three.\nFour.\n\nFive.\n"
    text = first + second
    pages = (Page(number=7, start=0, end=len(first)), Page(number=8, start=len(first), end=len(text)))
    places = Places(LoadedDocument(text=text, media_type="x", extractor="x", pages=pages))
    at = text.index("Five")
    place = places.place(at, at + 4)
    assert (place.page, place.paragraph, place.line_start, place.line_end) == (8, 2, 3, 3)
    start = places.place(text.index("Three"), text.index("Three") + 5)
    assert (start.page, start.paragraph, start.line_start) == (8, 1, 1)
    whole = places.place(0, len(text))
    assert (whole.line_start, whole.line_end) == (1, 5)


@pytest.mark.spec("EVI-1")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("ITEM 2. PROPERTIES\n\nWe own plants.", None),
        ("Section 2. Term\n\nIt ends.", "2"),
        ("Article 4.1 The term ends.", "4.1"),
        ("2.1 1 April 2024 Mileage revised.", None),
        ("2.1 The mileage is revised.", "2.1"),
        ("2.1\nThe mileage is revised.", "2.1"),
    ],
)
def test_an_item_of_a_filing_and_a_row_of_a_history_are_no_clauses(text: str, clause: str | None) -> None:
    heading = Heading(start=0, end=text.find("\n") if "\n" in text else len(text), level=1)
    places = Places(LoadedDocument(text=text, media_type="x", extractor="x", headings=(heading,)))
    assert places.place(len(text) - 5, len(text)).clause == clause


@pytest.mark.spec("EVI-1")
@pytest.mark.parametrize(
    ("sheet", "quote", "cell"),
    [("Leave", "12", "Leave!B2"), ("Leave", "Ada | 12", "Leave!A2:B2"), (None, "Ada | 12\nBob", "A2:A3")],
)
def test_text_in_a_table_has_its_cells(sheet: str | None, quote: str, cell: str) -> None:
    text = "Name | Days\nAda | 12\nBob | 9\n"
    cells = []
    for row, line in enumerate(text.splitlines()):
        for column, value in enumerate(line.split(" | ")):
            start = text.index(value)
            cells.append(
                Cell(row=row, column=column, start=start, end=start + len(value), ref=f"{'AB'[column]}{row + 1}")
            )
    table = Table(start=0, end=len(text), sheet=sheet, cells=tuple(cells))
    places = Places(LoadedDocument(text=text, media_type="x", extractor="x", tables=(table,)))
    at = text.index(quote)
    assert places.place(at, at + len(quote)).cell == cell


@pytest.mark.spec("EVI-1")
def test_a_paragraph_that_opens_without_a_number_has_its_headings() -> None:
    text = "## 6. Fees\n\nThe fee is 90 euros.\n\nPlain heading\n"
    assert place_of("The fee", text).clause == "6"


@pytest.mark.spec("EVI-1")
@pytest.mark.parametrize(
    ("quote", "clause"),
    [("in writing", "4.2"), ("by post", "(b)"), ("30 days", "4.1"), ("million", "4.1"), ("Before all", None)],
)
def test_where_no_blank_lines_part_the_clauses_the_nearest_numbered_line_above_counts(
    quote: str, clause: str | None
) -> None:
    text = "Before all\n4.1 It takes 30 days or\n1.5 million, at most\n4.2 Notice is in writing\n(b) Sent by post\n"
    assert place_of(quote, text).clause == clause


@pytest.mark.slow
def test_cells_are_found_whatever_the_order_they_are_listed_in_and_a_large_sheet_takes_no_longer_per_row() -> None:
    def seconds(rows: int) -> float:
        text, cells = "", []
        for row in range(rows):
            start = len(text)
            text += f"r{row}|{row}\n"
            cells.append(Cell(row=row, column=0, start=start, end=start + 2, ref=f"A{row + 1}"))
        table = Table(start=0, end=len(text), cells=tuple(reversed(cells)))
        places = Places(LoadedDocument(text=text, media_type="x", extractor="x", tables=(table,)))
        assert places.place(cells[rows - 2].start, cells[rows - 1].end).cell == f"A{rows - 1}:A{rows}"
        began = process_time()
        for at in range(0, 20_000, 100):
            places.place(at, at + 90)
        return process_time() - began

    assert seconds(40_000) < 5 * seconds(4_000) + 0.05


def test_headings_of_the_same_level_follow_each_other_and_deeper_ones_nest() -> None:
    text = "A\nB\nC\nD\nx"
    headings = tuple(
        Heading(start=text.index(name), end=text.index(name) + 1, level=level)
        for name, level in zip("ABCD", (1, 2, 3, 2), strict=True)
    )
    places = Places(LoadedDocument(text=text, media_type="x", extractor="x", headings=headings))
    assert places.place(len(text) - 1, len(text)).section == "A › D"
    assert places.place(text.index("C"), text.index("C") + 1).section == "A › B › C"
