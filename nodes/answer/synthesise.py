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
    for sentence in checked:
        told.setdefault(sentence.sentence.text.casefold(), sentence)
    leading = [sentence for sentence in told.values() if sentence.sentence.part == "direct"]
    spare = [_as_support(sentence) for sentence in leading[direct:]]
    support = [*spare, *(sentence for sentence in told.values() if sentence.sentence.part == "support")]
    related = [sentence for sentence in told.values() if sentence.sentence.part == "related"]
    return (*leading[:direct], *support[:SUPPORT], *related[:RELATED])


def _as_support(one: Checked) -> Checked:
    return Checked(sentence=one.sentence.model_copy(update={"part": "support"}), verdicts=one.verdicts)


def _untold(
    kept: Sequence[Checked], standing: Mapping[EvidenceId, Evidence], conflicts: Sequence[Conflict]
) -> Iterator[Checked]:
    told = {unit for sentence in kept for unit in sentence.sentence.evidence_ids}
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
    for quote in close:
        place, words = quote.unit.span.place, " ".join(quote.unit.span.quote.split()).casefold()
        if quote.unit.fact_id in unsettled and words not in said:
            said.add(words)
            kept.setdefault((quote.unit.source.version_id, place.page or place.section), quote)
    least = NEARLY_AS_CLOSE * next(iter(kept.values())).closeness if kept else 0.0
    return tuple(quoted(quote.unit) for quote in kept.values() if quote.closeness >= least)[:NEAREST]


def both_sides(conflicts: Sequence[Conflict], standing: Mapping[EvidenceId, Evidence]) -> tuple[Checked, ...]:
    """The quotes that stand against each other, where nothing else answers (SPEC ANS-9); none where there is no conflict."""
    keys = dict.fromkeys(side.evidence_ids[0] for conflict in conflicts for side in conflict.sides)
    return tuple(quoted(standing[key]) for key in keys if key in standing)


def side_sentences(conflict: Conflict, sentences: Sequence[Sentence]) -> tuple[int | None, ...]:
    """For each side of the conflict the index of the first sentence that tells it; None for one that is not told."""
    return tuple(
        next(
            (
                at
                for at, sentence in enumerate(sentences)
                if not set(side.evidence_ids).isdisjoint(sentence.evidence_ids)
            ),
            None,
        )
        for side in conflict.sides
    )
