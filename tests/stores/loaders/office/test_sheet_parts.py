"""The parts of a sheet are found in time that is linear in its length, whether or not its XML is well-formed."""

from collections.abc import Callable
from time import process_time

import pytest

from pincite.stores.loaders.office.sheet_parts import Hidden, inline_rich_text

STRUCK = b"<r><rPr><strike/></rPr><t>12</t></r>"


def cell(inside: bytes, ref: bytes = b"A1") -> bytes:
    return b'<c r="%b" s="1" t="inlineStr"><is>%b' % (ref, inside)


def test_the_formatted_text_of_each_cell_is_found() -> None:
    part = cell(STRUCK + b"<r><t> 15</t></r></is></c>") + cell(b"<t>plain</t></is></c>", b"B1")
    assert list(inline_rich_text(part)) == ["A1"]
    assert inline_rich_text(part)["A1"].endswith(" 15")


def test_an_unclosed_text_does_not_take_the_formatting_of_the_next_cell() -> None:
    assert list(inline_rich_text(cell(b"<t>plain</t>") + cell(STRUCK + b"</is></c>", b"B1"))) == ["B1"]


@pytest.mark.slow
@pytest.mark.spec("REL-3")
@pytest.mark.parametrize(
    ("find", "opening", "unit"),
    [
        (inline_rich_text, b"", cell(b"")),
        (inline_rich_text, b"", cell(b"<r><t>a</t></r>")),
        (inline_rich_text, cell(b""), b"<is>"),
        (inline_rich_text, b"inlineStr", b"<c "),
        (Hidden.of, b'hidden="', b"<row "),
    ],
    ids=["unclosed texts", "unclosed texts with runs", "texts in a text", "unclosed cells", "unclosed rows"],
)
def test_the_time_is_linear_in_the_number_of_unclosed_elements(
    find: Callable[[bytes], object], opening: bytes, unit: bytes
) -> None:
    """8,000 unclosed texts took 8 s."""

    def seconds(repeats: int) -> float:
        part = opening + unit * repeats
        began = process_time()
        find(part)
        return process_time() - began

    assert min(seconds(30_000) for _ in range(3)) < 10 * seconds(6_000) + 0.5
