"""The auditor that the settings configure, for audits outside a run."""

import sys

from ...settings import Settings
from ..contracts.auditor import Auditor


def configured_auditor() -> Auditor | None:
    """Return the auditor model of the settings. Return None if there is none, or if it is not calibrated; standard
    error then states this."""
    settings = Settings()
    if settings.models.critic is None:
        return None
    from .providers import roles_of

    auditor = roles_of(settings.models, settings.budgets).auditor
    if auditor.calibrated:
        return auditor
    print(f"{auditor.name} is not calibrated (`pincite doctor --calibrate`): audited with rules only", file=sys.stderr)
    return None
