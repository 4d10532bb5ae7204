"""The six roles for chat models made in code, and the calibration of such a model (SPEC USE-5, CRI-14)."""

from datetime import UTC, datetime
from pathlib import Path

from langchain_core.language_models import BaseChatModel

from ...evidence.judgement.calibration import Calibration, allows
from ...model_settings import Models
from ..contracts.roles import Roles
from ..model_call.recording import Tape
from .auditor import LlmAuditor
from .calibrate import calibrate
from .calibration_store import audit_template_sha256, current_calibration, keep
from .llm_roles import llm_roles
from .providers import speaker_of


def roles_on(
    generator: BaseChatModel,
    critic: BaseChatModel,
    second_critic: BaseChatModel | None = None,
    *,
    models: Models | None = None,
    tape: Tape | None = None,
) -> Roles:
    """Return roles for `build_graph(kb, settings, roles=…)` that use any LangChain chat models.

    Set `max_retries=0` on the models: pincite itself retries transient failures within the run's time.

    `models`: the calibration settings, as in `Settings().models`. A stored calibration counts here if the critic's
    model has its name. `tape`: the tape that `build_graph` gets, if any.
    """
    models = models or Models()
    judge = speaker_of(critic)
    second = speaker_of(second_critic) if second_critic else None
    figures = current_calibration(judge.name, models, tape)
    return llm_roles(speaker_of(generator), judge, second, calibrated=allows(figures, models.wrong_accepted_at_most))


def calibrate_model(critic: BaseChatModel, *, path: Path | None = None) -> Calibration:
    """Calibrate a chat model made in code on the built-in claim pairs, and store the result. `roles_on` lets the model
    judge meaning if it passed.

    `path`: the calibration file, as in `models.calibration_file`; by default it is in the user's configuration folder.
    Raises ModelError if the model gives no usable answer.
    """
    auditor = LlmAuditor(speaker_of(critic), calibrated=False)
    figures, _ = calibrate(auditor, prompt_sha256=audit_template_sha256("full"), at=datetime.now(UTC).date())
    keep(figures, path)
    return figures
