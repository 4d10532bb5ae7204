"""How long prompts are: what a model with a context of 8,000 tokens must be able to read (SPEC CST-3)."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import wordllama
from tokenizers import Tokenizer

from pincite.evidence.model.spans import PassageId
from pincite.evidence.model.subjects import FactId, PlanStep
from pincite.model_settings import ModelEndpoint
from pincite.roles.contracts.extractor import ExtractorInput, PassageToRead
from pincite.roles.llm.extractor import batches, prompt

RECORDED = Path(__file__).resolve().parents[2] / "graph" / "recordings" / "demo.jsonl"
ROOM_FOR_AN_ANSWER = 2_000
MOST = 8_000 - ROOM_FOR_AN_ANSWER
PROSE = "The tenant shall give six months' notice in writing to the landlord, unless the parties agree otherwise. "


@lru_cache
def tokenizer() -> Any:
    (found,) = Path(wordllama.__file__).parent.rglob("*tokenizer*.json")
    made = Tokenizer.from_file(str(found))
    made.no_truncation()
    made.no_padding()
    return made


def tokens(text: str) -> int:
    return len(tokenizer().encode(text).ids)


@pytest.mark.spec("CST-3")
def test_every_prompt_of_the_recorded_demo_fits_a_context_of_8000_tokens() -> None:
    calls = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines() if '"kind": "call"' in line]
    longest: dict[str, int] = {}
    for call in calls:
        key = call["key"]
        said = sum(tokens(text) for _, text in key["messages"])
        longest[key["role"]] = max(said, longest.get(key["role"], 0))
    assert {"analyst", "extractor", "critic", "generator", "auditor"} <= set(longest)
    assert {role: size for role, size in longest.items() if size > MOST} == {}


@pytest.mark.spec("CST-3")
def test_passages_are_cut_to_what_the_setting_of_a_model_says() -> None:
    endpoint = ModelEndpoint(model="ollama:small", passage_chars=12_000)
    passages = [
        PassageToRead(passage_id=PassageId(f"p-{number}"), text=PROSE * 20, title="Lease") for number in range(40)
    ]
    step = PlanStep(fact_id=FactId("s1"), text="the notice period", answer_type="period", subject=0)
    given = ExtractorInput(
        question="What is the notice period?", required_facts=(step,), candidates=(), passages=tuple(passages)
    )
    for shown in batches(passages, endpoint.passage_chars):
        asked = prompt(given, shown)
        assert tokens(asked.system) + tokens(asked.user) <= MOST
