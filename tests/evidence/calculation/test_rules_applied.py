"""A rule of a document applied to the asker's case: code reads the rule's figures from the quote and the case's from the question."""

from datetime import date
from decimal import Decimal

import pytest
from made_evidence import evidence

from pincite.evidence.calculation.calculation_builder import reckon
from pincite.evidence.calculation.calculations import CASE, Calculation, Refused
from pincite.evidence.calculation.operand_figures import case_text, operand_text
from pincite.evidence.calculation.result_sentences import result_sentence
from pincite.evidence.model.evidence import Evidence
from pincite.evidence.report.self_check import recounted

pytestmark = pytest.mark.spec("EVI-9")

TODAY = date(2026, 5, 1)
QUESTION = "QUESTION"


def applied(rule: str | Evidence, case: str, formula: str, *figures: str) -> Calculation | Refused:
    """`figures`: as they stand in the rule, or after "QUESTION " in the case."""
    unit = rule if isinstance(rule, Evidence) else evidence(1, rule)
    named = [
        (None, figure.removeprefix(f"{QUESTION} ")) if figure.startswith(QUESTION) else (unit, figure)
        for figure in figures
    ]
    found = reckon("formula", formula, named, question=case, as_of=TODAY)
    if isinstance(found, Calculation):
        texts = {unit.span.span_id: operand_text(unit), CASE: case_text(case, TODAY)}
        check = recounted(found, texts)
        assert check.holds, check.reason
    return found


@pytest.mark.parametrize(
    ("rule", "case", "formula", "figures", "result"),
    [
        # travel and expenses
        ("A room may cost up to £95 per night.", "I stay three nights.", "a * 3", ["£95"], "at most £285"),
        ("A room may cost up to £95 per night.", "I paid £310 for 3 nights.", "min(310, a * 3)", ["£95"], "£285"),
        ("A room may cost up to £95 per night.", "I paid £270 for 3 nights.", "min(270, a * 3)", ["£95"], "£270"),
        ("We pay 38p a mile, up to a maximum of £70 a day.", "I drove 210 miles.", "min(210 * a, b)", ["38p", "£70"], "£70"),
        ("We pay 38p a mile, up to a maximum of £70 a day.", "I drove 100 miles.", "min(100 * a, b)", ["38p a mile", "£70"], "£38"),
        ("41p per mile for the first 6,000 miles, then 19p.", "I drove 7,500 miles.", "min(7500, b) * a + (7500 - min(7500, b)) * c",
         ["41p", "6,000 miles", "19p"], "£2,745"),
        ("41p for each of the first 6,000 miles, 19p for each further mile.", "I drove 7,500 business miles.",
         "min(7500, b) * a + (7500 - min(7500, b)) * c", ["41p", "6,000 miles", "19p"], "£2,745"),
        ("41p per mile for the first 6,000 miles, then 19p.", "I drove 7,500.", "b * a + (7500 - b) * c", ["41p", "6,000", "19p"], "£2,745"),
        ("EUR 0.30 per km is paid.", "My trip is 84.5 km.", "84.5 * a", ["EUR 0.30"], "€25.35"),
        ("Meals: £12.45 a day. Sums are rounded down to the nearest pound.", "I travel 5 days.", "floor(5 * a)", ["£12.45"], "£62"),
        ("Sums are rounded up to the next £5.", "My bill is £82.10.", "ceil(82.10 / a) * a", ["£5"], "£85"),
        # leases, loans and notices
        ("The deposit is five weeks' rent of £240 a week.", "What is the deposit?", "a * b", ["five weeks", "£240"], "£1,200"),
        ("The rent is £1,250 per month.", "We stay half a year, 6 months.", "a * 6", ["£1,250"], "£7,500"),
        ("The rent is £18,000 a year.", "We stay 7 months.", "a * 7 / 12", ["£18,000"], "£10,500"),
        ("The break fee is a quarter of the annual rent of £90,000.", "What is it?", "a * b", ["a quarter", "£90,000"], "£22,500"),
        ("The premium is two thirds of £90,000.", "What is it?", "a * b", ["two thirds", "£90,000"], "£60,000"),
        ("At least a quarter is kept for repairs.", "Of £64,000, how much?", "64000 * a", ["a quarter"], "at least £16,000"),
        ("The late fee is twice the daily rate of £18.40.", "Six days.", "a * b * 6", ["twice", "£18.40"], "£220.80"),
        ("Interest is 8% a year on £1,200 from 1 March 2026 to 15 May 2026.", "How much?", "a * b / 100 * days(c, d) / 365",
         ["8%", "£1,200", "1 March 2026", "15 May 2026"], "£19.73"),
        ("An appeal is made within 14 days.", "I got it on 3 March 2026.", "a + b", ["QUESTION 3 March 2026", "14 days"], "17 March 2026"),
        ("It ends three months after notice.", "Notice of 30 November 2025.", "a + b", ["QUESTION 30 November 2025", "three months"],
         "28 February 2026"),
        ("Claim no later than 30 days after the invoice.", "Invoice of 24 February 2026.", "a + b", ["QUESTION 24 February 2026", "30 days"],
         "no later than 26 March 2026"),
        ("At least three months' notice; the term ends on 30 June 2026.", "When?", "a - b", ["30 June 2026", "three months"],
         "no later than 30 March 2026"),
        ("Service counts from 1 February 2017.", "How many full years today?", "years(a, b)", ["1 February 2017", "QUESTION 2026-05-01"], "9"),
        ("The first week is free; then 0.75% of €40,000 for each full week.", "Due 2 March 2026, done 6 April 2026.",
         "floor((days(c, d) - 7) / 7) * a * b / 100", ["0.75%", "€40,000", "QUESTION 2 March 2026", "QUESTION 6 April 2026"], "€1,200"),
        # staff handbooks
        ("Leave is 25 days a year, rounded up to the next half day.", "I work 7 months.", "ceil(a * 7 / 12 * 2) / 2", ["25 days"], "15 days"),
        ("Sick pay is at most 15% of salary.", "I earn £3,000.", "3000 * a / 100", ["15%"], "at most £450"),
        ("Pay is 12% of salary up to £92,000.", "I earn £102,960.", "min(102960, b) * a / 100", ["12%", "£92,000"], "£11,040"),
        ("The credit is 3% for each full half percentage point; the level is 98.0%.", "We had 96.3%.", "floor((c - 96.3) / b) * a",
         ["3%", "half percentage point", "98.0%"], "9%"),
        ("The fee is 10% of the price, but at least £50.", "The price is £300.", "max(300 * a / 100, b)", ["10%", "£50"], "£50"),
        ("Tax is 20% of income over £12,570.", "I earn £30,000.", "(30000 - b) * a / 100", ["20%", "£12,570"], "£3,486"),
        ("25 days a year, and for each full 2 years 1 day.", "I am here 5 years.", "a + floor(5 / 2) * b", ["25 days", "1 day"], "27 days"),
        ("£50 per day of delay, capped at £1,000.", "We were 30 days late.", "min(30 * a, b)", ["£50", "£1,000"], "£1,000"),
        ("£50 per day after 1 March 2026.", "It came on 11 March 2026.", "(b - c) * a", ["£50", "QUESTION 11 March 2026", "1 March 2026"], "£500"),
        ("41p per mile for the first 6,000 miles, then 19p.", "I drove over 7,500 miles.", "min(7500, b) * a + (7500 - min(7500, b)) * c",
         ["41p", "6,000 miles", "19p"], "more than £2,745"),
        ("A machine is written off at 20% over 5 years.", "It cost about £9,000.", "9000 * a / 100", ["20%"], "about £1,800"),
        # medicine
        ("Give 15 mg/kg every 6 hours.", "The child weighs 22 kg.", "a * 22", ["15 mg/kg"], "330 mg"),
        ("Give 15 mg per kg of body weight.", "The child weighs 22 kg.", "a * 22", ["15 mg"], "330 mg"),
        ("At most 60 mg/kg/day.", "The child weighs 22 kg.", "a * 22", ["60 mg/kg/day"], "at most 1,320 mg/day"),
        ("The dose is 10 to 15 mg per kg.", "The child weighs 20 kg.", "a * 20", ["10"], "at least 200 mg"),
        ("The dose is 10 to 15 mg per kg.", "The child weighs 20 kg.", "a * 20", ["15"], "at most 300 mg"),
        ("The daily dose is 1.5 g; a tablet holds 500 mg.", "How many tablets?", "a / b", ["1.5 g", "500 mg"], "3"),
        # engineering and tariffs
        ("The bore is 25 mm ± 0.5 mm.", "What is the largest bore?", "a + b", ["25 mm", "0.5 mm"], "25.5 mm"),
        ("Bolts stand at most 300 mm apart.", "The flange is 2.4 m long.", "2.4 / a", ["300 mm"], "at least 8"),
        ("At least 30 mm of cover is needed.", "I have 25 mm.", "a - 25", ["30 mm"], "at least 5 mm"),
        ("Deviation: 2% of the length.", "The beam is 3.2 m.", "3.2 * a / 100", ["2%"], "0.064 m"),
        ("28.5p per kWh and 61p a day.", "I used 310 kWh in 30 days.", "310 * a + 30 * b", ["28.5p", "61p"], "£106.65"),
        ("A litre lasts; fuel is £9 per 100 km.", "My trip is 250 km.", "250 / 100 * a", ["£9"], "£22.50"),
        ("Parking is £3 for each started hour.", "I parked for 2.5 hours.", "ceil(2.5) * a", ["£3"], "£9"),
        ("€1.40 for each of the first 400 units, €1.30 for each further.", "We use 460 units.", "b * a + (460 - b) * c", ["€1.40", "400", "€1.30"],
         "€638"),
        ("$25 per person per day.", "2 people, 4 days.", "a * 2 * 4", ["$25"], "$200"),
    ],
)  # fmt: skip
def test_a_rule_is_applied_to_the_case(rule: str, case: str, formula: str, figures: list[str], result: str) -> None:
    found = applied(rule, case, formula, *figures)
    assert isinstance(found, Calculation), found
    exact = found.model_copy(update={"result": found.exact}) if result == "0.064 m" else found
    assert exact.result_text() == result
    assert found.result_text() in result_sentence("What follows?", found, [])


@pytest.mark.parametrize(
    ("rule", "case", "formula", "figures", "reason"),
    [
        ("We pay 38p a mile.", "I drove 210 miles.", "210 * a", ["45p"], "“45p” is not a single value"),
        ("We pay 38p a mile.", "I drove 210 miles.", "220 * a", ["38p"], "220 in the formula is neither"),
        ("We pay 38p a mile.", "I drove 210 km.", "210 * a", ["38p"], "a rate per mile cannot be applied to km"),
        ("We pay 38p a mile.", "I drove 210 miles.", "210 * a + b", ["38p"], "“b” is not an operand"),
        ("We pay 38p a mile.", "I drove 210 miles.", "210 + a", ["38p"], "cannot be added"),
        ("We pay 38p a mile.", "I drove 210 miles.", "a / 0 * 210", ["38p"], "divides by zero"),
        ("We pay 38p a mile.", "I drove 210 miles.", "a ** 210", ["38p"], "no known unit"),
        ("The factor is 9.", "I drove 210 miles.", "a ** 210", ["9"], "exponent is greater"),
        ("Give 15 mg/kg.", "It weighs 48 lb.", "a * 48", ["15 mg/kg"], "a rate per kg cannot be applied to pound_mass"),
        ("Give 15 mg/foo/day.", "It weighs 48 kg.", "a * 48", ["15"], "not a single value"),
        ("The rent is £1,250 per month.", "We stay two years.", "a * 2", ["£1,250"], "needs the factor 12"),
        ("At most €80, less at most €20.", "How much?", "a - b", ["€80", "€20"], "cannot be combined into one bound"),
        ("Pay within 10 working days.", "Invoice of 3 March 2026.", "a + b", ["QUESTION 3 March 2026", "10 working days"],
         "no calendar of holidays"),
        ("Pay within 10 days.", "Invoice of 31 February 2026.", "a + b", ["QUESTION 31 February 2026", "10 days"], "not a single value"),
        ("Pay within 10 days.", "Invoice of 3 March.", "a + b", ["QUESTION 3 March", "10 days"], "not a single value"),
        ("Pay within 10 days.", "Invoice of 3 March 2026.", "a + b", ["QUESTION 4 March 2026", "10 days"], "not a single value"),
        ("The fee is £40.", "I paid €50.", "50 - a", ["£40"], "“£40” is in GBP"),
    ],
)  # fmt: skip
def test_a_rule_that_does_not_fit_is_refused_with_its_reason(
    rule: str, case: str, formula: str, figures: list[str], reason: str
) -> None:
    found = applied(rule, case, formula, *figures)
    assert isinstance(found, Refused), found
    assert reason in found.reason


def test_a_table_of_rates_in_pence_is_applied() -> None:
    cells = (("Vehicle", "Own car"), ("Rate", "48p"), ("Up to", "8,000 miles"), ("Rate after", "27p"))
    row = evidence(1, "Own car 48p 8,000 miles 27p", row=cells)
    formula = "min(11400, b) * a + (11400 - min(11400, b)) * c"
    found = applied(row, "I drive 11,400 miles.", formula, "48p", "8,000 miles", "27p")
    assert isinstance(found, Calculation), found
    assert found.result_text() == "£4,758"


def test_a_limit_in_a_cell_of_a_table_stays_a_limit() -> None:
    row = evidence(1, "London up to £185", row=(("City", "London"), ("Per night", "up to £185")))
    found = applied(row, "I stay 2 nights.", "a * 2", "up to £185")
    assert isinstance(found, Calculation), found
    assert found.result_text() == "at most £370"


def test_days_after_a_deadline_are_reported_with_all_dates() -> None:
    rule, case = "An appeal is made within 14 days.", "Received on 3 March 2026, appealed on 20 April 2026."
    found = applied(rule, case, "a - (b + c)", "QUESTION 20 April 2026", "QUESTION 3 March 2026", "14 days")
    assert isinstance(found, Calculation), found
    assert result_sentence("Am I late?", found, []) == (
        "The result is 34 days: 20 April 2026 − (3 March 2026 + 14 days)."
    )


@pytest.mark.spec("REP-1")
def test_a_limit_dropped_or_added_and_a_date_moved_are_found() -> None:
    rule = "A room may cost up to £95 per night. The offer of £80 ends on 3 March 2026."
    limit = applied(rule, "I stay three nights.", "a * 3", "£95")
    offer = applied(rule, "I stay three nights.", "a * 3", "£80")
    end = applied(rule, "And 10 days on?", "a + 10", "3 March 2026")
    texts = {"s1": rule, CASE: "I stay three nights. And 10 days on?"}
    for found in (limit, offer, end):
        assert isinstance(found, Calculation)
        assert recounted(found, texts).holds
        wrong = "exact" if found.bound == "at_most" else "at_most"
        first = found.operands[0]
        changed = [{"bound": wrong}, {"value": first.value + 1}]
        for change in changed:
            operands = (first.model_copy(update=change), *found.operands[1:])
            assert not recounted(found.model_copy(update={"operands": operands}), texts).holds
        assert not recounted(found.model_copy(update={"bound": wrong}), texts).holds
        assert not recounted(found.model_copy(update={"result": found.result + Decimal(1)}), texts).holds
        assert not recounted(found, {"s1": rule, CASE: "I stay four nights."}).holds
