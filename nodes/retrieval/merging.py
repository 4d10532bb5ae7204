"""Merges the hits of several searches into one ordered list, without copies and within the context budget (SPEC RET-9,
RET-11)."""

import re
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from ...evidence.model.spans import PassageId
from ...evidence.names.same_name import find_mention
from ...evidence.report.evidence_report import Disclosure
from ...stores.kb.snapshot import Hit

_WORD = re.compile(r"\w+(?:[.,:/]\w+)*|[%$€£¥<>=+−–-]")
_ARTICLES = frozenset({"a", "an", "the"})
_NAMED = re.compile(r"\b[A-Z]\w*|\b\w*\d[\w.,:/]*|\b(?:no|not|nor|never|none|without|except|unless)\b|\w+n['’]t\b")
"""Words by which two nearly identical texts may contradict each other: names, figures and negations."""
_ALIKE = 0.9
_OF_ONE_TEXT = 2
"""The number of nearly identical passages that keep their ranks."""
SUPERSEDED_LATER, SECONDARY_LATER = 6, 2
"""The number of ranks by which a superseded or a secondary text is lowered. It then follows current and primary texts
of similar relevance, and precedes less relevant ones."""


def interleaved(results: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return the hits of several queries, the best ranks first, each passage once. Current and primary texts come
    before others of similar rank."""
    ranked = sorted(
        (
            (rank + later(hit), rank, number, hit)
            for number, hits in enumerate(results)
            for rank, hit in enumerate(hits)
        ),
        key=lambda scored: scored[:3],
    )
    merged: dict[PassageId, Hit] = {}
    for *_, hit in ranked:
        merged.setdefault(hit.passage.passage_id, hit)
    return list(merged.values())


def joined(own: Sequence[Hit], added: Sequence[Hit], says: Callable[[Hit], int]) -> list[Hit]:
    """Merge the hits of searches with added words (`added`) into those of the question's own words (`own`). The own
    hits keep their order.

    An added passage comes before an own one only if it contains more of the asked words. `says`: how many of the asked
    words a passage contains.
    """
    known = {hit.passage.passage_id for hit in own}
    new = [hit for hit in added if hit.passage.passage_id not in known]
    if not new:
        return list(own)
    behind = list(accumulate(map(says, reversed(own)), max))[::-1]  # the highest count of any own passage from there on
    at: dict[int, list[Hit]] = {}
    for hit in new:
        says_it = says(hit)
        at.setdefault(next((index for index, most in enumerate(behind) if most < says_it), len(own)), []).append(hit)
    return [hit for index in range(len(own) + 1) for hit in (*at.get(index, ()), *own[index : index + 1])]


def later(hit: Hit) -> int:
    """Return the number of ranks by which a superseded or secondary text is lowered."""
    return SUPERSEDED_LATER * (not hit.document.is_current) + SECONDARY_LATER * (hit.document.kind == "secondary")


class Repeat(NamedTuple):
    """A text that says nearly the same as an earlier hit."""

    hit: Hit
    of: Hit


def repeats_apart(hits: Sequence[Hit], names: Sequence[str] = ()) -> tuple[list[Hit], list[Repeat]]:
    """Return the hits without repeated texts, and the repeated texts. These are copies of an earlier hit, and the third
    and further of nearly identical texts with the same names, figures and negations. `names`: as for
    `without_copies`."""
    first: list[Hit] = []
    repeated: list[Repeat] = []
    groups: list[tuple[frozenset[str], frozenset[str], dict[_Copy, Hit]]] = []
    for hit in hits:
        key = _copy(hit, names)
        words, named = frozenset(key.words), frozenset(_NAMED.findall(hit.passage.text))
        texts = next((own for others, names, own in groups if named == names and _share(words, others) >= _ALIKE), None)
        if texts is None:
            groups.append((words, named, texts := {}))
        if key in texts or len(texts) >= _OF_ONE_TEXT:
            repeated.append(Repeat(hit, texts.get(key) or next(iter(texts.values()))))
        else:
            first.append(hit)
        texts.setdefault(key, hit)
    return first, repeated


def not_read(repeated: Sequence[Repeat], read: Sequence[Hit]) -> tuple[Disclosure, ...]:
    """Return disclosures that name the repeated texts that are not read, with what they repeat."""
    shown = {hit.passage.passage_id for hit in read}
    left_out: dict[str, list[str]] = {}
    for repeat in repeated:
        if repeat.hit.passage.passage_id not in shown:
            left_out.setdefault(_cited(repeat.of), []).append(_cited(repeat.hit))
    return tuple(
        Disclosure(kind="dropped", subject=", ".join(dict.fromkeys(places)), reason=f"says nearly the same as {of}")
        for of, places in left_out.items()
    )


def _cited(hit: Hit) -> str:
    page = hit.passage.place.page
    return hit.document.title if page is None else f"{hit.document.title}, page {page}"


def _share(words: frozenset[str], others: frozenset[str]) -> float:
    shorter, longer = sorted((len(words), len(others)))
    return len(words & others) / len(words | others) if shorter >= _ALIKE * longer > 0 else 0.0


class _Copy(NamedTuple):
    """What the copies of a text have in common."""

    words: tuple[str, ...]
    place: tuple[str, str | None] | None
    """The title of the document and the section, if the text does not name what it is about."""


def _copy(hit: Hit, names: Sequence[str]) -> _Copy:
    text = hit.passage.text
    words = tuple(word for word in _WORD.findall(text.casefold()) if word not in _ARTICLES)
    return _Copy(words, None if find_mention(names, text) else (hit.document.title, hit.passage.place.section))


def without_copies(
    hits: Sequence[Hit], names: Sequence[str], read: Sequence[Hit] = ()
) -> tuple[list[Hit], tuple[Disclosure, ...]]:
    """Return the hits with only one of several copies, the current and primary one, and without copies of the hits that
    were read before. Copies differ only in case, punctuation and articles.

    `names`: the names of the subjects. Texts that name none of them are copies only in sections of one name, in
    documents of one title: “The notice period is three months.” says another thing in another lease. Passages that
    differ in a figure, a sign, a name or any word are not copies, since they may be a conflict.
    """
    kept: dict[_Copy, Hit] = {_copy(hit, names): hit for hit in read}
    copies: dict[_Copy, list[str]] = {}
    for hit in hits:
        key = _copy(hit, names)
        known = kept.get(key)
        if known is None:
            kept[key] = hit
            continue
        better = hit if _precedence(hit) > _precedence(known) else known
        worse = known if better is hit else hit
        kept[key] = better
        copies.setdefault(key, []).append(worse.document.title)
    ledger = tuple(
        Disclosure(
            kind="dropped",
            subject=", ".join(dict.fromkeys(titles)),
            reason=f"repeats {kept[key].document.title} word for word",
        )
        for key, titles in copies.items()
        if any(title != kept[key].document.title for title in titles)
    )
    known_before = set(map(id, read))
    return [hit for hit in kept.values() if id(hit) not in known_before], ledger


def _precedence(hit: Hit) -> tuple[bool, bool]:
    return hit.document.is_current, hit.document.kind == "primary"


def within_budget(hits: Sequence[Hit], characters: int, subject: str) -> tuple[list[Hit], tuple[Disclosure, ...]]:
    """Return the first hits whose texts fit into the budget, and disclosures of what was left out."""
    used = 0
    for index, hit in enumerate(hits):
        used += len(hit.passage.text)
        if used > characters:
            left_out = len(hits) - index
            reason = f"shown {index} of {len(hits)} passages, omitted {left_out}: the output cap is {characters:,} characters"
            return list(hits[:index]), (Disclosure(kind="truncated", subject=subject, reason=reason),)
    return list(hits), ()
