"""The word lists agree with CLDR on months and currencies, and hold the irregular verbs and nouns of reports."""

import pytest
from babel import Locale
from babel.numbers import list_currencies

from pincite.evidence.language.verbs import forms
from pincite.evidence.lexicon.calendar_names import MONTHS
from pincite.evidence.lexicon.currencies import CODES
from pincite.evidence.values.amounts import singular
from pincite.evidence.values.facts import read_facts
from pincite.evidence.values.periods import parse_period


@pytest.mark.parametrize("language", ["en", "de", "de_AT", "fr", "es"])
def test_every_month_has_its_name_in_every_language_that_is_read(language: str) -> None:
    for context in ("format", "stand-alone"):
        for number, name in Locale.parse(language).months[context]["wide"].items():
            assert MONTHS[name.casefold()] == number


def test_no_form_of_a_month_is_one_of_another_in_those_languages() -> None:
    for language in ("en", "de", "de_AT", "fr", "es"):
        for context in ("format", "stand-alone"):
            for number, name in Locale.parse(language).months[context]["abbreviated"].items():
                assert MONTHS.get(name.casefold().rstrip("."), number) == number


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Umsatz im März 2023", "2023-03"),
        ("Stand: 12. Oktober 2022", "2022-10-12"),
        ("au 1er février 2021", "2021-02-01"),
        ("3 janv. 2020", "2020-01-03"),
        ("el 5 de mayo de 2019", "2019-05-05"),
        ("en diciembre de 2020", "2020-12"),
        ("Jänner 2024", "2024-01"),
        ("the Mars 2020 mission", "2020"),
    ],
)
def test_a_period_of_a_question_may_name_its_month_in_any_of_them(text: str, label: str) -> None:
    period = parse_period(text)
    assert period is not None
    assert period.label() == label


@pytest.mark.parametrize("text", ["3 janv. 2020", "7 févr. 2020", "14 juil. 2020", "2 déc. 2020"])
def test_a_date_with_a_french_short_month_is_a_date(text: str) -> None:
    assert [fact.kind for fact in read_facts(text)] == ["date"]


@pytest.mark.parametrize("text", ["3 years ago 15 people left", "the AVR 8 board", "ABR 5"])
def test_words_and_acronyms_are_no_months(text: str) -> None:
    assert not {fact.kind for fact in read_facts(text)} & {"date", "period"}


def test_every_code_of_a_currency_is_one() -> None:
    assert {code.upper() for code in CODES} - {"BTC"} <= list_currencies()


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("MYR 2.5 million", "MYR"),
        ("5 million KWD", "KWD"),
        ("IDR 15,000", "IDR"),
        ("CHF 3.2 million", "CHF"),
        ("UAH 400", "UAH"),
    ],
)
def test_an_amount_is_in_the_currency_of_its_code(text: str, currency: str) -> None:
    assert [(fact.kind, fact.unit) for fact in read_facts(text)] == [("money", currency)]


@pytest.mark.parametrize(
    "text", ["ALL 50 states", "COP 26", "IRR 12", "SDG 13", "TOP 10", "AWG 24", "try 5 times", "MAD 5"]
)
def test_a_word_in_capitals_makes_no_amount_of_money(text: str) -> None:
    assert "money" not in {fact.kind for fact in read_facts(text)}


@pytest.mark.parametrize(
    ("past", "base"),
    [
        ("repaid", "repay"), ("foresaw", "foresee"), ("misled", "mislead"), ("overrode", "override"), ("fled", "flee"),
        ("hung", "hang"), ("swung", "swing"), ("strove", "strive"), ("learnt", "learn"), ("lit", "light"), ("agreed", "agree"),
        ("freed", "free"), ("acquired", "acquire"), ("focused", "focus"), ("offered", "offer"),
    ],
)  # fmt: skip
def test_a_past_form_and_its_verb_are_of_one_root(past: str, base: str) -> None:
    assert {root for root, form in forms(past) if form == "past"} & {
        root for root, form in forms(base) if form == "base"
    }


@pytest.mark.parametrize(
    ("plural", "noun"),
    [
        ("buses", "bus"), ("houses", "house"), ("companies", "company"), ("gases", "gas"), ("cases", "case"), ("criteria", "criterion"),
        ("news", "news"), ("potatoes", "potato"), ("photos", "photo"), ("knives", "knife"), ("taxes", "tax"), ("employees", "employee"),
    ],
)  # fmt: skip
def test_a_counted_noun_has_its_singular(plural: str, noun: str) -> None:
    assert singular(plural) == noun
