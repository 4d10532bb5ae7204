"""Doctor tries the configured endpoints out and says which setting to change."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from model_server import Answer, ModelServer, Request, model_server, status

from pincite.cli import main
from pincite.doctor import calibrate_auditor, examine
from pincite.errors import SettingsError
from pincite.roles.llm.claim_pairs import built_in_pairs
from pincite.roles.model_call import transient

SKY = '{"sentence": "It is blue.", "colour_name": "blue", "is_cloudy": false}'


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setattr(transient, "_backoff", lambda state: 0.01)
    monkeypatch.chdir(tmp_path)
    with model_server() as running:
        configure(monkeypatch, running.url)
        yield running


def configure(
    monkeypatch: pytest.MonkeyPatch, url: str, generator: str = "openai:model-a", critic: str = "openai:model-b"
) -> None:
    for role, model in (("GENERATOR", generator), ("CRITIC", critic)):
        monkeypatch.setenv(f"PINCITE_MODELS__{role}__MODEL", model)
        monkeypatch.setenv(f"PINCITE_MODELS__{role}__BASE_URL", url)
        monkeypatch.setenv(f"PINCITE_MODELS__{role}__API_KEY", "sk-secret")


def found() -> dict[str, tuple[bool, str]]:
    findings = {finding.what: (finding.ok, finding.detail) for finding in examine("none")}
    assert "sk-secret" not in str(findings)
    return findings


def test_an_endpoint_that_does_all_is_well(server: ModelServer) -> None:
    server.script(Answer(SKY))
    findings = found()
    for role in ("generator", "critic"):
        ok, detail = findings[role]
        assert ok
        assert detail.endswith("answers, and the endpoint lists the model")
        assert findings[f"{role} method"] == (True, "json_schema works")


def supports(method: str) -> object:
    """A server that refuses, or passes over, every way to ask for a schema but one."""

    def answer(request: Request) -> Answer:
        form = request.body.get("response_format") or {}
        asked = form.get("type") or ("function_calling" if request.body.get("tools") else "prompt")
        if asked == "json_object" and "schema" in form:
            asked = "json_object with a schema"
        if asked == method:
            return Answer(None, tool_arguments=SKY) if method == "function_calling" else Answer(SKY)
        if asked == "json_schema":
            return status(500)
        return status(400) if asked != "prompt" else Answer("The sky is blue.")

    return answer


@pytest.mark.spec("USE-5")
@pytest.mark.parametrize(
    ("supported", "chosen"),
    [
        ("function_calling", "function_calling"),
        ("json_object with a schema", "json_object"),
        ("json_object", "json_mode"),
        ("prompt", "prompt"),
    ],
)
def test_the_first_method_that_works_is_named_where_the_one_set_does_not(
    server: ModelServer, supported: str, chosen: str
) -> None:
    server.answerer = supports(supported)  # type: ignore[assignment]
    ok, detail = found()["generator method"]
    assert not ok
    assert f'set models.generator.method = "{chosen}", which does' in detail
    assert "json_schema: OpenAIAPIError, HTTP 500" in detail


def test_a_model_that_is_not_there_is_named_beside_those_that_are(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(monkeypatch, server.url, generator="openai:model-z")
    server.script(status(404, error_code="model_not_found"))
    ok, detail = found()["generator"]
    assert not ok
    assert (
        "has no model named model-z (HTTP 404). Set models.generator to one of its models: model-a, model-b." in detail
    )


def test_an_address_where_nothing_answers_is_reported(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(monkeypatch, "http://127.0.0.1:9/v1")
    ok, detail = found()["critic"]
    assert not ok
    assert "127.0.0.1:9 cannot be reached" in detail
    assert "check models.critic.base_url" in detail


@pytest.mark.spec("REL-1", "CFG-3")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            status(401, says="Incorrect API key provided: sk-secret"),
            "refused the key for model-b (HTTP 401). Set models.critic.api_key, or the environment variable OPENAI_API_KEY",
        ),
        (status(429, error_code="insufficient_quota"), "no quota or credit left for model-b (HTTP 429). Add credit"),
        (
            Answer(status=404, body="<html>Nothing here</html>"),
            "does not answer as a chat endpoint (HTTP 404). Check models.critic.base_url",
        ),
        (status(429), "limits the requests to model-b (HTTP 429), also after several tries. Ask again later"),
    ],
    ids=["the key is refused", "no quota", "a web page", "throttled"],
)
def test_an_endpoint_that_gives_no_answer_is_bad_with_its_cause_and_remedy(
    server: ModelServer, answer: Answer, said: str
) -> None:
    server.script(answer)
    findings = found()
    ok, detail = findings["critic"]
    assert not ok
    assert said in detail
    assert "critic method" not in findings


@pytest.mark.spec("CRI-2")
def test_one_model_for_both_is_reported(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(monkeypatch, server.url, critic="openai:model-a")
    server.script(Answer(SKY))
    assert found()["independence"][0] is False


def judges(says_yes: Callable[[str], bool]) -> Callable[[Request], Answer]:
    """A server whose model judges the claims it is shown as it is told to."""

    def answer(request: Request) -> Answer:
        if request.schema_name != "Readings":
            return Answer(SKY)
        text = request.texts[1]
        verdicts = []
        for claim, told in re.findall(r"<<<(C\d+) [^\n]*\n(.*?)\n\1 ", text, re.DOTALL):
            source = re.search(r"texts: (T\d+)", told)
            assert source
            yes = says_yes(told)
            verdict = {"claim": claim, "verdict": "supported" if yes else "unsupported", "note": None}
            verdicts.append({**verdict, "supported_by": [source[1]] if yes else []})
        return Answer(json.dumps({"verdicts": verdicts}))

    return answer


@pytest.mark.slow
@pytest.mark.spec("CRI-14")
def test_calibration_measures_the_critics_model_keeps_the_figures_and_doctor_tells_them(
    server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PINCITE_MODELS__CALIBRATION_FILE", str(tmp_path / "calibrations.json"))
    server.answerer = judges(lambda told: True)
    assert "it is not calibrated, so answers fall back to quotes" in found()["calibration"][1]
    assert main(["doctor", "--kb", "none", "--calibrate", "--json"]) == 0
    told = {load["what"]: load["detail"] for load in json.loads(capsys.readouterr().out)}
    assert "accepts 80 of 80 wrong claims" in told["calibration"]
    assert "answers fall back to quotes" in told["calibration"]
    assert "swapped_role 6 of 6" in told["calibrate"]

    right = [pair.right for pair in built_in_pairs()]
    server.answerer = judges(lambda told: any(claim in told for claim in right))
    assert main(["doctor", "--kb", "none", "--calibrate"]) == 0
    capsys.readouterr()
    told = {what: detail for what, (_, detail) in found().items()}
    assert "accepts 0 of 80 wrong claims" in told["calibration"]
    assert "may judge meaning" in told["calibration"]


@pytest.mark.spec("CRI-14")
def test_a_model_that_cannot_be_asked_is_not_calibrated(server: ModelServer, tmp_path: Path) -> None:
    server.script(status(500))
    (finding,) = calibrate_auditor(lambda done, total: None)
    assert not finding.ok
    assert "was not calibrated" in finding.detail


@pytest.mark.spec("CRI-14")
def test_a_model_that_answers_but_never_usably_is_given_up_and_nothing_is_kept(
    server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_MODELS__CALIBRATION_FILE", str(tmp_path / "calibrations.json"))
    server.answerer = lambda request: Answer("Yes." if request.schema_name == "Readings" else SKY)
    (finding,) = calibrate_auditor(lambda done, total: None)
    assert not finding.ok
    assert "no usable answer to 6 claims in a row" in finding.detail
    assert not (tmp_path / "calibrations.json").exists()


def test_without_a_model_there_is_nothing_to_calibrate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError, match=r"models\.critic: not set"):
        calibrate_auditor(lambda done, total: None)
