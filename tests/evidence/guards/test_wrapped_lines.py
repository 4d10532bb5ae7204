import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.guards.judge_claim import judge
from pincite.evidence.values.facts import read_facts

SENTENCES = (
    "An Employee who works from home on at least one day a week may claim an allowance of £450.",
    "The fee is more than 30 but not more than 45 days after the invoice date of 3 March 2026.",
    "Payment of $1.2 million, or 15 percent of net sales, falls due no later than 60 days after delivery.",
)


@pytest.mark.spec("EVI-2")
@given(st.sampled_from(SENTENCES), st.integers(min_value=12, max_value=60))
def test_a_verbatim_sentence_is_proven_wherever_its_lines_are_broken(sentence: str, width: int) -> None:
    lines = "\n".join(textwrap.wrap(sentence, width, break_on_hyphens=False, break_long_words=False))
    assert judge(sentence, lines).result == "proved"


def test_a_number_in_words_is_read_across_a_broken_line() -> None:
    assert read_facts("at least one\nday")[0].bound == "at_least"
