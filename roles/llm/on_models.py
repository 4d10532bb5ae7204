"""The six roles on chat models made in code (SPEC USE-5)."""

from langchain_core.language_models import BaseChatModel

from ...evidence.judgement.calibration import allows
from ...model_settings import Models
from ..chat.recording import Tape
from ..contracts.roles import Roles
from .calibration_store import standing_calibration
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
    """Roles for `build_graph(kb, settings, roles=…)` on any LangChain chat models.

    `models`: the settings on calibration, as `Settings().models`. Figures kept for the critic's model by its name count here too.
    `tape`: the one given to `build_graph`, where there is one. Set `max_retries=0` on the models: transient failures are tried again
    inside the run's time.
    """
    models = models or Models()
    judge = speaker_of(critic)
    second = speaker_of(second_critic) if second_critic else None
    figures = standing_calibration(judge.name, models, tape)
    return llm_roles(speaker_of(generator), judge, second, calibrated=allows(figures, models.wrong_accepted_at_most))
