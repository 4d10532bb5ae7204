"""The third step to an answer (SPEC ANS-1): its words. Plain text; paragraphs are parted by a blank line, list items begin with a dash."""

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
"""Characters of a preview line (SPEC ANS-8)."""
LATE = 80
"""Characters of a quote after which a name in it is put before it."""
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
    """The answer alone: the direct part first, each conflict with its sides together, then support and what is related.

    `parts`: how many facts the question asks for; a conflict names its own where there are several. `holders`: by the evidence that
    names them, who holds the role asked for; a long quote that comes to the name late is led by it.
    """
    blocks: list[str] = []
    in_conflict: set[int] = set()
    told = []
    for conflict in conflicts:
        places = [place for place in side_sentences(conflict, cited.sentences) if place is not None]
        if len(places) > 1:
            in_conflict.update(places)
            told.append(_conflict(conflict, cited, phrases, named=parts > 1))
    direct = [
        _led(cited.sentences[at], cited.marked[at], holders or {})
        for at in _of_part(cited, "direct")
        if at not in in_conflict
    ]
    if direct:
        closed = all(cited.sentences[at].text.endswith(_CLOSED) for at in _of_part(cited, "direct"))
        blocks.append(" ".join(direct) if closed or len(direct) == 1 else _list(direct))
    blocks += told
    rest = [
        cited.marked[at] for part in ("support", "related") for at in _of_part(cited, part) if at not in in_conflict
    ]
    if rest:
        blocks.append(_list(rest))
    return "\n\n".join(blocks)


def _led(sentence: Sentence, shown: str, holders: Mapping[EvidenceId, str]) -> str:
    """The sentence as shown, led by the name asked for where it comes late."""
    name = next((holders[unit] for unit in sentence.evidence_ids if unit in holders), None)
    return f"{name}: {shown}" if name is not None and sentence.text.find(name) >= LATE else shown


def _of_part(cited: Cited, part: str) -> list[int]:
    return [at for at, sentence in enumerate(cited.sentences) if sentence.part == part]


def _list(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _conflict(conflict: Conflict, cited: Cited, phrases: Phrases, *, named: bool) -> str:
    """The sides together (SPEC CON-2, CON-3), with their dates and what kind of document gives each."""
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
        return " ".join((lead, *(template.format(date=_date(side, phrases), said=told) for side, told in others)))
    if conflict.minor:
        return " ".join((said, *(phrases.secondary_differs.format(said=told) for _, told in others)))
    fact = conflict.fact_text.strip().rstrip("?.! ")
    head = phrases.conflict_on.format(fact=fact) if named else phrases.conflict
    items = [
        phrases.side.format(
            value=side.value, kind=phrases.authorities[side.authority], date=_date(side, phrases), said=told
        )
        for side, told in sides
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
) -> str:
    """The answer, before it a warning when confidence is low, after it what is not covered (SPEC ANS-7, ANS-11).

    `leaning`: the evidence of the direct part, the leading one first. Where all of it is superseded or secondary, that is said first, and
    that OCR read some of it.
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
    if gaps:
        items = [phrases.part.format(part=fact.text, reason=fact.reason) for fact in gaps]
        blocks.append(f"{phrases.partly}\n\n{_list(items)}")
    return "\n\n".join(blocks)


def _lead(facts: Sequence[FactCoverage], leaning: Sequence[Evidence], phrases: Phrases) -> tuple[str, frozenset[str]]:
    """What to say before an answer that no current primary source gives, and the facts that this explains."""
    own = frozenset(unit.fact_id for unit in leaning)
    told = frozenset(fact.fact_id for fact in facts if fact.fact_id in own and fact.status in _OPEN)
    if not leaning or any(fact.fact_id in own and fact.fact_id not in told for fact in facts):
        return "", frozenset()
    first = leaning[0].source
    if all(unit.source.not_yet for unit in leaning) and (begun := begins(first)) is not None:
        return phrases.not_yet_said.format(title=first.title, date=phrases.date(begun)), told
    if not any(unit.source.is_current for unit in leaning):
        return phrases.superseded_said.format(title=first.title), told
    if all(unit.source.kind == "secondary" for unit in leaning):
        return phrases.secondary_said, told
    return "", frozenset()


def leaning_evidence(cited: Cited, standing: Mapping[EvidenceId, Evidence]) -> tuple[Evidence, ...]:
    """The evidence of the direct and supporting sentences, in order of citation."""
    own = dict.fromkeys(
        unit for sentence in cited.sentences if sentence.part != "related" for unit in sentence.evidence_ids
    )
    return tuple(standing[unit] for unit in own)


def preview(text: str) -> str:
    """One line of at most 120 characters, without citations (SPEC ANS-8)."""
    return shortened(text, PREVIEW)


def answer_preview(
    cited: Cited,
    conflicts: Sequence[Conflict],
    standing: Mapping[EvidenceId, Evidence],
    phrases: Phrases,
    holders: Mapping[EvidenceId, str],
) -> str:
    """The values in conflict, or the direct sentence that answers most closely."""
    for conflict in conflicts:
        if not conflict.resolved:
            values = phrases.listed([side.value for side in conflict.sides], last=phrases.or_)
            return preview(f"{phrases.conflict} {values}")
    places = _of_part(cited, "direct") or list(range(len(cited.sentences)))
    told = [cited.sentences[at] for at in places]
    best = max(told, key=lambda sentence: max(standing[unit].relevance for unit in sentence.evidence_ids))
    return preview(_led(best, best.text, holders))
