"""No regular expression of the package takes its time to the power of what it reads: one line of a document would hold a process for ever."""

import ast
import importlib
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("evidence", "stores", "prompts", "roles", "nodes", "graph", "reports")
RUNS = (
    " ", "a", "A", "1", "-", "(", '"', "\n", "\t", ".", ",", "'", "[", "<", "|", "$", "%", "#", "_", "*", "/", "&", "é", "†", "¹", "+",
    "a ", "A ", "1 ", "1,", "1.", "A.", "a-", "(a)", "(1)", "* ", "A, ", "and ", "the ", "I",
)  # fmt: skip
LENGTH = 60
SECONDS = 1.0
"""For all of one expression, which takes some milliseconds. Two ways at each place are a thousand million million over 60."""


class Late(Exception):
    pass


def expressions() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Those that modules keep, and those that stand as they are in a call."""
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        name = ".".join(("pincite", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
        for attribute, value in vars(importlib.import_module(name)).items():
            several = value if isinstance(value, list | tuple) else [value]
            yield from (
                (f"{name}.{attribute}", expression) for expression in several if isinstance(expression, re.Pattern)
            )
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
            if called and ast.unparse(node.func).startswith("re.") and isinstance(node.args[0], ast.Constant):  # type: ignore[attr-defined]
                yield f"{name}:{node.lineno}", re.compile(node.args[0].value)  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.spec("REL-3")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts")
def test_no_expression_tries_every_way_to_part_a_run() -> None:
    def late(number: int, frame: FrameType | None) -> None:
        raise Late

    found = {
        (expression.pattern, expression.flags): (name, expression)
        for name, expression in expressions()
        if isinstance(expression.pattern, str)
    }
    assert len(found) > 600
    before = signal.signal(signal.SIGPROF, late)
    slow = []
    try:
        for name, expression in found.values():
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try:
                for run in RUNS:
                    for text in (run * (LENGTH // len(run)) + "\x00!", f"A {run * (LENGTH // len(run))} x"):
                        expression.search(text)
                        expression.fullmatch(text)
            except Late:
                slow.append(name)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    finally:
        signal.signal(signal.SIGPROF, before)
    assert slow == []
