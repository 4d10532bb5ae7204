"""The values used last, by key: what was read or worked out once is there when it is asked for again."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """At most `most` values; the one that was not used for longest goes. Safe for many threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: Hashable) -> Value | None:
        with self._guard:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: Hashable, value: Value) -> None:
        with self._guard:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def made(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of that key, made where it is not kept. Two threads at once may both make it."""
        found = self.get(key)
        if found is None:
            found = make()
            self.keep(key, found)
        return found
