"""Formats the steps of a plan and the columns of a table as lines of a prompt."""

from collections.abc import Sequence

from ...evidence.model.subjects import PlanStep


def listed_steps(steps: Sequence[PlanStep]) -> str:
    """Return one line for each step of the plan. It has the id, what to find out, the steps on which it depends, its
    conditions, and the asker's case."""
    return "\n".join(_line(step) for step in steps) or "(none)"


def _line(step: PlanStep) -> str:
    parts = [f"{step.fact_id}: {' '.join(step.text.split())}"]
    if step.after:
        parts.append(f"rests on: {', '.join(step.after)}")
    if step.instead_of:
        parts.append(f"alternative to: {step.instead_of}")
    if step.constraints:
        parts.append(f"conditions: {', '.join(step.constraints)}")
    if step.circumstances:
        parts.append(f"case: {', '.join(step.circumstances)}")
    if step.answer_type != "text":
        parts.append(f"answered by: {step.answer_type.replace('_', ' ')}")
    if step.operation:
        parts.append(f"calculation: {step.operation.replace('_', ' ')}")
    return "; ".join(parts)


def unit_beside(unit: str | None, names: str | None, text: str) -> str:
    """Return the unit of a table's figures, to show it beside its text; "" if the column names or the text state it."""
    given = " ".join((unit or "").split())
    return "" if given in " ".join(f"{names or ''} {text}".split()) else given


def columns_beside(names: str | None, text: str) -> str:
    """Return the names of a table's columns, to show them beside its text; "" if the text itself begins with them."""
    given = names or ""
    first = text[: 2 * len(given) + 200]
    return "" if all(name.strip() in first for name in given.split("|")) else given
