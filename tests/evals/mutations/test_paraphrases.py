"""Each rewording says the same, comes out as good English, and is not tried where it might not."""

import random

import pytest

from pincite.evals.mutations.paraphrases import PARAPHRASES, paraphrases_of
from pincite.evals.mutations.sampled_sentences import Sentence
from pincite.evals.mutations.variants import Context

RULES = {operator.__name__: operator for operator in PARAPHRASES}


def made(rule: str, sentence: str, names: tuple[str, ...] = ()) -> set[str]:
    context = Context(paragraph=sentence + " Then the mill of Acme was shut.", names=names)
    return {text for seed in range(25) for text in RULES[rule](sentence, random.Random(seed), context)}


@pytest.mark.parametrize(
    ("rule", "sentence", "other"),
    [
        ("magnitude_spelt", "It has 1,200,000 members.", "It has 1.2 million members."),
        ("magnitude_spelt", "It has 1.2 million members.", "It has 1,200,000 members."),
        ("thousands_mark", "It has 12,500 members.", "It has 12500 members."),
        ("percent_spelt", "Rents rose by 5% in May.", "Rents rose by five percent in May."),
        ("percent_spelt", "Rents rose by 5 percent in May.", "Rents rose by 5% in May."),
        ("money_reworded", "It paid $5 million.", "It paid $5m."),
        ("money_reworded", "It paid $5 million.", "It paid USD 5 million."),
        ("date_reordered", "It was signed on 5 March 2018.", "It was signed on March 5, 2018."),
        ("date_reordered", "It was signed on March 5, 2018.", "It was signed on 2018-03-05."),
        ("month_shortened", "It ended on December 31, 2018.", "It ended on Dec. 31, 2018."),
        ("count_spelt", "Acme owns three mills in Tarn.", "Acme owns 3 mills in Tarn."),
        ("count_spelt", "Acme owns 3 mills in Tarn.", "Acme owns three mills in Tarn."),
        ("ordinal_spelt", "It is a 19th century mill.", "It is a nineteenth century mill."),
        ("unit_spelt", "The sack weighs 5 kg.", "The sack weighs 5 kilograms."),
        ("contraction", "The deed does not cover fire.", "The deed doesn't cover fire."),
        ("contraction", "It isn't covered.", "It is not covered."),
        ("quotes_and_dashes", 'He called it "the mill".', "He called it “the mill”."),
        ("spelling", "The organization paid.", "The organisation paid."),
        ("time_moved_back", "In 2019, Acme opened a mill.", "Acme opened a mill in 2019."),
        ("time_moved_forward", "The mill was shut in 2019.", "In 2019, the mill was shut."),
        ("list_reordered", "It sells in Tarn, Orrin and Lund.", "It sells in Lund, Tarn and Orrin."),
        ("possessive", "It is a map of Tarn's population in 1900.", "It is a map of the population of Tarn in 1900."),
        ("possessive", "He met the founder of Acme in May.", "He met Acme's founder in May."),
        ("apposition_told", "Vell, a miller from Tarn, signed the deed.", "Vell was a miller from Tarn."),
        ("apposition_dropped", "Vell, a miller from Tarn, signed the deed.", "Vell signed the deed."),
        ("relative_told", "Acme, which was founded in 1990, sells flour.", "Acme was founded in 1990."),
        ("relative_dropped", "Acme, which was founded in 1990, sells flour.", "Acme sells flour."),
        ("last_clause_dropped", "Rook managed Acme, which sells flour.", "Rook managed Acme."),
        ("first_of_two_deeds", "Acme opened a mill and closed the old dock.", "Acme opened a mill."),
        ("gloss_dropped", "The Tarn Guild (founded in 1702) owns it.", "The Tarn Guild owns it."),
        ("date_left_out", "Acme was founded by Vell in 1990.", "Acme was founded by Vell."),
        ("connective_dropped", "However, the mill was shut.", "The mill was shut."),
        ("synonym", "Work began in May.", "Work started in May."),
        ("bound_reworded", "It has more than 400 members.", "It has over 400 members."),
        (
            "abbreviation",
            "It was built during World War II by Acme.",
            "It was built during the Second World War by Acme.",
        ),
    ],
)
def test_a_rule_says_the_same_in_other_words(rule: str, sentence: str, other: str) -> None:
    assert other in made(rule, sentence, names=("Acme", "Beta", "Tarn", "Orrin"))


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("first_of_two_deeds", "Only Acme opened a mill and closed the old dock."),
        ("first_of_two_deeds", "Acme bought and sold the mill."),
        ("time_moved_forward", "He opposed the law that was passed in 2019."),
        ("list_reordered", "They were, in order, Tarn, Orrin and Lund."),
        ("list_reordered", "Rents were due in Tarn, Ohio and Lund."),
        ("gloss_dropped", "All members (except guests) may vote."),
        ("date_left_out", "Acme was the first mill founded in Tarn in 1990."),
        ("date_reordered", "It rose between 5 and 9 March 2018."),
        ("possessive", "The actress met film star Anna Vell's father in May."),
    ],
)
def test_a_rule_keeps_off_what_it_might_break(rule: str, sentence: str) -> None:
    assert made(rule, sentence) == set()


def test_white_space_changes_no_letter() -> None:
    sentence = "The administration of the harbour was reorganised."
    for text in made("white_space", sentence):
        assert text != sentence
        assert "".join(text.replace("-\n", "").split()) == "".join(sentence.split())


def test_a_seed_decides() -> None:
    text = "In 2019, Acme opened 3 mills for $5 million."
    sentence = Sentence(text=text, origin="own", context=Context(paragraph=text))
    assert paraphrases_of(sentence, seed=2) == paraphrases_of(sentence, seed=2) != []
