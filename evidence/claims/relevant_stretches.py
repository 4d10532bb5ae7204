"""Which stretches of a very long text a claim could be about, so that judging one costs the same against any length."""

import re

LONG_TEXT = 60_000
"""Characters. A text up to here is read whole; of a longer one, no more than this is read for one claim."""

_AROUND = 1_500  # characters read on each side of a word found
_PLACES = 40  # of each word
_WORD = re.compile(r"[^\W_]{2,40}")


def within_reach(claim: str, text: str) -> str:
    """`text` if it is not long; else the stretches around the claim's rarest words, in order, each from white space
    to white space.

    Known to miss: a statement whose every word stands in forty other places before it.
    """
    if len(text) <= LONG_TEXT:
        return text
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text  # some letters have no lower case of one character; then words match as they are written
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
    """The nearest white space outward, at most 200 characters off."""
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
