"""Try an endpoint out: is it there, does it serve the model, and which structured-output method does it support?"""

import hashlib
from typing import Any, get_args

from ...errors import BudgetExceeded, ModelError
from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import Usage
from ...prompts.prompt import Prompt
from ...settings import Budgets, Method
from .meter import Meter, metered
from .speaker import Speaker
from .transient import told

SECONDS = 20.0
"""For one method, its retries included. A model that is loaded on the first call may need longer; ask again then."""
_QUESTION = "Describe the sky over a desert at noon in one sentence, and give its colour."


class _Sky(Frozen):
    """No prompt names these keys, so a server that ignores the schema is found out."""

    sentence: str
    colour_name: str
    is_cloudy: bool


class Probe(Frozen):
    """What was found. `listed` is None when the endpoint tells no models; `method` None when none works."""

    reachable: bool
    listed: tuple[str, ...] | None
    method: Method | None
    failed: tuple[tuple[Method, str], ...] = ()
    """The methods tried before it, each with what came of it."""
    detail: str = ""


def probe(speaker: Speaker, seconds: float = SECONDS) -> Probe:
    """List the endpoint's models, then try the speaker's own method and after it the others, up to the first that works."""
    listed, trouble = _listed(speaker.model, seconds)
    if trouble and trouble.startswith("unreachable"):
        return Probe(reachable=False, listed=None, method=None, detail=trouble)
    failed: list[tuple[Method, str]] = []
    for method in dict.fromkeys((speaker.method, *get_args(Method))):
        wrong = _tried(Speaker(speaker.model, speaker.name, method=method, strict=speaker.strict), seconds)
        if wrong is None:
            return Probe(reachable=True, listed=listed, method=method, failed=tuple(failed), detail=trouble or "")
        failed.append((method, wrong))
    return Probe(reachable=True, listed=listed, method=None, failed=tuple(failed), detail=trouble or "")


def _listed(model: Any, seconds: float) -> tuple[tuple[str, ...] | None, str | None]:
    client = getattr(model, "root_client", None)
    if client is None:
        return None, "it is no OpenAI-compatible client; its models are not listed"
    try:
        return tuple(one.id for one in client.models.list(timeout=seconds).data), None
    except Exception as error:
        if hasattr(error, "status_code"):
            return None, f"it does not list its models ({told(error)})"
        if "APIConnectionError" in {cls.__name__ for cls in type(error).__mro__}:
            return None, f"unreachable ({told(error)})"
        return None, f"its list of models cannot be read ({type(error).__name__})"


def _tried(speaker: Speaker, seconds: float) -> str | None:
    """None when the method works; else what went wrong."""
    sha256 = hashlib.sha256(_QUESTION.encode()).hexdigest()
    prompt = Prompt(role="doctor", system="Answer as a JSON object.", user=_QUESTION, sha256=sha256)
    meter = Meter(stage="doctor", used=Usage(), budgets=Budgets(), seconds_left=seconds)
    try:
        with metered(meter):
            speaker.ask(prompt, _Sky)
    except (ModelError, BudgetExceeded) as error:
        return str(error).removeprefix("doctor: ").removeprefix(speaker.name).strip()
    return None
