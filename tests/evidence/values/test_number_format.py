"""A text is read in its own convention for decimals, however an English claim writes the same amount."""

from decimal import Decimal

import pytest

from pincite.evidence.guards.prepared_source import source_of
from pincite.evidence.guards.unheld_values import unheld_values
from pincite.evidence.values.facts import read_facts


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Die Haftung ist auf bis zu 500.000 Euro je Schadensfall begrenzt.", ["500000"]),
        ("Das Gewicht ist 2,500 kg und der Anteil 3,5 %.", ["2.500", "3.5"]),
        ("El importe máximo es de 500.000 euros por siniestro.", ["500000"]),
        ("Limit: 1.200.000 EUR a year, 500.000 EUR a claim", ["1200000", "500000"]),
        ("The rod is 2.500 m long and holds 3,500 kg.", ["2.500", "3500"]),
        ("In Zürich ist der Preis 1'200.50 CHF und der Satz 2.125 %", ["1200.50", "2.125"]),
        ("500.000", ["500.000"]),
    ],
)
def test_digits_are_grouped_as_the_text_groups_them(text: str, values: list[str]) -> None:
    assert [fact.low for fact in read_facts(text)] == [Decimal(value) for value in values]


def test_a_german_date_and_a_clause_number_stay_what_they_are() -> None:
    assert [fact.kind for fact in read_facts("Die Frist nach § 4.2 ist am 31.12.2025 und nicht vorher.")][-1] == "date"


@pytest.mark.spec("AUD-7")
def test_an_english_claim_is_held_by_the_german_amount_it_restates() -> None:
    source = source_of("Bei einfacher Fahrlässigkeit haftet sie nur bis zu 500.000 Euro je Schadensfall.")
    assert unheld_values("The supplier is liable up to 500,000 euros per claim.", [source]) == ()
    assert unheld_values("The supplier is liable up to 500 euros per claim.", [source]) == ("500 euros",)
