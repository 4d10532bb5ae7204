"""The rule-based proof policy: what one sentence or row proves by itself, and what is left to a judge."""

from typing import Any

import pytest
from made_evidence import evidence

from pincite.evidence.model.evidence import Evidence
from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.roles.extractive.rules.proof_policy import proofs

NAMES = ("Calder Foods plc", "Calder Foods")


def fact(text: str, answer_type: str, terms: str = "", **changes: Any) -> PlanStep:
    return PlanStep.model_validate(
        {"fact_id": FactId("f1"), "text": text, "terms": tuple(terms.split()), "answer_type": answer_type, **changes}
    )


def result(asked: PlanStep, text: str, **changes: Any) -> str:
    unit = quoted(text, **changes)
    return proofs(asked, asked.text, [unit], NAMES)[unit.evidence_id].result


def quoted(text: str, number: int = 1, title: str = "Handbook of Calder Foods plc", **changes: Any) -> Evidence:
    place, link = {"section": changes.pop("section", None)}, {"mechanism": "document_scope", "reason": ""}
    return evidence(number, text, source={"title": title}, **{"place": place, "link": link, **changes})


FEE = fact("What is the annual hosting fee of Calder Foods?", "money", "annual hosting fee")
FOUNDER = fact("Who founded Calder Foods?", "person", "founded")
HEADCOUNT = fact("How many employees does Calder Foods have?", "number", "employees")


@pytest.mark.spec("VER-1", "VER-2", "CRI-5")
@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (FEE, "The annual hosting fee is £4,200."),
        (FEE, "The annual hosting fee is £4,200, provided that the service level is met."),
        (FEE, "The annual hosting fee is £4,200 in each year."),
        (FOUNDER, "Mara Quist founded Calder Foods in 1990."),
        (FOUNDER, "Calder Foods was founded by Mara Quist."),
        (HEADCOUNT, "Calder Foods has 6,500 employees."),
        (fact("When does the lease end?", "date", "lease end"), "The lease ends on 5 May 2030."),
        (fact("What does the reserve represent?", "text", "reserve represent"), "The reserve represents unsold stock."),
    ],
)
def test_a_plain_sentence_that_says_all_that_is_asked_and_one_value_proves(asked: PlanStep, text: str) -> None:
    assert result(asked, text) == "proved"


@pytest.mark.spec("VER-2", "EVI-12")
@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (FEE, "The annual hosting fee may be £4,200."),
        (FEE, "The annual hosting fee is not £4,200."),
        (FEE, "According to the supplier the annual hosting fee is £4,200."),
        (FEE, "If the contract is renewed the annual hosting fee is £4,200."),
        (FEE, "The annual hosting fee was £4,200 in the north and £5,100 in the south."),
        (FEE, "The minimum annual hosting fee is £4,200."),
        (FEE, "The annual hosting fee deposit is £4,200."),
        (FEE, "The hosting fee is £4,200."),
        (FEE, "It is £4,200."),
        (FEE, "The annual hosting fee is £4,200? No."),
        (FEE, "The annual hosting fee was £4,200."),
        (FEE, "Is the annual hosting fee £4,200?"),
        (FOUNDER, "Mara Quist sold Calder Foods, which her brother founded."),
        (FOUNDER, "She founded Calder Foods in 1990."),
        (HEADCOUNT, "Calder Foods has 215 union members among its employees."),
        (fact("Why did revenue fall?", "text", "revenue fall"), "Revenue fell by a tenth because of the weather."),
        (fact("What does Calder Foods do?", "text", "calder foods"), "Calder Foods moved to Leeds."),
        (fact("Is the fee due in advance?", "yes_no", "fee due advance"), "The fee is due in advance."),
    ],
)
def test_what_could_mean_something_else_is_left_to_a_judge(asked: PlanStep, text: str) -> None:
    assert result(asked, text) == "unsettled"


@pytest.mark.spec("VER-2", "EVI-10")
def test_a_quote_with_an_open_condition_or_a_weak_match_proves_nothing() -> None:
    assert result(FEE, "The annual hosting fee is £4,200.", premises_open=("2026",)) == "unsettled"
    assert result(FEE, "The annual hosting fee is £4,200.", relevance=0.4) == "unsettled"


ASSETS = fact("What were the total assets of Calder Foods in 2024?", "money", "total assets", constraints=("2024",))


@pytest.mark.spec("VER-2", "EVI-9")
@pytest.mark.parametrize(
    ("label", "section", "expected"),
    [
        ("Total assets", "Consolidated Balance Sheets", "proved"),
        ("Total assets held for sale", "Consolidated Balance Sheets", "unsettled"),
        ("Total assets", "Note 7 – Segments", "unsettled"),
        ("Total assets", "Exhibits", "unsettled"),
    ],
)
def test_a_row_proves_when_it_is_the_asked_measure_of_the_whole_company(
    label: str, section: str, expected: str
) -> None:
    row = (("", label), ("2024", "$41.2"), ("2023", "$39.9"))
    text = f"{label} | $41.2 | $39.9"
    assert result(ASSETS, text, row=row, title="Calder Foods 10-K 2024", section=section) == expected


@pytest.mark.spec("VER-2")
def test_an_exhibit_row_that_names_employees_counts_none() -> None:
    row = (("", "10.4*"), ("Exhibit", "Amended and Restated Employee Stock Purchase Plan"))
    assert result(HEADCOUNT, "10.4* | Amended and Restated Employee Stock Purchase Plan", row=row) == "unsettled"


def test_the_cell_of_a_listed_thing_is_proved_by_its_column() -> None:
    asked = fact("What is the list price of the HB-340 radar?", "money", "list price radar")
    row = (("Article", "HB-340"), ("Product", "Radar"), ("List price (GBP)", "1,480.00"), ("Lead time (weeks)", "6"))
    assert result(asked, "HB-340,Radar,1480.00,6", row=row) == "proved"
    other = fact("What is the rental price of the HB-340 radar?", "money", "rental price radar")
    assert result(other, "HB-340,Radar,1480.00,6", row=row) == "unsettled"


LOFT_FEE = fact("What is the fee of the loft?", "money", "fee loft")


@pytest.mark.spec("VER-2", "EVI-12")
@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("27", "proved"),
        ("£27 (1)", "proved"),
        ("27 per night", "proved"),
        ("GBP 27", "proved"),
        ("27 (withdrawn)", "unsettled"),
        ("27 until June", "unsettled"),
        ("27 not charged", "unsettled"),
    ],
)
def test_words_behind_the_figure_of_a_cell_are_left_to_a_judge(cell: str, expected: str) -> None:
    row = (("Item", "Loft"), ("Fee", cell))
    assert result(LOFT_FEE, f"Loft | {cell}", row=row, section="Fees") == expected


@pytest.mark.spec("VER-2", "EVI-12")
def test_a_row_of_a_rejected_proposal_proves_nothing_unless_it_is_asked_for() -> None:
    row = (("Item", "Loft"), ("Fee", "27"))
    assert result(LOFT_FEE, "Loft | 27", row=row, section="Rejected proposal") == "unsettled"
    asked = fact("What is the fee of the loft in the rejected proposal?", "money", "fee loft rejected proposal")
    assert result(asked, "Loft | 27", row=row, section="Rejected proposal") == "proved"


@pytest.mark.spec("VER-2", "CON-1")
def test_two_rows_of_one_name_with_two_values_prove_nothing() -> None:
    def results(*cells: str) -> set[str]:
        rows = [
            quoted(f"Loft | {cell}", row=(("Item", "Loft"), ("Fee", cell)), evidence_id=f"e{at}")
            for at, cell in enumerate(cells)
        ]
        return {check.result for check in proofs(LOFT_FEE, LOFT_FEE.text, rows).values()}

    assert results("40", "50") == {"unsettled"}
    assert results("40", "£40.00") == {"proved"}


@pytest.mark.spec("VER-2", "EVI-12")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"section": "Fees › Myths"}, "unsettled"),
        ({"section": "Fees › Hosting"}, "proved"),
    ],
)
def test_a_heading_under_which_nothing_is_asserted_leaves_a_quote_to_a_judge(
    changes: dict[str, Any], expected: str
) -> None:
    assert result(FEE, "The annual hosting fee is £4,200.", **changes) == expected


@pytest.mark.spec("VER-2", "EVI-12")
@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        (("", "This was a mistake."), "unsettled"),
        (("None of the following is correct.", ""), "unsettled"),
        (("This page lists fees.", "It is paid in May."), "proved"),
    ],
)
def test_a_sentence_beside_a_quote_that_denies_it_leaves_it_to_a_judge(beside: tuple[str, str], expected: str) -> None:
    unit = quoted("The annual hosting fee is £4,200.")
    check = proofs(FEE, FEE.text, [unit], NAMES, beside={unit.evidence_id: beside})[unit.evidence_id]
    assert check.result == expected


@pytest.mark.spec("RET-7")
def test_beyond_a_bridge_the_words_that_led_there_need_not_be_said_again() -> None:
    asked = fact(
        "Which standard is the archive contractor certified to?", "text", "standard archive contractor certified"
    )
    linking = quoted("Calder Foods has appointed Tarn Vaults Ltd as its archive contractor.", 2)
    link = {"mechanism": "bridge", "reason": "", "evidence_id": linking.evidence_id}
    found = quoted("Tarn Vaults Ltd is certified to the standard ISO 27001.", link=link)
    checks = proofs(asked, asked.text, [found], NAMES, linking={linking.evidence_id: linking})
    assert checks[found.evidence_id].is_proved
