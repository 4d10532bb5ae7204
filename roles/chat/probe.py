"""Try an endpoint out: is it there, does it serve the model, and which structured-output method does it support?"""

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
"""For one method, its retries included. A model that is loaded on the first call may need longer; ask again then."""
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
"""Faults that no other method would mend."""


class _Sky(Frozen):
    """No prompt names these keys, so a server that ignores the schema is found out."""

    sentence: str
    colour_name: str
    is_cloudy: bool


class Probe(Frozen):
    """What was found. `listed`: the endpoint's models; None where it lists none. `method`: None when none works. `fault`: why no method was
    of use, where that is not the method's fault. `failed`: the methods tried before, each with what came of it."""

    listed: tuple[str, ...] | None = None
    method: Method | None = None
    fault: ModelFault | None = None
    failed: tuple[tuple[Method, str], ...] = ()


def probe(speaker: Speaker, seconds: float = SECONDS) -> Probe:
    """List the endpoint's models, where its provider lists them, then try the speaker's own method and after it the others, up to the first
    that works."""
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
    """Many gateways list no models, so only nobody at the address is a fault here."""
    client: Any = getattr(speaker.model, "root_client", None)
    if client is None:
        return None
    try:
        return tuple(one.id for one in client.models.list(timeout=seconds).data)
    except Exception as error:
        if cause_of(error, speaker.model_name) == "unreachable":
            return speaker.fault(error, "doctor")
        return None


def _tried(speaker: Speaker, seconds: float) -> str | ModelFault | None:
    """None when the method works; else what went wrong, as a fault where every method would meet it."""
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
