import pytest
from babel import Locale, localedata

from pincite.evidence.names import countries
from pincite.evidence.names.countries import forms_with_country, holds_in, is_country, same_country
from pincite.evidence.questions.premises import check_premises


@pytest.mark.parametrize(
    ("asked", "quote", "result"),
    [
        ("UK", "This part applies to employees in the United Kingdom.", "proved"),
        ("the United States", "Staff in the U.S. have ten days.", "proved"),
        ("England", "This part applies to employees in the United Kingdom.", "proved"),
        ("UK", "This part applies to employees in England.", "unsettled"),
        (
            "Ireland",
            "This part applies to employees in Northern Ireland and Scotland.",
            "proved",
        ),  # a name inside a longer one
        ("Norway", "This part applies to employees in the United Kingdom.", "unsettled"),
    ],
)
def test_a_country_is_named_in_any_of_its_forms_and_the_whole_holds_for_its_part(
    asked: str, quote: str, result: str
) -> None:
    assert check_premises([asked], quote)[asked].result == result


@pytest.mark.spec("SUB-7")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Russia", "Russian Federation"),
        ("Turkey", "Türkiye"),
        ("South Korea", "Republic of Korea"),
        ("Czech Republic", "Czechia"),
        ("Burma", "Myanmar"),
        ("Ivory Coast", "Côte d’Ivoire"),
        ("St. Lucia", "Saint Lucia"),
        ("the U.S.", "United States of America"),
        ("Germany", "Deutschland"),
        ("Allemagne", "Federal Republic of Germany"),
        ("Reino Unido", "UK"),
        ("Great Britain", "United Kingdom"),
        ("European Union", "EU"),
    ],
)
def test_a_country_has_former_formal_and_foreign_names(one: str, other: str) -> None:
    assert is_country(one)
    assert same_country(one, other)


@pytest.mark.parametrize("word", ["Island", "Reunión", "Maurice", "IT", "NO", "Central", "Europe", "York", ""])
def test_a_word_that_is_more_often_something_else_is_no_country(word: str) -> None:
    assert not is_country(word)


@pytest.mark.spec("SUB-7")
def test_what_holds_in_a_country_holds_in_its_parts_and_not_the_other_way_round() -> None:
    assert holds_in("United States", "Ohio")
    assert holds_in("Canada", "Ontario")
    assert not holds_in("Ohio", "United States")
    assert not holds_in("United States", "Georgia")  # the country, or the state: the name alone does not say


def test_a_town_or_a_word_is_no_country() -> None:
    assert is_country("the UK")
    assert is_country("United Arab Emirates")
    assert not is_country("Freiburg")
    assert same_country("UK", "United Kingdom")
    assert forms_with_country("Freiburg") == ("Freiburg",)


def test_reading_the_names_leaves_the_locales_of_babel_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(localedata, "_cache", {})
    list(countries._of_countries())
    assert Locale("es").currency_symbols["USD"] == "US$"
