"""The six roles of a run, bound together."""

from collections.abc import Sequence
from dataclasses import dataclass

from .analyst import Analyst
from .auditor import Auditor
from .critic import Critic
from .extractor import Extractor, PassageToRead
from .finder import Finder
from .generator import Generator


@dataclass(frozen=True)
class Roles:
    """One maker of each role. Each has a `name`, which the report's provenance carries."""

    analyst: Analyst
    finder: Finder
    extractor: Extractor
    critic: Critic
    generator: Generator
    auditor: Auditor

    def critic_reads_meaning(self) -> bool:
        """Whether the critic's approval counts where words alone show nothing: a model's, once it is calibrated (SPEC CRI-14). A critic
        says so by its `reads_meaning`; one that says nothing does not."""
        return bool(getattr(self.critic, "reads_meaning", False))

    def extractor_reads_meaning(self) -> bool:
        """Whether the extractor may quote what says the fact in other words; then words that overlap are no floor for its quotes."""
        return bool(getattr(self.extractor, "reads_meaning", False))

    def passages_read(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        """Those of the passages that the extractor reads; all, unless it has `reads` to say otherwise."""
        reads = getattr(self.extractor, "reads", None)
        return tuple(reads(passages)) if reads else tuple(passages)

    def names(self) -> dict[str, str]:
        return {role: getattr(self, role).name for role in self.__dataclass_fields__}
