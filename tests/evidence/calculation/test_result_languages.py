"""A calculated result is a sentence in the language of the question, with the numbers of that language."""

from decimal import Decimal
from pathlib import Path
from typing import get_args

import pytest
import yaml
from made_evidence import evidence
from template_texts import places, texts

from pincite.evidence.calculation.calculation_builder import Reckoned, reckon
from pincite.evidence.calculation.calculations import Calculation, Operation
from pincite.evidence.calculation.result_names import borrowed_name
from pincite.evidence.calculation.result_sentences import result_sentence
from pincite.evidence.calculation.result_words import LANGUAGES, words_for
from pincite.evidence.calculation.value_text import value_text
from pincite.evidence.language.question_language import Language
from pincite.evidence.model.evidence import Evidence

QUESTIONS: dict[Language, str] = {
    "de": "Wie hoch ist das Ergebnis?",
    "fr": "Quel est le résultat de la société ?",
    "es": "¿Cuál es el resultado?",
}


def row(number: int, label: str, *figures: str, unit: str = "€ in millions") -> Evidence:
    cells = ((f"({unit})", label), *zip(("2025", "2024"), figures, strict=False))
    return evidence(number, " ".join((label, *figures)), row=cells, source={"version_id": "v1"})


SALES = row(1, "Sales", "2,300", "1,163")
DUES = row(2, "Dues", "80", "64")
MARGIN = row(3, "Margin", "18%", "21%", unit="%")
NOTICE = evidence(4, "Notice of 14 days runs from 3 March 2026. Repairs up to €140 are paid.")
SHIPS = evidence(5, "There are 3 ships.")
TWO_YEARS = ((SALES, "2,300"), (SALES, "1,163"))
TWO_ROWS = ((DUES, "80"), (SALES, "2,300"))

FIGURES = {
    "two_years": TWO_YEARS,
    "two_rows": TWO_ROWS,
    "two_margins": ((MARGIN, "18%"), (MARGIN, "21%")),
    "rise": ((DUES, "64"), (DUES, "80")),
    "rows_and_count": ((DUES, "80"), (SHIPS, "3")),
}
SENTENCES = yaml.safe_load(Path(__file__).with_name("result_languages.yaml").read_text(encoding="utf-8"))


def said(
    language: Language,
    operation: Reckoned,
    figures: tuple[tuple[Evidence, str], ...],
    formula: str | None = None,
    name: str = "",
) -> str:
    found = reckon(operation, formula, figures)
    assert isinstance(found, Calculation), found
    sentence = result_sentence(
        QUESTIONS[language], found.model_copy(update={"name": name}), [unit for unit, _ in figures]
    )
    assert found.stated_in(sentence)
    return sentence.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.spec("EVI-9", "ANS-2")
@pytest.mark.parametrize(("language", "operation", "figures", "sentence"), SENTENCES)
def test_every_operation_is_a_sentence_in_every_language(
    language: Language, operation: Operation, figures: str, sentence: str
) -> None:
    assert said(language, operation, FIGURES[figures]) == sentence


def test_no_operation_lacks_a_sentence_in_a_language() -> None:
    every = {(language, operation) for language in QUESTIONS for operation in get_args(Operation)}
    assert {(language, operation) for language, operation, _, _ in SENTENCES} == every


@pytest.mark.parametrize(
    ("language", "formula", "figures", "sentence"),
    [
        ("de", "a + b", ("3 March 2026", "14 days"), "Das Ergebnis ist der 17. März 2026: 3. März 2026 + 14 Tage."),
        ("fr", "a + b", ("3 March 2026", "14 days"), "Le résultat est le 17 mars 2026 : 3 mars 2026 + 14 jours."),
        ("es", "a + b", ("3 March 2026", "14 days"), "El resultado es el 17 de marzo de 2026: 3 de marzo de 2026 + 14 días."),
        ("de", "0.5 * a", ("€140",), "Das Ergebnis beträgt höchstens 70 €: 0,5 × 140."),
        ("fr", "0.5 * a", ("€140",), "Le résultat s’élève à 70 € au plus : 0,5 × 140."),
        ("es", "0.5 * a", ("€140",), "El resultado es de 70 € como máximo: 0,5 × 140."),
    ],
)  # fmt: skip
def test_dates_limits_and_decimals_are_written_as_in_the_language(
    language: Language, formula: str, figures: tuple[str, ...], sentence: str
) -> None:
    assert said(language, "formula", tuple((NOTICE, figure) for figure in figures), formula) == sentence


def test_the_values_of_a_function_are_told_apart_from_decimals() -> None:
    figures = ((SALES, "2,300"), (SALES, "1,163"))
    assert "min(0,5 × 2.300; 1.163)" in said("de", "formula", figures, "min(0.5 * a, b)")


@pytest.mark.parametrize(
    ("language", "name", "start"),
    [
        ("de", "der Anteil der Gebühren 2025", "Der Anteil der Gebühren 2025 beträgt 3,48 %:"),
        ("fr", "la part des droits en 2025", "La part des droits en 2025 s’élève à 3,48 % :"),
        ("es", "la proporción de tasas en 2025", "La proporción de tasas en 2025 es de 3,48 %:"),
    ],
)
def test_a_name_from_a_model_leads_the_sentence(language: Language, name: str, start: str) -> None:
    assert said(language, "share", TWO_ROWS, name=name).startswith(start)


def test_a_name_may_contain_the_noun_of_a_kind_of_result() -> None:
    asked = ("Um wie viel stiegen die Gebühren?",)
    assert borrowed_name("die Differenz der Gebühren", asked, [])
    assert not borrowed_name("die Differenz der Mieten", asked, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_has_the_same_places_in_every_language(language: Language) -> None:
    optional = {"shared"}
    """Each figure shows its own column in some languages."""
    own = dict(texts(words_for(language).model_dump(exclude=optional)))
    for where, english in texts(words_for("en").model_dump(exclude=optional)):
        assert places(own[where]) == places(english), where


@pytest.mark.parametrize(
    ("unit", "one", "many"),
    [("day", "1 Tag", "2 Tage"), ("mile", "1 Meile", "2 Meilen"), ("kg", "1 kg", "2 kg"), ("g", "1 g", "2 g"),
     ("business_day", "1 Arbeitstag", "2 Arbeitstage"), ("GBP/mile", "1 £ pro Meile", "2 £ pro Meile")],
)  # fmt: skip
def test_units_are_named_in_the_language(unit: str, one: str, many: str) -> None:
    written = [value_text(Decimal(count), unit, "de").replace("\u00a0", " ") for count in (1, 2)]
    assert written == [one, many]


@pytest.mark.parametrize("unit", ["person", "unit"])
def test_a_unit_without_a_translation_is_not_taken_for_one_with_a_longer_id(unit: str) -> None:
    assert value_text(Decimal(5), unit, "de") == value_text(Decimal(5), unit, "en")
