"""The examples in docstrings, “`call` gives `value`”, are run: they are true."""

import ast
import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("evidence", "stores", "roles", "nodes", "evals")
EXAMPLE = re.compile(r"`([^`]+)` gives (?:`([^`]+)`|an empty set)")


def examples() -> Iterator[tuple[str, str, str]]:
    """Yield the module, the call and the value of each example."""
    for path in (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))):
        text = path.read_text(encoding="utf-8")
        if " gives " not in text:
            continue
        name = ".".join(("pincite", *path.relative_to(ROOT).with_suffix("").parts))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and (described := ast.get_docstring(node)):
                for part in described.split("\n\n"):
                    if part.startswith("Example: `"):
                        for call, value in EXAMPLE.findall(part.replace("\n", " ")):
                            yield name, call, value


def written(value: Any) -> str:
    """Return a value as the examples write it: strings in double quotes, a date in ISO form, a number in digits."""
    if isinstance(value, str):
        return repr(value) if '"' in value else json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, frozenset | set):
        return f"{{{', '.join(sorted(map(written, value)))}}}" if value else ""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{written(key)}: {written(held)}' for key, held in value.items())}}}"
    return str(value) if isinstance(value, Decimal | date) else repr(value)


def test_the_examples_are_true() -> None:
    found = list(examples())
    assert len(found) > 150
    wrong = []
    for module, call, value in found:
        names = {"Decimal": Decimal, "Fraction": Fraction, "date": date, **vars(import_module(module))}
        given = written(eval(call, names))
        if given != value:
            wrong.append(f"{module}: {call} gives {given}, not {value}")
    assert not wrong, "\n".join(wrong)
