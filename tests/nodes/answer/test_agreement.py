"""What the evidence says together: the date asked for is a value, and values of different dates conflict."""

import re

import pytest
from made_evidence import evidence

from pincite.evidence.judgement.coverage import Coverage, FactCheck
from pincite.evidence.model.evidence import Evidence, EvidenceId
from pincite.evidence.model.subjects import CandidateSubject, FactId, Plan, PlanStep
from pincite.nodes.answer.agreement import agreeing_documents, conflicts_among, limits_of
from pincite.nodes.answer.run_conflicts import conflicts_in_the_same_words, stated_conflicts

ASKED = Plan.model_validate(
    {
        "question": "When was it released?",
        "resolved_question": "When was it released?",
        "required_facts": (PlanStep.model_validate({"fact_id": "f1", "text": "release date"}),),
    }
)


@pytest.mark.spec("CON-1")
def test_two_dates_given_for_one_event_conflict() -> None:
    pair = [
        evidence(1, "The film was released on September 7, 2018.", "September 7, 2018"),
        evidence(2, "The film was released on September 1, 2020.", "September 1, 2020"),
    ]
    (found,) = conflicts_among(ASKED, pair, "surface")
    assert {side.value for side in found.sides} == {"September 7, 2018", "September 1, 2020"}


@pytest.mark.spec("CON-4")
def test_two_documents_of_one_title_conflict_and_two_quotes_of_one_document_do_not() -> None:
    quotes = ("The film was released on September 7, 2018.", "The film was released on September 1, 2020.")
    dates = ("September 7, 2018", "September 1, 2020")
    notes = [
        evidence(number, *told, source={"title": "Note"})
        for number, told in enumerate(zip(quotes, dates, strict=True), 1)
    ]
    assert len(conflicts_among(ASKED, notes, "surface")) == 1
    of_one = [note.model_copy(update={"source": notes[0].source}) for note in notes]
    assert conflicts_among(ASKED, of_one, "surface") == ()


@pytest.mark.spec("CON-4")
def test_values_limited_to_different_years_do_not_conflict() -> None:
    pair = [
        evidence(1, "Revenue was $5 million in 2018.", "$5 million"),
        evidence(2, "Revenue was $7 million in 2019.", "$7 million"),
    ]
    assert [limits_of(unit, unit.value or "") for unit in pair] == [("2018",), ("2019",)]
    assert conflicts_among(ASKED, pair, "surface") == ()


def asked(answer_type: str, question: str = "Who keeps the archive of Acme Ltd?") -> Plan:
    fact = PlanStep.model_validate({"fact_id": "f1", "text": question, "answer_type": answer_type})
    return Plan(question=question, resolved_question=question, required_facts=(fact,))


def holder(number: int, name: str, role: str) -> CandidateSubject:
    return CandidateSubject.model_validate(
        {
            "subject_id": f"s{number}", "name": name, "identifiers": (name,),
            "class_attributes": {"subject_type": "person", "role": role, "parent_entity": "Acme Ltd"},
            "parent_entity_binding": {"mechanism": "explicit_statement", "reason": ""},
            "source_location": {"document_id": "d", "version_id": "v", "title": "t"},
        }
    )  # fmt: skip


@pytest.mark.spec("CON-1", "SUB-13")
@pytest.mark.parametrize(
    ("role", "in_conflict"),
    [
        ("chief executive officer", {"Ada Finn", "Bo Lund"}),
        ("landlord", {"Ada Finn", "Bo Lund"}),
        ("founder", set()),
        ("director", set()),
        ("vice president", set()),
    ],
)
def test_two_holders_of_a_role_conflict_only_where_one_can_hold_it(role: str, in_conflict: set[str]) -> None:
    units = [
        evidence(1, f"Ada Finn is the {role} of Acme Ltd.", subject_id="s1"),
        evidence(2, f"Bo Lund is the {role} of Acme Ltd.", subject_id="s2"),
    ]
    people = (holder(1, "Ada Finn", role), holder(2, "Bo Lund", role))
    found = conflicts_among(asked("person", f"Who is the {role} of Acme Ltd?"), units, "surface", people)
    assert {side.value for conflict in found for side in conflict.sides} == in_conflict


@pytest.mark.spec("CON-6")
def test_a_rate_is_part_of_a_value_and_an_open_date_corroborates_nothing() -> None:
    fees = [evidence(1, "The fee is £900 per year.", "£900"), evidence(2, "They ask a fee of £900 a month.", "£900")]
    (found,) = conflicts_among(asked("money", "What is the fee?"), fees, "surface")
    assert {side.value for side in found.sides} == {"£900 per year", "£900 a month"}
    assert agreeing_documents(fees) == 1
    opening = "The shop opens on {}."
    days = [
        evidence(1, opening.format("03/04/2026"), "03/04/2026"),
        evidence(2, "It opens 4 March 2026.", "4 March 2026"),
    ]
    assert conflicts_among(asked("date", "When does the shop open?"), days, "surface") == ()
    assert agreeing_documents(days) == 1
    settled = evidence(1, opening.format("03/04/2026"), "03/04/2026", source={"date_order": "day_first"})
    (found,) = conflicts_among(asked("date", "When does the shop open?"), [settled, days[1]], "surface")
    assert {side.value for side in found.sides} == {"03/04/2026", "4 March 2026"}


@pytest.mark.spec("CON-6")
def test_rows_of_one_document_with_the_same_label_are_no_conflict() -> None:
    deposits = [("Term deposits", "6,506"), ("Term deposits", "601,000")]
    units = [
        evidence(number, " ".join(told), told[1], row=(("", told[0]), ("2025", told[1])))
        for number, told in enumerate(deposits, 1)
    ]
    one = [unit.model_copy(update={"source": units[0].source}) for unit in units]
    assert not list(conflicts_in_the_same_words(ASKED, one, "surface", ()))
    text = [unit.model_copy(update={"row": ()}) for unit in one]
    assert list(conflicts_in_the_same_words(ASKED, text, "surface", ()))


def conflict_within_a_document(asks: Plan, *told: tuple[str, str | None]) -> bool:
    units = [evidence(number, text, value) for number, (text, value) in enumerate(told, 1)]
    one = [unit.model_copy(update={"source": units[0].source}) for unit in units]
    return bool(list(conflicts_in_the_same_words(asks, one, "surface", ())))


@pytest.mark.spec("CON-1", "CON-6")
@pytest.mark.parametrize(
    ("first", "second", "in_conflict"),
    [
        ("The rent is £900 per month.", "The rent is £950 per month.", True),
        ("The rent is £900 per month.", "The rent is £900 per year.", True),
        ("The monthly rent is £900.", "The annual rent is £900.", True),
        ("The rent is £900 per month.", "The rent is £10,800 per year.", False),
        ("The rent is £10 per month.", "The rent is £100 per year.", False),
        ("The rent is £90 per night.", "The rent is £500 per week.", False),
        ("The rent of the barn is £900 per month.", "The rent of the loft is £900 per year.", False),
    ],
)
def test_one_figure_at_two_rates_is_a_conflict_within_a_document(first: str, second: str, in_conflict: bool) -> None:
    told = [(text, re.search(r"£[\d,]+", text)) for text in (first, second)]
    units = [(text, match[0] if match else None) for text, match in told]
    assert conflict_within_a_document(asked("money", "What is the rent?"), *units) is in_conflict


@pytest.mark.spec("CON-1")
@pytest.mark.parametrize(
    ("sentence", "in_conflict"),
    [
        ("The mill was founded by {}.", True),
        ("{} is the owner of the mill.", True),
        ("{} is a director of the mill.", False),
        ("One owner of the mill is {}.", False),
        ("Director of the mill: {}", False),
    ],
)
def test_two_names_as_the_only_one_are_a_conflict_within_a_document(sentence: str, in_conflict: bool) -> None:
    asks = asked("person", "Who founded the mill, or owns it?")
    told = [(sentence.format(name), None) for name in ("Anna Lisk", "Peter Rowe")]
    assert conflict_within_a_document(asks, *told) is in_conflict


@pytest.mark.spec("CON-1")
def test_two_names_do_not_conflict_if_no_name_is_asked() -> None:
    told = [(f"If it is not used, the value of the variable {name} is used.", None) for name in ("A_LEVEL", "B_LEVEL")]
    assert not conflict_within_a_document(asked("text", "What does the option do?"), *told)


@pytest.mark.spec("ANS-6", "RET-9")
def test_a_copy_of_the_leading_quote_is_no_second_witness() -> None:
    first = evidence(1, "The fee is £5.", "£5")
    assert agreeing_documents((first, evidence(2, "The fee is £5.", "£5"))) == 1
    assert agreeing_documents((first, evidence(2, "They ask a fee of £5 a year.", "£5"))) == 2
    assert agreeing_documents(()) == 0


def test_a_superseded_value_contradicts_nobody() -> None:
    old: Evidence = evidence(2, "The film was released on 1 May 2020.", "1 May 2020", source={"is_current": False})
    assert (
        conflicts_among(ASKED, (evidence(1, "The film was released on 7 May 2018.", "7 May 2018"), old), "surface")
        == ()
    )


@pytest.mark.spec("CON-1")
def test_a_value_that_says_less_of_the_fact_than_the_stated_one_is_no_conflict() -> None:
    told = [
        evidence(1, "The film was released on 7 May 2018.", "7 May 2018", relevance=0.8),
        evidence(2, "A sequel was shown on 1 May 2020.", "1 May 2020", relevance=0.8),
    ]
    (found,) = conflicts_among(ASKED, told, "surface")
    by_id = {unit.evidence_id: unit for unit in told}
    says_all = {**by_id, told[1].evidence_id: told[1].model_copy(update={"relevance": 0.95})}
    assert stated_conflicts([found], coverage_of("e1"), says_all, "") == (found,)
    assert stated_conflicts([found], coverage_of("e1"), by_id, "") == ()


def coverage_of(unit: str) -> Coverage:
    held = FactCheck(fact_id=FactId("f1"), status="covered", reason="", evidence_ids=(EvidenceId(unit),))
    return Coverage(facts=(held,))
