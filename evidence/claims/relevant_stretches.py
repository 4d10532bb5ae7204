"""Selects the parts of a very long text that a claim could be about, so that judging a claim in a long text costs no
more."""

import re

LONG_TEXT = 60_000
"""The most characters of a text that are used for one claim. A shorter text is used whole."""

_AROUND = 1_500  # characters used on each side of an occurrence
_PLACES = 40  # occurrences tried for each word
_WORD = re.compile(r"[^\W_]{2,40}")


def within_reach(claim: str, text: str) -> str:
    """Return `text` whole if it has at most `LONG_TEXT` characters. Otherwise return the parts around the rarest words
    of the claim, in order. Each part starts and ends at white space.

    Known gap: a statement is missed if each of its words has forty earlier occurrences.
    """
    if len(text) <= LONG_TEXT:
        return text
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = (
            text  # the lower case of some letters has two characters, which would move the offsets, so case is kept
        )
    words = sorted(
        {match.group().lower() for match in _WORD.finditer(claim[:4_000])}, key=lambda word: (-len(word), word)
    )[:24]
    counts = {word: lowered.count(word) for word in words}
    found: list[tuple[int, int]] = []
    exact = text.find(claim.strip()[:200])
    if exact >= 0:
        found.append((exact, exact + len(claim)))
    for word in sorted((word for word in words if counts[word]), key=lambda word: (counts[word], -len(word))):
        at = -1
        for _ in range(_PLACES):
            at = lowered.find(word, at + 1)
            if at < 0 or sum(end - start for start, end in found) > LONG_TEXT:
                break
            if not any(start <= at < end for start, end in found[-_PLACES:]):
                found.append((_edge(text, max(0, at - _AROUND), -1), _edge(text, min(len(text), at + _AROUND), 1)))
    return "\n\n".join(text[start:end] for start, end in _merged(found))


def _edge(text: str, at: int, step: int) -> int:
    """Return the offset of the nearest white space from `at` in the direction `step` (1 or -1), at most 200 characters
    away."""
    for _ in range(200):
        if not 0 < at < len(text) or text[at].isspace():
            break
        at += step
    return at


def _merged(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
