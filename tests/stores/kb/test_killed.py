"""Ingest killed at any point and run again ends where an undisturbed one does (SPEC REL-2). `python -m pincite.evals.bench.kill` tries many more
moments."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from served_pair import Pair

from pincite.evals.bench.kill import Ground
from pincite.evals.harness.kb_contents import differences
from pincite.evals.harness.killed_ingest import Ended, Forker, Job, Moment, forker, moments
from pincite.stores.kb import dense

pytestmark = pytest.mark.slow

KILLED = -9


@pytest.fixture(scope="module")
def worker() -> Iterator[Forker]:
    with forker() as forked:
        yield forked


@pytest.fixture(autouse=True)
def _index_of_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads here uses the index as the ingests do."""
    monkeypatch.setattr(dense, "EXACT_AT_MOST", Job("", "", "").compared)
    monkeypatch.setattr(dense, "UNINDEXED_AT_MOST", 0)


@pytest.mark.spec("REL-2")
def test_killed_at_any_moment_and_run_again_nothing_is_lost_or_doubled_and_a_reader_sees_whole_documents(
    worker: Forker, tmp_path: Path
) -> None:
    ground = Ground(tmp_path, None, worker, None)
    tried = [
        Moment("file", 3, 0.002),
        Moment("statement", 40),
        Moment("commit", 6),
        Moment("within index", 4, 0.002),
    ]
    trials = [ground.tried(moment) for moment in tried]
    assert [trial for trial in trials if trial.wrong] == []
    assert [trial.status for trial in trials] == [KILLED] * len(tried)


@pytest.mark.servers
@pytest.mark.spec("REL-2", "REL-5")
def test_a_served_ingest_that_is_killed_also_beside_another_or_loses_its_line_is_made_good_by_the_next(
    worker: Forker, servers: Pair, tmp_path: Path
) -> None:
    with forker() as other:
        ground = Ground(tmp_path, servers, worker, other)
        trials = [ground.tried(moment) for moment in (Moment("index", 2), Moment("commit", 12), Moment("line", 60))]
    assert [trial for trial in trials if trial.wrong] == []
    assert [trial.status for trial in trials[:2]] == [KILLED] * 2
    assert [trial.beside_another for trial in trials] == [False, True, False]


@pytest.mark.spec("REL-2")
def test_killed_again_and_again_it_still_completes(worker: Forker, tmp_path: Path) -> None:
    ground = Ground(tmp_path, None, worker, None)
    with ground.before() as (job, _, kb, stores):
        for moment in (Moment("file", 1, 0.001), Moment("committed", 2), Moment("index", 2), Moment("generation", 4)):
            assert worker.run(job._replace(moment=moment)).status == KILLED
        assert worker.run(job).status == 0
        assert ground.unlike(kb, stores) == []


def test_the_moments_are_spread_and_the_same_for_the_same_seed() -> None:
    counts = dict.fromkeys(
        ("file", "statement", "commit", "committed", "generation", "index", "within index", "noted"), 100
    )
    drawn = [moments(50, Ended(0, counts, 5.0), seed, served=False) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    files = sorted(moment.time for moment in drawn[0] if moment.where == "file")
    assert files[0] <= 20
    assert files[-1] > 80
    assert {moment.where for moment in drawn[0]} == set(counts)


def test_what_differs_between_two_knowledge_bases_is_named() -> None:
    wanted = {"texts": {"a": "x", "b": "y", "c": "z"}}
    assert differences(wanted, wanted) == []
    found = {"texts": {"a": "x", "b": "!", "d": "w"}}
    assert differences(found, wanted) == [
        "texts: 1 missing, such as c",
        "texts: 1 too many, such as d",
        "texts: 1 other, such as b",
    ]
