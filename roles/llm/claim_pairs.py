"""The built-in claim pairs that calibrate an auditor model (SPEC CRI-14): 80 invented sources, each with a right claim
and a wrong one. The wrong claim has a single error."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from ...evidence.model.frozen import Frozen
from ...yaml_texts import yaml_texts

TextKind = Literal["contract", "policy", "financial", "medical", "engineering", "news", "minutes", "table"]
WrongKind = Literal[
    "swapped_role",
    "changed_condition",
    "dropped_exception",
    "part_for_whole",
    "causality",
    "temporal_order",
    "modality",
    "scope",
    "comparator",
    "negation",
    "attribution",
    "quantity_of",
    "entity_swap",
    "overgeneralised",
]
"""The single error of a wrong claim:

- `swapped_role`: who did it to whom
- `changed_condition`, `dropped_exception`: a condition or an exception
- `part_for_whole`, `overgeneralised`: a part for the whole, or some for all
- `causality`, `temporal_order`: the cause, or the order in time
- `modality`, `negation`: may for must, or yes for no
- `scope`, `comparator`: another place or period, or more for less
- `attribution`: who said it
- `quantity_of`, `entity_swap`: the thing to which a figure or a word belongs
"""


class ClaimPair(Frozen):
    id: str
    text: TextKind
    kind: WrongKind
    wording: Literal["near", "far"]
    """Whether the claims are worded like the source (`near`) or in other words (`far`)."""
    source: str
    right: str
    wrong: str


_PAIRS = TypeAdapter(tuple[ClaimPair, ...])


@lru_cache(maxsize=1)
def built_in_pairs() -> tuple[ClaimPair, ...]:
    """Return the pairs that come with the package."""
    return _PAIRS.validate_python(yaml_texts(Path(__file__).parent / "calibration_pairs.yaml"))


def pairs_sha256(pairs: Sequence[ClaimPair]) -> str:
    """Return the hash of a set of pairs, by content and order. It does not depend on the file."""
    return hashlib.sha256(_PAIRS.dump_json(tuple(pairs))).hexdigest()
