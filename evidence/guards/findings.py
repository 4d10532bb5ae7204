"""The results of the guards: single findings about a claim, and the judgement that combines them."""

from typing import Literal

from ..model.check import Check
from ..model.frozen import Frozen

Refusal = Literal["contradicted", "unsupported", "partial"]
"""Why a claim is refused. It is the verdict on the claim.

- `contradicted`: the sources state something else
- `unsupported`: the sources do not state it
- `partial`: the sources state it with a condition, limit or hedge that the claim drops
"""

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
"""The kind of difference between claim and source.

- `direction`: a word is replaced by its opposite (rose, fell)
- `order`: two things are swapped in order or role
- `missing_words`: the claim is too different from every sentence for rules to judge
"""


class Finding(Frozen):
    """A difference between a claim and its source. `claim_start` and `claim_end` are offsets into the claim, end
    exclusive.

    Example: for the claim “The fee is £90.” and the source “The fee is £80.”, the value “£90” is a finding.
    """

    code: FindingCode
    refusal: Refusal | None
    """None if the finding alone does not refuse the claim."""
    detail: str
    """What the claim states and what the source states, in plain English."""
    claim_start: int
    claim_end: int


class Judgement(Check):
    """The check of a claim against its sources by code.

    Without a model, only a proof supports a claim. With a model, a refutation overrules a model that accepts the claim.

    Example: the source “The fee is £80.” refutes the claim “The fee is £90.”, since it lacks £90.
    """

    refusal: Refusal | None = None
    """Why the claim is refuted; None if it is not."""
    findings: tuple[Finding, ...] = ()
    supported_by: tuple[str, ...] = ()
    """The ids of the chunks that prove the claim or, if it is refuted, of the chunk that refutes it."""
