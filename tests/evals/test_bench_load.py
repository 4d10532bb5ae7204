"""The bench of load drives the real graph, real clients and real stores, and sees what is wrong with a report."""

import json

import pytest

from pincite.evals.bench.load import main
from pincite.evals.harness.load_cases import cases
from pincite.evals.harness.load_figures import figures
from pincite.evals.harness.load_model import Faulted
from pincite.evals.harness.load_worker import Run, Worked

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def bench(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    main(["--at-once", "5", "--passages", "100", "--latency", "0.02", "--json", *arguments])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def told_wrong(found: dict[str, object]) -> list[object]:
    return [found[name] for name in ("errors", "mixed", "untold", "alarms") if found[name]]


@pytest.mark.spec("REL-5", "CFG-2")
def test_runs_at_once_in_two_processes_end_as_they_do_alone(capsys: pytest.CaptureFixture[str]) -> None:
    found = bench(capsys, "--seconds", "1", "--processes", "2")
    assert told_wrong(found) == []
    assert int(str(found["finished"])) >= 5
    assert len(found["peak_mb"]) == 2  # type: ignore[arg-type]


@pytest.mark.spec("REL-1")
def test_runs_whose_model_calls_go_wrong_end_and_say_what_was_lacking(capsys: pytest.CaptureFixture[str]) -> None:
    found = bench(capsys, "--seconds", "3", "--faults", "0.5", "--call-seconds", "0.5")
    assert told_wrong(found) == []
    assert found["faulted_runs"]
    assert found["told"]


@pytest.mark.servers
@pytest.mark.spec("RET-12", "REL-1", "REL-5")
def test_a_vector_server_that_is_killed_on_the_way_is_searched_again_when_it_is_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = bench(capsys, "--seconds", "6", "--served", "--lose-vectors", "--compare-at-most", "0")
    assert told_wrong(found) == []
    assert found["unanswered"]
    assert 0 <= float(str(found["back_after"])) < float("inf")


def ran(*signals: str, alike: bool) -> Run:
    return Run(cases(0)[0], 10.0, 2.0, "CONCLUDED", "contract_met", signals, (), () if alike else ("answer",), {})


def fault(at: float, *, company: str = "", schema: str = "Draft") -> Faulted:
    case = cases(0)[0]
    return Faulted(case.tenant, company or case.company, schema, "500", at)


@pytest.mark.parametrize(
    ("run", "faults", "untold", "alarms"),
    [
        (ran(alike=True), (), 0, 0),
        (ran(alike=True), (fault(11),), 0, 0),
        (ran("generator_unavailable", alike=False), (fault(11),), 0, 0),
        (ran(alike=False), (fault(11),), 1, 0),
        (ran(alike=False), (), 1, 0),
        (ran("generator_unavailable", alike=False), (), 0, 1),
        (ran("generator_unavailable", alike=False), (fault(13),), 0, 1),
        (ran("generator_unavailable", alike=False), (fault(11, company="Quarrelwick 1 Holdings"),), 0, 1),
        (ran("generator_unavailable", alike=False), (fault(11, schema="Quotes"),), 0, 1),
    ],
)
def test_a_report_has_to_say_what_failed_and_may_say_nothing_else(
    run: Run, faults: tuple[Faulted, ...], untold: int, alarms: int
) -> None:
    worked = Worked([run], [], 1.0, 0.5, 100.0, [], [])
    found = figures([worked], faults, began=10.0, seconds=5.0, restarted=None)
    assert (len(found.untold), len(found.alarms)) == (untold, alarms)
    assert found.sound is (untold + alarms == 0)


def test_the_script_asks_each_question_of_one_run_at_a_time() -> None:
    asked = [(case.tenant, case.company) for number in range(50) for case in set(cases(number))]
    by = [{(case.tenant, case.company) for case in cases(number)} for number in range(50)]
    assert asked
    assert sum(map(len, by)) == len(set.union(*by))
