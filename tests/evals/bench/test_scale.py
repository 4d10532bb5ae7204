"""Taking in and asking at a size, told block by block, in a folder and on servers."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.evals.bench import scale as bench_scale
from pincite.evals.bench.scale import ingested, last_beside_first, main, megabytes_of
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.slow

SENTENCES = [f"The fee of site {number} rose to {number + 7} euros after the review of spring." for number in range(40)]
HANDBOOK = Path(__file__).parents[3] / "evals" / "golden" / "handbook" / "handbook"


def test_each_block_is_reported_when_it_is_full(tmp_path: Path) -> None:
    blocks = list(ingested(str(tmp_path / "kb"), SENTENCES, 200, 100, 1, [os.getpid()]))
    assert [block["passages"] >= 100 * number for number, block in enumerate(blocks, 1)] == [True] * len(blocks)
    assert blocks[-1]["passages"] >= 200
    assert all(value > 0 for block in blocks for value in block.values())
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        titles = [document.title for document in kb.snapshot().documents()]
    assert "Annual report of Quarrelwick 0 Holdings" in titles
    assert len(titles) == len(set(titles))


def test_the_last_block_is_set_beside_the_first() -> None:
    blocks = [{"passages/s": 500.0, "passages per CPU second": rate} for rate in (800.0, 100.0, 600.0)]
    assert last_beside_first(blocks) == {
        "last block relative to the first: passages/s": 1.0,
        "last block relative to the first: passages per CPU second": 0.75,
    }


def test_memory_of_a_process_is_reported_in_megabytes() -> None:
    assert 10 < megabytes_of(os.getpid()) < 5_000


def test_the_command_fills_a_knowledge_base_and_asks_it_and_then_only_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(measure: Callable[..., Any], *arguments: object) -> Any:
        return measure(*arguments)

    monkeypatch.setattr(bench_scale, "alone", here)  # a fresh process for each measure takes longer than the measures
    monkeypatch.setattr(bench_scale, "asked_about", lambda *_: {"absent": ["Who is Ada Tarn?"]})
    given = ["--pdfs", str(HANDBOOK), "--kb", str(tmp_path / "kb"), "--size", "50", "--block", "50", "--json"]
    assert main(given) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["blocks"][0]["MB on disk"] > 0
    assert main([*given, "--ask-only"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["blocks"] == []
    assert again["found"]["ask, absent: questions"] == 1
