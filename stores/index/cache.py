"""A bounded cache of the most recently used values."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """A cache of values whose sizes add up to at most `most`. The least recently used value is removed first. By
    default each value has the size 1. Safe for many threads."""

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda _: 1) -> None:
        self._most, self._weight, self._all = most, weight, 0
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: Hashable) -> Value | None:
        with self._guard:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: Value) -> None:
        with self._guard:
            if key in self._values:
                self._all -= self._weight(self._values.pop(key))
            self._values[key] = value
            self._all += self._weight(value)
            while self._all > self._most:
                self._all -= self._weight(self._values.popitem(last=False)[1])

    def get_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the cached value of the key, or make it with `make` and cache it. Two threads may both make it."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found
