"""The values used last, by key: what was read or worked out once is there when it is asked for again."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """As many as together weigh no more than `most`, each 1 where no `weight` is given; the one that was not used for longest goes. Safe
    for many threads."""

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda _: 1) -> None:
        self._most, self._weight, self._all = most, weight, 0
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: Hashable) -> Value | None:
        with self._guard:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: Hashable, value: Value) -> None:
        with self._guard:
            if key in self._values:
                self._all -= self._weight(self._values.pop(key))
            self._values[key] = value
            self._all += self._weight(value)
            while self._all > self._most:
                self._all -= self._weight(self._values.popitem(last=False)[1])

    def made(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of that key, made where it is not kept. Two threads at once may both make it."""
        found = self.get(key)
        if found is None:
            found = make()
            self.keep(key, found)
        return found
