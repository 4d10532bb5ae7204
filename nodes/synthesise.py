"""The second step to an answer (SPEC ANS-1): which sentences it is made of, in which parts, and what each cites."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from ..evidence.conflicts import Conflict
from ..evidence.evidence import Evidence, EvidenceId
from ..evidence.readings import readable
from ..evidence.report import Sentence
from ..evidence.row_parts import parts_of
from ..evidence.spans import PassageId
from ..evidence.tidying import tidied
from ..evidence.words import texts_of_words
from ..roles.generator import DraftSentence
from .agreement import standing as standing_of
from .assess import Checked
from .cite import Cited, cite
from .nearness import Near

DIRECT, SUPPORT, RELATED = 3, 5, 3
"""Sentences of each part at most (SPEC ANS-2); a question of more parts than three may have one direct sentence for each."""
NEAREST = 3
"""Quotes shown with a no-answer: enough to go and look, too few to be taken for an answer."""
NEARLY_AS_NEAR = 0.7
"""How close the others must come to the first."""
MOST_FIGURES = 0.4
"""Share of the words of a quote that may be figures; a line of more is cut from a table."""
_FIGURE = re.compile(r"[$€£(+–—-]*\d[\d.,]*[)%;]*|[–—-]+;?")
_PAGE = re.compile(r"\d{1,3}")
"""What stands behind a heading in a table of contents."""
FEWEST_WORDS = 5
"""Words of a quote that says something by itself; shorter ones are titles, labels and fragments."""


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


def nearest_quotes(
    evidence: Collection[Evidence], unsettled: Collection[str], near: Mapping[PassageId, Near]
) -> tuple[Checked, ...]:
    """The verified quotes nearest to the facts `unsettled`, each of another place. They are shown as such, never as the answer.

    `near`: how near each passage read comes; quotes of passages alike near, and of others, go by what they say of the question. A quote
    that lacks a premise of the question is not among them: the nearest value is not given instead (SPEC EVI-10).
    """
    kept: dict[tuple[str, int | str | None], Evidence] = {}
    for unit in sorted(evidence, key=lambda one: (near.get(one.passage_id, FARTHEST), standing_of(one))):
        lacking = (
            unit.premises_open and not unit.open_reasons
        )  # with reasons, it is open for a judge and not found lacking
        if unit.fact_id in unsettled and not lacking and unit.source.is_current and tells(unit):
            kept.setdefault((unit.source.version_id, unit.span.place.page or unit.span.place.section), unit)
    first = next(iter(kept.values()), None)
    if first is None:
        return ()
    farness = near.get(first.passage_id, FARTHEST).farness
    close = [
        unit
        for unit in kept.values()
        if unit.relevance >= NEARLY_AS_NEAR * first.relevance
        or near.get(unit.passage_id, FARTHEST).farness <= farness / 2 < 0
    ]
    return tuple(quoted(unit) for unit in close[:NEAREST])


def both_sides(conflicts: Sequence[Conflict], standing: Mapping[EvidenceId, Evidence]) -> tuple[Checked, ...]:
    """The quotes that stand against each other, where nothing else answers (SPEC ANS-9); none where there is no conflict."""
    keys = dict.fromkeys(side.evidence_ids[0] for conflict in conflicts for side in conflict.sides)
    return tuple(quoted(standing[key]) for key in keys if key in standing)


FARTHEST = Near(elsewhere=True, period=9, farness=0.0)


def tells(unit: Evidence) -> bool:
    """Whether a quote says something by itself: a row of a table with its label and what its figures are, or words enough that are no
    line of column names or figures, no list of names and no fragment."""
    if unit.row or unit.span.place.cell is not None:
        return bool(unit.row) and _row_tells(unit.row)
    words = tidied(unit.span.quote).split()
    few = (
        len(words) < FEWEST_WORDS and len(texts_of_words(unit.span.quote)) < FEWEST_WORDS
    )  # some scripts have no spaces
    if few or not words or words[0][0].islower():
        return False
    if sum(_FIGURE.fullmatch(word) is not None for word in words) > MOST_FIGURES * len(words):
        return False
    cased = any(character.isupper() for word in words for character in word)
    return not cased or any(word.islower() and word.strip(".,;:()").isalpha() for word in words)


def _row_tells(row: Sequence[tuple[str, str]]) -> bool:
    parts = parts_of(tuple(row))
    if not re.search(r"[^\W\d_]{2,}", f"{parts.label} {parts.heading}"):
        return False
    if parts.label.count(")") > parts.label.count("("):
        return False  # the end of a label that runs over two lines
    named = any(figure.column.strip() for figure in parts.figures)
    return named or not parts.figures or not all(_PAGE.fullmatch(figure.text) for figure in parts.figures)


def side_sentences(conflict: Conflict, sentences: Sequence[Sentence]) -> tuple[int | None, ...]:
    """For each side of the conflict the index of the first sentence that tells it; None for one that is not told."""
    return tuple(
        next((at for at, one in enumerate(sentences) if not set(side.evidence_ids).isdisjoint(one.evidence_ids)), None)
        for side in conflict.sides
    )
