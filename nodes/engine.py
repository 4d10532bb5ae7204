"""What every node of one built graph shares: the knowledge base, the settings, the roles and the clock."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from ..roles.roles import Roles
from ..settings import Settings
from ..stores.knowledge_base import KnowledgeBase
from ..stores.snapshot import Snapshot
from .state import RunState


@dataclass(frozen=True)
class Engine:
    kb: KnowledgeBase
    settings: Settings
    roles: Roles
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def snapshot(self, state: RunState) -> Snapshot:
        """The generation this run is pinned to (SPEC REL-2), also after a resume in another process."""
        return self.kb.snapshot(state["run"].generation)

    def out_of_time(self, state: RunState) -> bool:
        """Whether the run's seconds are used up, counted over the path so that a pause between nodes does not count."""
        return sum(step.seconds for step in state["path"]) > self.settings.budgets.seconds_per_run
