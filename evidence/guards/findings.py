"""The findings of the guards about a claim, and the judgement they add up to."""

from typing import Literal

from ..model.frozen import Frozen

Outcome = Literal["proves", "refutes", "silent"]
"""proves: the sources state the claim verbatim. refutes: they state something else, or lack a value of the claim.
silent: code cannot decide, and the claim needs a judge."""

Refusal = Literal["denied", "lacking", "partial"]
"""denied: the sources say otherwise. lacking: they do not say it. partial: they say it with a condition, limit or
hedge that the claim drops."""

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
]
"""The kind of fault. `direction` is a word changed for its opposite (rose, fell). `order` is two things in
another order or role. `missing_words` is a claim that is too far from every sentence for rules to judge it."""


class Finding(Frozen):
    """One reason. `claim_start` and `claim_end` are offsets into the claim, end exclusive."""

    code: FindingCode
    refusal: Refusal | None
    """None for a reason that does not refuse."""
    detail: str
    """What the claim says and what the source says, in plain language."""
    claim_start: int
    claim_end: int


class Judgement(Frozen):
    """The judgement of code about a claim. Without a model, only `proves` counts as support. With a model,
    `refutes` overrules its yes."""

    outcome: Outcome
    refusal: Refusal | None = None
    findings: tuple[Finding, ...] = ()
    supported_by: tuple[str, ...] = ()
    """Ids of the chunks that prove or refute the claim."""
