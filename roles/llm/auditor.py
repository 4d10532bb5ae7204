"""The auditor with a chat model. The model's yes counts only if the model is calibrated and no guard rejects the claim.
Otherwise only proofs by code count (SPEC CRI-14)."""

from collections.abc import Mapping, Sequence

from ...evidence.model.frozen import Frozen
from ...evidence.report.evidence_report import ClaimVerdict, Verdict
from ...prompts.fence import Item, ItemId, fenced, seal, sealed_texts
from ...prompts.prompt import Prompt
from ...prompts.templates import filled
from ..contracts.auditor import AuditorInput
from ..model_call.speaker import Speaker
from .claims_by_code import Claim, by_code, claims_of, hints, text_to_check
from .optional_fields import OptionalText

_NOT_CALIBRATED = "the auditor's model is not calibrated; only proofs by code count"


class Reading(Frozen):
    claim: ItemId
    verdict: Verdict
    supported_by: tuple[ItemId, ...]
    note: OptionalText


class Readings(Frozen):
    """The output of the auditor's model."""

    verdicts: tuple[Reading, ...]


class LlmAuditor:
    """Asks a model once about all claims that code neither proves nor refutes. Without such a claim, no call is made.

    `calibrated`: whether the model may judge meaning. If not, it is not asked, because its yes could add nothing.
    """

    def __init__(self, speaker: Speaker, *, calibrated: bool) -> None:
        self._speaker = speaker
        self.name = speaker.name
        self.calibrated = calibrated

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        claims, settled, asked = self._split(given)
        read = self._ask(given, asked) if asked else Readings(verdicts=())
        return verdicts(given, claims, settled, asked, read)

    async def acall(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        """Do the same as `__call__`, without blocking the event loop."""
        claims, settled, asked = self._split(given)
        read = Readings(verdicts=())
        if asked:
            read = await self._aask(given, asked)
        return verdicts(given, claims, settled, asked, read)

    def read(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        """Return the model's own verdict on every claim, before any guard. The calibration measures these verdicts."""
        claims = claims_of(given)
        asked = {f"C{number}": claim for number, claim in enumerate(claims, 1)}
        return verdicts(given, claims, {}, asked, self._ask(given, asked))

    def _ask(self, given: AuditorInput, asked: Mapping[str, Claim]) -> Readings:
        return self._speaker.ask(prompt(given, asked), Readings, lambda read: objection(given, asked, read))

    async def _aask(self, given: AuditorInput, asked: Mapping[str, Claim]) -> Readings:
        shown = prompt(given, asked)
        return await self._speaker.aask(shown, Readings, lambda read: objection(given, asked, read))

    def _split(self, given: AuditorInput) -> tuple[list[Claim], dict[Claim, ClaimVerdict], dict[str, Claim]]:
        """Return all claims, the verdicts of code on some of them, and the rest for the judge."""
        claims = claims_of(given)
        settled = {claim: verdict for claim in claims if (verdict := by_code(given.sentences[claim.sentence], claim))}
        rest = [claim for claim in claims if claim not in settled]
        if self.calibrated:
            return claims, settled, {f"C{number}": claim for number, claim in enumerate(rest, 1)}
        for claim in rest:
            settled[claim] = ClaimVerdict(span=claim.span, supported_by=(), verdict="unsupported", note=_NOT_CALIBRATED)
        return claims, settled, {}


def texts_shown(given: AuditorInput, asked: Mapping[str, Claim]) -> dict[tuple[int, str], str]:
    """Return the short id of each text, by sentence and chunk. A quote that several steps cite is one text."""
    names: dict[tuple[str, ...], str] = {}
    found: dict[tuple[int, str], str] = {}
    for claim in asked.values():
        for chunk in given.sentences[claim.sentence].own:
            shown = (text_to_check(chunk), chunk.headings_above, chunk.weakness)
            found[claim.sentence, chunk.id] = names.setdefault(shown, f"T{len(names) + 1}")
    return found


def prompt(given: AuditorInput, asked: Mapping[str, Claim]) -> Prompt:
    texts = texts_shown(given, asked)
    items: dict[str, Item] = {}
    for number, sentence in enumerate(given.sentences):
        for chunk in sentence.own:
            if name := texts.get((number, chunk.id)):
                about = (("stands under", chunk.headings_above), ("source", chunk.weakness))
                items.setdefault(name, Item(id=name, text=text_to_check(chunk), about=about))
    claims = [
        Item(
            id=name,
            text=claim.for_a_judge,
            about=(
                (
                    "texts",
                    ", ".join(
                        dict.fromkeys(texts[claim.sentence, chunk.id] for chunk in given.sentences[claim.sentence].own)
                    ),
                ),
                ("answer", given.answer),
                ("code", hints(given.sentences[claim.sentence], claim)),
            ),
        )
        for name, claim in asked.items()
    ]
    code = seal(sealed_texts([*items.values(), *claims]))
    return filled("auditor", {"texts": fenced(items.values(), code), "claims": fenced(claims, code)}, code=code)


def objection(given: AuditorInput, asked: Mapping[str, Claim], read: Readings) -> str | None:
    """Return which verdicts are missing or which named texts do not exist, in words for the model; None if neither."""
    if missing := [name for name in asked if name not in {verdict.claim for verdict in read.verdicts}]:
        return f"`verdicts` lacks {', '.join(missing)}; give one for every claim"
    texts = set(texts_shown(given, asked).values())
    if unknown := [name for verdict in read.verdicts for name in verdict.supported_by if name not in texts]:
        return f"there is no text {', '.join(unknown)}"
    return None


def verdicts(
    given: AuditorInput,
    claims: Sequence[Claim],
    settled: Mapping[Claim, ClaimVerdict],
    asked: Mapping[str, Claim],
    read: Readings,
) -> tuple[tuple[ClaimVerdict, ...], ...]:
    """Return the verdicts by sentence. Only texts that the sentence itself cites support its claims, and at least one
    must (SPEC ANS-5)."""
    said = {verdict.claim: verdict for verdict in read.verdicts}
    texts = texts_shown(given, asked)
    made = dict(settled)
    for name, claim in asked.items():
        reading = said[name]
        own = given.sentences[claim.sentence].own
        ids = tuple(
            chunk.id
            for text in dict.fromkeys(reading.supported_by)
            for chunk in own
            if texts[claim.sentence, chunk.id] == text
        )
        verdict: Verdict = "unsupported" if reading.verdict == "supported" and not ids else reading.verdict
        kept = ids if verdict in ("supported", "partial") else ()
        made[claim] = ClaimVerdict(span=claim.span, supported_by=kept, verdict=verdict, note=reading.note or None)
    return tuple(
        tuple(made[claim] for claim in claims if claim.sentence == number) for number in range(len(given.sentences))
    )
