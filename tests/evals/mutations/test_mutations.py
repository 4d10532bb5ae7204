"""Each rule for faults makes the fault it is named for, and nothing where the old sentence would imply the new one."""

import random

import pytest

from pincite.evals.mutations.mutations import MUTATIONS, mutations_of
from pincite.evals.mutations.sampled_sentences import Sentence
from pincite.evals.mutations.variants import Context

RULES = {operator.__name__: operator for operator in MUTATIONS}
CONTEXT = Context(
    paragraph="",
    names=("Acme", "Beta", "Anna Vell", "Karl Rook", "Tarn", "Orrin"),
    places=("Tarn", "Orrin"),
    foreign_names=("Gamma", "Nils Ober", "Sund"),
    foreign_places=("Sund",),
)


def made(rule: str, sentence: str, paragraph: str = "") -> set[str]:
    """All that the rule makes of the sentence over some seeds."""
    context = CONTEXT.model_copy(update={"paragraph": paragraph or sentence})
    return {text for seed in range(25) for text in RULES[rule](sentence, random.Random(seed), context)}


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("rule", "sentence", "fault"),
    [
        ("decimal_moved", "The dose is 1.5 mg a day.", "The dose is 15 mg a day."),
        ("thousands_changed", "The town has 1,200,000 inhabitants.", "The town has 1,200 inhabitants."),
        ("sign_flipped", "The margin was −5% that year.", "The margin was 5% that year."),
        ("sign_flipped", "Operating profit was $ (5) that year.", "Operating profit was $ 5 that year."),
        ("magnitude_changed", "Sales reached $5 million.", "Sales reached $5 billion."),
        ("unit_changed", "Take 20 mg at night.", "Take 20 g at night."),
        ("unit_changed", "The road is 40 km long.", "The road is 40 miles long."),
        ("percent_dropped", "Rents rose by 5% in May.", "Rents rose by 5 in May."),
        ("currency_changed", "It paid $40 million.", "It paid €40 million."),
        ("comparator_flipped", "At least 40 members must attend.", "At most 40 members must attend."),
        ("comparison_sign_flipped", "The difference was clear (p < 0.05).", "The difference was clear (p > 0.05)."),
        ("comparator_flipped", "It seats up to 400 people.", "It seats at least 400 people."),
        ("bound_made_exact", "It seats up to 400 people.", "It seats exactly 400 people."),
        ("multiple_changed", "Half of the crew left.", "A third of the crew left."),
        ("frequency_changed", "The fee is paid in quarterly parts.", "The fee is paid in annually parts."),
        ("period_changed", "Output fell in the first quarter.", "Output fell in the fourth quarter."),
        ("age_changed", "It was built in the 1930s.", "It was built in the 1940s."),
        ("order_of_events", "He left before the war.", "He left after the war."),
        ("negation_dropped", "The deed does not cover fire.", "The deed does cover fire."),
        ("negation_dropped", "It isn't covered.", "It is covered."),
        ("negation_added", "The mill was built by Rook.", "The mill was not built by Rook."),
        ("duty_loosened", "The tenant must repair the roof.", "The tenant may repair the roof."),
        ("duty_loosened", "The tenant shall not sublet it.", "The tenant may sublet it."),
        ("duty_tightened", "The tenant may repair the roof.", "The tenant must repair the roof."),
        ("quantifier_strengthened", "Some members voted.", "All members voted."),
        ("quantifier_strengthened", "It is primarily due to rain.", "It is entirely due to rain."),
        ("quantifier_turned", "All members voted.", "Only some members voted."),
        ("quantifier_turned", "None of the members voted.", "All of the members voted."),
        ("quantifier_turned", "The pass is valid only on Sundays.", "The pass is valid on Sundays."),
        ("opposite", "Costs increased in May.", "Costs decreased in May."),
        ("opposite", "It lies north of Tarn.", "It lies south of Tarn."),
        ("ordinal_changed", "It was his second voyage.", "It was his fourth voyage."),
        ("subject_and_object_swapped", "Acme acquired Beta in May.", "Beta acquired Acme in May."),
        ("voice_reversed", "Acme was acquired by Beta in May.", "Acme acquired Beta in May."),
        ("voice_reversed", "Acme acquired Beta in May.", "Acme was acquired by Beta in May."),
        (
            "values_swapped",
            "Acme paid $5 million in rent and Beta paid $7 million in tax.",
            "Acme paid $7 million in rent and Beta paid $5 million in tax.",
        ),
        ("value_of_the_other", "Acme earned $5 million and Beta earned $7 million.", "Acme earned $7 million."),
        ("foreign_item_added", "It sells in Tarn, Orrin and Lund.", "It sells in Tarn, Orrin, Sund and Lund."),
        ("place_added", "The mill was sold by auction.", "The mill was sold by auction in Sund."),
        ("place_changed", "The mill stood in Tarn for years.", "The mill stood in Sund for years."),
        ("name_from_elsewhere", "The judge heard Anna Vell first.", "The judge heard Nils Ober first."),
        ("name_from_paragraph", "The judge heard Anna Vell first.", "The judge heard Karl Rook first."),
        ("condition_dropped", "The tenant may leave if the roof leaks.", "The tenant may leave."),
        (
            "condition_dropped",
            "Nobody may assign this deed without the written consent of the other party.",
            "Nobody may assign this deed.",
        ),
        ("condition_dropped", "If the roof leaks, the rent is halved.", "The rent is halved."),
        ("condition_reversed", "The deed ends unless rent is paid.", "The deed ends if rent is paid."),
        ("hedge_dropped", "The ship may have been lost.", "The ship was lost."),
        ("hedge_dropped", "The ship was reportedly lost.", "The ship was lost."),
        ("attribution_dropped", "Rook argued that the dam would fail.", "The dam would fail."),
        ("attribution_dropped", "According to the guild, wages fell by half.", "Wages fell by half."),
        ("superlative_added", "It is one of the largest mills in Tarn.", "It is the largest mill in Tarn."),
        ("scope_dropped", "It is the largest mill in Tarn.", "It is the largest mill in the world."),
        ("scope_dropped", "Employees with five years of service may retire early.", "Employees may retire early."),
    ],
)
def test_a_rule_makes_its_fault(rule: str, sentence: str, fault: str) -> None:
    assert fault in made(rule, sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("digit_changed", "It was founded in 1987."),
        ("sign_flipped", "The loss was $ (5) that year."),
        ("sign_flipped", "Two operas followed (1867)."),
        ("unit_changed", "A man, 69 years old, won."),
        ("comparator_flipped", "It was kept over the next 15 years."),
        ("order_of_events", "He had never been there before."),
        ("negation_dropped", "It was not only cheap but also strong."),
        ("negation_dropped", "Tell us whether or not it is not due."),
        ("duty_loosened", "It must have been late."),
        ("opposite", "Costs increased, then decreased."),
        ("condition_dropped", "He asked if the roof leaks."),
        ("attribution_dropped", "The study found that the dam is safe."),
        ("values_swapped", "The ratio was 5 apples against 7 pears."),
        ("quantifier_strengthened", "It is the most famous mill."),
    ],
)
def test_a_rule_leaves_alone_what_it_cannot_turn(rule: str, sentence: str) -> None:
    assert made(rule, sentence) == set()


@pytest.mark.parametrize("bound", ["At least 50", "No more than 50", "About 50", "Not 50"])
def test_a_value_that_is_no_exact_one_is_left_alone(bound: str) -> None:
    """ "At least 50" implies "at least 30": such a change would be no fault."""
    assert made("digit_changed", f"{bound} members came.") == set()


def test_a_year_after_since_is_left_alone() -> None:
    """Who has been there since 1990 has been there since 1995 too."""
    assert made("year_changed", "The mill has been closed since 1990.") == set()


def test_dates_change_by_day_month_and_year_to_values_the_paragraph_does_not_hold() -> None:
    sentence = "It was signed on 5 March 1948."
    assert all(text.endswith("March 1948.") and text != sentence for text in made("day_changed", sentence))
    months = made("month_changed", sentence, sentence + " It ended in June.")
    assert months
    assert not any("June" in text or "March" in text for text in months)
    assert made("year_changed", sentence)


def test_a_word_that_the_paragraph_holds_too_is_never_taken() -> None:
    faults = made("ordinal_changed", "It was his second voyage.", "The first and third voyage were short.")
    assert faults
    assert not faults & {"It was his first voyage.", "It was his third voyage."}


def test_no_mutation_stands_in_its_paragraph_and_a_seed_decides() -> None:
    text = "Acme will open at least 12 mills in Tarn if the council agrees."
    paragraph = f"{text} Acme will open at least 21 mills in Tarn if the council agrees."
    sentence = Sentence(text=text, origin="own", context=CONTEXT.model_copy(update={"paragraph": paragraph}))
    faults = mutations_of(sentence, seed=3)
    assert {"condition_dropped", "negation_added", "bound_made_exact"} <= {fault.operator for fault in faults}
    assert all(fault.text not in paragraph for fault in faults if fault.operator != "condition_dropped")
    assert faults == mutations_of(sentence, seed=3)
