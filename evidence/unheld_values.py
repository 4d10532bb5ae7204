"""Values of a claim that no text of its own holds. A reader's yes does not bring them in (SPEC AUD-7)."""

from collections.abc import Sequence

from .alignment import Index, index_of, statement_of
from .figures import Parts, parts
from .tokens import tokens
from .value_guards import is_held, is_small


def unheld_values(claim: str, texts: Sequence[str]) -> tuple[str, ...]:
    """The figures, dates and spans of time in `claim` that stand in none of `texts`, in any form, each as the claim puts it.

    Passed over are small bare counts ("three of them"), numbers that name a thing, and a span of years between two years that the
    texts hold. Stricter than `judge`, which refutes only within a statement that the claim is evidently about. For claims that rest on
    a model's word: of those that `judge` leaves open it refuses 4 of 261 faithful ones and 49 of 279 others (sets of natural claims
    and of claims from the web).
    """
    indexes = [index_of(text) for text in texts]
    years = sorted({year for index in indexes for year in _years(index)})[:60]
    unheld: dict[str, None] = {}
    for unit in statement_of(tokens(claim)).units:
        figure = parts(unit.key)
        if unit.token.kind != "fact" or _is_writers_own(figure) or _between(figure, years):
            continue
        if not any(is_held(index, unit.key) for index in indexes):
            unheld[claim[unit.token.start : unit.token.end]] = None
    return tuple(unheld)


def _is_writers_own(figure: Parts) -> bool:
    return figure.kind == "id" or (figure.kind in {"num", "ord"} and not figure.measure and is_small(figure.value))


def _years(index: Index) -> list[int]:
    return [
        int(year) for one in index.figures if one.kind == "date" and (year := one.value.partition("-")[0]).isdigit()
    ]


def _between(figure: Parts, years: Sequence[int]) -> bool:
    if figure.measure != "months" or not figure.value.isdigit() or len(figure.value) > 6:
        return False
    return any((later - earlier) * 12 == int(figure.value) for earlier in years for later in years if later > earlier)
