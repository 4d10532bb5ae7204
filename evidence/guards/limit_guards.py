"""Guards that refute a claim that drops or changes a hedge ("may") or a bound ("more than")."""

from collections.abc import Iterator

from ..language.opposites import HEDGES
from ..language.verbs import forms
from ..values.value_keys import parts
from .alignment import Alignment, finding
from .findings import Finding, Refusal
from .held_values import is_small
from .statements import Statement
from .value_guards import say_of_one_thing
from .word_guards import is_negated

_MARKS = frozenset(",;:().–")


def made_certain(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if the claim states as certain or done what the source hedges directly before the same word:
    "may", "allegedly", "attempted".

    Not detected: verb forms that do not assert, hedges that are not directly before the word, and "can", which
    rewordings often drop.
    """
    hedged = bool(alignment.claim.words & HEDGES)
    for here, there in alignment.pairs.items():
        unit = alignment.said.units[there]
        near = alignment.nearness(here, there)
        firm, soft = _first(alignment.claim.units[here].before, _FIRM), _first(unit.before, _SOFT)
        if firm and soft and near >= 0.5 and not set(alignment.claim.units[here].before) & _SOFT:
            yield finding(
                "modality", "partial", f"the claim says “{firm} {unit.key}”, the source “{soft}”", alignment, here
            )
            return
        hedge = None if hedged or not _asserts(alignment.claim, here) else _hedge(alignment.said, there)
        if hedge and near >= (1.0 if hedge in _SOFT else 0.5):
            yield finding(
                "modality",
                "partial",
                f"the source says “{hedge} {unit.key}”, the claim drops “{hedge}”",
                alignment,
                here,
            )
            return


def _asserts(statement: Statement, at: int) -> bool:
    """Return whether the content word at index `at` is a verb in a form that asserts something: not "to open",
    "opening" or "an opening"."""
    unit = statement.units[at]
    return "to" not in unit.before and any(form in {"past", "participle", "third"} for _, form in forms(unit.key))


_FIRM = frozenset("will must does always shall".split())
_SOFT = frozenset("may might could can should would possibly".split())


def _first(words: tuple[str, ...], listed: frozenset[str]) -> str | None:
    return next((word for word in words if word in listed), None)


def _hedge(statement: Statement, at: int) -> str | None:
    """Return the hedge directly before the content word at index `at`, or None. It is a function word ("may"), or a
    content word ("attempted to leave")."""
    unit = statement.units[at]
    hedge = _first(unit.before, HEDGES)
    if hedge is None and at > 0 and statement.units[at - 1].key in HEDGES and not _MARKS & set(unit.before):
        return statement.units[at - 1].key
    return hedge


def bound_changed(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if claim and source give one figure with different bounds: "more than 5" for "5", "about 5" or
    "less than 5".

    Also yield one if the claim gives "5" and the source only "more than 5". Not detected: an "about" that the claim
    drops or adds.
    """
    for here, there in alignment.pairs.items():
        if not alignment.claim.units[here].key.startswith("num:"):
            continue
        mine, theirs = _bound(alignment.claim, here), _bound(alignment.said, there)
        if any(mine == _bound(alignment.said, at) for at in _places(alignment.said, alignment.said.units[there].key)):
            continue
        if parts(alignment.claim.units[here].key).measure in _OF_TIME or mine in _IMPLIED:
            continue
        if _is_own_count(alignment, here, there) or is_negated(alignment.claim, here) != is_negated(
            alignment.said, there
        ):
            continue
        if _LOOSE.get(mine, mine) != _LOOSE.get(theirs, theirs):
            said = theirs or "that value, without a bound"
            refusal: Refusal = "contradicted" if mine else "partial"
            yield finding(
                "comparator", refusal, f"the claim says {mine or 'the bare value'}, the source {said}", alignment, here
            )
            return


def _is_own_count(alignment: Alignment, here: int, there: int) -> bool:
    """Return whether the claim's value may be the writer's own count of another thing: “two cars” with “up to two
    permits”."""
    figure = parts(alignment.claim.units[here].key)
    return not figure.measure and is_small(figure.value) and not say_of_one_thing(alignment, here, there)


_OF_TIME = frozenset({"seconds", "months"})  # "over five years" is a length of time as often as a bound
_IMPLIED = frozenset({"at least", "at most"})  # the figure itself satisfies these bounds too
_LOOSE: dict[str | None, str | None] = {
    "at least": "more than",
    "at most": "less than",
}  # writers swap these two too often for a difference to refute


def _places(statement: Statement, key: str) -> list[int]:
    return [at for at, unit in enumerate(statement.units) if unit.key == key]


def _bound(statement: Statement, at: int) -> str | None:
    """Return the bound ("more than") before the figure at index `at`, or None. "About" does not count as a bound."""
    units = statement.units
    for key in reversed(units[at].before):
        if key.startswith("bound:"):
            return None if key == "bound:about" else key.removeprefix("bound:").replace("_", " ")
    return "more than" if not units[at].before and at > 0 and units[at - 1].stem in {"exceed", "surpass"} else None


GUARDS = (made_certain, bound_changed)
