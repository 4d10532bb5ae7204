"""Replaces a rule wherever it is used, for measurement only. No setting, context or server can do this.

A rule is replaced in every module of the package that imported it, and in tuples of rules. Caches are cleared, since
they may contain earlier decisions of the rule.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal, NamedTuple

Kind = Literal["refutes", "rejects", "hints", "ranks", "proves"]
"""The effect of a rule.

- `refutes`: refutes a claim
- `rejects`: rejects a document, subject, quote or answer
- `hints`: adds a note for the user or a judge
- `ranks`: gives an order or a score
- `proves`: supports a claim, or shows that a quote states a fact
"""

_PACKAGE = __name__.rpartition(".evals.")[0]


class Rule(NamedTuple):
    """A function of the trusted core, with its replacement when it is switched off."""

    where: str
    """The rule's module within the package, such as `evidence.guards.word_guards`."""
    function: str
    kind: Kind
    off: Callable[..., Any]
    """The replacement of the rule. It takes the same arguments, and decides nothing."""

    @property
    def name(self) -> str:
        return f"{self.where.rpartition('.')[2]}.{self.function.lstrip('_')}"

    def original(self) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"{_PACKAGE}.{self.where}"), self.function)
        return found


@contextmanager
def replaced(rule: Rule, new: Callable[..., Any]) -> Iterator[None]:
    """Replace the rule by `new` within this context."""
    with _all_replaced({rule.original(): new}):
        yield


@contextmanager
def _all_replaced(new_of: Mapping[Callable[..., Any], Callable[..., Any]]) -> Iterator[None]:
    """Replace each function, wherever it is used, within this context. All uses are found in one pass over the modules."""
    _import_core()
    new = {id(old): replacement for old, replacement in new_of.items()}
    places: list[tuple[dict[str, Any], str, Any]] = []
    for module in _modules():
        for name, value in [*vars(module).items()]:
            if id(value) in new:
                places.append((vars(module), name, value))
                vars(module)[name] = new[id(value)]
            elif type(value) is tuple and any(id(item) in new for item in value):
                places.append((vars(module), name, value))
                vars(module)[name] = tuple(new.get(id(item), item) for item in value)
    clear_caches()
    try:
        yield
    finally:
        for namespace, name, value in reversed(places):
            namespace[name] = value
        clear_caches()


def switched_off(rule: Rule) -> Any:
    """Return a context in which the rule decides nothing."""
    return replaced(rule, rule.off)


@contextmanager
def watched(rules: Sequence[Rule]) -> Iterator[set[str]]:
    """Record which rules decide something within this context. Yields the set of their names, which the caller may
    clear.

    A rule decided something if its result differs from that of its replacement.
    """
    fired: set[str] = set()
    originals = [rule.original() for rule in rules]
    with _all_replaced({old: _watching(rule, old, fired) for rule, old in zip(rules, originals, strict=True)}):
        yield fired


def _watching(rule: Rule, original: Callable[..., Any], fired: set[str]) -> Callable[..., Any]:
    name, off = rule.name, rule.off

    def watching(*given: Any, **named: Any) -> Any:
        found = original(*given, **named)
        if isinstance(found, Iterator):
            kept = tuple(found)
            if name not in fired and kept != tuple(off(*given, **named)):
                fired.add(name)
            return iter(kept)
        if name not in fired and found != off(*given, **named):
            fired.add(name)
        return found

    return watching


def clear_caches() -> None:
    """Empty every cache of a function of the package."""
    for module in _modules():
        for value in [*vars(module).values()]:
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()


@cache
def _import_core() -> None:
    """Import every module that may use a rule. A module that is first imported while a rule is replaced would keep the
    replacement."""
    for name in ("evidence", "roles", "nodes"):
        package = import_module(f"{_PACKAGE}.{name}")
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def _modules() -> list[Any]:
    """Return the modules of the package. Those that measure are left out, since a replacement may call the original
    rule."""
    return [
        module
        for name, module in [*sys.modules.items()]
        if name.startswith(f"{_PACKAGE}.") and not name.startswith(f"{_PACKAGE}.evals.") and module is not None
    ]
