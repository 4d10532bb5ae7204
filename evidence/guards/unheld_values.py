"""Finds values of a claim that none of its sources contains. A model that accepts such a claim is overruled (SPEC
AUD-7)."""

from collections.abc import Sequence

from ..values.value_keys import Parts, parts
from .derived_spans import follows_from_dates
from .held_values import is_held, is_held_as_deduction, is_small
from .prepared_source import Source
from .statements import statement_of, tokens_of_claim


def unheld_values(claim: str, sources: Sequence[Source]) -> tuple[str, ...]:
    """Return the figures, dates and spans of time in `claim` that none of `sources` contains in any form. Each is
    written as in the claim.

    Three kinds are not reported: small counts without a unit ("three of them"), numbers that are part of a name, and
    spans of time that follow from dates in the sources. This check is stricter than `judge`, which compares a claim
    only with the statement that it is about. Use it for claims that only a model supports. Its measured rate of false
    refusals is in docs/evaluation.md.
    """
    indexes = [source.index for source in sources]
    known = [value for index in indexes for value in index.figures]
    unheld: dict[str, None] = {}
    statement = statement_of(tokens_of_claim(claim))
    for place, unit in enumerate(statement.units):
        figure = parts(unit.key)
        if unit.token.kind != "fact" or _is_writers_own(figure):
            continue
        held = any(is_held(index, unit.key) or is_held_as_deduction(index, statement, place) for index in indexes)
        if not held and not follows_from_dates(figure, known):
            unheld[claim[unit.token.start : unit.token.end]] = None
    return tuple(unheld)


def _is_writers_own(figure: Parts) -> bool:
    return figure.kind == "id" or (figure.kind in {"num", "ord"} and not figure.measure and is_small(figure.value))
