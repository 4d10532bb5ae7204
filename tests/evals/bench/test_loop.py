"""pincite and a plain loop are asked the same, of the same documents, with the same model, and what each costs is counted."""

import json
from itertools import product

import pytest

from pincite.evals.bench.loop import SYSTEMS, Asked, Stage, by_stage, main, stage_table, summed, table
from pincite.evals.harness.loop_cases import CASES, Case, Script
from pincite.evals.harness.loopback import CACHED_FROM, Spent, loopback_model
from pincite.evals.harness.plain_loop import plain_loop
from pincite.stores.kb.knowledge_base import KnowledgeBase

pytestmark = pytest.mark.slow

STATED = Case("stated", "How long is the notice?", "Tarn Optics Ltd", "notice", ("is six weeks",), then="notice weeks")
LACKING = STATED._replace(kind="not in the documents", states=())


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    made = KnowledgeBase.open(tmp_path_factory.mktemp("kb"))
    text = "The notice that Tarn Optics Ltd must give\nis six weeks.\n\nThe hall of Tarn Optics Ltd is heated."
    made.ingest_texts([{"id": "lease", "title": "Lease of Tarn Optics Ltd", "text": text}])
    return made


@pytest.mark.parametrize(
    ("case", "grading", "rewrites", "calls", "says"),
    [
        (STATED, "together", 1, 2, "is six weeks."),  # grade, generate
        (LACKING, "together", 1, 3, ""),  # grade, rewrite, grade
        (LACKING, "together", 3, 7, ""),
        (LACKING, "together", 0, 1, ""),
    ],
)
def test_the_loop_grades_rewrites_and_answers(
    kb: KnowledgeBase, case: Case, grading: str, rewrites: int, calls: int, says: str
) -> None:
    script = Script()
    script.case = case
    with loopback_model(script.answer) as model:
        assert plain_loop(kb, model.url, grading, rewrites)(case.question) == says
        assert model.spent.calls == calls


def test_graded_one_by_one_each_passage_is_a_call(kb: KnowledgeBase) -> None:
    script = Script()
    script.case = STATED
    passages = len(kb.search(STATED.question, limit=4))
    with loopback_model(script.answer) as model:
        assert plain_loop(kb, model.url, "one by one", 1)(STATED.question) == "is six weeks."
        assert model.spent.calls == passages + 1


def test_the_command_asks_every_kind_of_every_system_and_pincite_answers_rightly(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--latency", "0", "--times", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    kinds = dict.fromkeys(case.kind for case in CASES)
    assert [(row["kind"], row["system"]) for row in rows] == list(product(kinds, SYSTEMS))
    assert all(row["right"] == 1 for row in rows if row["system"] == "pincite")
    assert all(0 < row["instructions"] < row["input_tokens"] for row in rows)
    assert all(row["cached_tokens"] > 0 for row in rows if row["system"] == "pincite")
    (absent,) = [row for row in rows if row["kind"] == "no such company" and row["system"] == "pincite"]
    assert absent["calls"] == 2  # the question is read, and the judge at the gate finds nothing; then the gate closes


def test_runs_of_one_kind_are_summed_by_their_medians() -> None:
    runs = [
        Asked(STATED, SYSTEMS[0], right, Spent(calls, 100, 10, 5, 0.5, 20), 0.6, {})
        for right, calls in ((True, 2), (False, 4))
    ]
    (row, *_) = summed([*runs, *(Asked(STATED, system, True, Spent(1, 1, 1, 1, 1), 1, {}) for system in SYSTEMS[1:])])
    assert (row.questions, row.right, row.calls, row.seconds) == (1, 0.5, 3, 0.6)
    assert (row.cached_tokens, row.effective_tokens) == (20, 82)
    assert "50%" in table([row])


def test_the_tokens_of_a_stage_are_means_over_its_calls() -> None:
    stages = {"ReadQuestion": Spent(1, 100, 60, 5, 0.1, 40), "Verdicts": Spent(2, 300, 200, 8, 0.1, 0)}
    first = Asked(STATED, SYSTEMS[2], True, Spent(), 1, stages)
    second = Asked(STATED, SYSTEMS[2], True, Spent(), 1, {"ReadQuestion": Spent(1, 120, 60, 5, 0.1, 60)})
    plan, audit = by_stage([first, second])
    assert plan == Stage("plan", 1, 60, 50, 50, 5)
    assert audit == Stage("audit", 1, 100, 50, 0, 4)
    assert stage_table([plan, audit]).count("\n") == 2


def test_the_simulated_model_caches_the_long_common_start_of_two_requests_with_one_schema() -> None:
    with loopback_model(lambda *_: {}) as model:
        start = "word " * CACHED_FROM
        assert model.cached_tokens("writer", "Quotes", start + "one") == 0
        assert model.cached_tokens("writer", "Draft", start + "two") == 0
        assert model.cached_tokens("writer", "Quotes", start + "two") == CACHED_FROM
        assert model.cached_tokens("writer", "Quotes", "word " * 9) == 0
