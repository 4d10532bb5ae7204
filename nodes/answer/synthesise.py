"""The second step to an answer (SPEC ANS-1). It arranges sentences into parts and gives them citations."""

from collections import defaultdict
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
"""The maximum number of sentences of each part (SPEC ANS-2). A question of more than three parts may get one direct
sentence for each."""
NEAREST = 3
"""The number of quotes shown if there is no answer. That is enough to look them up, and too few to be mistaken for an
answer."""
NEARLY_AS_CLOSE = 0.7
"""The minimum closeness of further quotes, as a share of the closeness of the first."""


def synthesise(
    checked: Sequence[Checked],
    verified: Mapping[EvidenceId, Evidence],
    conflicts: Sequence[Conflict],
    *,
    facts: int,
) -> Cited:
    """Return the sentences of the answer with citations. `facts`: the number of facts in the question.

    This code writes no text. If the draft leaves out a side of a conflict, the source of that side is quoted.
    """
    if not checked:
        return Cited()
    sides = sum(len(conflict.sides) for conflict in conflicts)
    kept = _parts(checked, verified, direct=max(DIRECT, facts + sides))
    return cite((*kept, *_missing_sides(kept, verified, conflicts)), verified)


class Said:
    """The sentences of an answer so far, to find repetitions."""

    def __init__(self, verified: Mapping[EvidenceId, Evidence]) -> None:
        self._verified, self._sources = verified, defaultdict[str, list[frozenset[str]]](list)

    def anew(self, sentence: DraftSentence) -> bool:
        """Return whether the sentence repeats no earlier one, and remember it. Quotes of one text say two things in
        documents of two titles: “The notice period is three months.”"""
        text = " ".join(sentence.text.casefold().split())
        units = [self._verified[unit] for unit in sentence.evidence_ids if unit in self._verified]
        quoted = frozenset(
            unit.source.title
            for unit in units
            if sentence.text == readable(unit) or text in " ".join(unit.span.quote.casefold().split())
        )
        earlier = self._sources[text]
        is_new = not earlier or (bool(quoted) and all(earlier) and quoted not in earlier)
        earlier.append(quoted)
        return is_new


def _parts(checked: Sequence[Checked], verified: Mapping[EvidenceId, Evidence], *, direct: int) -> tuple[Checked, ...]:
    """Return direct, then supporting, then related sentences, each once. Direct sentences beyond the limit become
    supporting ones."""
    said = Said(verified)
    distinct = [sentence for sentence in checked if said.anew(sentence.sentence)]
    leading = [sentence for sentence in distinct if sentence.sentence.part == "direct"]
    spare = [_as_support(sentence) for sentence in leading[direct:]]
    support = [*spare, *(sentence for sentence in distinct if sentence.sentence.part == "support")]
    related = [sentence for sentence in distinct if sentence.sentence.part == "related"]
    return (*leading[:direct], *support[:SUPPORT], *related[:RELATED])


def _as_support(checked: Checked) -> Checked:
    return Checked(sentence=checked.sentence.model_copy(update={"part": "support"}), verdicts=checked.verdicts)


def _missing_sides(
    kept: Sequence[Checked], verified: Mapping[EvidenceId, Evidence], conflicts: Sequence[Conflict]
) -> Iterator[Checked]:
    used = {unit for sentence in kept for unit in sentence.sentence.evidence_ids}
    for conflict in conflicts:
        for side in conflict.sides:
            if used.isdisjoint(side.evidence_ids) and side.evidence_ids[0] in verified:
                yield quoted(verified[side.evidence_ids[0]])


def quoted(unit: Evidence) -> Checked:
    """Return a verified quote as a sentence that passed the audit."""
    return Checked(
        sentence=DraftSentence(text=readable(unit), part="related", evidence_ids=(unit.evidence_id,)), verdicts=()
    )


def nearest_quotes(close: Sequence[Close], unsettled: Collection[str]) -> tuple[Checked, ...]:
    """Return the quotes closest to the `unsettled` facts, those of a fact in different words. Quotes from different
    places come first. Other sentences of these places fill up if they lack no premise; another row is about another
    thing. They are shown as closest quotes, not as the answer."""
    distinct: dict[tuple[str, str], Close] = {}
    for quote in close:
        words = " ".join(quote.unit.span.quote.split()).casefold()
        if quote.unit.fact_id in unsettled:
            distinct.setdefault((quote.unit.fact_id, words), quote)
    first: dict[tuple[str, int | str | None], Close] = {}
    for quote in distinct.values():
        place = quote.unit.span.place
        first.setdefault((quote.unit.source.version_id, place.page or place.section), quote)
    others = [quote for quote in distinct.values() if not (quote in first.values() or quote.lacks_premise)]
    shown = [*first.values(), *(quote for quote in others if not quote.unit.row)]
    least = NEARLY_AS_CLOSE * shown[0].closeness if shown else 0.0
    return tuple(quoted(quote.unit) for quote in shown if quote.closeness >= least)[:NEAREST]


def both_sides(
    conflicts: Sequence[Conflict], verified: Mapping[EvidenceId, Evidence], close: Sequence[Close]
) -> tuple[Checked, ...]:
    """Return the conflicting quotes if nothing else answers (SPEC ANS-9), or nothing without a conflict. They are in the
    order of `close`, which begins with the subject's own documents."""
    place = {quote.unit.evidence_id: at for at, quote in enumerate(close)}
    keys = dict.fromkeys(side.evidence_ids[0] for conflict in conflicts for side in conflict.sides)
    return tuple(
        quoted(verified[key]) for key in sorted(keys, key=lambda key: place.get(key, len(place))) if key in verified
    )


def side_sentences(conflict: Conflict, sentences: Sequence[Sentence]) -> tuple[int | None, ...]:
    """Return for each side of the conflict the index of the first sentence that states it, or None."""
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
