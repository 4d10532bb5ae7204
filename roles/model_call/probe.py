"""Tests an endpoint: whether it is reachable, serves the model, and which structured-output method it supports."""

import hashlib
from typing import Any, get_args

from ...errors import BudgetExceeded, ModelError, SettingsError
from ...evidence.model.frozen import Frozen
from ...evidence.model.model_fault import Cause, ModelFault
from ...evidence.report.evidence_report import Usage
from ...model_settings import Method
from ...prompts.prompt import Prompt
from ...settings import Budgets
from .endpoint_error import fault_of
from .fault_cause import cause_of
from .meter import Meter, metered
from .speaker import Speaker

SECONDS = 20.0
"""The time limit in seconds for one method, with its retries. If the server loads the model on the first call, repeat
the test."""
_QUESTION = "Describe the sky over a desert at noon in one sentence, and give its colour."
_WHATEVER_METHOD: frozenset[Cause] = frozenset(
    {
        "key_refused",
        "access_denied",
        "model_unknown",
        "quota",
        "rate_limit",
        "unreachable",
        "not_an_endpoint",
        "context_too_long",
    }
)
"""Faults that every structured-output method would have."""


class _Sky(Frozen):
    """The answer to request. No prompt names its fields, so a server that ignores the schema is detected."""

    sentence: str
    colour_name: str
    is_cloudy: bool


class Probe(Frozen):
    """The result of a test of an endpoint.

    `listed`: the models of the endpoint; None if it lists none. `method`: the first method that works, or None.
    `fault`: why no method can work, if the method is not the cause. `failed`: the methods tried before, each with its
    error.
    """

    listed: tuple[str, ...] | None = None
    method: Method | None = None
    fault: ModelFault | None = None
    failed: tuple[tuple[Method, str], ...] = ()


def probe(speaker: Speaker, seconds: float = SECONDS) -> Probe:
    """Test an endpoint: list its models if possible, then try structured-output methods until one works, the configured
    one first."""
    listed = _listed(speaker, seconds)
    if isinstance(listed, ModelFault):
        return Probe(fault=listed)
    failed: list[tuple[Method, str]] = []
    for method in dict.fromkeys((speaker.method, *get_args(Method))):
        wrong = _tried(speaker.by(method), seconds)
        if wrong is None:
            return Probe(listed=listed, method=method, failed=tuple(failed))
        if isinstance(wrong, ModelFault):
            return Probe(listed=listed, fault=wrong, failed=tuple(failed))
        failed.append((method, wrong))
    return Probe(listed=listed, failed=tuple(failed))


def _listed(speaker: Speaker, seconds: float) -> tuple[str, ...] | ModelFault | None:
    """Return the models that the endpoint lists, None if it lists none, or a fault if its address cannot be reached."""
    client: Any = getattr(speaker.model, "root_client", None)
    if client is None:
        return None
    try:
        return tuple(model.id for model in client.models.list(timeout=seconds).data)
    except Exception as error:
        if cause_of(error, speaker.model_name) == "unreachable":
            return speaker.fault(error, "doctor")
        return None


def _tried(speaker: Speaker, seconds: float) -> str | ModelFault | None:
    """Return None if the speaker's method works, else the error: a fault if every method would have it, otherwise its
    text."""
    sha256 = hashlib.sha256(_QUESTION.encode()).hexdigest()
    prompt = Prompt(role="doctor", system="Answer as a JSON object.", user=_QUESTION, sha256=sha256)
    meter = Meter(stage="doctor", used=Usage(), budgets=Budgets(), seconds_left=seconds)
    try:
        with metered(meter):
            speaker.ask(prompt, _Sky)
    except (ModelError, BudgetExceeded, SettingsError) as error:
        fault = fault_of(error)
        if fault and fault.cause in _WHATEVER_METHOD:
            return fault
        if fault:
            return f"{fault.detail}, HTTP {fault.status}" if fault.status else fault.detail
        return str(error).removeprefix("doctor: ").removeprefix(speaker.name).strip()
    return None
