"""The bench of load drives the real graph, real clients and real stores, and sees what is wrong with a report."""

import json

import pytest

from pincite.evals.bench.concurrent_users import main
from pincite.evals.harness.load_cases import cases
from pincite.evals.harness.load_figures import figures
from pincite.evals.harness.load_model import Faulted
from pincite.evals.harness.load_worker import Run, Worked

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def bench(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    main(["--at-once", "5", "--passages", "100", "--latency", "0.02", "--json", *arguments])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def faults_found(found: dict[str, object]) -> list[object]:
    return [found[name] for name in ("errors", "mixed", "unexplained", "alarms") if found[name]]


@pytest.mark.spec("REL-1", "REL-5", "CFG-2")
def test_runs_at_once_in_two_processes_end_as_they_do_alone_or_say_which_model_calls_went_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = bench(capsys, "--seconds", "2", "--processes", "2", "--faults", "0.5", "--call-seconds", "0.5")
    assert faults_found(found) == []
    assert int(str(found["finished"])) >= 5
    assert len(found["peak_mb"]) == 2  # type: ignore[arg-type]
    assert found["faulted_runs"]
    assert found["signals"]


def ran(*signals: str, alike: bool) -> Run:
    return Run(cases(0)[0], 10.0, 2.0, "CONCLUDED", "contract_met", signals, (), () if alike else ("answer",), {})


def fault(at: float, *, company: str = "", schema: str = "Draft") -> Faulted:
    case = cases(0)[0]
    return Faulted(case.tenant, company or case.company, schema, "500", at)


@pytest.mark.parametrize(
    ("run", "faults", "unexplained", "alarms"),
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
    run: Run, faults: tuple[Faulted, ...], unexplained: int, alarms: int
) -> None:
    worked = Worked([run], [], 1.0, 0.5, 100.0, [], [])
    found = figures([worked], faults, began=10.0, seconds=5.0, restarted=None)
    assert (len(found.unexplained), len(found.alarms)) == (unexplained, alarms)
    assert found.sound is (unexplained + alarms == 0)


def test_the_script_asks_each_question_of_one_run_at_a_time() -> None:
    asked = [(case.tenant, case.company) for number in range(50) for case in set(cases(number))]
    by = [{(case.tenant, case.company) for case in cases(number)} for number in range(50)]
    assert asked
    assert sum(map(len, by)) == len(set.union(*by))
