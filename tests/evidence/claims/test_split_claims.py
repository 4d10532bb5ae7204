"""How an answer comes apart into claims."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.claims.split_claims import split_claims


def statements(answer: str) -> list[str]:
    return [claim.statement for claim in split_claims(answer)]


@pytest.mark.spec("AUD-2")
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Acme was founded in 1990 and employs 50 people.", ["Acme was founded in 1990", "Acme employs 50 people."]),
        ("In 2019, Acme rose 5%, and Beta fell 3%.", ["In 2019, Acme rose 5%", "In 2019, Beta fell 3%."]),
        ("Acme earned 5m; Beta lost 7m.", ["Acme earned 5m", "Beta lost 7m."]),
        ("Sales rose 5% but profits fell 3%.", ["Sales rose 5%", "profits fell 3%."]),
        (
            "Acme retired the brand; it sold 5 plants and also opened a shop.",
            ["Acme retired the brand", "it sold 5 plants", "it also opened a shop."],
        ),
        (
            "Acme first sold its cars in 1990 and is based in Oslo.",
            ["Acme first sold its cars in 1990", "Acme is based in Oslo."],
        ),
        ("The mill opened in 1990 and it closed by order.", ["The mill opened in 1990", "it closed by order."]),
        ("It sells cars, trucks and bikes.", ["It sells cars, trucks and bikes."]),
        ("Acme earned 5m and Beta 7m.", ["Acme earned 5m and Beta 7m."]),
        (
            "The film stars A and B and was released in 1999.",
            ["The film stars A and B", "The film was released in 1999."],
        ),
        (
            "The company has three segments:\n- Flexibles [1]\n- Rigids [2]\n",
            [
                "The company has three segments",
                "The company has three segments: Flexibles",
                "The company has three segments: Rigids",
            ],
        ),
    ],
)
def test_one_claim_per_proposition_with_its_subject_carried_over(answer: str, expected: list[str]) -> None:
    assert statements(answer) == expected


@pytest.mark.spec("AUD-2")
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            "Is the rent due? Yes. It is paid in May.",
            [("Is the rent due?", "Is the rent due? Yes."), ("", "It is paid in May.")],
        ),
        ("Is the rent due? Yes, it is.", [("Is the rent due?", "Is the rent due? Yes, it is.")]),
        ("## What is the fee?\n\nSure! The fee is £40.", [("What is the fee?", "The fee is £40.")]),
        (
            "Which parts exist [1]?\n- Valves\n- Pipes\n\nAll rust.",
            [("Which parts exist?", f"Which parts exist? {part}") for part in ("Valves", "Pipes")]
            + [("", "All rust.")],
        ),
    ],
)
def test_a_question_is_no_claim_but_is_kept_with_its_answer_and_completes_a_reply(
    answer: str, expected: list[tuple[str, str]]
) -> None:
    assert [(claim.asked, claim.statement) for claim in split_claims(answer)] == expected


@pytest.mark.spec("AUD-2")
@pytest.mark.parametrize(
    "answer",
    [
        "If the buyer consents, the price is fixed and the goods are shipped.",
        "The CEO said that revenue rose 5% and costs fell 3%.",
        "Acme is paid and Beta is paid unless the court rules otherwise.",
    ],
)
def test_a_sentence_with_a_condition_or_a_speaker_stays_whole(answer: str) -> None:
    assert statements(answer) == [answer]


@pytest.mark.spec("AUD-2")
@pytest.mark.parametrize(
    "answer",
    [
        "Revenue, which includes rent, was 5 million.",
        "The CEO is Ann Lee, who joined in 2010.",
        "Revenue was 5 and the costs were 7 million.",
        "The report was written by Ann Lee and published in May.",
        "Ann Lee has directed and created the works of the team.",
        "Customers have gained, and may go on gaining, a right to cancel.",
        "Ann Lee was hired after the driver hit and killed a man.",
        "The film stars Bo Gray in Oz, which remakes Az and moves the plot to Rome.",
        "Patients treated with ACE and ARB will have more receptors.",
        "It was produced by Ann Lee, Bo Gray, and Ian Hill with Al Stone as the director.",
    ],
)
def test_what_shares_a_verb_an_object_or_a_unit_or_hangs_on_a_noun_stays_whole(answer: str) -> None:
    assert statements(answer) == [answer]


@pytest.mark.spec("AUD-8")
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Acme grew 5% [1] and employs 50 people [2].", [("Acme grew 5%", ("[1]",)), ("employs 50 people", ("[2]",))]),
        ("Acme grew 5%. [1][3] Beta fell.", [("Acme grew 5%.", ("[1]", "[3]")), ("Beta fell.", ())]),
        ("Acme grew 5% [doc §3].", [("Acme grew 5%", ("[doc §3]",))]),
        ('Acme grew. <CITATION file="a.pdf" page="3"/>', [("Acme grew.", ('<CITATION file="a.pdf" page="3"/>',))]),
        ("Acme grew 5% [c1].", [("Acme grew 5%", ("[c1]",))]),
    ],
)
def test_citation_markers_are_kept_beside_the_claim_and_not_in_it(
    answer: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert [(claim.text, claim.markers) for claim in split_claims(answer)] == expected


def test_questions_headings_and_courtesy_assert_nothing() -> None:
    assert statements("## Revenue\n\nSure! Is it so? Here is the answer:\n\nRevenue rose.") == ["Revenue rose."]


@pytest.mark.spec("AUD-2")
def test_to_say_that_one_has_not_found_it_asserts_nothing_but_a_reason_given_for_it_does() -> None:
    assert statements("I could not find the fee in the documents.") == []
    assert len(statements("I could not find the fee because it was abolished in 2020.")) == 1


@pytest.mark.spec("AUD-8")
def test_a_phrase_that_only_cites_is_no_part_of_the_statement() -> None:
    assert statements("According to [1], Acme grew 5%. According to Beta, Acme fell.") == [
        "Acme grew 5%.",
        "According to Beta, Acme fell.",
    ]


@pytest.mark.spec("AUD-2", "AUD-8")
def test_clauses_with_a_citation_each_come_apart() -> None:
    assert statements("The library supports deletes [1] and runs on phones [2].") == [
        "The library supports deletes",
        "The library runs on phones",
    ]


@pytest.mark.spec("AUD-2")
def test_table_rows_are_claims_and_their_head_is_not() -> None:
    assert statements("| Name | Year |\n|---|---|\n| Acme | 1990 |\n| Beta | 1991 |\n") == [
        "Acme | 1990",
        "Beta | 1991",
    ]


@pytest.mark.spec("AUD-2")
@given(st.text(max_size=400))
def test_any_text_is_split_and_each_claim_is_verbatim(answer: str) -> None:
    for claim in split_claims(answer):
        assert answer[claim.start : claim.end] == claim.text


_WORDS = st.sampled_from(
    "Acme Beta The board and but which , ; was founded employs rose in 2019 5% cars trucks it who . \n - ( ) not if said".split(
        " "
    )
)


@pytest.mark.spec("AUD-2")
@given(st.lists(_WORDS, max_size=60).map(" ".join))
def test_splitting_loses_no_word_that_asserts_something(answer: str) -> None:
    kept = [False] * len(answer)
    for claim in split_claims(answer):
        kept[claim.start : claim.end] = [True] * (claim.end - claim.start)
    lost = {
        match.group().casefold()
        for match in re.finditer(r"[^\W_]+", answer)
        if not all(kept[match.start() : match.end()])
    }
    assert lost <= {"and", "but", "which", "who"}
