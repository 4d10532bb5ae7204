"""The built-in claim pairs that calibrate an auditor model (SPEC CRI-14): 80 invented sources, each with a right claim and one that is
wrong in a single way."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import TypeAdapter

from ...evidence.model.frozen import Frozen

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
"""The error of the wrong claim: who did it to whom (swapped_role), the condition, the exception, a part for the whole, the cause, the
order in time, may for must, another place or period (scope), more for less (comparator), yes for no, who said it (attribution), which of
several things a figure or a word belongs to (quantity_of, entity_swap), all for some (overgeneralised)."""


class ClaimPair(Frozen):
    id: str
    text: TextKind
    kind: WrongKind
    wording: Literal["near", "far"]
    """How close the wording of the claims is to the source."""
    source: str
    right: str
    wrong: str


_PAIRS = TypeAdapter(tuple[ClaimPair, ...])


@lru_cache(maxsize=1)
def built_in_pairs() -> tuple[ClaimPair, ...]:
    """Return the pairs that come with the package."""
    written = (Path(__file__).parent / "calibration_pairs.yaml").read_text(encoding="utf-8")
    return _PAIRS.validate_python(yaml.safe_load(written))


def pairs_sha256(pairs: Sequence[ClaimPair]) -> str:
    """Return the identity of a set of pairs: its content and order, independent of its file."""
    return hashlib.sha256(_PAIRS.dump_json(tuple(pairs))).hexdigest()
