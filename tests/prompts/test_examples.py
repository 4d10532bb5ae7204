"""The examples in the prompts are from fields that no golden question asks about, so that the questions stay unseen by the models they measure."""

import re
from pathlib import Path
from typing import get_args

import pytest

from pincite.prompts import templates
from pincite.prompts.templates import Role

ROOT = Path(templates.__file__).parents[1]
SETS = [*(ROOT / "evals" / "golden").glob("*.yaml"), *(ROOT / "examples").glob("*.yaml")]
OF_A_RULE = {"100", "365", "the company", "at least", "up to"}
"""Figures and words of a rule, and not of an example: percent, the days of a year, and words with a fixed meaning."""


def figures(text: str) -> set[str]:
    """The figures with at least three digits. Smaller ones stand everywhere."""
    return {figure for figure in re.findall(r"(?<![\w.,])\d[\d.,]*\d", text) if len(re.sub(r"\D", "", figure)) >= 3}


def phrases(text: str) -> set[str]:
    """What stands in quotation marks and has at least two words."""
    return {" ".join(phrase.split()).casefold() for phrase in re.findall(r'"([^"\n]*[a-z] [a-z][^"]*)"', text)}


@pytest.mark.spec("EVA-1")
@pytest.mark.parametrize("role", get_args(Role))
def test_no_figure_or_phrase_of_a_prompts_example_is_part_of_a_golden_question(role: Role) -> None:
    prompt = (ROOT / "prompts" / f"{role}.md").read_text(encoding="utf-8")
    measured = " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in SETS)
    assert len(SETS) >= 4
    assert figures(prompt) & figures(measured) <= OF_A_RULE
    assert {phrase for phrase in phrases(prompt) if phrase in measured.casefold()} <= OF_A_RULE
