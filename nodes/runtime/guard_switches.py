"""Which guards of the nodes are on: all of them, in every graph that can be built from settings, a context or a server.

A graph with a guard off only measures the effect of this guard (SPEC EVA-2); only `evals.golden.arms` makes one.
"""

from ...evidence.model.frozen import Frozen


class GuardSwitches(Frozen):
    """True: the guard is on."""

    subject_gate: bool = True
    """A subject must be proven to be the one asked about (SPEC SUB-2, EXE-4)."""
    evidence_binding: bool = True
    """A quote must be shown to be about the subject (SPEC EVI-4)."""
    premises: bool = True
    """What the question takes for granted must be stated with the quote (SPEC EVI-10)."""
    proof: bool = True
    """Where no calibrated critic reads, a quote counts only if code proves that it states the fact (SPEC VER-2)."""
    claim_audit: bool = True
    """Code checks audited sentences against their evidence once more before they are shown (SPEC ANS-5)."""
    conflicts: bool = True
    """Sources are compared for conflicting values (SPEC CON-1)."""


ALL = GuardSwitches()
