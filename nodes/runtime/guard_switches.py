"""Switches for the guards of the nodes. In every graph from settings, a context or a server, all guards are on.

A graph with a guard off only measures the effect of this guard (SPEC EVA-2); only `evals.golden.arms` makes such
graphs.
"""

from ...evidence.model.frozen import Frozen


class GuardSwitches(Frozen):
    """True: the guard is on."""

    subject_gate: bool = True
    """The gate requires a proof that a candidate is the subject of the question (SPEC SUB-2, EXE-4)."""
    evidence_binding: bool = True
    """A quote must be shown to be about the subject (SPEC EVI-4)."""
    premises: bool = True
    """The quote, or its context, must state the premises of the question (SPEC EVI-10)."""
    proof: bool = True
    """Without a calibrated critic, a quote counts only if code proves that it states the fact (SPEC VER-2)."""
    claim_audit: bool = True
    """Code checks audited sentences against their evidence once more before they are shown (SPEC ANS-5)."""
    conflicts: bool = True
    """Sources are compared for conflicting values (SPEC CON-1)."""


ALL = GuardSwitches()
