"""Citations: where a number stands, which sources are kept, and what is left out with the others."""

from datetime import date

import pytest
from made_evidence import by_id, checked, evidence

from pincite.nodes.answer.cite import SOURCES_AT_MOST, citation, cite, with_markers

BOTH = "The fee is £5 and the term is two years."


@pytest.mark.spec("ANS-3")
@pytest.mark.parametrize(
    ("text", "claims", "shown"),
    [
        ("The fee is £5.", [("The fee is £5.", (1,))], "The fee is £5. [1]"),
        ("The fee is £5.", [("The fee is £5.", (3, 1))], "The fee is £5. [1][3]"),
        (BOTH, [("The fee is £5", (1,)), ("the term is two years", (1,))], f"{BOTH} [1]"),
        (
            BOTH,
            [("The fee is £5", (1,)), ("the term is two years", (2,))],
            "The fee is £5 [1] and the term is two years [2].",
        ),
        (
            BOTH,
            [("The fee is £5", (1,)), ("the term is two years.", (2, 3))],
            "The fee is £5 [1] and the term is two years [2][3].",
        ),
        (
            "A is 1, B is 2 and C is 3.",
            [("A is 1", (1,)), ("B is 2", (1,)), ("C is 3.", (2,))],
            "A is 1, B is 2 [1] and C is 3 [2].",
        ),
        (
            "He said “the fee is £5” and “the term is two years.”",
            [("the fee is £5", (1,)), ("the term is two years.”", (2,))],
            "He said “the fee is £5 [1]” and “the term is two years [2].”",
        ),
        ("Both hold.", [("one that is told elsewhere", (1,)), ("hold.", (2,))], "Both hold. [1][2]"),
        ("费用是五元。", [("费用是五元。", (1,))], "费用是五元。 [1]"),
    ],
)
def test_numbers_follow_what_they_support(text: str, claims: list[tuple[str, tuple[int, ...]]], shown: str) -> None:
    assert with_markers(text, claims) == shown


@pytest.mark.spec("ANS-3")
def test_numbers_count_in_the_order_of_first_use_and_one_quote_keeps_its_number() -> None:
    units = by_id(evidence(1, "The fee is £5."), evidence(2, "The term is two years."))
    found = cite(
        (checked("The term is two years.", "e2"), checked("The fee is £5.", "e1"), checked("Two years.", "e2")), units
    )
    assert [sentence.citations for sentence in found.sentences] == [(1,), (2,), (1,)]
    assert [(citation.number, citation.document) for citation in found.citations] == [(1, "2.txt"), (2, "1.txt")]


@pytest.mark.spec("ANS-5")
def test_evidence_that_a_sentence_names_and_none_of_its_claims_rests_on_is_not_cited() -> None:
    units = by_id(evidence(1, "The fee is £5."), evidence(2, "The sky is blue."))
    found = cite((checked("The fee is £5.", "e1", "e2", claims={"The fee is £5.": ("e1",)}),), units)
    assert [citation.document for citation in found.citations] == ["1.txt"]


@pytest.mark.spec("ANS-3")
def test_at_most_five_sources_are_cited_and_what_only_others_support_is_left_out_and_disclosed() -> None:
    units = by_id(*(evidence(number, f"Part {number}.") for number in range(1, 8)))
    found = cite(tuple(checked(f"Part {number}.", f"e{number}") for number in range(1, 8)), units)
    assert len({citation.document for citation in found.citations}) == SOURCES_AT_MOST
    assert [disclosure.subject for disclosure in found.left_out] == ["Document 6", "Document 7"]
    assert all(disclosure.kind == "dropped" for disclosure in found.left_out)


@pytest.mark.spec("ANS-3", "ANS-5")
def test_a_sentence_is_left_out_where_its_figure_stands_only_in_a_source_beyond_the_limit() -> None:
    units = by_id(*(evidence(number, f"Hotels: part {number}.") for number in range(1, 6)), evidence(6, "Up to £310."))
    together = checked("Hotels: up to £310.", *units)
    found = cite((*(checked(f"Hotels: part {number}.", f"e{number}") for number in range(1, 6)), together), units)
    assert "Hotels: up to £310." not in [sentence.text for sentence in found.sentences]
    assert [disclosure.subject for disclosure in found.left_out] == ["Document 6"]


@pytest.mark.spec("ANS-3", "ANS-5")
def test_a_period_in_the_title_of_a_kept_source_needs_no_further_source() -> None:
    units = by_id(
        *(evidence(number, f"Part {number}.") for number in range(1, 5)),
        evidence(5, "The fee is £5.", source={"title": "Fees in 2024"}),
        evidence(6, "In 2024 the fee is £5."),
    )
    stated = checked("In 2024 the fee is £5.", "e5", "e6")
    found = cite((*(checked(f"Part {number}.", f"e{number}") for number in range(1, 5)), stated), units)
    assert stated.sentence.text in [sentence.text for sentence in found.sentences]
    assert found.left_out == ()


@pytest.mark.spec("ANS-3")
def test_the_sources_kept_cover_most_facts_then_are_primary_current_and_of_authority() -> None:
    comment = {"authority": "comment"}
    units = by_id(
        *(evidence(number, f"Part {number}.", source=comment) for number in range(1, 5)),
        evidence(5, "Part 5.", source={"kind": "secondary"}),
        evidence(6, "Part 6.", source={"authority": "policy"}),
        evidence(7, "Part 7.", fact="f1", source=comment),
        evidence(8, "Part 8.", fact="f2", source={**comment, "document_id": "d7", "version_id": "v7", "path": "7.txt"}),
    )
    found = cite(tuple(checked(f"Part {number}.", f"e{number}") for number in range(1, 9)), units)
    cited = {citation.document for citation in found.citations}
    assert {"6.txt", "7.txt"} <= cited
    assert "5.txt" not in cited
    assert len(cited) == SOURCES_AT_MOST


@pytest.mark.spec("ANS-3", "ANS-5")
def test_a_sentence_is_not_kept_with_one_of_its_claims_unsupported() -> None:
    units = by_id(*(evidence(number, f"Part {number}.", source={"authority": "policy"}) for number in range(1, 6)),
                  evidence(6, "The term is two years."))  # fmt: skip
    kept = tuple(checked(f"Part {number}.", f"e{number}") for number in range(1, 6))
    mixed = checked(
        "Part 1 and the term is two years.", "e1", "e6",
        claims={"Part 1": ("e1",), "the term is two years.": ("e6",)},
    )  # fmt: skip
    found = cite((*kept, mixed), units)
    assert mixed.sentence.text not in {sentence.text for sentence in found.sentences}
    assert [disclosure.subject for disclosure in found.left_out] == ["Document 6"]


@pytest.mark.spec("ANS-3")
@pytest.mark.parametrize(
    ("declared", "updated_at", "covers"),
    [
        ("Norvale Foods plc; FY2023", None, "FY2023"),
        ("Norvale Foods plc", None, None),
        ("Norvale Foods plc; FY2023", date(2024, 3, 1), None),
    ],
)
def test_an_undated_source_is_cited_with_the_period_it_declares(
    declared: str, updated_at: date | None, covers: str | None
) -> None:
    unit = evidence(1, "Revenue was 5.", declared=declared, source={"updated_at": updated_at})
    assert citation(1, unit).covers == covers
