"""Named financial measures, such as the quick ratio: each with a definition in words, a formula, and the statement
lines in it (RET-6).

If several definitions are common, `definition` says which one is used, and the answer shows it. A question with its own
definition does not use these formulas.
"""

import re
from collections.abc import Iterator
from typing import Literal

from ..lexicon.finance.measure_formulas import MEASURE_FORMULAS
from ..model.frozen import Frozen
from .line_items import LineItem
from .statement_lines import LINES

Result = Literal["ratio", "percent", "days", "money"]


class Measure(Frozen):
    """A measure. `formula`: each name in it is a line; `x_before` is line `x` one period earlier. `said`: a pattern of
    its names in questions.

    Example: “gross margin”, the gross profit divided by the revenue.
    """

    name: str
    said: str
    formula: str
    definition: str
    result: Result = "ratio"

    def lines(self) -> tuple[LineItem, ...]:
        """Return the lines of the formula in order, each once."""
        names = (name.removesuffix("_before") for name in re.findall(r"[a-z]\w+", self.formula))
        return tuple(LINES[name] for name in dict.fromkeys(names))


_AVERAGE = "the average of this and the last period's end"


def _read(table: str) -> Iterator[Measure]:
    lines = iter(table.strip().replace("\n  +", "").replace("<average>", _AVERAGE).splitlines())
    for head, said, definition, formula in zip(lines, lines, lines, lines, strict=True):
        name, _, result = head.partition(": ")
        given = {"name": name, "result": result, "said": said[4:], "definition": definition[4:], "formula": formula[4:]}
        yield Measure.model_validate(given)


MEASURES: tuple[Measure, ...] = tuple(_read(MEASURE_FORMULAS))
