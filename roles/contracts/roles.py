"""The roles of a run, and who decides what code leaves unsettled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .analyst import Analyst
from .auditor import Auditor
from .critic import Critic
from .extractor import Extractor, PassageToRead, WithRoom
from .finder import Finder
from .gate_judge import GateJudge
from .generator import Generator

Mode = Literal["rule_based", "picked", "unjudged", "judged"]
"""Who decides what code leaves unsettled (SPEC VER-2).

- `rule_based`: nobody. The run uses no model.
- `picked`: nobody. A model picks from lists made by code (the profile `small`), and the critic's model is not calibrated.
- `unjudged`: nobody. Models propose, but the critic's model is not calibrated.
- `judged`: the critic's model, which has passed calibration (SPEC CRI-14).
"""

ROLES = ("analyst", "finder", "extractor", "critic", "generator", "auditor")


@dataclass(frozen=True)
class Roles:
    """The implementation of each role. Each has a `name`, which the report's provenance lists."""

    analyst: Analyst
    finder: Finder
    extractor: Extractor
    critic: Critic
    generator: Generator
    auditor: Auditor
    gate_judge: GateJudge | None = None
    """The role that is asked if code binds no candidate for a subject; only in the mode `judged`."""
    mode: Mode = "rule_based"
    """The one value by which a run tells what code and models may decide."""

    @property
    def judged(self) -> bool:
        """Whether a calibrated judge decides what code leaves unsettled."""
        return self.mode == "judged"

    @property
    def reads(self) -> bool:
        """Whether a model reads the passages. Only a model can quote text that states a step in other words."""
        return self.mode in ("unjudged", "judged")

    @property
    def uncalibrated(self) -> bool:
        """Whether a model without calibration audits. Its no says nothing, and its yes is not asked for (SPEC CRI-14)."""
        return self.mode in ("picked", "unjudged")

    def passages_read(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        """Return the passages that the extractor reads: all, or as many as it has room for."""
        return self.extractor.reads(passages) if isinstance(self.extractor, WithRoom) else tuple(passages)

    def names(self) -> dict[str, str]:
        return {role: getattr(self, role).name for role in ROLES}
