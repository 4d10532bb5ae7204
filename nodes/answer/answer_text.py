"""The third step to an answer (SPEC ANS-1): its plain text. A blank line separates paragraphs, and a dash begins a list
item."""

from collections.abc import Mapping, Sequence

from ...evidence.judgement.confidence import Confidence
from ...evidence.judgement.conflicts import Conflict, Side
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.report.evidence_report import FactCoverage, Sentence
from ...evidence.scope.provisions import Lacking
from ...evidence.scope.version_validity import begins
from .assess import shortened
from .cite import Cited
from .phrases import Phrases
from .synthesise import side_sentences

PREVIEW = 120
"""The maximum number of characters of a preview (SPEC ANS-8)."""
LATE = 80
"""The number of characters of a quote within which the requested name must occur. If it occurs later, the name is also
put before the quote."""
_OPEN = frozenset({"missing", "unconfirmed", "superseded"})
_CLOSED = (".", "!", "?", "…", "。", "！", "？", ".”", '."')


def answer_text(
    cited: Cited,
    conflicts: Sequence[Conflict],
    phrases: Phrases,
    *,
    parts: int = 1,
    holders: Mapping[EvidenceId, str] | None = None,
) -> str:
    """Return the answer: the direct part, then each conflict with its sides together, then supporting and related
    sentences.

    `parts`: how many facts the question asks for; if several, a conflict names its fact. `holders`: the holders of the
    requested role, by the evidence that names them. A long quote in which the name comes late begins with the name.
    """
    blocks: list[str] = []
    in_conflict: set[int] = set()
    conflict_blocks = []
    for conflict in conflicts:
        places = [place for place in side_sentences(conflict, cited.sentences) if place is not None]
        if len(places) > 1:
            in_conflict.update(places)
            conflict_blocks.append(_conflict(conflict, cited, phrases, named=parts > 1))
    direct = [
        _led(cited.sentences[at], cited.marked[at], holders or {})
        for at in _of_part(cited, "direct")
        if at not in in_conflict
    ]
    if direct:
        closed = all(cited.sentences[at].text.endswith(_CLOSED) for at in _of_part(cited, "direct"))
        blocks.append(" ".join(direct) if closed or len(direct) == 1 else _list(direct))
    blocks += conflict_blocks
    rest = [
        cited.marked[at] for part in ("support", "related") for at in _of_part(cited, part) if at not in in_conflict
    ]
    if rest:
        blocks.append(_list(rest))
    return "\n\n".join(blocks)


def _led(sentence: Sentence, shown: str, holders: Mapping[EvidenceId, str]) -> str:
    """Return the shown sentence. The requested name is put before it if it comes late in the sentence."""
    name = next((holders[unit] for unit in sentence.evidence_ids if unit in holders), None)
    return f"{name}: {shown}" if name is not None and sentence.text.find(name) >= LATE else shown


def _of_part(cited: Cited, part: str) -> list[int]:
    return [at for at, sentence in enumerate(cited.sentences) if sentence.part == part]


def _list(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _conflict(conflict: Conflict, cited: Cited, phrases: Phrases, *, named: bool) -> str:
    """Return the sides of a conflict together (SPEC CON-2, CON-3), each with the date and type of its document."""
    sides = [
        (side, cited.marked[at])
        for side, at in zip(conflict.sides, side_sentences(conflict, cited.sentences), strict=True)
        if at is not None
    ]
    (first, said), others = sides[0], sides[1:]
    if conflict.rule is not None:
        dated = conflict.rule == "newer" and first.dated is not None
        lead = (
            phrases.as_of.format(date=_date(first, phrases), said=said)
            if dated
            else phrases.weightier.format(said=said)
        )
        template = phrases.earlier if dated else phrases.other
        return " ".join((lead, *(template.format(date=_date(side, phrases), said=text) for side, text in others)))
    if conflict.minor:
        return " ".join((said, *(phrases.secondary_differs.format(said=text) for _, text in others)))
    fact = conflict.fact_text.strip().rstrip("?.! ")
    head = phrases.conflict_on.format(fact=fact) if named else phrases.conflict
    items = [
        phrases.side.format(
            value=side.value, kind=phrases.authorities[side.authority], date=_date(side, phrases), said=text
        )
        for side, text in sides
    ]
    return "\n\n".join((head, _list(items), phrases.conflict_owner))


def _date(side: Side, phrases: Phrases) -> str:
    return phrases.date(side.dated) if side.dated else phrases.undated


def conclusion_text(
    answer: str,
    facts: Sequence[FactCoverage],
    sure: Confidence,
    phrases: Phrases,
    *,
    leaning: Sequence[Evidence],
    lacking: Sequence[Lacking] = (),
    left_out: Sequence[str] = (),
) -> str:
    """Return the answer with a warning before it if confidence is low, and the open facts after it (SPEC ANS-7,
    ANS-11).

    `leaning`: the evidence of the direct part, the best first. The text begins with a note if all of it is superseded
    or secondary, or if some of it comes from OCR. `left_out`: the parts of the question that exceed the limit of one
    run.
    """
    blocks = []
    if sure.level == "low":
        blocks.append(phrases.caution.format(reasons="; ".join(phrases.why(sure))))
    lead, explained = _lead(facts, leaning, phrases)
    if any(unit.span.place.ocr_score is not None for unit in leaning):
        blocks.append(phrases.ocr_said)
    blocks.append("\n\n".join(part for part in (lead, answer) if part))
    if lacking:
        reasons = dict.fromkeys(phrases.lacking[missing.what].format(part=missing.part) for missing in lacking)
        blocks.append(phrases.unlimited.format(lacking="; ".join(reasons)))
    gaps = [fact for fact in facts if fact.status in _OPEN and fact.fact_id not in explained]
    if gaps or left_out:
        items = [phrases.part.format(part=fact.text, reason=fact.reason) for fact in gaps]
        items += [phrases.part.format(part=part, reason=phrases.beyond_one_run) for part in left_out]
        blocks.append(f"{phrases.partly}\n\n{_list(items)}")
    return "\n\n".join(blocks)


def _lead(facts: Sequence[FactCoverage], leaning: Sequence[Evidence], phrases: Phrases) -> tuple[str, frozenset[str]]:
    """Return the note before an answer without a current primary source, and the facts whose status this note
    explains."""
    own = frozenset(unit.fact_id for unit in leaning)
    explained = frozenset(fact.fact_id for fact in facts if fact.fact_id in own and fact.status in _OPEN)
    if not leaning or any(fact.fact_id in own and fact.fact_id not in explained for fact in facts):
        return "", frozenset()
    first = leaning[0].source
    if all(unit.source.not_yet for unit in leaning) and (begun := begins(first)) is not None:
        return phrases.not_yet_said.format(title=first.title, date=phrases.date(begun)), explained
    if not any(unit.source.is_current for unit in leaning):
        return phrases.superseded_said.format(title=first.title), explained
    if all(unit.source.kind == "secondary" for unit in leaning):
        return phrases.secondary_said, explained
    return "", frozenset()


def main_evidence(cited: Cited, verified: Mapping[EvidenceId, Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence of the direct and supporting sentences, in order of citation."""
    own = dict.fromkeys(
        unit for sentence in cited.sentences if sentence.part != "related" for unit in sentence.evidence_ids
    )
    return tuple(verified[unit] for unit in own)


def preview(text: str) -> str:
    """Return the beginning of the text on one line of at most 120 characters, without citations (SPEC ANS-8)."""
    return shortened(text, PREVIEW)


def answer_preview(
    cited: Cited,
    conflicts: Sequence[Conflict],
    verified: Mapping[EvidenceId, Evidence],
    phrases: Phrases,
    holders: Mapping[EvidenceId, str],
) -> str:
    """Return the preview of an answer: the values in conflict, or else the most relevant direct sentence."""
    for conflict in conflicts:
        if not conflict.resolved:
            values = phrases.listed([side.value for side in conflict.sides], last=phrases.or_)
            return preview(f"{phrases.conflict} {values}")
    places = _of_part(cited, "direct") or list(range(len(cited.sentences)))
    shown = [cited.sentences[at] for at in places]
    best = max(shown, key=lambda sentence: max(verified[unit].relevance for unit in sentence.evidence_ids))
    return preview(_led(best, best.text, holders))
