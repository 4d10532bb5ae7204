"""What a reader's yes is worth: only the letters of a premise are code's to demand, and only those."""

from typing import Any

import pytest
from made_evidence import evidence

from pincite.evidence.coverage import Reading, coverage
from pincite.evidence.evidence import Evidence
from pincite.evidence.subjects import FactId, RequiredFact

FACT = RequiredFact(fact_id=FactId("f1"), text="What margin is paid")


def status(*units: Evidence) -> str:
    read = Reading(fact_id=FactId("f1"), evidence=tuple(unit.evidence_id for unit in units))
    return coverage([FACT], units, {}, readings=[read]).facts[0].status


@pytest.mark.spec("EVI-10", "CRI-5")
@pytest.mark.parametrize(
    ("premise", "quote", "found"),
    [
        ("before VAT", "The fee is 450, with VAT to be added.", "covered"),
        ("before VAT", "The fee is 450.", "premise_failed"),
        ("leverage of 3.2", "At a leverage of up to 3.2 the margin is 2.5%.", "covered"),
        ("leverage of 3.2", "At a leverage of up to 3.0 the margin is 2.5%.", "premise_failed"),
        ("in plain words", "The fee is 450.", "covered"),
        ("the 1985 treaty", "The treaty of 1975 ended in 1985.", "premise_failed"),
        ("Tarn Vaults", "Tarn keeps its vaults.", "premise_failed"),
    ],
)
def test_the_fixed_letters_of_a_premise_must_stand_in_what_the_reader_names(
    premise: str, quote: str, found: str
) -> None:
    assert status(evidence(1, quote, premises_open=(premise,))) == found


@pytest.mark.spec("EVI-7")
@pytest.mark.parametrize(("held_then", "found"), [(True, "covered"), (False, "superseded")])
def test_a_replaced_text_answers_for_the_time_in_which_it_was_in_force(held_then: bool, found: str) -> None:
    replaced: dict[str, Any] = {"is_current": False}
    assert status(evidence(1, "The margin was 2%.", source=replaced, held_then=held_then)) == found


@pytest.mark.spec("CRI-5")
def test_of_a_passage_only_the_quotes_that_the_critic_names_count_where_it_names_any() -> None:
    states = evidence(1, "Ewa Holm guarantees the lease.", passage_id="p1")
    beside = evidence(2, "The guarantee ends in June.", passage_id="p1")
    named = {FACT.fact_id: (states.passage_id,)}
    assert len(coverage([FACT], [states, beside], named).facts[0].evidence_ids) == 2
    told = coverage([FACT], [states, beside], named, quotes={FACT.fact_id: (states.evidence_id,)})
    assert told.facts[0].evidence_ids == (states.evidence_id,)
