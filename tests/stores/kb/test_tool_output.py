"""Whatever a tool returns comes out as bounded texts, or as an error that says why."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.messages import AIMessage

from pincite.stores.kb.tool_output import ToolText, read_output


def texts(raw: Any, characters: int = 10_000) -> list[str]:
    return [text.text for text in read_output(raw, characters).texts]


@dataclass
class Record:
    name: str
    rent: int


def endless() -> Iterator[str]:
    while True:
        yield "again"


@pytest.mark.spec("RET-10", "RET-11")
@pytest.mark.parametrize(
    ("raw", "wanted"),
    [
        ("The rent is £5.", ["The rent is £5."]),
        ("The rent\r\nis £5.", ["The rent\nis £5."]),
        ("Die Miete beträgt 5 €.".encode(), ["Die Miete beträgt 5 €."]),
        (["One.", "Two."], ["One.", "Two."]),
        (7, ["7"]),
        (Document(page_content="A page."), ["A page."]),
        ({"page_content": "A page.", "metadata": {}}, ["A page."]),
        ([{"type": "text", "text": "A block."}, {"type": "image", "data": "…"}], ["A block."]),
        (AIMessage("Said."), ["Said."]),
        (Record("Hall", 5), ['{\n "name": "Hall",\n "rent": 5\n}']),
        ([{"a": 1, "b": "x|y"}, {"a": 2}], ["| a | b |\n| --- | --- |\n| 1 | x/y |\n| 2 |  |\n"]),
        (None, []),
        ([], []),
        ({}, []),
        ("  ", []),
        ("No excel files found.", []),
        ("Nothing found", []),
    ],
)
def test_what_a_tool_may_return_is_read(raw: Any, wanted: list[str]) -> None:
    output = read_output(raw, 10_000)
    assert [text.text for text in output.texts] == wanted
    assert output.error is None


@pytest.mark.spec("RET-3", "RET-11")
@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ("Error: the index is down", "Error: the index is down"),
        (b"\xff\xfe\x00\x01", "bytes that are not UTF-8 text"),
        ("GIF89a\x00\x01\x02", "returned binary data"),
        (endless(), "the tool returned generator, which is not text"),
        (object(), "the tool returned object, which is not text"),
        ([Document(page_content="fine"), object()], "which is not text"),
    ],
)
def test_what_can_be_no_text_is_an_error(raw: Any, said: str) -> None:
    output = read_output(raw, 10_000)
    assert output.error is not None
    assert output.error.startswith("Error: ")
    assert said in output.error
    assert not output.texts


@pytest.mark.spec("RET-11", "EVI-8")
def test_a_long_output_is_cut_at_the_end_of_a_sentence_and_the_cut_is_noted() -> None:
    raw = "The fee is due. The fee shall not be raised without notice."
    output = read_output([raw, raw], 75)
    assert [text.text for text in output.texts] == [raw, "The fee is due."]
    assert output.notes == ("what goes beyond 75 characters",)
    many = read_output([f"Text {number}." for number in range(300)], 100_000)
    assert len(many.texts) == 200
    assert many.notes == ("texts after the first 200",)


@pytest.mark.spec("ANS-4")
def test_the_tools_own_citation_tags_close_their_stretches() -> None:
    raw = 'First. <CITATION id="1" /> <CITATION id="2"/>\nSecond.\n<CITATION id="3" />\nThird.'
    assert [(text.text, text.citation) for text in read_output(raw, 1_000).texts] == [
        ("First.", '<CITATION id="1" /> <CITATION id="2"/>'),
        ("Second.", '<CITATION id="3" />'),
        ("Third.", None),
    ]


@pytest.mark.spec("CRI-13")
def test_metadata_is_taken_over_where_it_is_one_line_of_plain_text() -> None:
    def read(**metadata: Any) -> ToolText:
        return read_output(Document(page_content="Text.", metadata=metadata), 1_000).texts[0]

    good = read(title="Lease", source="https://wiki.example/lease", citation="[7]", updated_at="2026-05-01T10:00:00Z")
    assert (good.title, good.url, good.citation, str(good.updated_at)) == (
        "Lease",
        "https://wiki.example/lease",
        "[7]",
        "2026-05-01",
    )
    bad = read(
        title="Lease\x1b[2J",
        source="javascript:alert(1)",
        citation='"> <script>alert(1)</script>',
        updated_at="soon",
    )
    assert (bad.title, bad.url, bad.citation, bad.updated_at) == (None, None, None, None)
    assert read(title=["no", "text"], source=5).title is None


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80) | st.binary(max_size=80),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(_VALUES)
def test_nothing_that_is_returned_raises_or_goes_beyond_the_cap(raw: Any) -> None:
    output = read_output(raw, 50)
    assert sum(len(text.text) for text in output.texts) <= 50
    assert output.error is None or output.error.startswith("Error: ")
