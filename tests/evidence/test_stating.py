"""What a rule may take for a statement of the fact asked, and what only shares its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.asked import asked_units
from pincite.evidence.stating import stating
from pincite.evidence.subjects import AnswerType, FactId, RequiredFact

NAMES = ("Calder Foods plc", "Calder Foods")


def fact(text: str, terms: str, answer_type: AnswerType = "text", constraints: tuple[str, ...] = ()) -> RequiredFact:
    return RequiredFact(
        fact_id=FactId("f1"), text=text, terms=tuple(terms.split()), answer_type=answer_type, constraints=constraints
    )


NET_INCOME = fact("What was Calder Foods' net income in 2024?", "net income", "money", ("2024",))
ASSETS = fact("What were the total assets of Calder Foods?", "total assets", "money")
STAFF = fact("How many employees does Calder Foods have?", "employees", "number")
WORKERS = fact("How many people does Calder Foods employ?", "people employ", "number")
DAY_RATE = fact("What day rate does Calder Foods charge?", "day rate charge", "number")
TAX = fact("What is Calder Foods' effective tax rate?", "effective tax rate", "percent")
DIVIDENDS = fact("Did Calder Foods pay dividends in 2024?", "pay dividends", "yes_no", ("2024",))
INDUSTRY = fact("What industry does Calder Foods primarily operate in?", "industry primarily operate")
FOUNDER = fact("Who started the Leith brewery?", "started Leith brewery", "person")
SITES = fact("List all sites of Calder Foods.", "sites", "list")
CONTRACTS = fact("How many contracts are there with Calder Foods?", "contracts", "number")
LEAVE = fact("How many days of leave may not be carried over?", "days leave carried", "number")


def test_a_line_of_contents_and_a_time_clause_measure_nothing() -> None:
    leave = fact("How many days of annual leave do fitters get?", "days annual leave fitters", "number")
    assert not stating(leave, "Annual leave 8", context="Handbook for fitters").states
    assert stating(leave, "Annual leave for fitters is 27 days.", names=NAMES).states
    probation = fact("How long is the probation period?", "probation period", "duration")
    assert not stating(probation, "After the end of probation a fitter may hire a bicycle over 18 months.").states
    assert stating(probation, "The probation period lasts six months.").states


def test_what_is_counted_of_and_what_ends_must_be_said() -> None:
    sick = fact("How many weeks of sick pay does a fitter get after a year?", "weeks sick pay fitter year", "number")
    assert not stating(sick, "A fitter has five weeks of holiday in the first year and six weeks after a year.").states
    assert stating(sick, "After a year a fitter gets six weeks of sick pay.").states
    ends = fact("When does the lease end?", "end", "date")
    assert not stating(ends, "Interest is payable at the end of each calendar quarter.").states
    assert stating(ends, "It ends on 23 June 2029.").states


def test_a_title_is_no_place_and_a_condition_alone_says_not_what_follows() -> None:
    where = fact("Where is the principal executive office of Calder Foods?", "principal executive office", "place")
    assert not stating(where, "(Principal Executive Officer)", names=NAMES).states
    assert stating(where, "Our principal executive office is in Leith.", names=NAMES).states
    ends = fact("What happens if a fitter is dismissed without cause?", "fitter dismissed without cause")
    alone = "(iv) if Calder Foods has dismissed the fitter without cause (for clarity, in the first year, too)."
    assert not stating(ends, alone, names=NAMES).states


@pytest.mark.spec("EVI-4")
@pytest.mark.parametrize(
    ("quote", "states"),
    [
        ("WHEREAS, the Company desires to employ Executive as its Chief Executive Officer.", False),
        ("Before the first day of Remote Working the Employee speaks with the chief executive officer.", False),
        ("The chief executive officer serves until the Tenant has assigned this Lease.", False),
        ("Ailsa Monk is our Chief Executive Officer.", True),
        ("Our Chief Executive Officer is Monk, a baker from Leith.", True),
    ],
)
def test_who_holds_a_role_is_stated_by_a_name_and_not_by_a_defined_term(quote: str, states: bool) -> None:
    asked = fact("Who is the CEO of Calder Foods?", "CEO", "person")
    assert stating(asked, quote, names=NAMES).states is states


@pytest.mark.spec("CRI-5")
@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        (NET_INCOME, "Net income for the year 2024 was $41.2 million."),
        (NET_INCOME, "Net earnings 41.2 39.9 35.0"),
        (ASSETS, "TOTAL ASSETS $ 1,204 $ 1,187"),
        (STAFF, "At year end we had 5,120 full-time employees."),
        (STAFF, "We employed approximately 5,120 full-time and part-time employees as of December 31, 2024."),
        (STAFF, "Total workforce level at December 31, 2024 was approximately 5,120."),
        (WORKERS, "As of December 31, 2024, we employed approximately 5,120 people worldwide."),
        (DAY_RATE, "The day rate is £900."),
        (DAY_RATE, "Calder Foods charges a day rate of £900."),
        (STAFF, "Total employees 5,120 5,004"),
        (TAX, "Our effective tax rate was 24.0%, compared with 23.1% in the year before."),
        (DIVIDENDS, "We did not pay any dividends in 2024."),
        (INDUSTRY, "We operate in the industry of frozen foods."),
        (FOUNDER, "The Leith brewery was started by Ailsa Monk in 1974."),
        (LEAVE, "More than five days of leave cannot be carried over; seven days are not."),
    ],
)
def test_a_quote_that_says_the_asked_thing_of_its_value_states_it(asked: RequiredFact, quote: str) -> None:
    assert stating(asked, quote, names=NAMES).states


@pytest.mark.spec("CRI-5")
@pytest.mark.parametrize(
    "quote",
    [
        "If the effective tax rate had been 1% higher, income would have been lower by $3 million.",
        "Income would have been higher if our effective tax rate were 20%.",
    ],
)
def test_what_is_only_supposed_is_no_statement(quote: str) -> None:
    assert not stating(TAX, quote, names=NAMES).states
    supposed = fact("What would income be if the effective tax rate were 20%?", "income effective tax rate", "text")
    assert stating(supposed, quote, names=NAMES).states


@pytest.mark.spec("CRI-5")
def test_a_quote_that_runs_over_rows_of_a_table_states_none_of_them() -> None:
    run = "Yard hands 4.1 120 Leith\nNight staff 4.2 80 Hull\nEmployees in all 4.3 5,120 Cork"
    assert not stating(STAFF, run, names=NAMES).states
    assert stating(STAFF, "Employees in all: 5,120", names=NAMES).states


@pytest.mark.spec("RET-14")
@pytest.mark.parametrize(
    "quote",
    [
        "The sites of Calder Foods are Leith, Hull and Cork.",
        "Our sites: Leith, Hull, Cork.",
        "Calder Foods has three sites (Leith, Hull and Cork).",
        "Leith, Hull and Cork are the sites of the company.",
        "The following sites are open: Leith and Hull.",
    ],
)
def test_a_list_is_what_sets_out_to_list_what_is_asked(quote: str) -> None:
    assert stating(SITES, quote, names=NAMES).states


@pytest.mark.spec("RET-14")
@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        (SITES, "Personnel and medical records are shredded on site."),
        (SITES, "Visitors and drivers report at the gate of the site."),
        (CONTRACTS, "Sections 5 and 6 also apply to contractors and members of the Board."),
        (CONTRACTS, "The fee is due in four parts, each at the beginning of a quarter of the contract year."),
        (STAFF, "Personnel files: 6 years"),
    ],
)
def test_the_words_of_a_list_or_count_alone_are_neither(asked: RequiredFact, quote: str) -> None:
    assert not stating(asked, quote, names=NAMES).states


@pytest.mark.spec("CRI-5")
@pytest.mark.parametrize(
    ("asked", "quote", "reason"),
    [
        (NET_INCOME, "Other income, net of fees, fell by $3 million in 2024.", "says 50%"),
        (NET_INCOME, "The net tax benefit of $4 million on our income related to 2024.", "says 50%"),
        (NET_INCOME, "Net income increased by $3 million in 2024.", "figures stand beside"),
        (NET_INCOME, "What was our net income of $3 million made of?", "a question states nothing"),
        (ASSETS, "Total assets held for sale 282 291", "its row is"),
        (STAFF, "Unresolved Staff Comments 19", "table of contents"),
        (STAFF, "In 2021 we paid $4 million to former employees.", "figures stand beside"),
        (TAX, "Of tax benefits, $878 would affect the effective tax rate.", "holds no percent"),
        (DIVIDENDS, "The board may pay dividends in 2024.", "says what may be"),
        (DIVIDENDS, "We pay dividends every quarter.", "does not say that it was then"),
        (INDUSTRY, "Cash flows from operating activities rose primarily on higher prices.", "says"),
        (FOUNDER, "The Leith brewery was started in 1974.", "names no person"),
        (LEAVE, "Five days of leave may be carried over.", "negated"),
    ],
)
def test_a_quote_that_only_shares_the_words_does_not(asked: RequiredFact, quote: str, reason: str) -> None:
    found = stating(asked, quote, names=NAMES)
    assert not found.states
    assert reason in found.reason


def test_what_leads_to_a_bridge_need_not_be_said_again_beyond_it() -> None:
    asked = fact("Which standard is the archive contractor certified to?", "standard archive contractor certified")
    quote = "Tarn Vaults is certified to the standard ISO 27001."
    assert not stating(asked, quote).states
    assert stating(asked, quote, linked_by="Our archive contractor is Tarn Vaults.").states


def test_a_compound_is_one_thing_and_the_name_of_the_subject_is_none() -> None:
    units = asked_units(NET_INCOME, NAMES).units
    assert [unit.words for unit in units] == [("net", "income")]


@given(st.text(max_size=300))
def test_any_text_is_judged_without_a_fault(text: str) -> None:
    for asked in (NET_INCOME, STAFF, DIVIDENDS, INDUSTRY, FOUNDER):
        stating(asked, text, context=text[:50], names=NAMES)


BACKLOG = RequiredFact(
    fact_id=FactId("f1"), text="What was the total backlog", terms=("total", "backlog"), answer_type="money"
)
FEES = RequiredFact(
    fact_id=FactId("f1"), text="What were its membership fees", terms=("membership", "fees"), answer_type="money"
)
WAREHOUSES = RequiredFact(
    fact_id=FactId("f1"),
    text="How many warehouses did it operate",
    terms=("warehouses", "operate"),
    answer_type="number",
)
HOTEL = RequiredFact(
    fact_id=FactId("f1"),
    text="What is the hotel limit per night",
    terms=("hotel", "limit", "night"),
    answer_type="number",
)
TERM = RequiredFact(
    fact_id=FactId("f1"), text="What is the initial term", terms=("initial", "term"), answer_type="duration"
)


@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        (BACKLOG, "NGS total backlog of $193 million fell by 6%."),
        (BACKLOG, "FY23 outlook: total backlog of $410 million."),
        (BACKLOG, "Total backlog was more than $400 million."),
        (BACKLOG, "Total backlog of $400 to $410 million."),
        (FEES, "Deferred membership fees were $204 million."),
        (WAREHOUSES, "The warehouses we operate contained 118.9 million square feet."),
        (WAREHOUSES, "Over 300 warehouses operate a bakery."),
        (TERM, '"Initial Term" has the meaning given in clause 2.1, of 3 May 2021.'),
        (HOTEL, "2.1 1 April 2024 Mileage and hotel limits per night revised."),
    ],
)
def test_a_value_of_something_near_what_is_asked_does_not_answer(asked: RequiredFact, quote: str) -> None:
    assert not stating(asked, quote).states


@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        (BACKLOG, "Total backlog was $404 million at the end of the year."),
        (FEES, "Membership fees were $387 million."),
        (WAREHOUSES, "We operate 815 warehouses in eleven countries."),
        (HOTEL, "The Company pays for a hotel up to £140 per night."),
    ],
)
def test_the_value_itself_does(asked: RequiredFact, quote: str) -> None:
    assert stating(asked, quote).states


PUMPS = fact("Who replaced the old pumps of the lock?", "replaced old pumps lock", "person")
VOTE = fact("What announces the vote of the council?", "announces vote council")
OPENING = fact("What is shown at the late opening of the museum in winter?", "shown late opening museum winter")


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("asked", "quote"),
    [
        (VOTE, "A bell announces the vote of the council, which calls those who are not in the hall."),
        (VOTE, "Unless it cannot be heard: a bell announces the vote of the council."),
        (PUMPS, "The harbour crew replaced the old pumps of the lock."),
        (OPENING, "At the late opening of the museum in winter a film is shown."),
    ],
)
def test_what_another_clause_denies_is_held_against_no_quote(asked: RequiredFact, quote: str) -> None:
    assert stating(asked, quote).states


@pytest.mark.spec("EVI-10")
@pytest.mark.parametrize(
    ("asked", "quote", "reason"),
    [
        (VOTE, "No bell announces the vote of the council.", "negated"),
        (VOTE, "A bell has never, in this town, announced the vote of the council.", "negated"),
        (OPENING, "At the early opening of the museum in winter a film is shown.", "where “late” is asked"),
        (PUMPS, "The old pumps of the lock replaced those of Delft.", "the other way round"),
    ],
)
def test_a_denial_an_opposite_and_a_swap_are_no_answer(asked: RequiredFact, quote: str, reason: str) -> None:
    found = stating(asked, quote)
    assert not found.states
    assert reason in found.reason


RELEASE = fact("When is the release date of the Harbour gauge?", "release date Harbour gauge", "date")
COLLECTED = fact("When are closed files collected?", "closed files collected", "date")


@pytest.mark.spec("EVI-10")
def test_what_is_to_be_settled_or_was_planned_first_is_no_answer() -> None:
    later = "The release date of the Harbour gauge will be announced on 3 May 2026."
    first = "The original release date of the Harbour gauge was 3 May 2025."
    assert "will be announced" in stating(RELEASE, later).reason
    assert "original" in stating(RELEASE, first).reason
    assert stating(RELEASE, "The release date of the Harbour gauge is 3 May 2026.").states


@pytest.mark.spec("CRI-5")
def test_a_day_that_comes_again_and_a_year_of_the_middle_ages_are_dates() -> None:
    assert stating(COLLECTED, "Closed files are collected on the first Tuesday of each month.").states
    assert stating(
        fact("When did Halvar return?", "Halvar return", "date"), "Halvar returned from the north in 1041."
    ).states
    assert not stating(COLLECTED, "Closed files are collected by the porter in 1041 boxes.").states
