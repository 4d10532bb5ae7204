"""A conclusion's Markdown read back as blocks, the text in them left alone."""

import pytest

from pincite.reports.blocks import Block, blocks, numbers_in

pytestmark = pytest.mark.spec("ANS-10")


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("One line.", [("paragraph", ("One line.",))]),
        ("One\nparagraph.\n\nAnother.", [("paragraph", ("One paragraph.",)), ("paragraph", ("Another.",))]),
        ("- a\n- b\n  still b", [("list", ("a", "b still b"))]),
        ("Before:\n- a", [("paragraph", ("Before:",)), ("list", ("a",))]),
        ("### Term\nFive years.", [("heading", ("Term",)), ("paragraph", ("Five years.",))]),
        ("**Rent**\n\nMuch.", [("heading", ("Rent",)), ("paragraph", ("Much.",))]),
        ("> said\n> so", [("quote", ("said so",))]),
        ("6.1 The Customer pays.", [("paragraph", ("6.1 The Customer pays.",))]),
        ("1. First, pay.", [("paragraph", ("1. First, pay.",))]),
        ("5 * 3 * 2 and a_b_c", [("paragraph", ("5 * 3 * 2 and a_b_c",))]),
        (r"a \[1\] b", [("paragraph", ("a [1] b",))]),
        ("", []),
        ("\n\n \n", []),
    ],
)
def test_blocks(markdown: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    assert [(block.kind, block.items) for block in blocks(markdown)] == expected
    assert all(isinstance(block, Block) for block in blocks(markdown))


def test_numbers_are_given_once_in_order() -> None:
    assert numbers_in("a [2] b [1][2] c [x] [1234]") == (2, 1)
