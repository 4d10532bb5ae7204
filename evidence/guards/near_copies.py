"""Guards for claims that repeat a sentence of the source except for a few words.

Such a small change is assumed to be deliberate, so a changed limit, time or party refutes the claim.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from ..language.words import words
from ..lexicon.limiting_words import COUNTERPARTIES, LIMITED_WORDS, NEGATING, UNIVERSAL_WORDS
from ..values.fact_types import Fact
from ..values.facts import read_facts
from ..values.rates import rate_at
from ..values.same_value import comparable, same_value
from .alignment import Alignment, finding
from .findings import Finding, FindingCode, Refusal

FEWEST = 4
"""The minimum number of words that claim and sentence must have in common."""
MOST_CHANGED = 3
"""The maximum number of changed words on either side. With more, the claim is a rewording, not a copy."""
_ENDS = ".!?\n"
_LIMITS: tuple[tuple[FindingCode, frozenset[str]], ...] = (
    ("negation", frozenset(NEGATING.split())),
    ("quantifier", frozenset(f"{UNIVERSAL_WORDS} {LIMITED_WORDS}".split())),
    ("date", frozenset("until since before after longer currently now former formerly previously still".split())),
)


class Change(NamedTuple):
    """The one run of words in which a claim differs from the sentence that it repeats: `mine` in the claim, `theirs` in
    the sentence. Either may be empty.

    Example: for “The annual fee is not due in May” and “The annual fee is due in May”, `mine` is “not” and `theirs`
    is empty.
    """

    claim: str
    said: str
    mine: str
    theirs: str


def changed(alignment: Alignment) -> Change | None:
    """Return the one run of words in which the claim differs from a sentence of the source. Return None if the claim
    does not repeat a sentence, or differs from it in several places.

    Example: for “The annual fee is not due in May” and “The annual fee is due in May”, this is “not”.
    """
    claim, text = alignment.texts
    units = alignment.said.units
    if len(alignment.where) != 1 or not units:
        return None
    first, last = units[0].token.start, units[-1].token.end
    start = max((text.rfind(end, 0, first) for end in _ENDS), default=-1) + 1
    end = min((at for mark in _ENDS if (at := text.find(mark, last)) >= 0), default=len(text))
    said = text[start:end]
    here, there = list(words(claim)), list(words(said))
    matcher = SequenceMatcher(
        a=[word.text.casefold() for word in here], b=[word.text.casefold() for word in there], autojunk=False
    )
    changes = [opcode for opcode in matcher.get_opcodes() if opcode[0] != "equal"]
    same = sum(block.size for block in matcher.get_matching_blocks())
    if len(changes) != 1 or same < FEWEST:
        return None
    _, a, b, c, d = changes[0]
    if max(b - a, d - c) > MOST_CHANGED:
        return None
    mine, theirs = (
        text[part[0].start : part[-1].end] if part else "" for text, part in ((claim, here[a:b]), (said, there[c:d]))
    )
    return Change(claim, said, mine, theirs)


def near_copy_changed(alignment: Alignment) -> Iterator[Finding]:
    """Yield a finding if the claim copies a sentence of the source but changes what it asserts.

    It may change a bound, rate, negation, quantifier (“only”, “all”) or time word, or replace a name or a contracting
    party. All other words must be those of the sentence. Not detected: any other replaced word, since it may be a
    synonym.
    """
    change = changed(alignment)
    if change is None:
        return
    limit = _bound(change) or _limit(change)
    told = limit or _rate(change) or _party(change)
    if told:
        refusal: Refusal = "partial" if limit and limit != "negation" else "contradicted"
        detail = f"the claim says {_shown(change.mine)}, the source {_shown(change.theirs)}"
        yield finding(told, refusal, detail, alignment, 0)


def _shown(words: str) -> str:
    return f"“{words}”" if words else "nothing there"


def _same_values(change: Change) -> Iterator[tuple[Fact, Fact]]:
    """Yield pairs of a figure of the claim and a figure of the sentence with the same value. Their bounds ("at most")
    may differ."""
    theirs = list(read_facts(change.said))
    for mine in read_facts(change.claim):
        for other in theirs:
            exact = mine._replace(bound="exact"), other._replace(bound="exact")
            if comparable(mine, other) and same_value(*exact).same:
                theirs.remove(other)
                yield mine, other
                break


def _bound(change: Change) -> FindingCode | None:
    pairs = [(mine, other) for mine, other in _same_values(change) if "about" not in {mine.bound, other.bound}]
    return "comparator" if any(mine.bound != other.bound for mine, other in pairs) else None


def _rate(change: Change) -> FindingCode | None:
    for mine, other in _same_values(change):
        rates = rate_at(change.claim, mine.start, mine.end), rate_at(change.said, other.start, other.end)
        if None not in rates and rates[0] != rates[1]:
            return "unit"
    return None


def _limit(change: Change) -> FindingCode | None:
    """Return the finding code for a negation, quantifier or time word that only one side of the change contains. Return
    None if there is no such word. Return None too if another word replaces a time word, since it may be a synonym.

    Example: the added word “not” gives “negation”.
    """
    mine, theirs = (frozenset(text.casefold().split()) for text in (change.mine, change.theirs))
    for code, listed in _LIMITS:
        reworded = code == "date" and mine and theirs and not (mine & listed and theirs & listed)
        if (mine ^ theirs) & listed and not reworded:
            return code
    return None


def _party(change: Change) -> FindingCode | None:
    """Return "swapped_pair" if the change replaces a one-word name by another, or a contracting party by the other
    (“lessor”, “lessee”). Otherwise return None.
    """
    mine, theirs = change.mine, change.theirs
    if " " in mine or " " in theirs or not mine or not theirs:
        return None
    if frozenset({_singular(mine), _singular(theirs)}) in COUNTERPARTIES:
        return "swapped_pair"
    inside = not change.claim.startswith(mine) and not change.said.strip().startswith(theirs)
    named = mine[0].isupper() and theirs[0].isupper() and mine.isalpha() and theirs.isalpha()
    alike = mine[:3].casefold() == theirs[:3].casefold()  # an abbreviation or another form of the name
    return "swapped_pair" if inside and named and not alike and min(len(mine), len(theirs)) > 3 else None


def _singular(word: str) -> str:
    return word.casefold().removesuffix("s")


GUARDS = (near_copy_changed,)
