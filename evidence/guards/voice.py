"""Active and passive: whether two word sequences say one thing, the subject of one being the agent of the other."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..language.verbs import forms

_MODALS = frozenset("will would can could may might must shall should".split())
_OBJECT_FORM = {"he": "him", "she": "her", "they": "them", "we": "us", "i": "me"}


class _Passive(NamedTuple):
    patient: tuple[str, ...]
    verb: str
    """Root of the verb."""
    group: tuple[str, ...]
    """The verb group as the active voice has it: alternatives joined by "|", the forms its verb may take in the last
    place."""
    middle: tuple[str, ...]
    after: tuple[str, ...]
    """All words past "by"."""


def same_in_other_voice(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one sequence is the passive of the other: every word accounted for, tense, negation and modal verb kept.

    Known to refuse: verbs with a particle before "by" in another order, two objects, and an agent left out.
    """
    return _passive_of(one, other) or _passive_of(other, one)


def _passive_of(passive: Sequence[str], active: Sequence[str]) -> bool:
    for reading in _readings(passive):
        size = len(reading.group)
        for place in range(1, len(active) - 1):
            at = place + size - 1
            if at >= len(active):
                break
            if not all(
                word in choice.split("|") for word, choice in zip(active[place:at], reading.group, strict=False)
            ):
                continue
            roots = {(reading.verb, form) for form in reading.group[-1].split("|")}
            if roots.isdisjoint(forms(active[at])):
                continue
            if _parts_agree(reading, active, place, at):
                return True
    return False


def _parts_agree(reading: _Passive, active: Sequence[str], place: int, at: int) -> bool:
    agent = tuple(_OBJECT_FORM.get(word, word) for word in active[:place]) if place == 1 else tuple(active[:place])
    if reading.after[: len(agent)] != agent or agent == reading.patient:
        return False  # "the film was inspired by the film …": either could be the other
    patient = tuple(active[at + 1 : at + 1 + len(reading.patient)])
    if patient != reading.patient and not (len(patient) == 1 and _OBJECT_FORM.get(reading.patient[0]) == patient[0]):
        return False
    rest = tuple(active[at + 1 + len(patient) :])
    past_agent = reading.after[len(agent) :]
    return rest in {reading.middle + past_agent, past_agent + reading.middle}


def _readings(words: Sequence[str]) -> Iterator[_Passive]:
    """Each way to read the words as "patient, be, participle, by, agent"."""
    for place in range(1, len(words) - 3):
        group = _active_group(words, place)
        if group is None:
            continue
        active, at = group
        adverb: tuple[str, ...] = ()
        if at < len(words) and words[at].endswith("ly"):
            adverb, at = (words[at],), at + 1
        if at >= len(words):
            continue
        for root, form in forms(words[at]):
            if form != "participle":
                continue
            for by in range(at + 1, min(at + 14, len(words) - 1)):
                if words[by] == "by":
                    yield _Passive(
                        patient=tuple(words[:place]),
                        verb=root,
                        group=(*active[:-1], *adverb, active[-1]),
                        middle=tuple(words[at + 1 : by]),
                        after=tuple(words[by + 1 :]),
                    )


def _active_group(words: Sequence[str], place: int) -> tuple[tuple[str, ...], int] | None:
    """The active words for the passive auxiliary at `place`, ending in the form its verb takes, and where the
    participle should stand."""
    word = words[place]
    following = words[place + 1] if place + 1 < len(words) else ""
    denied = following == "not"
    past_not = place + (2 if denied else 1)
    next_word = words[past_not] if past_not < len(words) else ""
    nots = ("not",) if denied else ()
    if word in {"was", "were", "is", "are"} and next_word == "being":
        return ("was|were" if word in {"was", "were"} else "is|are", *nots, "gerund"), past_not + 1
    if word in {"was", "were"}:
        return (("did", "not", "base") if denied else ("past",)), past_not
    if word in {"is", "are"}:
        return (("does|do", "not", "base") if denied else ("third|base",)), past_not
    if word in {"has", "have", "had"} and next_word == "been":
        return ("had" if word == "had" else "has|have", *nots, "participle"), past_not + 1
    if word in _MODALS and next_word == "be":
        return (word, *nots, "base"), past_not + 1
    return None
