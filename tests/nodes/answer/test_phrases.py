"""Fixed phrases: the same in every language, and dates and lists as they are written there."""

from datetime import date

import pytest
from template_texts import places, texts

from pincite.evidence.language.question_language import Language
from pincite.nodes.answer.phrases import phrases_for, phrases_of

OTHERS: tuple[Language, ...] = ("de", "fr", "es")


@pytest.mark.parametrize("language", OTHERS)
def test_every_phrase_has_the_same_places_to_fill_in_every_language(language: Language) -> None:
    own = dict(texts(phrases_for(language).model_dump()))
    for where, english in texts(phrases_for("en").model_dump()):
        assert places(own[where]) == places(english), where


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_a_phrase_that_is_a_sentence_ends_as_one(language: Language) -> None:
    phrases = phrases_for(language)
    whole = (phrases.caution, phrases.conflict_owner, phrases.not_found, phrases.no_role, phrases.read, phrases.ask_for)
    assert all(phrase.endswith(".") for phrase in whole)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What is the fee?", "2 March 2026"),
        ("Wie hoch ist die Gebühr?", "2. März 2026"),
        ("Quel est le prix du contrat ?", "2 mars 2026"),
        ("¿Cuál es el precio del contrato?", "2 de marzo de 2026"),
    ],
)
def test_dates_are_written_in_the_questions_language(question: str, shown: str) -> None:
    assert phrases_of(question).date(date(2026, 3, 2)) == shown


@pytest.mark.parametrize(
    ("items", "shown"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_are_joined_as_in_a_sentence(items: list[str], shown: str) -> None:
    assert phrases_for("en").listed(items) == shown


@pytest.mark.parametrize(
    ("kind", "joint"),
    [("master services agreement", "with"), ("NDA", "with"), ("lease", "with"), ("price list", "of"), ("policy", "of")],
)
def test_an_agreement_is_with_a_company_and_a_policy_is_of_one(kind: str, joint: str) -> None:
    assert phrases_for("en").joint(kind) == joint


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_a_name_with_a_full_stop_of_its_own_closes_its_sentence(language: Language) -> None:
    phrases = phrases_for(language)
    assert phrases.nobodys.format(names="Boeing and Pfizer Inc.").endswith("Pfizer Inc.")
    assert phrases.nobodys.format(names="Boeing and Pfizer").endswith("Pfizer.")
