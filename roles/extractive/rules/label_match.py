"""Scores how well a row and a column match the words of a question."""

from functools import lru_cache
from typing import NamedTuple

from ....evidence.language.topic_words import alternatives
from ....evidence.language.words import root, stem
from ....evidence.lexicon.figure_words import LIGHT_WORDS
from ....evidence.tables.row_parts import bare_name
from ....evidence.tables.table_words import MEASURE_ROOTS, table_roots
from ....evidence.values.asked_periods import GAP, asked_periods

NEEDED = 0.72
"""The minimum weighted share of the question's words that row, heading, column and title must contain together."""
CLOSE = 0.04
"""The difference of scores below which two rows are equally good."""
_LIGHT = frozenset(root(stem(word)) for word in LIGHT_WORDS)
_WHOLE = 0.99
_LIGHT_WEIGHT = 0.3
_HEADING, _COLUMN, _ABOVE, _OTHER_WORD = 0.8, 0.8, 0.5, 0.95
_RECALL, _PRECISION, _SPARE_COLUMN = 0.65, 0.35, 0.03


class LabelMatch(NamedTuple):
    score: float
    recall: float
    """The share of the question's words that match. If the whole label matches, it is enough when only words such as
    “sales” remain (“sales in Mexico”)."""
    by_label: bool
    """Whether the label itself contains one of the heaviest words of the question."""


@lru_cache(maxsize=262_144)
def label_match(thing: str, label: str, heading: str, column: str, above: str) -> LabelMatch:
    """Return how well `label`, with its `heading` and `column`, matches the words `thing` of the question. `above`: the
    title of the table."""
    wanted = _wanted(thing)
    own, over = _roots(label), _roots(heading)
    beside, title = _roots(column), _roots(above)
    heaviest = max((wanted_root.weight for wanted_root in wanted), default=0.0)
    total = reached = 0.0
    used: set[str] = set()
    unsaid: set[str] = set()
    by_label = False
    for asked in wanted:
        total += asked.weight
        part, found = 0.0, _NOTHING
        for roots, counts in ((own, 1.0), (over, _HEADING), (beside, _COLUMN), (title, _ABOVE)):
            its_part, its_words = _covered(asked, roots, counts)
            if its_part > part:
                part, found = its_part, its_words
        if not part:
            unsaid.add(asked.root)
            continue
        reached += asked.weight * part
        if not found.isdisjoint(own):
            used |= found
            by_label = by_label or asked.weight == heaviest
    roots_wanted = {asked.root for asked in wanted}
    recall = reached / total if total else 0.0
    named = sum(map(_weight, own))
    spare = sum(
        _weight(wanted_root) for wanted_root in own if wanted_root not in used and wanted_root not in roots_wanted
    )
    precision = 1 - spare / named if named else 0.5
    if recall < NEEDED and precision > _WHOLE and by_label and unsaid <= MEASURE_ROOTS:
        recall = NEEDED
    strange = sum(wanted_root not in roots_wanted and wanted_root not in _LIGHT for wanted_root in beside)
    score = _RECALL * recall + _PRECISION * precision - _SPARE_COLUMN * min(5, strange)
    return LabelMatch(round(score, 4), round(recall, 4), by_label)


@lru_cache(maxsize=65_536)
def may_be_by_label(thing: str, label: str) -> bool:
    """Return whether the label contains a word that can make `LabelMatch.by_label` true. This test is cheap and
    excludes most rows.

    Example: `may_be_by_label("total revenue", "Revenue")` gives `True`.
    """
    own, wanted = _roots(label), _wanted(thing)
    heaviest = max((wanted_root.weight for wanted_root in wanted), default=0.0)
    return any(
        wanted_root.root in own or not all(own.isdisjoint(phrase) for phrase in wanted_root.others)
        for wanted_root in wanted
        if wanted_root.weight == heaviest
    )


@lru_cache(maxsize=16_384)
def apart_from_period(name: str) -> str:
    """Return a name without its periods.

    Example: `apart_from_period("Revenue 2023")` gives `"Revenue"`.
    """
    return " ".join(asked_periods(bare_name(name))[1].replace(GAP, " ").split())


@lru_cache(maxsize=65_536)
def _roots(text: str) -> frozenset[str]:
    return frozenset(table_roots(apart_from_period(text)))


class _Root(NamedTuple):
    root: str
    weight: float
    others: tuple[frozenset[str], ...]
    """The alternatives to the root. Each is a set of roots, all of which must match."""


@lru_cache(maxsize=1_024)
def _wanted(thing: str) -> tuple[_Root, ...]:
    return tuple(
        _Root(wanted_root, _weight(wanted_root), alternatives(wanted_root)) for wanted_root in table_roots(thing)
    )


_NOTHING: frozenset[str] = frozenset()


def _covered(one: _Root, roots: frozenset[str], part: float) -> tuple[float, frozenset[str]]:
    """Return how much of the wanted root the given roots match, from 0 to `part`, and which of them match."""
    if one.root in roots:
        return part, frozenset({one.root})
    for phrase in one.others:
        if phrase <= roots:
            return part * _OTHER_WORD, phrase
    return 0.0, _NOTHING


def _weight(root: str) -> float:
    return _LIGHT_WEIGHT if root in _LIGHT else 1.0
