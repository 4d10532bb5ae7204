"""Values of a claim that none of its sources contains. A judge's yes cannot support them (SPEC AUD-7)."""

from collections.abc import Sequence

from ..language.tokens import tokens
from ..values.value_keys import Parts, parts
from .derived_spans import follows_from_dates
from .held_values import is_held, is_small
from .prepared_source import Source
from .statements import statement_of


def unheld_values(claim: str, sources: Sequence[Source]) -> tuple[str, ...]:
    """Return the figures, dates and spans of time in `claim` that none of `sources` contains in any form, as the
    claim writes them.

    Three kinds are not reported: small bare counts ("three of them"), numbers that name a thing, and a span of time
    that follows from the dates of the sources. This check is stricter than `judge`, which refutes only within a
    statement that the claim is evidently about. It serves claims that rest on a model's word; docs/evaluation.md has
    its measured rate of false refusals.
    """
    indexes = [source.index for source in sources]
    known = [value for index in indexes for value in index.figures]
    unheld: dict[str, None] = {}
    for unit in statement_of(tokens(claim)).units:
        figure = parts(unit.key)
        if unit.token.kind != "fact" or _is_writers_own(figure):
            continue
        if not any(is_held(index, unit.key) for index in indexes) and not follows_from_dates(figure, known):
            unheld[claim[unit.token.start : unit.token.end]] = None
    return tuple(unheld)


def _is_writers_own(figure: Parts) -> bool:
    return figure.kind == "id" or (figure.kind in {"num", "ord"} and not figure.measure and is_small(figure.value))
