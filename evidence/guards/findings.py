"""What a guard has to say about a claim, and why."""

from typing import Literal

from ..model.frozen import Frozen

Outcome = Literal["proves", "refutes", "silent"]
"""proves: the sources state the claim verbatim. refutes: they state otherwise, or lack a value of it. silent: it needs a
judge."""

Refusal = Literal["denied", "lacking", "partial"]
"""denied: the sources say otherwise. lacking: they do not say it. partial: they say it with a condition, limit or
hedge that is lost."""

FindingCode = Literal[
    "number",
    "unit",
    "date",
    "sign",
    "comparator",
    "negation",
    "name",
    "swapped_pair",
    "direction",
    "modality",
    "quantifier",
    "order",
    "missing_words",
    "several_spans",
]
"""The kind of fault, or, for a proof, of what it rests on: `several_spans` (each part stands in a place of its own).
`direction` is a word changed for its opposite (rose,
fell); `order`, two things in another order or role; `missing_words`, a claim that is too far from every sentence
to be judged by rules."""


class Finding(Frozen):
    """One reason. `claim_start` and `claim_end` are offsets into the claim, end exclusive."""

    code: FindingCode
    refusal: Refusal | None
    """None for a reason that does not refuse."""
    detail: str
    """What the claim says and what the source says, in plain words."""
    claim_start: int
    claim_end: int


class Judgement(Frozen):
    """What code can say of a claim. Without a model only `proves` counts as support; with one, `refutes` overrules
    its yes."""

    outcome: Outcome
    refusal: Refusal | None = None
    findings: tuple[Finding, ...] = ()
    supported_by: tuple[str, ...] = ()
    """Ids of the chunks that prove the claim, or that refute it."""
