"""One small decision of a model: a number out of a list, or yes, no or unclear (the profile `small`, SPEC CST-3)."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from ....evidence.model.frozen import Frozen

LONGEST_LINE = 300
"""Characters of an option or a line as it is shown."""


class Choice(Frozen):
    """A number out of those shown; 0 for none of them."""

    number: int = Field(ge=0)


class Answer(Frozen):
    """Whether a text states a claim."""

    answer: Literal["yes", "no", "unclear"]


def numbered(lines: Sequence[str]) -> str:
    """The lines as a prompt shows them: one to a line, numbered from 1, long ones cut. The brackets keep the number apart from that of a clause."""
    return "\n".join(f"[{number}] {' '.join(line.split())[:LONGEST_LINE]}" for number, line in enumerate(lines, 1))
