"""The six roles of a run, bound together."""

from dataclasses import dataclass

from .analyst import Analyst
from .auditor import Auditor
from .critic import Critic
from .extractor import Extractor
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

    def names(self) -> dict[str, str]:
        return {role: getattr(self, role).name for role in self.__dataclass_fields__}
