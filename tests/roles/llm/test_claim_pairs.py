"""The built-in claim pairs are what a calibration needs: many kinds, evenly, each claim a claim, no pair trivial."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from pincite.evidence.claims.split_claims import split_claims
from pincite.evidence.guards.judge_claim import judge
from pincite.evidence.language.sentences import sentences
from pincite.roles.llm.claim_pairs import TextKind, WrongKind, built_in_pairs, pairs_sha256

PAIRS = built_in_pairs()


@pytest.mark.spec("CRI-14")
def test_there_are_eighty_pairs_even_over_texts_kinds_and_wording() -> None:
    assert len(PAIRS) == len({pair.id for pair in PAIRS}) == len({pair.source for pair in PAIRS}) == 80
    assert Counter(pair.text for pair in PAIRS) == dict.fromkeys(get_args(TextKind), 10)
    kinds = Counter(pair.kind for pair in PAIRS)
    assert set(kinds) == set(get_args(WrongKind))
    assert set(kinds.values()) <= {5, 6}
    assert 36 <= sum(pair.wording == "far" for pair in PAIRS) <= 44


def test_both_claims_are_claims_and_alike_in_length_and_words() -> None:
    for pair in PAIRS:
        assert pair.right != pair.wrong, pair.id
        assert split_claims(pair.right), pair.id
        assert split_claims(pair.wrong), pair.id
        assert max(len(pair.right), len(pair.wrong)) < 1.6 * min(len(pair.right), len(pair.wrong)), pair.id
        ours, theirs = (set(claim.casefold().split()) for claim in (pair.right, pair.wrong))
        assert len(ours & theirs) >= 0.3 * len(ours | theirs), pair.id
        assert pair.text == "table" or 2 <= len(list(sentences(pair.source))) <= 5, pair.id


def test_neither_claim_can_be_settled_by_looking_it_up() -> None:
    """What code proves needs no judge: a pair that it settles measures none."""
    for pair in PAIRS:
        assert judge(pair.wrong, pair.source).result != "proved", pair.id
        assert judge(pair.right, pair.source).result != "proved", pair.id
        assert pair.right not in pair.source, pair.id


def test_the_identity_follows_the_content_and_not_the_file() -> None:
    changed = (*PAIRS[:-1], PAIRS[-1].model_copy(update={"right": "Another claim."}))
    assert pairs_sha256(PAIRS) == pairs_sha256(list(PAIRS))
    assert pairs_sha256(changed) != pairs_sha256(PAIRS)


def test_the_wheel_carries_the_pairs() -> None:
    root = Path(__file__).parents[3]
    shipped = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    assert "calibration_pairs.yaml" in shipped["pincite.roles.llm"]
