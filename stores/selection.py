"""Which passages of a catalogue count."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Selection(NamedTuple):
    """Which passages count: those of some versions, as rising stretches of passage numbers (ends excluded)."""

    versions: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def holds(self, number: int) -> bool:
        index = bisect_right(self.starts, number) - 1
        return index >= 0 and number < self.ends[index]

    def among(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of the rising numbers that count."""
        at = np.searchsorted(np.asarray(self.starts, np.int64), numbers, side="right") - 1
        inside = (at >= 0) & (numbers < np.asarray((*self.ends, 0), np.int64)[at])
        return numbers[inside]
