"""The roles of a run, bound together, and who settles what code cannot."""

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
"""Who settles what code leaves unsettled (SPEC VER-2).

rule_based: nobody; no model reads, or one that only picks among what code shows it (the profile `small`). unjudged: models propose, and
the critic's model is not calibrated, so nobody. judged: the critic's model, which has passed calibration (SPEC CRI-14)."""

ROLES = ("analyst", "finder", "extractor", "critic", "generator", "auditor")


@dataclass(frozen=True)
class Roles:
    """One maker of each role. Each has a `name`, which the report's provenance carries."""

    analyst: Analyst
    finder: Finder
    extractor: Extractor
    critic: Critic
    generator: Generator
    auditor: Auditor
    gate_judge: GateJudge | None = None
    """Asked where code settles no candidate for a subject; in the mode "judged" only."""
    mode: Mode = "rule_based"

    @property
    def judged(self) -> bool:
        """Whether a calibrated judge settles what code leaves unsettled."""
        return self.mode == "judged"

    @property
    def reads(self) -> bool:
        """Whether a model reads the passages, and may quote what states a step in other words."""
        return self.mode != "rule_based"

    def passages_read(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        """Those of the passages that the extractor reads; all, unless it has `reads` to say otherwise."""
        reads = getattr(self.extractor, "reads", None)
        return tuple(reads(passages)) if reads else tuple(passages)

    def names(self) -> dict[str, str]:
        return {role: getattr(self, role).name for role in ROLES}
