"""Asks an auditor model about the claim pairs, and counts which claims it accepts (SPEC CRI-14)."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import cycle
from typing import Literal, Protocol

from ...errors import ModelError
from ...evidence.judgement.calibration import Calibration
from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import ClaimVerdict
from ..contracts.auditor import AuditedSentence, AuditorInput, Chunk, sentence_passes
from .claim_pairs import ClaimPair, WrongKind, built_in_pairs, pairs_sha256
from .claims_by_code import by_code, claims_of

AT_ONCE = (1, 2, 3, 4)
"""The numbers of claims in one call, used in turn, as runs use them. One measured model accepted the first claim of a
call (15 of 40) far more often than the later ones (9 of 120), so the position in a call matters."""
GIVE_UP_AFTER = 6
"""The number of claims in a row without a usable answer after which calibration ends. The endpoint is down, or the
model cannot do the task."""


class MeaningJudge(Protocol):
    """An auditor that can return the verdicts of its model before guards change them."""

    name: str

    def read(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        """Return the verdicts of the model, before guards or calibration change them, in the order of the sentences.

        Raises ModelError if the model gives no usable answer.
        """
        ...


class Reading(Frozen):
    """The verdict of the model on one claim."""

    pair: ClaimPair
    side: Literal["right", "wrong"]
    accepted: bool
    vetoed: bool
    """Whether code refuses the claim, whatever the model's verdict is."""
    unanswered: bool = False


def calibrate(
    judge: MeaningJudge,
    *,
    prompt_sha256: str,
    at: date,
    pairs: Sequence[ClaimPair] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Calibration, tuple[Reading, ...]]:
    """Return the calibration of the model on `pairs` (default: the built-in pairs), and the verdicts behind it.

    A call never contains both claims of a pair, because one would give the other away. If a call fails, its claims are
    asked one by one. A claim that fails alone counts as unanswered. Raises ModelError if `GIVE_UP_AFTER` claims in a
    row get no usable answer.

    `at`: today in UTC. `progress`: called after each call with the number of finished claims and the total.
    """
    pairs = built_in_pairs() if pairs is None else tuple(pairs)
    readings: list[Reading] = []
    for batch in _batches(pairs):
        readings += _read(judge, batch)
        if len(readings) >= GIVE_UP_AFTER and all(reading.unanswered for reading in readings[-GIVE_UP_AFTER:]):
            raise ModelError(
                f"{judge.name} gave no usable answer to {GIVE_UP_AFTER} claims in a row; calibrate it again"
            )
        progress(len(readings), 2 * len(pairs))
    return calibration_from(readings, model=judge.name, prompt_sha256=prompt_sha256, pairs=pairs, at=at), tuple(
        readings
    )


def calibration_from(
    readings: Sequence[Reading], *, model: str, prompt_sha256: str, pairs: Sequence[ClaimPair], at: date
) -> Calibration:
    """Return the calibration that follows from the verdicts."""
    right = [reading for reading in readings if reading.side == "right"]
    wrong = [reading for reading in readings if reading.side == "wrong"]
    return Calibration(
        model=model,
        prompt_sha256=prompt_sha256,
        pairs_sha256=pairs_sha256(pairs),
        at=at,
        right=len(right),
        right_accepted=sum(reading.accepted for reading in right),
        right_after_veto=sum(reading.accepted and not reading.vetoed for reading in right),
        right_unanswered=sum(reading.unanswered for reading in right),
        wrong=len(wrong),
        wrong_accepted=sum(reading.accepted for reading in wrong),
        wrong_after_veto=sum(reading.accepted and not reading.vetoed for reading in wrong),
        wrong_unanswered=sum(reading.unanswered for reading in wrong),
    )


def wrong_accepted_by_kind(readings: Sequence[Reading]) -> tuple[tuple[WrongKind, int, int], ...]:
    """Return for each kind of wrong claim how many the model accepted, and how many there were."""
    wrong = [reading for reading in readings if reading.side == "wrong"]
    totals = Counter(reading.pair.kind for reading in wrong)
    accepted = Counter(reading.pair.kind for reading in wrong if reading.accepted)
    return tuple((kind, accepted[kind], totals[kind]) for kind in sorted(totals))


_Claim = tuple[ClaimPair, Literal["right", "wrong"]]


def _batches(pairs: Sequence[ClaimPair]) -> Iterator[list[_Claim]]:
    """Yield the claims in two rounds: one claim of each pair, then the other. The order is fixed and has no pattern
    that a model could guess."""
    for second in (False, True):
        claims: list[_Claim] = [(pair, "wrong" if _wrong_first(pair) != second else "right") for pair in pairs]
        start = 0
        for size in cycle(AT_ONCE):
            if start >= len(claims):
                break
            yield claims[start : start + size]
            start += size


def _wrong_first(pair: ClaimPair) -> bool:
    return hashlib.sha256(pair.id.encode()).digest()[0] % 2 == 1


def _read(judge: MeaningJudge, claims: Sequence[_Claim]) -> list[Reading]:
    given = AuditorInput(sentences=tuple(_sentence(claim) for claim in claims))
    try:
        verdicts = judge.read(given)
        if len(verdicts) != len(claims):
            raise ModelError(f"{judge.name}: {len(verdicts)} verdicts for {len(claims)} sentences")
    except ModelError:
        if len(claims) > 1:
            return [reading for claim in claims for reading in _read(judge, [claim])]
        return [_reading(claims[0], (), unanswered=True)]
    return [_reading(claim, own) for claim, own in zip(claims, verdicts, strict=True)]


def _sentence(claim: _Claim) -> AuditedSentence:
    pair, side = claim
    text = pair.right if side == "right" else pair.wrong
    return AuditedSentence(text=text, own=(Chunk(id=pair.id, text=pair.source),))


def _reading(claim: _Claim, verdicts: tuple[ClaimVerdict, ...], *, unanswered: bool = False) -> Reading:
    pair, side = claim
    return Reading(
        pair=pair,
        side=side,
        accepted=sentence_passes(verdicts),
        vetoed=_vetoed(_sentence(claim)),
        unanswered=unanswered,
    )


def _vetoed(sentence: AuditedSentence) -> bool:
    verdicts = [by_code(sentence, claim) for claim in claims_of(AuditorInput(sentences=(sentence,)))]
    return any(verdict is not None and verdict.verdict != "supported" for verdict in verdicts)
