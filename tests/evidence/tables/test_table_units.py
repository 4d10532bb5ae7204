import pytest

from pincite.evidence.tables.table_units import unit_stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("(in millions, except per share data)", "in millions, except per share data"),
        ("(Dollars in millions)", "Dollars in millions"),
        ("($ in millions, except share and per share data)", "$ in millions, except share and per share data"),
        ("(MILLIONS, EXCEPT PER COMMON SHARE DATA)", "MILLIONS, EXCEPT PER COMMON SHARE DATA"),
        ("(amounts in thousands of U.S. dollars)", "amounts in thousands of U.S. dollars"),
        ("(In millions - except per share amounts)", "In millions - except per share amounts"),
        ("($ million)", "$ million"),
        ("Net sales by segment are as follows (in thousands):", "in thousands"),
        ("EUR in thousands", "EUR in thousands"),
        ("($mm)", "$mm"),
        ("(USD in mm, except per share)", "USD in mm, except per share"),
    ],
)
def test_what_a_header_or_caption_says_its_figures_are_in_is_found(text: str, stated: str) -> None:
    found = unit_stated(text)
    assert found is not None
    assert text[found.start : found.end] == stated


@pytest.mark.parametrize(
    "text",
    [
        "Year ended December 31,",
        "sales of $3.1 billion",
        "2,500 million shares",
        "Interest income",
        "Length (mm)",
        "Depth in mm",
        "(unaudited)",
        "% Change",
        "",
    ],
)
def test_what_states_no_unit_of_a_table_is_left_alone(text: str) -> None:
    assert unit_stated(text) is None
