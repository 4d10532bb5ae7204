"""Settings: code over environment over pincite.toml over defaults, and errors that name the setting."""

from pathlib import Path

import pytest

from pincite.errors import SettingsError
from pincite.model_settings import ModelEndpoint, Models
from pincite.settings import Settings


@pytest.mark.spec("CFG-1")
def test_code_wins_over_environment_over_file_over_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings().follow_ups == 1
    (tmp_path / "pincite.toml").write_text("follow_ups = 2\n[budgets]\nseconds_per_run = 60\n")
    assert Settings().follow_ups == 2
    assert Settings().budgets.seconds_per_run == 60
    monkeypatch.setenv("PINCITE_FOLLOW_UPS", "0")
    assert Settings().follow_ups == 0
    assert Settings(follow_ups=1).follow_ups == 1


@pytest.mark.parametrize(
    "damaged",
    [b"follow_ups =", b"follow_ups = 1\nfollow_ups = 2", b"\xe9 = 1", b"[" * 5_000, b"follow_ups = " + b"9" * 5_000],
    ids=["cut short", "said twice", "another encoding", "nested without end", "a number without end"],
)
def test_a_settings_file_that_is_no_toml_is_named_and_not_a_traceback(
    damaged: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pincite.toml").write_bytes(damaged)
    with pytest.raises(SettingsError, match=r"pincite\.toml: cannot be read as TOML"):
        Settings()


@pytest.mark.spec("CFG-1")
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"follow_ups": 3}, "follow_ups = 3: input should be 0, 1 or 2"),
        ({"folow_ups": 1}, "folow_ups: no such setting"),
        ({"budgets": {"seconds_per_run": -1}}, "budgets.seconds_per_run = -1"),
        ({"conflict_policy": "newest"}, "conflict_policy = 'newest'"),
        ({"models": {"generator": "gpt-x", "critic": "openai:y"}}, "models.generator.model: string should match"),
        ({"models": {"generator": "openai:x"}}, "models: generator is set, but critic is not"),
    ],
)
def test_a_wrong_setting_is_named(given: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message.replace("(", r"\(")):
        Settings(**given)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{bad", 'environment: error parsing value for field "budgets"'),
        ("[1]", r"budgets = \[1\]"),
        ("[" * 100_000, "the environment \\(JSON\\) is nested too deeply"),
    ],
)
@pytest.mark.spec("CFG-1", "CFG-3")
def test_an_environment_that_cannot_be_read_is_reported_and_no_traceback(
    value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_BUDGETS", value)
    with pytest.raises(SettingsError, match=message) as raised:
        Settings()
    assert "bad" not in str(raised.value)


def test_of_many_faults_the_first_are_reported() -> None:
    with pytest.raises(SettingsError, match=r"and 490 more$"):
        Settings(**{f"setting {number}": 1 for number in range(500)})


@pytest.mark.spec("CFG-1", "CRI-2")
def test_one_model_alone_names_the_setting_that_allows_it() -> None:
    with pytest.raises(SettingsError, match=r"to try pincite with one model, set models\.allow_same_model = true"):
        Settings(models={"generator": "openai:x"})  # type: ignore[arg-type]
    allowed = Settings(models={"generator": "openai:x", "allow_same_model": True}).models  # type: ignore[arg-type]
    assert allowed.critic == allowed.generator


@pytest.mark.spec("ECO-3")
@pytest.mark.parametrize(
    ("model", "method"),
    [
        ("openai:a", "json_schema"),
        ("ollama:a", "json_schema"),
        ("google_genai:a", "json_schema"),
        ("anthropic:a", "function_calling"),
        ("bedrock_converse:a", "function_calling"),
    ],
)
def test_each_provider_has_its_usual_method_and_another_can_be_set(model: str, method: str) -> None:
    assert ModelEndpoint(model=model).method == method
    assert ModelEndpoint(model=model, method="prompt").method == "prompt"


@pytest.mark.spec("CFG-3")
@pytest.mark.parametrize(
    "name", ["api_key", "aws_secret_access_key", "aws_session_token", "credentials", "authorization"]
)
def test_options_hold_no_secret_at_any_depth(name: str) -> None:
    with pytest.raises(SettingsError, match=f"options: {name} looks like a secret") as raised:
        Settings(models={"generator": {"model": "anthropic:a", "options": {"more": [{name: "hunter2"}]}}})  # type: ignore[arg-type]
    assert "hunter2" not in str(raised.value)


def test_options_hold_nothing_that_has_a_setting_of_its_own() -> None:
    with pytest.raises(SettingsError, match=r"options: timeout has its own setting"):
        Settings(models={"generator": {"model": "anthropic:a", "options": {"timeout": 5}}})  # type: ignore[arg-type]


def test_prices_change_no_identity() -> None:
    priced = Settings(models={"prices": {"a": {"input": 1, "output": 2}}})  # type: ignore[arg-type]
    assert priced.models.prices["a"].currency == "USD"
    assert priced.sha256() == Settings().sha256()


def test_a_copy_with_changes_is_validated_and_has_another_identity() -> None:
    changed = Settings().with_changes(follow_ups=2)
    assert changed.follow_ups == 2
    assert changed.sha256() != Settings().sha256()


@pytest.mark.spec("CFG-1")
def test_models_are_named_in_a_word_or_in_full_from_every_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pincite.toml").write_text(
        '[models]\ncritic = "ollama:judge"\n[models.generator]\nmodel = "openai:writer"\nbase_url = "http://127.0.0.1:1/v1"\n'
    )
    models = Settings().models
    assert models.generator
    assert models.critic
    assert (models.generator.model, models.generator.base_url) == ("openai:writer", "http://127.0.0.1:1/v1")
    assert models.critic.model == "ollama:judge"
    monkeypatch.setenv("PINCITE_MODELS__CRITIC", "vllm:other")
    monkeypatch.setenv("PINCITE_MODELS__GENERATOR__API_KEY", "sk-secret")
    models = Settings().models
    assert models.generator
    assert models.critic
    assert models.critic.model == "vllm:other"
    assert models.generator.api_key
    assert models.generator.api_key.get_secret_value() == "sk-secret"


@pytest.mark.spec("CFG-3")
def test_a_key_shows_in_no_form_of_the_settings_and_changes_no_identity() -> None:
    def settings(key: str) -> Settings:
        return Settings(models={"generator": {"model": "openai:a", "api_key": key}, "critic": "openai:b"})

    given = settings("sk-secret-one")
    for shown in (repr(given), str(given.models), given.without_secrets(), given.model_dump_json()):
        assert "sk-secret" not in shown
    assert given.sha256() == settings("sk-secret-two").sha256()
    with pytest.raises(SettingsError) as wrong:
        Settings(models={"generator": {"model": "openai:a", "api_key": "sk-secret", "oops": 1}, "critic": "openai:b"})
    assert "sk-secret" not in str(wrong.value)
    with pytest.raises(SettingsError) as wrong:
        Settings(models={"generator": {"model": "openai:a", "base_url": "https://me:sk-secret@host/v1"}})
    assert "sk-secret" not in str(wrong.value)


def test_no_models_is_the_default_and_no_defect() -> None:
    assert Models().generator is None
