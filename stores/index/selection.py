"""Selects the passages that a search may return."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Selection(NamedTuple):
    """The passages that a search may return: those of some versions, as ascending, non-empty ranges of passage numbers
    (ends excluded)."""

    versions: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    @property
    def passages(self) -> int:
        return int((self.ends - self.starts).sum())

    def numbers(self) -> NDArray[np.int64]:
        """Return the passage numbers in the selection, in ascending order."""
        lengths = self.ends - self.starts
        return np.repeat(self.ends - np.cumsum(lengths), lengths) + np.arange(int(lengths.sum()))

    def places(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the index of the range for each passage number, or -1 for a passage outside the selection."""
        if not len(self.starts):
            return np.full(len(numbers), -1, np.int64)
        at = np.searchsorted(self.starts, numbers, side="right") - 1
        return np.where((at >= 0) & (numbers < self.ends[at]), at, -1)

    def among(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those of `numbers` that are in the selection, in the given order."""
        return numbers[self.places(numbers) >= 0]

    def part(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> Selection:
        """Return the selection of some of the versions."""
        return Selection(self.versions[which], self.starts[which], self.ends[which])

    def containing(self, rising: NDArray[np.int64]) -> Selection:
        """Return the selection of the versions that contain one of these passage numbers, which are in ascending
        order."""
        return self.part(np.searchsorted(rising, self.starts) < np.searchsorted(rising, self.ends))
