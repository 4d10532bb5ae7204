"""Which sentences an answer is made of, and which quotes stand by when there is none."""

import pytest
from made_evidence import by_id, checked, evidence

from pincite.evidence.conflicts import Conflict, Side
from pincite.evidence.spans import PassageId
from pincite.nodes.nearness import Near
from pincite.nodes.synthesise import DIRECT, RELATED, SUPPORT, nearest_quotes, synthesise, tells


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
    parts = [one.part for one in found.sentences]
    assert parts == ["direct"] * DIRECT + ["support"] * SUPPORT + ["related"] * RELATED
    assert "Line 16." in {one.text for one in found.sentences if one.part == "support"}


@pytest.mark.spec("ANS-2")
def test_a_sentence_drafted_twice_is_told_once() -> None:
    units = by_id(evidence(1, "The fee is £5."))
    twice = (checked("The fee is £5.", "e1"), checked("The fee is £5.", "e1", part="support"))
    assert [one.part for one in synthesise(twice, units, (), facts=1).sentences] == ["direct"]


@pytest.mark.spec("CON-1", "CON-2")
def test_a_side_that_the_draft_leaves_out_is_told_in_its_sources_words_and_cited() -> None:
    units = by_id(evidence(1, "The fee is £5."), evidence(2, "2.1 The fee is £7; and"))
    sides = tuple(
        Side.model_validate(
            {"value": value, "evidence_ids": (name,), "titles": ("t",), "dated": None, "authority": "contract"}
        )
        for value, name in (("£5", "e1"), ("£7", "e2"))
    )
    conflict = Conflict.model_validate({"fact_id": "f1", "fact_text": "fee", "subject_id": "s1", "sides": sides})
    found = synthesise((checked("The fee is £5.", "e1"),), units, (conflict,), facts=1)
    assert [(one.text, one.part) for one in found.sentences] == [
        ("The fee is £5.", "direct"),
        ("The fee is £7", "related"),
    ]


@pytest.mark.spec("ANS-1", "ANS-9", "EVI-10")
def test_the_nearest_quotes_are_current_say_something_and_lack_no_premise() -> None:
    best = evidence(1, "The Company pays for a hotel up to £140 per night.", relevance=0.45)
    found = nearest_quotes(
        (
            evidence(2, "between Acme Ltd and Borealis Ltd, made in Leeds", relevance=0.45),
            evidence(3, "The Company paid for a hotel up to £120.", relevance=0.45, source={"is_current": False}),
            evidence(4, "The Company pays £99 for a hotel in 2019.", relevance=0.45, premises_open=("2026",)),
            evidence(5, "The Company makes valves of many kinds.", relevance=0.31),
            best,
        ),
        {"f1"},
        {},
    )
    assert [one.sentence.text for one in found] == [best.span.quote]


@pytest.mark.spec("ANS-9", "EVI-7")
def test_the_place_that_searches_rank_first_is_shown_before_one_that_shares_more_words() -> None:
    wordy = evidence(1, "The Company may at any time pay for hotels and for meals.", relevance=0.6)
    ranked = evidence(2, "Hotels are booked by the travel desk.", relevance=0.35, passage_id="p2")
    near = {"p1": Near(False, 0, -0.05), "p2": Near(False, 0, -0.25)}
    found = nearest_quotes((wordy, ranked), {"f1"}, {PassageId(one): held for one, held in near.items()})
    assert next(one.sentence.text for one in found) == ranked.span.quote
    other = near | {"p2": Near(False, 2, -0.25)}
    found = nearest_quotes((wordy, ranked), {"f1"}, {PassageId(one): held for one, held in other.items()})
    assert next(one.sentence.text for one in found) == wordy.span.quote


@pytest.mark.spec("EVI-10")
def test_no_quote_is_shown_for_a_fact_that_is_settled() -> None:
    assert nearest_quotes((evidence(1, "The Company pays £140 a night."),), {"f2"}, {}) == ()


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        (evidence(1, "Fees and other charges"), False),
        (evidence(1, "The fee is five pounds."), True),
        (evidence(1, "and the fee is five pounds."), False),
        (evidence(1, "Grade | Days | Weeks | Carry-over days", place={"cell": "A1:D1"}), False),
        (evidence(1, "C | 27", place={"cell": "A2:B2"}, row=(("Grade", "C"), ("Days", "27"))), True),
        (evidence(1, "term) 4.51%", row=(("", "term)"), ("2024", "4.51%"))), False),
        (evidence(1, "2.48 Rest periods 9", row=(("", "2.48 Rest periods"), ("", "9"))), False),
        (evidence(1, "Day rate £900", row=(("", "Day rate"), ("", "£900"))), True),
        (evidence(1, "— 12", row=(("", "—"), ("2024", "12"))), False),
        (evidence(1, "Rate 2024 4.51% 3.20% — 12 14"), False),
        (evidence(1, "Tarn Optics Ltd. Wales Orrin Lenses GmbH Germany"), False),
        (evidence(1, "Die Miete beträgt 500 Euro."), True),
        (evidence(1, "租金为每月五百欧元 不含 税 及 其他 费用"), True),
    ],
)
def test_titles_fragments_and_column_names_say_nothing(unit, says: bool) -> None:  # type: ignore[no-untyped-def]
    assert tells(unit) is says
