"""Headings of pages that mark them only by bold letters, as filings do."""

from pincite.stores.loaders.load import load_text

TEXT = "<p>We repair harbour cranes for ports on three coasts, and we lease some of them to the ports by the month.</p>"


def headings(page: str) -> list[tuple[str, int]]:
    loaded = load_text(page, media_type="text/html")
    return [(loaded.text[heading.start : heading.end], heading.level) for heading in loaded.headings]


def bold(text: str, size: float = 10, *, italic: bool = False) -> str:
    style = f"font-size:{size}pt;font-weight:700" + (";font-style:italic" if italic else "")
    return f'<div><span style="{style}">{text}</span></div>'


def test_short_bold_blocks_between_text_are_headings_and_rank_by_their_letters() -> None:
    page = [
        bold("PART I"),
        bold("Item 1. Business"),
        TEXT,
        bold("Cranes"),
        TEXT,
        bold("Hand cranes", italic=True),
        TEXT,
        bold("Risks", 12),
    ]
    assert headings("".join([*page, TEXT])) == [
        ("PART I", 1),
        ("Item 1. Business", 2),
        ("Cranes", 4),
        ("Hand cranes", 5),
        ("Risks", 3),
    ]


def test_bold_elements_and_style_sheets_count_as_bold_letters() -> None:
    page = f"<style>.h {{font-weight: bold}}</style><p><b>Cranes</b></p>{TEXT}<p class=h>Winches</p>{TEXT}" + bold(
        "Tugs"
    )
    assert [text for text, _ in headings(page + TEXT)] == ["Cranes", "Winches", "Tugs"]


def test_bold_sentences_units_and_lines_with_a_value_are_text() -> None:
    lines = [
        "We depend on a few ports for most of our revenue.",
        "(in millions)",
        "Notice period: 30 days",
        "Signed on ____",
    ]
    page = "".join(bold(line) + TEXT for line in (*lines, "Cranes", "Winches", "Tugs"))
    assert [text for text, _ in headings(page)] == ["Cranes", "Winches", "Tugs"]


def test_a_long_run_of_bold_lines_is_a_cover_and_not_headings() -> None:
    cover = "".join(map(bold, ("Orrin Harbour Works", "Quay Street", "Lowhaven", "Cornwall", "Form H")))
    page = cover + "".join(TEXT + bold(line) + TEXT for line in ("Cranes", "Winches", "Tugs"))
    assert [text for text, _ in headings(page)] == ["Cranes", "Winches", "Tugs"]


def test_a_page_with_heading_elements_few_bold_lines_or_mostly_bold_letters_has_no_bold_headings() -> None:
    lines = "".join(bold(line) + TEXT for line in ("Cranes", "Winches", "Tugs"))
    assert headings(f"<h1>Fleet</h1>{lines}") == [("Fleet", 1)]
    assert headings(bold("Cranes") + TEXT) == []
    assert headings(f"<div style='font-weight:bold'>{lines}</div>") == []


def test_bold_letters_in_a_table_are_cells() -> None:
    table = f"<table><tr><td>{bold('Cranes')}</td><td>12</td></tr><tr><td>{bold('Winches')}</td><td>9</td></tr></table>"
    assert headings(f"{table}{TEXT}{table}") == []
