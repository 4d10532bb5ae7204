"""A small decision of a model: a number from a list, or yes, no or unclear. For the profile `small` (SPEC CST-3)."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from ....evidence.model.frozen import Frozen

LONGEST_LINE = 300
"""The maximum number of characters of an option or a line in the prompt."""


class Choice(Frozen):
    """A number from the list, or 0 for none."""

    number: int = Field(ge=0)


class Answer(Frozen):
    """The answer to whether a text states a claim."""

    answer: Literal["yes", "no", "unclear"]


def numbered(lines: Sequence[str]) -> str:
    """Return the lines as the prompt shows them: numbered from 1 in brackets, which separate the number from a clause
    number. Long lines are cut."""
    return "\n".join(f"[{number}] {' '.join(line.split())[:LONGEST_LINE]}" for number, line in enumerate(lines, 1))
