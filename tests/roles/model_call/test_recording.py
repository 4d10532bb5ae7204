"""A recording answers the requests it holds, and names what differs in those it does not hold."""

from pathlib import Path

import pytest
from langchain_core.language_models import FakeListChatModel

from pincite.errors import BudgetExceeded, ModelError, ReplayMismatch
from pincite.evidence.model.frozen import Frozen
from pincite.evidence.report.evidence_report import Usage
from pincite.prompts.prompt import Prompt
from pincite.roles.llm.providers import Silent
from pincite.roles.model_call.meter import Meter, metered
from pincite.roles.model_call.recording import Recorder, Replay, Tape
from pincite.roles.model_call.speaker import Speaker
from pincite.settings import Budgets


class Verdict(Frozen):
    stated: bool


class Other(Frozen):
    stated: bool
    why: str = ""


PROMPT = Prompt(role="critic", system="Judge.", user="Is it stated?", sha256="a" * 64)
NAME = "openai:model-a@host"


def asked(
    tape: Tape, speaker: Speaker, prompt: Prompt = PROMPT, schema: type[Frozen] = Verdict
) -> tuple[Frozen, Usage]:
    meter = Meter(stage="critique", used=Usage(), budgets=Budgets(), seconds_left=60, tape=tape)
    with metered(meter):
        return speaker.ask(prompt, schema), meter.usage()


def says(*answers: str) -> Speaker:
    return Speaker(FakeListChatModel(responses=list(answers)), NAME, method="prompt")


SILENT = Speaker(Silent(), NAME, method="prompt")


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "run.jsonl"
    with Recorder(path) as tape:
        asked(tape, says("not this", '{"stated": true}'))
    return path


@pytest.mark.spec("REP-2")
def test_a_replay_gives_the_same_answers_and_counts_and_asks_nobody(recording: Path) -> None:
    value, usage = asked(Replay(recording), SILENT)
    assert value == Verdict(stated=True)
    assert usage.model_calls == 2


@pytest.mark.spec("EXE-6")
def test_a_request_made_twice_has_one_answer(tmp_path: Path) -> None:
    with Recorder(tmp_path / "run.jsonl") as tape:
        speaker = says('{"stated": true}', '{"stated": false}')
        assert asked(tape, speaker)[0] == asked(tape, speaker)[0] == Verdict(stated=True)


@pytest.mark.spec("REP-2")
@pytest.mark.parametrize(
    ("prompt", "schema", "name", "told"),
    [
        ({"role": "analyst"}, Verdict, NAME, "no call of the analyst was recorded"),
        ({}, Verdict, "openai:model-b@host", "the critic was recorded with another model than openai:model-b@host"),
        ({"sha256": "b" * 64}, Verdict, NAME, "the prompt of the critic has changed"),
        ({}, Other, NAME, "the schema of the critic has changed"),
        ({"user": "Is anything stated?"}, Verdict, NAME, "the critic is asked something that was not recorded"),
    ],
)
def test_what_was_not_recorded_is_named(
    recording: Path, prompt: dict[str, str], schema: type[Frozen], name: str, told: str
) -> None:
    with pytest.raises(ReplayMismatch, match=told):
        asked(Replay(recording), Speaker(Silent(), name), PROMPT.model_copy(update=prompt), schema)


@pytest.mark.spec("REP-2")
def test_a_line_that_was_changed_is_named(recording: Path) -> None:
    recording.write_text(
        recording.read_text().replace('stated\\\\\\": true', 'stated\\\\\\": false').replace("true", "false")
    )
    with pytest.raises(ReplayMismatch, match=r"line \d: the call was changed after it was recorded"):
        Replay(recording)


@pytest.mark.parametrize("content", [b"{}\n", b"not json\n", b"\xff\xfe", b'{"kind": "call"}\n', b"[1]\n", b"null\n"])
def test_a_file_that_is_no_recording_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(ReplayMismatch, match=r"record it again|not a recording"):
        Replay(path)
    with pytest.raises(ReplayMismatch, match="cannot be read"):
        Replay(tmp_path / "none.jsonl")


@pytest.mark.spec("EXE-6", "CRI-9")
def test_failures_and_time_stops_replay_as_recorded(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Recorder(path) as tape:
        with pytest.raises(ModelError):
            asked(tape, says("never", "never"))
        late = PROMPT.model_copy(update={"user": "Too late?"})
        with (
            pytest.raises(BudgetExceeded),
            metered(Meter(stage="critique", used=Usage(), budgets=Budgets(), seconds_left=-1, tape=tape)),
        ):
            says('{"stated": true}').ask(late, Verdict)
        tape.time_is_over("question | critique", True)
    replay = Replay(path)
    with pytest.raises(ModelError):
        asked(replay, SILENT)
    with pytest.raises(BudgetExceeded) as raised:
        asked(replay, SILENT, late)
    assert raised.value.stop_reason == "time_exhausted"
    assert replay.time_is_over("question | critique", False)
    assert not replay.time_is_over("question | follow_up_critique", True)
