"""Which passages of a catalogue count."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Selection(NamedTuple):
    """Which passages count: those of some versions, as rising stretches of passage numbers (ends excluded), none of them empty."""

    versions: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    @property
    def passages(self) -> int:
        return int((self.ends - self.starts).sum())

    def places(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each number the index of the stretch that holds it; -1 for those that do not count."""
        if not len(self.starts):
            return np.full(len(numbers), -1, np.int64)
        at = np.searchsorted(self.starts, numbers, side="right") - 1
        return np.where((at >= 0) & (numbers < self.ends[at]), at, -1)

    def among(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of the numbers that count, in their order."""
        return numbers[self.places(numbers) >= 0]

    def part(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Selection:
        """Some of the versions."""
        return Selection(self.versions[which], self.starts[which], self.ends[which])

    def holding(self, rising: NDArray[np.int64]) -> Selection:
        """The versions that have one of the numbers."""
        return self.part(np.searchsorted(rising, self.starts) < np.searchsorted(rising, self.ends))
