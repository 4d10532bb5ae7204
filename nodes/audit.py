"""Audit each sentence of the draft against its own evidence; the critic's second stage (SPEC CRI-3, ANS-5)."""

from ..evidence.report import ClaimVerdict
from ..roles.auditor import AuditedSentence, AuditorInput, Chunk, sentence_passes
from .engine import Engine
from .state import RunState, signalled
from .step import NodeStep, Update, native

Verdicts = tuple[tuple[ClaimVerdict, ...], ...]


def audit(engine: Engine) -> NodeStep[AuditorInput, Verdicts]:
    def prepare(state: RunState) -> AuditorInput:
        units = {unit.evidence_id: unit for unit in state["evidence"]}
        return AuditorInput(
            sentences=tuple(
                AuditedSentence(
                    text=sentence.text,
                    own=tuple(Chunk(id=one, text=units[one].span.quote) for one in sentence.evidence_ids),
                    rows=tuple(units[one].row for one in sentence.evidence_ids if units[one].row),
                )
                for sentence in state["draft"]
            )
        )

    def apply(state: RunState, verdicts: Verdicts) -> Update:
        if len(verdicts) != len(state["draft"]):
            raise ValueError(f"{len(verdicts)} verdicts for {len(state['draft'])} sentences")
        passed = sum(sentence_passes(one) for one in verdicts)
        return Update({"claims": verdicts}, f"{passed} of {len(verdicts)} sentences supported")

    def on_fault(state: RunState, error: Exception) -> Update:
        """No sentence counts as audited."""
        signals = signalled(state, "auditor_unavailable")
        return Update({"claims": tuple(() for _ in state["draft"]), "risk_signals": signals}, "no audit")

    return NodeStep(
        name="audit",
        state="EVIDENCE_VERIFIED",
        prepare=prepare,
        call=engine.roles.auditor,
        acall=native(engine.roles.auditor),
        apply=apply,
        on_fault=on_fault,
    )
