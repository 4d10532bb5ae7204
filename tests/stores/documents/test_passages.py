import functools
import operator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.stores.documents.loaded import Cell, Furniture, Heading, LoadedDocument, Page, Table
from pincite.stores.documents.passages import TARGET, cut_passages
from pincite.stores.loaders.load import load_file

WORDS = st.sampled_from(
    "The notice period is 30 days. Fees of £1,200.50 apply;\nsee 4.2 (b) above.\n\n年次休暇は。 x | y | 3\n".split(" ")
)
TEXT = st.lists(WORDS, min_size=1, max_size=400).map(" ".join)


@st.composite
def documents(draw: st.DrawFn) -> LoadedDocument:
    """A text with pages that tile it, running headers at page starts, and headings anywhere."""
    text = draw(TEXT)
    edges = sorted({0, len(text), *draw(st.lists(st.integers(0, len(text)), max_size=4))})
    pages = tuple(Page(number=number, start=start, end=end) for number, (start, end) in enumerate(pairwise(edges), 1))
    furniture, headings = [], []
    for page in pages:
        if (length := draw(st.integers(0, 12))) and page.start + length < page.end:
            furniture.append(Furniture(start=page.start, end=page.start + length, kind="header"))
            at = page.start + length + draw(st.integers(0, 200))
            if at + 3 < page.end:
                headings.append(Heading(start=at, end=at + 3, level=1))
    return LoadedDocument(
        text=text, media_type="x", extractor="x", pages=pages, furniture=tuple(furniture), headings=tuple(headings)
    )


@pytest.mark.spec("EVI-1")
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_all_text_but_furniture_stands_in_a_passage_and_none_crosses_a_page(loaded: LoadedDocument) -> None:
    cuts = cut_passages(loaded)
    covered = {at for cut in cuts for at in range(cut.start, cut.end)}
    running = {at for stretch in loaded.furniture for at in range(stretch.start, stretch.end)}
    said = {at for at, letter in enumerate(loaded.text) if not letter.isspace()}
    assert said - running <= covered
    assert not covered & running & said
    for cut in cuts:
        page = next(page for page in loaded.pages if page.start <= cut.start < page.end)
        assert cut.end <= page.end
        assert cut.place.page == page.number
        assert cut.end - cut.start <= TARGET * 3 // 2
    assert [cut.start for cut in cuts] == sorted(cut.start for cut in cuts)


def test_passages_of_prose_are_about_900_characters_of_whole_sentences() -> None:
    text = " ".join(f"Sentence number {n} says something plain about matter {n}." for n in range(200))
    cuts = cut_passages(LoadedDocument(text=text, media_type="x", extractor="x"))
    lengths = [cut.end - cut.start for cut in cuts]
    assert all(700 <= length <= 900 for length in lengths[:-1])
    assert lengths[-1] <= 1_125
    assert all(text[cut.start : cut.end].startswith("Sentence") and text[cut.end - 1] == "." for cut in cuts)
    assert all(earlier.end <= other.start for earlier, other in pairwise(cuts))


def test_only_a_sentence_that_has_to_be_cut_is_repeated_in_part() -> None:
    text = "word " * 600
    cuts = cut_passages(LoadedDocument(text=text, media_type="x", extractor="x"))
    assert len(cuts) > 2
    assert all(0 < earlier.end - other.start <= 120 for earlier, other in pairwise(cuts))


def test_a_section_starts_a_passage_and_a_run_of_headings_opens_one_together() -> None:
    text = "Handbook\n\nPart I\n\nPay is monthly.\n\nPart II\n\nLeave is yearly.\n"
    spots = [("Handbook", 1), ("Part I\n", 2), ("Part II", 2)]
    headings = tuple(
        Heading(start=text.index(spot), end=text.index(spot) + len(spot.strip()), level=level) for spot, level in spots
    )
    cuts = cut_passages(LoadedDocument(text=text, media_type="x", extractor="x", headings=headings))
    assert [text[cut.start : cut.end] for cut in cuts] == [
        "Handbook\n\nPart I\n\nPay is monthly.",
        "Part II\n\nLeave is yearly.",
    ]


def test_a_table_stands_in_passages_of_its_own_of_whole_rows() -> None:
    rows = "".join(f"Item {n} | {n}.50\n" for n in range(120))
    text = f"Before the table.\n{rows}After it."
    start = text.index("Item 0")
    end = start + len(rows)
    cells = tuple(
        Cell(
            row=n,
            column=0,
            start=start + rows.index(f"Item {n} "),
            end=start + rows.index(f"Item {n} ") + 6,
            ref=f"A{n + 1}",
        )
        for n in range(120)
    )
    loaded = LoadedDocument(
        text=text, media_type="x", extractor="x", tables=(Table(start=start, end=end, cells=cells),)
    )
    cuts = cut_passages(loaded)
    assert cuts[0].table is None
    assert cuts[-1].table is None
    inside = [cut for cut in cuts if cut.table == 0]
    assert len(inside) > 1
    for cut in inside:
        assert text[cut.start : cut.end].startswith("Item")
        assert text[: cut.end].rstrip().endswith(".50")


def test_a_row_of_a_table_is_never_cut_at_a_full_stop_in_a_cell(tmp_path: Path) -> None:
    rows = "".join(f"Item {n},about. {n}0 EUR excl. VAT,Blue. Washable.\n" for n in range(60))
    (tmp_path / "prices.csv").write_text(f"item,price,remarks\n{rows}")
    loaded = load_file(tmp_path / "prices.csv")
    lines = [loaded.text[cut.start : cut.end].split("\n") for cut in cut_passages(loaded)]
    assert len(lines) > 1
    assert all(
        line.startswith(("item,", "Item ")) and line.endswith(("remarks", "Washable."))
        for line in functools.reduce(operator.iadd, lines, [])
    )
