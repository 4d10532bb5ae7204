"""The roles of a run, and who decides what code leaves unsettled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .analyst import Analyst
from .auditor import Auditor
from .critic import Critic
from .extractor import Extractor, PassageToRead
from .finder import Finder
from .gate_judge import GateJudge
from .generator import Generator

Mode = Literal["rule_based", "unjudged", "judged"]
"""Who decides what code leaves unsettled (SPEC VER-2).

- `rule_based`: nobody. The run uses no model, or one that only picks from a list made by code (the profile `small`).
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

    @property
    def judged(self) -> bool:
        """Whether a calibrated judge decides what code leaves unsettled."""
        return self.mode == "judged"

    @property
    def reads(self) -> bool:
        """Whether a model reads the passages. Only a model can quote text that states a step in other words."""
        return self.mode != "rule_based"

    def passages_read(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        """Return the passages that the extractor reads. An extractor with a method `reads` selects them; any other
        reads all."""
        reads = getattr(self.extractor, "reads", None)
        return tuple(reads(passages)) if reads else tuple(passages)

    def names(self) -> dict[str, str]:
        return {role: getattr(self, role).name for role in ROLES}
