"""The second step to an answer (SPEC ANS-1): which sentences it is made of, in which parts, and what each cites."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...evidence.judgement.conflicts import Conflict
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.report.evidence_report import Sentence
from ...evidence.report.quote_line import readable
from ...roles.contracts.generator import DraftSentence
from .assess import Checked
from .cite import Cited, cite
from .closeness import Close

DIRECT, SUPPORT, RELATED = 3, 5, 3
"""Sentences of each part at most (SPEC ANS-2); a question of more parts than three may have one direct sentence for each."""
NEAREST = 3
"""Quotes shown with a no-answer: enough to go and look, too few to be taken for an answer."""
NEARLY_AS_CLOSE = 0.8
"""How close the others must come to the first."""


def synthesise(
    checked: Sequence[Checked],
    standing: Mapping[EvidenceId, Evidence],
    conflicts: Sequence[Conflict],
    *,
    facts: int,
) -> Cited:
    """The answer's sentences, cited. `facts`: how many the question asks for. Nothing is written here: a side of a conflict that the
    draft leaves out is told in its source's own words."""
    if not checked:
        return Cited()
    sides = sum(len(conflict.sides) for conflict in conflicts)
    kept = _parts(checked, direct=max(DIRECT, facts + sides))
    return cite((*kept, *_untold(kept, standing, conflicts)), standing)


def _parts(checked: Sequence[Checked], *, direct: int) -> tuple[Checked, ...]:
    """Direct, then support, then related, each sentence once; what goes beyond the direct part supports it."""
    told: dict[str, Checked] = {}
    for one in checked:
        told.setdefault(one.sentence.text.casefold(), one)
    leading = [one for one in told.values() if one.sentence.part == "direct"]
    spare = [_as_support(one) for one in leading[direct:]]
    support = [*spare, *(one for one in told.values() if one.sentence.part == "support")]
    related = [one for one in told.values() if one.sentence.part == "related"]
    return (*leading[:direct], *support[:SUPPORT], *related[:RELATED])


def _as_support(one: Checked) -> Checked:
    return Checked(sentence=one.sentence.model_copy(update={"part": "support"}), verdicts=one.verdicts)


def _untold(
    kept: Sequence[Checked], standing: Mapping[EvidenceId, Evidence], conflicts: Sequence[Conflict]
) -> Iterator[Checked]:
    told = {unit for one in kept for unit in one.sentence.evidence_ids}
    for conflict in conflicts:
        for side in conflict.sides:
            if told.isdisjoint(side.evidence_ids) and side.evidence_ids[0] in standing:
                yield quoted(standing[side.evidence_ids[0]])


def quoted(unit: Evidence) -> Checked:
    """A verified quote as a sentence of its own."""
    return Checked(
        sentence=DraftSentence(text=readable(unit), part="related", evidence_ids=(unit.evidence_id,)), verdicts=()
    )


def nearest_quotes(close: Sequence[Close], unsettled: Collection[str]) -> tuple[Checked, ...]:
    """The quotes closest to the facts `unsettled`, each of another place and in other words. They are shown as such, never as the answer."""
    kept: dict[tuple[str, int | str | None], Close] = {}
    said: set[str] = set()
    for one in close:
        place, words = one.unit.span.place, " ".join(one.unit.span.quote.split()).casefold()
        if one.unit.fact_id in unsettled and words not in said:
            said.add(words)
            kept.setdefault((one.unit.source.version_id, place.page or place.section), one)
    least = NEARLY_AS_CLOSE * next(iter(kept.values())).closeness if kept else 0.0
    return tuple(quoted(one.unit) for one in kept.values() if one.closeness >= least)[:NEAREST]


def both_sides(conflicts: Sequence[Conflict], standing: Mapping[EvidenceId, Evidence]) -> tuple[Checked, ...]:
    """The quotes that stand against each other, where nothing else answers (SPEC ANS-9); none where there is no conflict."""
    keys = dict.fromkeys(side.evidence_ids[0] for conflict in conflicts for side in conflict.sides)
    return tuple(quoted(standing[key]) for key in keys if key in standing)


def side_sentences(conflict: Conflict, sentences: Sequence[Sentence]) -> tuple[int | None, ...]:
    """For each side of the conflict the index of the first sentence that tells it; None for one that is not told."""
    return tuple(
        next((at for at, one in enumerate(sentences) if not set(side.evidence_ids).isdisjoint(one.evidence_ids)), None)
        for side in conflict.sides
    )
