"""Which chunks an answer's citation markers name."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.audit.chunk_names import ChunkNames
from pincite.evidence.audit.citing import read_citations
from pincite.evidence.claims.split_claims import split_claims

CLAIM = "Acme grew 5%"


def cited(answer: str, *ids: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """For each claim the chunks its markers name, and the markers that name none."""
    read = read_citations(answer, ChunkNames(ids))
    found = [read.cited(claim) for claim in split_claims(read.text)]
    return [(claim.ids, claim.astray) for claim in found]


@pytest.mark.spec("AUD-8")
@pytest.mark.parametrize(
    ("marker", "named"),
    [
        ("[c2]", ("c2",)),
        ("[C2]", ("c2",)),
        ("[1]", ("c1",)),
        ("[1][3]", ("c1", "c3")),
        ("[1, 3]", ("c1", "c3")),
        ("[1-3]", ("c1", "c2", "c3")),
        ("[c1–c2]", ("c1", "c2")),
        ("[[2]]", ("c2",)),
        ("[2](https://example.org/a)", ("c2",)),
        ("[chunk 2]", ("c2",)),
        ("[source: c2]", ("c2",)),
        ("[c2, p. 4]", ("c2",)),
        ("[c2 §3]", ("c2",)),
        ("(c2)", ("c2",)),
        ("(c1, c3)", ("c1", "c3")),
        ("【c2】", ("c2",)),
        ("【2†source】", ("c2",)),
        ("【4:0†source】", ("c1",)),
        ("【7†c2】", ("c2",)),
        ('<CITATION id="c2"/>', ("c2",)),
        ('<CITATION source="c2" page="7" />', ("c2",)),
        ("<citation>c2</citation>", ("c2",)),
    ],
)
def test_a_marker_names_its_chunk_in_any_common_style(marker: str, named: tuple[str, ...]) -> None:
    assert cited(f"{CLAIM} {marker}.", "c1", "c2", "c3") == [(named, ())]


@pytest.mark.spec("AUD-8")
@pytest.mark.parametrize("marker", ["[4]", "[0]", "[c9]", "【9†source】", '<CITATION id="x"/>', "[doc §9]"])
def test_a_marker_that_names_no_chunk_is_astray_as_it_stands(marker: str) -> None:
    assert cited(f"{CLAIM} {marker}.", "c1", "c2", "c3") == [((), (marker,))]


@pytest.mark.spec("AUD-8")
def test_a_number_is_an_id_where_ids_are_numbers_and_a_place_where_not() -> None:
    assert cited(f"{CLAIM} [7].", "7", "3") == [(("7",), ())]
    assert cited(f"{CLAIM} [1].", "7", "3") == [((), ("[1]",))]
    assert cited(f"{CLAIM} [2].", "lease", "policy") == [(("policy",), ())]


@pytest.mark.spec("AUD-8")
def test_ids_of_any_form_are_read() -> None:
    ids = ("faiss-wiki", "policy.pdf#3", "doc §3", "Annual report 2020")
    answer = " ".join(f"{CLAIM} [{chunk_id}]." for chunk_id in ids)
    assert [named for named, _ in cited(answer, *ids)] == [(chunk_id,) for chunk_id in ids]


@pytest.mark.spec("AUD-8")
def test_a_tag_may_name_a_chunk_by_file_and_page() -> None:
    assert cited(f'{CLAIM} <CITATION file="a.pdf" page="3"/>.', "a.pdf#3", "a.pdf#4") == [(("a.pdf#3",), ())]


@pytest.mark.spec("AUD-8")
@pytest.mark.parametrize(
    "sources",
    [
        "[^1]: c2, section 4\n[^2]: c1",
        "[1] c2: The lease\n[2] c1: The policy",
        "Sources:\n[1] c2\n[2] c1",
        "## References\n\n1. c2, page 3\n2. c1",
    ],
)
def test_footnotes_and_source_lists_at_the_end_say_what_a_number_means_and_are_no_claims(sources: str) -> None:
    mark = "^" if "^" in sources else ""
    answer = f"{CLAIM}.[{mark}1] Beta fell.[{mark}2]\n\n{sources}"
    assert cited(answer, "c1", "c2") == [(("c2",), ()), (("c1",), ())]


@pytest.mark.spec("AUD-8")
def test_a_line_that_only_lists_sources_is_no_claim() -> None:
    assert cited(f"{CLAIM} [1].\n\nSources: c1, c2", "c1", "c2") == [(("c1",), ())]


def test_a_list_of_statements_is_no_list_of_sources() -> None:
    assert len(cited("1. Acme grew 5% [1].\n2. Beta fell [2].", "c1", "c2")) == 2


def test_brackets_that_cite_nothing_stay_text() -> None:
    read = read_citations("Acme [sic] grew (by 5%).", ChunkNames(["c1"]))
    assert read.text == "Acme [sic] grew (by 5%)."


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["[1]", "[^1]: c1\n", "Sources:\n", "1. c1\n", "<CITATION ", "【", "(c1, ", "[[", "|a|\n|-|\n", "Sources: c1\n\n"],
)
def test_a_long_run_of_markers_is_read_within_a_second(piece: str) -> None:
    began = time.process_time()
    cited(piece * (100_000 // len(piece)), "c1", "c2")
    assert time.process_time() - began < 1


@given(st.text(max_size=300), st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=4, unique=True))
def test_any_answer_keeps_its_length_and_names_only_chunks_there_are(answer: str, ids: list[str]) -> None:
    read = read_citations(answer, ChunkNames(ids))
    assert len(read.text) == len(answer)
    for claim in split_claims(read.text):
        assert set(read.cited(claim).ids) <= set(ids)
