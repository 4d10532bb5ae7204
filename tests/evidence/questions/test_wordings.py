import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.language.words import topic_roots
from pincite.evidence.names.same_name import mentioned
from pincite.evidence.questions.wordings import MOST, roots_stated, wordings

NAMES = ("Harrow Mills Ltd", "Harrow Mills", "HML", "Old Loom Works", "the Tenant", "Weft & Co")


def given_names(**more: object) -> dict[str, object]:
    return {
        "name": NAMES[0],
        "identifiers": NAMES,
        "terms": ("rent", "quarter"),
        "constraints": ("2024",),
        "question": "What rent did Harrow Mills Ltd pay a quarter in 2024?",
    } | more


def searched(**more: object) -> tuple[tuple[str, str | None], ...]:
    return tuple((wording.words, wording.adds) for wording in wordings(**given_names(**more)))  # type: ignore[arg-type]


@pytest.mark.spec("RET-6", "RET-7")
def test_a_fact_is_searched_in_the_questions_words_first_and_then_with_what_is_added() -> None:
    assert searched(variants=("quarterly rent",)) == (
        ("Harrow Mills Ltd rent quarter 2024", None),
        ("What rent did Harrow Mills Ltd pay a quarter in 2024?", None),
        ("Harrow Mills Ltd quarterly rent", None),
        ("HML Old Loom Works the Tenant rent quarter 2024", "other names: HML, Old Loom Works, the Tenant"),
    )


@pytest.mark.spec("RET-6", "RET-7")
@given(st.lists(st.text(max_size=20), min_size=10, max_size=10))
def test_the_wordings_are_few_the_same_each_time_and_each_names_the_candidate(texts: list[str]) -> None:
    terms, constraints, question, variants = texts[:3], texts[3:5], texts[5], texts[6:]
    more = {
        "terms": terms,
        "constraints": constraints,
        "question": question,
        "variants": variants,
    }
    found = searched(**more)
    assert 1 <= len(found) <= MOST
    assert all(mentioned(NAMES, words) for words, _ in found)
    assert searched(**more) == found
    asked = {root for term in (*terms, *constraints) for root in topic_roots(term)}
    assert all(asked <= set(topic_roots(words)) for words, adds in found if adds)


@pytest.mark.spec("RET-6")
@pytest.mark.parametrize(
    ("asked", "held"),
    [
        ("headquarters", "principal executive offices"),
        ("HQ", "headquarters"),
        ("capex", "capital expenditures"),
        ("EBITDA", "earnings before interest, taxes, depreciation and amortization"),
        ("FY", "fiscal year"),
        ("PTO", "paid time off"),
        ("AGM", "annual general meeting"),
    ],
)
def test_an_abbreviation_or_another_word_of_the_stated_list_counts_as_the_asked_one(asked: str, held: str) -> None:
    assert roots_stated((asked,), held) == 1


def test_what_is_said_counts_words_and_the_stated_words_for_them() -> None:
    assert roots_stated(("capex", "2024"), "Capital expenditures rose in 2024.") == 2
    assert roots_stated(("headquarters",), "Its head office is in Leeds.") == 1
    assert roots_stated(("rent",), "Nothing of it.") == 0
