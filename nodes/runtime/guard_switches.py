"""Switches for the guards of the nodes. All guards are on in every graph that is made from settings, a context or a
server.

A graph with a guard off only measures what this guard changes (SPEC EVA-2). Only `evals.golden.arms` makes such graphs.
"""

from ...evidence.model.frozen import Frozen


class GuardSwitches(Frozen):
    """Which guards are on. True means on."""

    subject_gate: bool = True
    """Whether the gate requires proof that a candidate is the subject of the question (SPEC SUB-2, EXE-4)."""
    evidence_binding: bool = True
    """Whether a quote must be shown to be about the subject (SPEC EVI-4)."""
    premises: bool = True
    """Whether a quote or its context must state the premises of the question (SPEC EVI-10)."""
    proof: bool = True
    """Whether, without a calibrated critic, a quote counts only if code proves that it states the fact (SPEC VER-2)."""
    claim_audit: bool = True
    """Whether code checks the audited sentences against their evidence again before they are shown (SPEC ANS-5)."""
    conflicts: bool = True
    """Whether conflicting values of several sources are searched for (SPEC CON-1)."""


ALL = GuardSwitches()
