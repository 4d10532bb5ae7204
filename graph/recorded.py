"""Records a run with all its model calls, or replays a recording (SPEC REP-2)."""

import json
from pathlib import Path
from typing import cast

from ..errors import ReplayMismatch
from ..evidence.report.digest import report_digest
from ..evidence.report.evidence_report import EvidenceReport
from ..nodes.runtime.state import RunInput
from ..roles.contracts.roles import Roles
from ..roles.model_call.recording import RecordedRun, Recorder, Replay
from ..settings import Settings
from ..stores.kb.knowledge_base import KnowledgeBase
from .build import build_graph

LIMITS = ("documents", "collections", "constraints", "earlier_turns")


def record(
    kb: KnowledgeBase, given: RunInput, path: Path, settings: Settings | None = None, *, roles: Roles | None = None
) -> EvidenceReport:
    """Run `given`, write the recording to `path`, and return the report."""
    settings = (settings or Settings()).for_tenant(kb.tenant)
    with Recorder(path) as tape:
        report: EvidenceReport = build_graph(kb, settings, roles=roles, tape=tape).invoke(given)["report"]
        tape.add_run(recorded_run(given, settings, report))
    return report


def recorded_run(given: RunInput, settings: Settings, report: EvidenceReport) -> RecordedRun:
    """Return what a recording stores about a run besides its calls."""
    return RecordedRun(
        question=given["question"],
        as_of=report.as_of.isoformat(),
        documents=tuple(given.get("documents", ())),
        collections=tuple(given.get("collections", ())),
        constraints=tuple(given.get("constraints", ())),
        earlier_turns=tuple(given.get("earlier_turns", ())),
        kb_snapshot=report.provenance.kb_snapshot,
        settings_json=settings.without_secrets(),
        pincite=report.provenance.pincite,
        digest=report.digest,
    )


def replay(
    kb: KnowledgeBase, path: Path, given: RunInput | None = None, *, roles: Roles | None = None
) -> EvidenceReport:
    """Repeat a recorded run without key or network: the same day, settings and model answers.

    `given`: selects one of several recorded runs; its other fields must match the recording. `roles`: the roles of a
    run that was recorded with roles made in code. Raises ReplayMismatch, which names the difference, if the run or its
    report differs from the recording.
    """
    tape = Replay(path)
    run = _chosen(tape, path, given)
    recorded = Settings(**json.loads(run.settings_json))
    settings = recorded.model_copy(update={"tenants": {}})  # these settings already include the limits of the tenant
    again = cast(
        RunInput,
        {"question": run.question, "as_of": run.as_of, **{name: list(getattr(run, name)) for name in LIMITS}},
    )
    report: EvidenceReport = build_graph(kb, settings, roles=roles, tape=tape).invoke(again)["report"]
    if _comparable_digest(report, run) != run.digest:
        raise ReplayMismatch(f"{path}: the report differs from the recorded one{_why(report, run)}")
    return report


def _chosen(tape: Replay, path: Path, given: RunInput | None) -> RecordedRun:
    runs = [run for run in tape.runs if given is None or run.question == given["question"]]
    if not runs:
        asked = "no run" if given is None else f"no run of “{given['question'][:80]}”"
        raise ReplayMismatch(f"{path}: {asked} is recorded; record one with --record")
    if given is None:
        if len(runs) > 1:
            raise ReplayMismatch(f"{path}: {len(runs)} runs were recorded; give the question of one of them")
        return runs[0]
    for run in runs:
        wrong = [name for name in LIMITS if tuple(given.get(name, ())) != getattr(run, name)]  # type: ignore[arg-type]
        if given.get("as_of", run.as_of) != run.as_of:
            wrong.append("as_of")
        if not wrong:
            return run
    raise ReplayMismatch(f"{path}: {', '.join(wrong)} differ from the recording; leave them out, or record again")


def _comparable_digest(report: EvidenceReport, run: RecordedRun) -> str:
    """Return the digest that the report would have with the recorded knowledge base id and pincite version. So a run on
    a copy of the knowledge base can equal the recording."""
    now = report.provenance
    same = now.model_copy(update={"kb_snapshot": run.kb_snapshot, "pincite": run.pincite})
    path = tuple(
        step.model_copy(update={"exit": step.exit.replace(now.kb_snapshot, run.kb_snapshot)}) for step in report.path
    )
    return report_digest(report.model_copy(update={"provenance": same, "path": path}))


def _why(report: EvidenceReport, run: RecordedRun) -> str:
    now = report.provenance
    notes = []
    if now.kb_snapshot != run.kb_snapshot:
        notes.append(f"the recording used knowledge base {run.kb_snapshot}, this run {now.kb_snapshot}")
    if now.pincite != run.pincite:
        notes.append(f"the recording used pincite {run.pincite}, this run {now.pincite}")
    return f": {'; '.join(notes)}" if notes else ""
