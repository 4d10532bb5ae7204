"""Measures the rules on claims. Each rule is called once on a claim that is aligned with its source. Only proving rules
are switched off."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...errors import AuditInputError
from ...evidence.audit.audit_claims import Examined, examine
from ...evidence.audit.audit_input import Chunks, checked_answer, checked_chunks
from ...evidence.guards.judge_claim import closest, refutes
from ...evidence.guards.lost_words import lost_words
from ...evidence.guards.unheld_values import unheld_values
from ...evidence.model.intervals import Rate, rate
from .rule_figures import ClaimSet, MeasuredSet, OnClaims, OnProofs
from .rule_switch import switched_off
from .rule_table import GUARDS, PROVING, REFUTING

_REFUTE = frozenset(rule.name for rule in REFUTING if rule.kind == "refutes")


class Claim(NamedTuple):
    """A claim of a set, with the sources for its check.

    Example: “The fee is £90.” with the source “The fee is £80.”, which makes the claim wrong.
    """

    set: MeasuredSet
    text: str
    sources: tuple[tuple[str, str], ...]
    """The id and the text of each source."""
    faithful: bool


class Judged(NamedTuple):
    set: MeasuredSet
    faithful: bool
    proved: bool
    fired: frozenset[str]
    """The names of the rules that fire on the claim; none if the claim is proved."""

    @property
    def refuted_by(self) -> frozenset[str]:
        return self.fired & _REFUTE


def measured(claims: Sequence[Claim]) -> tuple[tuple[ClaimSet, ...], tuple[OnClaims, ...], tuple[OnProofs, ...]]:
    """Measure all rules on all claims. A faithful claim of several sentences counts once per sentence. A wrong claim
    counts once, since any of its sentences may be the wrong one."""
    judged: list[Judged] = []
    proved: list[Claim] = []
    for claim in claims:
        found = list(_judged(claim))
        judged += found
        if found and all(finding.proved for finding in found):
            proved.append(claim)
    sets = list(dict.fromkeys(claim.set for claim in claims))
    by_set = {name: [claim for claim in judged if claim.set == name] for name in sets}
    return (
        tuple(_together(name, own) for name, own in by_set.items()),
        tuple(_fired(rule.name, rule.kind, name, own) for rule in REFUTING for name, own in by_set.items()),
        tuple(_proofs(proved, by_set)),
    )


def _judged(claim: Claim) -> Iterator[Judged]:
    chunks = _chunks(claim)
    parts = _examined(claim.text, chunks)
    groups: dict[object, list[Examined]] = {}
    for part in parts:
        groups.setdefault(part.span.sentence if claim.faithful else None, []).append(part)
    for own in groups.values():
        unproved = [claim for claim in own if claim.result.verdict != "supported"]
        fired = frozenset(name for claim in unproved for name in _firing(claim, chunks))
        yield Judged(claim.set, claim.faithful, not unproved, fired)


def _examined(text: str, chunks: Chunks) -> list[Examined]:
    """Return the claims of the text, split as in an audit; empty if it asserts nothing."""
    try:
        return examine(checked_answer(text), chunks)[1]
    except AuditInputError:
        return []


def _chunks(claim: Claim) -> Chunks:
    return checked_chunks([{"id": name, "text": text} for name, text in claim.sources])


def _firing(part: Examined, chunks: Chunks) -> Iterator[str]:
    """Yield the rules that fire on one claim that code does not prove."""
    statement = part.stated.text
    sources = [(chunk.id, chunk.near(statement)) for chunk in chunks]
    best = closest(statement, sources)
    if best is not None:
        for rule in GUARDS:
            if any(refutes(finding, best[1]) for finding in rule.original()(best[1])):
                yield rule.name
    lost = (lost_words(statement, source) for _, source in sources)
    if not part.stated.unnamed and any(proof.binds for proof in lost if proof):
        yield "lost_words.lost_words"
    if unheld_values(statement, [source for _, source in sources]):
        yield "unheld_values.unheld_values"


def _together(name: MeasuredSet, judged: Sequence[Judged]) -> ClaimSet:
    faithful, wrong = _parted(judged)
    return ClaimSet(
        set=name,
        faithful_proved=rate(sum(claim.proved for claim in faithful), len(faithful)),
        faithful_refuted=rate(sum(bool(claim.refuted_by) for claim in faithful), len(faithful)),
        wrong_proved=rate(sum(claim.proved for claim in wrong), len(wrong)),
        wrong_refuted=rate(sum(bool(claim.refuted_by) for claim in wrong), len(wrong)),
    )


def _fired(rule: str, kind: str, name: MeasuredSet, judged: Sequence[Judged]) -> OnClaims:
    faithful, wrong = _parted(judged)

    def firing(claims: Iterable[Judged]) -> list[Judged]:
        return [claim for claim in claims if rule in claim.fired]

    def alone(claims: Sequence[Judged]) -> Rate:
        return rate(sum(not claim.refuted_by - {rule} for claim in firing(claims)), len(claims))

    return OnClaims.model_validate(
        {
            "rule": rule,
            "kind": kind,
            "set": name,
            "faithful": rate(len(firing(faithful)), len(faithful)),
            "faithful_alone": alone(faithful),
            "wrong": rate(len(firing(wrong)), len(wrong)),
            "wrong_alone": alone(wrong),
        }
    )


def _parted(judged: Sequence[Judged]) -> tuple[list[Judged], list[Judged]]:
    return [claim for claim in judged if claim.faithful], [claim for claim in judged if not claim.faithful]


def _proofs(proved: Sequence[Claim], by_set: dict[MeasuredSet, list[Judged]]) -> Iterator[OnProofs]:
    """Yield the claims that code can prove only with a certain proving rule."""
    reworded = [claim for claim in proved if not any(claim.text in text for _, text in claim.sources)]
    for rule in PROVING:
        with switched_off(rule):
            lost = [claim for claim in reworded if not _is_proved(claim)]
        for name, judged in by_set.items():
            faithful, wrong = _parted(judged)
            own = [claim for claim in lost if claim.set == name]
            yield OnProofs(
                rule=rule.name,
                set=name,
                faithful=rate(sum(claim.faithful for claim in own), len(faithful)),
                wrong=rate(sum(not claim.faithful for claim in own), len(wrong)),
            )


def _is_proved(claim: Claim) -> bool:
    parts = _examined(claim.text, _chunks(claim))
    return bool(parts) and all(part.result.verdict == "supported" for part in parts)
