"""What the evidence says together: the date asked for is a value, and values of different dates conflict."""

from typing import Any

import pytest
from made_evidence import evidence

from pincite.evidence.judgement.coverage import Coverage, FactCheck
from pincite.evidence.model.evidence import Evidence, EvidenceId
from pincite.evidence.model.subjects import CandidateSubject, FactId, Plan, PlanStep
from pincite.nodes.answer.agreement import agreeing_documents, conflicts_among, limits_of
from pincite.nodes.answer.stated_conflicts import stated_conflicts

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


@pytest.mark.spec("CON-4")
@pytest.mark.parametrize(
    ("special", "conflicts"),
    [
        ("Departing from clause 3.5 of the Agreement, the warranty for boats built here is 24 months.", 0),
        ("Notwithstanding section 8, the warranty for boats built here is 24 months.", 0),
        ("Abweichend von Ziffer 3.5 beträgt die Gewährleistung für diese Boote 24 Monate.", 0),
        ("The warranty for boats built here, departing from Lyngby, is 24 months.", 1),
    ],
)
def test_a_rule_that_names_the_one_it_departs_from_conflicts_with_none(special: str, conflicts: int) -> None:
    value = "24 Monate" if "Monate" in special else "24 months"
    pair = [evidence(1, "3.5 The warranty for boats is twelve months.", "twelve months"), evidence(2, special, value)]
    assert len(conflicts_among(ASKED, pair, "surface")) == conflicts


def asked(answer_type: str, question: str = "Who keeps the archive of Acme Ltd?") -> Plan:
    fact = PlanStep.model_validate({"fact_id": "f1", "text": question, "answer_type": answer_type})
    return Plan(question=question, resolved_question=question, required_facts=(fact,))


def values(analysis: Plan, *quotes: str, **given: Any) -> set[str]:
    units = [evidence(number, quote) for number, quote in enumerate(quotes, 1)]
    return {side.value for one in conflicts_among(analysis, units, "surface", **given) for side in one.sides}


@pytest.mark.spec("CON-1")
@pytest.mark.parametrize(
    ("analysis", "quotes", "in_conflict"),
    [
        (
            asked("organisation"),
            ("The archive is kept by Vellum Vaults Ltd.", "Pine Stores Ltd keeps the archive."),
            {"Vellum Vaults Ltd", "Pine Stores Ltd"},
        ),
        (asked("organisation"), ("Vellum Vaults Ltd keeps it.", "It is kept by Vellum Vaults Ltd."), set()),
        (asked("organisation"), ("Vellum Vaults Ltd and Pine Stores Ltd keep it.", "Oak Rooms Ltd keeps it."), set()),
        (
            asked("person", "Who won the cup in 2018?"),
            (
                "The 2018 cup of Leeds was won by Ada Finn, who beat Ruth Coe in the final.",
                "The 2018 cup of Leeds was won by Mia Holm, who beat Ruth Coe in the final. It was",
            ),
            {"Ada Finn", "Mia Holm"},
        ),
        (
            asked("date", "When was it opened?"),
            (
                "Seen on 4 June 2023: the hall, opened on 20 May 2019, is now closed to visitors.",
                "Seen on 4 June 2023: the hall, opened on 21 May 2021, is now closed to visitors.",
            ),
            {"20 May 2019", "21 May 2021"},
        ),
        (
            asked("person", "Who won the cup?"),
            ("The cup of Leeds was won by Ada Finn in May.", "The cup of York was won by Mia Holm in June."),
            set(),
        ),
        (
            asked("yes_no", "May wine be claimed?"),
            ("Wine may be claimed as an expense.", "Wine may not be claimed as an expense."),
            {"yes", "no"},
        ),
        (
            asked("yes_no", "May wine be claimed?"),
            ("Wine may be claimed as an expense.", "Taxis home are not paid for at night."),
            set(),
        ),
        (
            asked("duration", "Wie lange ist die Frist?"),
            ("Die Frist beträgt drei Monate.", "Die Frist beträgt sechs Monate."),
            {"drei Monate", "sechs Monate"},
        ),
        (
            asked("duration", "Quel est le délai ?"),
            ("Le délai est de trois mois.", "Le délai est de trois mois au plus."),
            set(),
        ),
    ],
)
def test_names_yes_and_no_and_counts_in_words_conflict_as_figures_do(
    analysis: Plan, quotes: tuple[str, ...], in_conflict: set[str]
) -> None:
    assert values(analysis, *quotes) == in_conflict


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
    assert {side.value for one in found for side in one.sides} == in_conflict


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


LEAD = Plan.model_validate(
    {
        "question": "How many weeks does a DN20 valve of Tarn Optics take?",
        "resolved_question": "How many weeks does a DN20 valve of Tarn Optics take?",
        "required_facts": (
            {
                "fact_id": "f1",
                "text": "How many weeks does a DN20 valve of Tarn Optics take?",
                "terms": ("weeks", "valve", "take"),
                "constraints": ("DN20",),
                "answer_type": "number",
            },
        ),
    }
)
PROSE = "Valves DN15 and DN20 leave within six weeks of the order, and other sizes within ten weeks."


def article(number: int, code: str, weeks: str) -> Evidence:
    row = (("Article", code), ("Size", "DN20"), ("Minimum order (pieces)", "2000"), ("Lead time (weeks)", weeks))
    return evidence(
        number,
        f"{code},DN20,2000,{weeks}",
        row=row,
        relevance=0.8,
        source={"version_id": "list", "document_id": "list"},
    )


@pytest.mark.spec("CON-1")
def test_the_figure_of_the_column_that_counts_what_is_asked_conflicts_with_prose() -> None:
    told = [evidence(1, PROSE), article(2, "VM-20-S", "9")]
    (found,) = conflicts_among(LEAD, told, "surface")
    assert {side.value for side in found.sides} == {"six weeks", "9 weeks"}
    by_id = {unit.evidence_id: unit for unit in told}
    says_all = {**by_id, told[1].evidence_id: told[1].model_copy(update={"relevance": 0.95})}
    assert stated_conflicts([found], coverage_of("e1"), says_all) == (found,)
    assert stated_conflicts([found], coverage_of("e1"), by_id) == ()


@pytest.mark.spec("CON-4")
def test_rows_that_differ_among_themselves_contradict_nobody_and_equal_ones_agree() -> None:
    several = [evidence(1, PROSE), article(2, "VM-20-S", "9"), article(3, "VM-20-L", "6")]
    assert conflicts_among(LEAD, several, "surface") == ()
    assert conflicts_among(LEAD, [evidence(1, PROSE), article(2, "VM-20-S", "6")], "surface") == ()


def coverage_of(unit: str) -> Coverage:
    held = FactCheck(fact_id=FactId("f1"), status="covered", reason="", evidence_ids=(EvidenceId(unit),))
    return Coverage(facts=(held,))
