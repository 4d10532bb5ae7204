"""Hostile text costs the trusted core an answer or a clear refusal within a second, and never an error."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.claims.split_claims import split_claims
from pincite.evidence.guards.judge_claim import judge
from pincite.evidence.judgement.conflicts import values_agree
from pincite.evidence.language.sentences import sentences
from pincite.evidence.names.proper_names import proper_names
from pincite.evidence.questions.premises import check_premises
from pincite.evidence.quotes.folding import fold
from pincite.evidence.quotes.locate import locate
from pincite.evidence.values.facts import read_facts
from pincite.evidence.values.periods import periods_in

PLAIN = "Acme Ltd paid $5 million on 3 May 2020, unless the board objected. "

READERS: dict[str, Callable[[str], Any]] = {
    "fold": fold,
    "facts": read_facts,
    "sentences": lambda text: list(sentences(text)),
    "claims": split_claims,
    "periods": lambda text: list(periods_in(text)),
    "names": lambda text: list(proper_names(text)),
    "values": lambda text: values_agree(text, PLAIN),
    "premises": lambda text: check_premises((text[:500],), text),
    "locate": lambda text: locate(text, PLAIN + text + PLAIN),
    "judge claim": lambda text: judge(text, PLAIN),
    "judge source": lambda text: judge(PLAIN, text + PLAIN),
}

HOSTILE = {
    "a lone surrogate": "\ud800 is half a \udfff character",
    "zero-width characters": "\u200b".join(PLAIN) * 20,
    "bidirectional overrides": ("\u202e" + PLAIN + "\u202c") * 20,
    "a number of 400 digits": "9" * 400 + "." + "1" * 400,
    "a number of 20,000 digits": "9" * 20_000,
    "grouped digits": "1," + "234," * 5_000,
    "brackets": "(" * 20_000 + "5" + ")" * 20_000,
    "fractions": "½" * 10_000,
    "half a reference": "[1, " * 5_000,
    "hundreds of hundreds": "one hundred and " * 2_000,
    "ranges": "5–" * 10_000,
    "years": "2020 " * 10_000,
    "headings": "A\n" * 20_000,
    "conditions": "if " * 5_000,
    "ended years": "year ended " * 2_000,
    "hyphens at line ends": "a-\n" * 10_000,
    "accents": "a" + "\u0301" * 20_000,
    "one word": "a" * 100_000,
    "dots": "." * 50_000,
    "quotes": '"' * 20_000,
    "commas": ", and" * 5_000,
    "capitals": "Aa " * 10_000,
    "spaces": " " * 100_000 + "x",
    "null characters": "\x00" * 1_000,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_hostile_text_is_read_within_a_second(reader: str) -> None:
    seconds = {}
    for kind, text in HOSTILE.items():
        began = time.process_time()
        READERS[reader](text)
        seconds[kind] = time.process_time() - began
    assert {kind: spent for kind, spent in seconds.items() if spent >= 1} == {}


@pytest.mark.parametrize("reader", ["locate", "judge claim"])
def test_a_claim_of_ten_megabytes_is_answered_within_a_second(reader: str) -> None:
    text = PLAIN * (10_000_000 // len(PLAIN))
    began = time.process_time()
    READERS[reader](text)
    assert time.process_time() - began < 1


@pytest.mark.parametrize("reader", READERS)
@given(st.text(max_size=120))
def test_any_unicode_is_read_alike_each_time(reader: str, text: str) -> None:
    assert READERS[reader](text) == READERS[reader](text)
