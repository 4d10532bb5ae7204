"""What the letter and the guards say of one claim against all chunks, before its citation is looked at (SPEC AUD-3, AUD-4)."""

from collections.abc import Sequence
from typing import NamedTuple

from .antecedents import head_size
from .audit_input import Chunks
from .audit_report import Verdict
from .findings import Judgement, Refusal
from .guards import judge
from .leaning import Stated
from .lost_words import lost_words
from .proof import Source, bare, prove, source_of, subjects_of
from .reach import within_reach
from .spread import spread
from .tokens import tokens
from .unheld_values import unheld_values

NEEDS_A_READER = "reworded beyond what code can prove, or not in the chunks; it needs a reader"


class Ruling(NamedTuple):
    """A verdict before the claim's citation is looked at; `apart` when no single chunk entails the claim,
    `refuted` when a guard refuses it."""

    verdict: Verdict
    supported_by: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    apart: bool = False
    refuted: bool = False


def ruling_of(stated: Stated, is_part: bool, cited: tuple[str, ...], chunks: Chunks) -> Ruling:
    """What the letter and the guards say."""
    judgement = judge(stated.text, chunks)
    proven: set[str] = set()
    if judgement.outcome == "proves" and not stated.unnamed:
        if any(finding.code == "several_spans" for finding in judgement.findings):
            ids = tuple(name for name, _ in chunks if name in judgement.supported_by)
            alone = [
                chunk[0] for chunk in chunks if chunk[0] in ids and judge(stated.text, [chunk]).outcome == "proves"
            ]
            if not alone:
                return Ruling("supported", ids, (f"supported together: {'; '.join(_details(judgement))}",), True)
            proven.update(alone)
        else:
            proven.update(judgement.supported_by)
    if stated.opening:
        proven.update(_in_its_place(stated, chunks))
    if is_part and len(proven) < len(chunks):
        proven.update(_saying(stated, chunks))
    if proven:
        open_reading = (
            (f"“{stated.opening}” read as the chunk means it",) if stated.unnamed and not stated.run[0] else ()
        )
        return Ruling("supported", tuple(name for name, _ in chunks if name in proven), open_reading)
    if apart := proven_apart(stated, chunks):
        return apart
    own = [chunk for chunk in chunks if chunk[0] in cited]
    judgements = [judgement]
    if own and len(own) < len(chunks):
        judgements.append(judge(stated.text, own))
    return _refused(judgements) or _lossy(stated, chunks) or _unproven(stated, chunks)


def _saying(stated: Stated, chunks: Chunks) -> list[str]:
    """The chunks that say the claim's whole sentence, and so each claim of it."""
    before, sentence = stated.sentence
    if stated.sentence_leans:
        return [name for name, text in chunks if _follows(before, sentence, text)]
    return [name for name, text in chunks if prove(sentence, _source(sentence, text))]


def _in_its_place(stated: Stated, chunks: Chunks) -> list[str]:
    """The chunks that say the claim right after what stands before it, as the answer does, so that its pronoun stands
    for the same. "The company" may also stand in a chunk for what the chunk does not name."""
    found = []
    for name, text in chunks:
        definite = stated.is_definite and bool(prove(stated.literal, _source(stated.literal, text)))
        if _follows(*stated.run, text) or (definite and not _names_another(stated, _source(stated.literal, text))):
            found.append(name)
    return found


def _follows(before: str, own: str, text: str) -> bool:
    """Whether the text has `own` right after `before`; or anywhere, when nothing stands before: then the pronoun is one
    of the question's, and no name of the answer can be meant by it."""
    run = f"{before} {own}".strip()
    source = _source(run, text)
    return bool(prove(run, source)) or (bool(before) and _taken_up(before, own, source))


def _taken_up(before: str, own: str, source: Source) -> bool:
    """Whether the source says `before` and then, after nothing but sentences with the same pronoun, `own` word for word."""
    keys = [token.key for token in bare(tokens(own))]
    for place, sentence in enumerate(source.sentences):
        if not head_size(sentence) or [token.key for token in bare(sentence)] != keys:
            continue
        for earlier in reversed(source.sentences[:place]):
            if prove(before, source_of(source.text[earlier[0].start : earlier[-1].end])):
                return True
            if not head_size(earlier) or earlier[0].key != sentence[0].key:
                break
    return False


def _source(claim: str, text: str) -> Source:
    return source_of(within_reach(claim, text))


def _names_another(stated: Stated, source: Source) -> bool:
    """Whether the source says the claim of something it names, other than what the answer means."""
    opening = stated.opening or ""
    at = stated.literal.find(opening)
    rest = stated.literal[at + len(opening) :]
    return any(prove(f"{stated.literal[:at]}{name}{rest}", source) for name in subjects_of(source))


_REFUSED: dict[Refusal, Verdict] = {"denied": "contradicted", "partial": "partial", "lacking": "unsupported"}
"""What each refusal comes to, the gravest first."""


def proven_apart(stated: Stated, chunks: Chunks) -> Ruling | None:
    """Support for a claim about several things whose parts stand in several chunks, or in several places of one."""
    places = {} if stated.unnamed else _places(stated.text, chunks)
    if not places:
        return None
    alone = [name for name, _ in chunks if all(name in names for names in places.values())]
    if alone:
        return Ruling("supported", tuple(alone))
    ids = tuple(name for name, _ in chunks if any(name in names for names in places.values()))
    told = "; ".join(f"“{part}” stands in {listing(names)}" for part, names in places.items())
    return Ruling("supported", ids, (f"supported together: {told}",), apart=True)


def _places(claim: str, chunks: Chunks, deeper: int = 4) -> dict[str, tuple[str, ...]]:
    """Parts that make up the claim, each with the chunks that say it; empty when some part stands nowhere. Of each two
    parts only the first may come apart again, up to `deeper` times."""
    first_places: dict[str, dict[str, tuple[str, ...]]] = {}
    for first, second in spread(claim):
        if first not in first_places:
            holders = _holders(first, chunks)
            deep = _places(first, chunks, deeper - 1) if deeper and not holders else {}
            first_places[first] = {first: holders} if holders else deep
        holders = _holders(second, chunks) if first_places[first] else ()
        if holders:
            return first_places[first] | {second: holders}
    return {}


def _holders(part: str, chunks: Chunks) -> tuple[str, ...]:
    return tuple(name for name, text in chunks if prove(part, _source(part, text)))


def _lossy(stated: Stated, chunks: Chunks) -> Ruling | None:
    """In part supported: a chunk has the claim in its own words, with more that binds it."""
    for name, text in chunks:
        lost = None if stated.unnamed else lost_words(stated.text, _source(stated.text, text))
        if lost:
            return Ruling(
                "partial", (), (f"{name} says it with “{lost.words}”, which the claim leaves out",), refuted=True
            )
    return None


def _unproven(stated: Stated, chunks: Chunks) -> Ruling:
    if unheld := unheld_values(stated.text, [within_reach(stated.text, text) for _, text in chunks]):
        return Ruling("unsupported", (), (f"no chunk holds {listing(unheld)}",), refuted=True)
    if stated.unnamed:
        return Ruling("unsupported", (), (f"what “{stated.opening}” stands for cannot be told; it needs a reader",))
    return Ruling("unsupported", (), (NEEDS_A_READER,))


def _refused(judgements: Sequence[Judgement]) -> Ruling | None:
    refusals = [(one.refusal, one) for one in judgements if one.refusal]
    if not refusals:
        return None
    refusal, worst = min(refusals, key=lambda one: list(_REFUSED).index(one[0]))
    reason = f"{', '.join(worst.supported_by)}: {'; '.join(_details(worst))}"
    return Ruling(_REFUSED[refusal], (), (reason,), refuted=True)


def _details(judgement: Judgement) -> list[str]:
    """One reason for each place of the claim: two guards may see the same fault."""
    first = {(finding.claim_start, finding.claim_end): finding.detail for finding in reversed(judgement.findings)}
    return [*dict.fromkeys(first[key] for key in sorted(first))]


def listing(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
