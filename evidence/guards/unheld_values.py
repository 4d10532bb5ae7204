"""Values of a claim that none of its sources contains. A judge's yes cannot support them (SPEC AUD-7)."""

import re
from collections.abc import Sequence

from ..language.tokens import tokens
from ..language.words import content_stems
from ..names.proper_names import proper_names
from ..values.facts import read_facts
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


_CODE = re.compile(r"(?<![\w.-])(?=[\w:/.-]*\d)[A-Za-z\d]+(?:[-:/.][A-Za-z\d]+)+(?![\w-])|\b[A-Z]{2,6}[ -]?\d{3,}\b")


def unheld_marks(claim: str, text: str) -> tuple[str, ...]:
    """Return the codes ("EN 60300-7", "HB-340") in `claim` that the text lacks, and the names of several words of
    which it contains no word.

    Codes are compared character by character, without white space and dashes. A name passes if the text contains one
    of its words. `unheld_values` checks dates and figures; a judge decides on one-word and shortened names. In the
    claim sets, this refuses 8 faithful claims of 398 and 62 of 671 others.
    """
    there = _bare(text)
    figures = [(fact.start, fact.end) for fact in read_facts(claim)]
    codes = [
        match.group()
        for match in _CODE.finditer(claim)
        if sum(map(str.isdigit, match.group())) > 2
        and not any(start <= match.start() and match.end() <= end for start, end in figures)
    ]
    held = set(content_stems(text))
    names = [name for name in proper_names(claim) if len(name.split()) > 1 and not name.isupper()]
    return (
        *(code for code in codes if _bare(code) not in there),
        *(name for name in names if held.isdisjoint(content_stems(name))),
    )


def _bare(text: str) -> str:
    return re.sub(r"[\s\u2010-\u2015-]", "", text).casefold()
