"""Which sentences an answer is made of, and which quotes stand by when there is none."""

import pytest
from made_evidence import by_id, checked, evidence

from pincite.evidence.judgement.conflicts import Conflict, Side
from pincite.nodes.answer.closeness import Close
from pincite.nodes.answer.synthesise import DIRECT, RELATED, SUPPORT, both_sides, nearest_quotes, synthesise


@pytest.mark.spec("ANS-2")
def test_the_direct_part_comes_first_and_no_part_is_longer_than_allowed() -> None:
    shared = {"document_id": "d", "version_id": "v"}
    units = by_id(*(evidence(number, f"Line {number}.", source=shared) for number in range(1, 21)))
    drafted = [
        *(checked(f"Line {number}.", f"e{number}", part="related") for number in range(1, 6)),
        *(checked(f"Line {number}.", f"e{number}", part="support") for number in range(6, 13)),
        *(checked(f"Line {number}.", f"e{number}", part="direct") for number in range(13, 18)),
    ]
    found = synthesise(drafted, units, (), facts=1)
    parts = [sentence.part for sentence in found.sentences]
    assert parts == ["direct"] * DIRECT + ["support"] * SUPPORT + ["related"] * RELATED
    assert "Line 16." in {sentence.text for sentence in found.sentences if sentence.part == "support"}


@pytest.mark.spec("ANS-2")
def test_a_sentence_drafted_twice_is_shown_once() -> None:
    units = by_id(evidence(1, "The fee is £5."))
    twice = (checked("The fee is £5.", "e1"), checked("The fee is £5.", "e1", part="support"))
    assert [sentence.part for sentence in synthesise(twice, units, (), facts=1).sentences] == ["direct"]


@pytest.mark.spec("CON-1", "CON-2")
def test_a_side_that_the_draft_leaves_out_is_reported_in_its_sources_words_and_cited() -> None:
    units = by_id(evidence(1, "The fee is £5."), evidence(2, "2.1 The fee is £7; and"))
    sides = tuple(
        Side.model_validate(
            {"value": value, "evidence_ids": (name,), "titles": ("t",), "dated": None, "authority": "contract"}
        )
        for value, name in (("£5", "e1"), ("£7", "e2"))
    )
    conflict = Conflict.model_validate({"fact_id": "f1", "fact_text": "fee", "subject_id": "s1", "sides": sides})
    found = synthesise((checked("The fee is £5.", "e1"),), units, (conflict,), facts=1)
    assert [(sentence.text, sentence.part) for sentence in found.sentences] == [
        ("The fee is £5.", "direct"),
        ("The fee is £7", "related"),
    ]


@pytest.mark.spec("ANS-9", "CON-2")
def test_conflicting_quotes_that_do_not_answer_are_shown_closest_first() -> None:
    units = by_id(evidence(1, "We hear that the fee is £5."), evidence(2, "The fee is £7."))
    sides = tuple(
        Side.model_validate(
            {"value": value, "evidence_ids": (name,), "titles": ("t",), "dated": None, "authority": "minutes"}
        )
        for value, name in (("£5", "e1"), ("£7", "e2"))
    )
    conflict = Conflict.model_validate({"fact_id": "f1", "fact_text": "fee", "subject_id": "s1", "sides": sides})
    close = [Close(unit, 1.0) for unit in reversed(units.values())]
    shown = [draft.sentence.text for draft in both_sides((conflict,), units, close)]
    assert shown == ["The fee is £7.", "We hear that the fee is £5."]


@pytest.mark.spec("ANS-9")
def test_quotes_far_from_the_closest_of_its_place_or_in_its_words_are_left_out() -> None:
    quotes = ("The limit is £140.", "The  limit is £140.", "Dinner has a limit.", "A limit may change.")
    close = [Close(evidence(number, quote), 1 / number) for number, quote in enumerate(quotes, 1)]
    close[2] = close[2]._replace(closeness=0.9)
    found = nearest_quotes(sorted(close, key=lambda quote: -quote.closeness), {"f1"})
    assert [draft.sentence.text for draft in found] == ["The limit is £140.", "Dinner has a limit."]


@pytest.mark.spec("EVI-10")
def test_no_quote_is_shown_for_a_fact_that_is_settled() -> None:
    assert nearest_quotes((Close(evidence(1, "The Company pays £140 a night."), 0.9),), {"f2"}) == ()
