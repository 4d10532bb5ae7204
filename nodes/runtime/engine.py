"""What all nodes of a built graph share: the knowledge base, the settings, the roles, the clock and the tape."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from ...errors import SettingsError, StoreError
from ...evidence.judgement.calibration import Calibration
from ...evidence.model.spans import VersionId
from ...evidence.report.evidence_report import EvidenceReport, Usage
from ...roles.contracts.extractor import PassageToRead
from ...roles.contracts.roles import Roles
from ...roles.model_call.meter import Meter
from ...roles.model_call.recording import Tape
from ...settings import Settings
from ...stores.index.cache import BoundedCache
from ...stores.kb.knowledge_base import KnowledgeBase
from ...stores.kb.snapshot import Snapshot
from ...stores.sources.source import PassageSource, Source, TableSource
from .admission import Admission
from .context import limited
from .guard_switches import ALL, GuardSwitches
from .state import RunHeader, RunState

RUNS_KEPT = 32
"""The number of passes, of any run, whose passages are cached."""


@dataclass(frozen=True)
class Engine:
    kb: KnowledgeBase
    settings: Settings
    roles: Roles
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    prompts_sha256: str | None = None
    """The hash of the prompts, if a role uses a model."""
    correlated_critic: bool = False
    """Whether generator and critic are one model, which the settings allowed (SPEC CRI-2)."""
    calibration: Calibration | None = None
    """The calibration of the auditor's model, if it is calibrated (SPEC CRI-14)."""
    tape: Tape | None = None
    """The tape that records or replays the runs; None for neither."""
    sources: tuple[Source, ...] = (PassageSource(), TableSource())
    """The sources of passages, in the order of registration. The retrieval policy decides the order of the queries."""
    trial_run: Callable[[str, str, RunState], EvidenceReport | None] | None = None
    """A function that runs a suggested question over the document with this path, on the day of a run. If it is None,
    no questions are suggested."""
    rule_based_run: Callable[[RunState], EvidenceReport | None] | None = None
    """A function that answers by rules the question of a run whose models failed. None if the settings do not allow
    it."""
    guards: GuardSwitches = ALL
    """The switches that turn guards off for a measurement."""
    admission: Admission | None = None
    """The admission control of a serving process. When it closes, runs have less time."""

    found: BoundedCache[tuple[PassageToRead, ...]] = field(default_factory=lambda: BoundedCache(RUNS_KEPT))
    """The passages that the extractor got in the latest passes (`nodes.retrieval.passages_to_read`)."""
    own: BoundedCache[bool] = field(default_factory=lambda: BoundedCache(RUNS_KEPT))
    """The ids and generations of snapshots that are known to be of this knowledge base."""

    @cached_property
    def settings_sha256(self) -> str:
        return self.settings.sha256()

    def settings_of(self, state: RunState) -> Settings:
        """Return the settings of this run."""
        return limited(self.settings, state["run"].context) if "run" in state else self.settings

    def accept(self, state: RunState) -> None:
        """Raise SettingsError for a run that began with other settings or over another knowledge base. Its state has
        another meaning here."""
        run = state.get("run")
        if run is None or run.generation < 0:
            return
        if run.settings_sha256 != self.settings_sha256:
            raise SettingsError(
                f"run.settings_sha256: this thread was begun with settings {run.settings_sha256[:12]}, but this graph has settings "
                f"{self.settings_sha256[:12]}; resume the thread with its own settings, or ask again on a new thread"
            )
        if self.own.get((run.snapshot_id, run.generation)):
            return
        try:
            here = self.kb.snapshot()
        except StoreError:
            return  # not reachable now: a later read reports this, and the run continues to its end
        if run.snapshot_id.partition("@")[0] != here.snapshot_id.partition("@")[0] or run.generation > here.generation:
            raise SettingsError(
                f"run.snapshot_id: this thread belongs to knowledge base {run.snapshot_id}, but this graph reads {here.snapshot_id}; "
                "resume the thread with its own knowledge base, or ask again on a new thread"
            )
        self.own.put((run.snapshot_id, run.generation), True)

    def snapshot(self, state: RunState) -> Snapshot:
        """Return the generation of the knowledge base that this run reads, on the run's day, with the run's own texts
        (SPEC REL-2).

        It is the same after a resume in another process. The run's own texts come from the user's own sources.
        """
        return self.snapshot_of(state["run"], state.get("run_texts", ()))

    def snapshot_of(self, run: RunHeader, texts: Sequence[VersionId]) -> Snapshot:
        """Return what a run may read. `texts`: its texts from the user's own sources."""
        pinned = self.kb.snapshot(run.generation, as_of=run.as_of)
        return self.kb.with_run_texts(pinned, run.run_id, texts) if texts else pinned

    def out_of_time(self, state: RunState) -> bool:
        """Return whether the run's seconds are used up. They are counted over the nodes of its path, so pauses between
        nodes do not count.

        A replay stops at the same point as the recorded run (SPEC EXE-6).
        """
        over = self.seconds_left(state) <= 0
        return self.tape.time_is_over(f"{state['question']} | {state['path'][-1].node}", over) if self.tape else over

    def seconds_left(self, state: RunState) -> float:
        left = self.settings_of(state).budgets.seconds_per_run - sum(step.seconds for step in state.get("path", ()))
        return min(left, self.admission.seconds_left()) if self.admission else left

    def meter(self, stage: str, state: RunState) -> Meter:
        """Return a meter for one node that starts with the usage of the run so far."""
        replaying = self.tape is not None and self.tape.replaying
        return Meter(
            stage=stage,
            used=state.get("usage", Usage()),
            budgets=self.settings_of(state).budgets,
            seconds_left=float("inf") if replaying else self.seconds_left(state),
            tape=self.tape,
        )
