"""The extractor with a chat model. It proposes quotes from the passages, in at most two parallel calls."""

from collections.abc import Mapping, Sequence

from ...errors import PinciteError
from ...evidence.model.evidence import Proposal
from ...evidence.model.frozen import Frozen
from ...evidence.model.subjects import FactId
from ...evidence.quotes.locate import locate
from ...prompts.fence import Item, ItemId, fenced, fenced_if_any, seal, sealed_texts
from ...prompts.prompt import Prompt
from ...prompts.templates import filled
from ..contracts.extractor import ExtractorInput, PassageToRead
from ..model_call.speaker import Speaker
from .optional_fields import OptionalText
from .prompt_lines import columns_beside, listed_steps, unit_beside

BATCHES = 2


class Quoted(Frozen):
    steps: tuple[ItemId, ...]
    passage: ItemId
    quote: str
    value: OptionalText


class Quotes(Frozen):
    """The output of the extractor's model."""

    quotes: tuple[Quoted, ...]


Shown = Mapping[str, PassageToRead]


class LlmExtractor:
    """Proposes quotes from the passages, in the given order, as many as fit into two batches. If a batch fails, only
    its quotes are lost."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        shown = self._batches(given.passages)
        return _together(
            self._speaker.ask_all(
                [prompt(given, group) for group in shown], Quotes, lambda read: objection(given, shown, read)
            ),
            shown,
        )

    async def acall(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        """Do the same as `__call__`, without blocking the event loop."""
        shown = self._batches(given.passages)
        prompts = [prompt(given, group) for group in shown]
        return _together(
            await self._speaker.aask_all(prompts, Quotes, lambda read: objection(given, shown, read)), shown
        )

    def reads(self, passages: Sequence[PassageToRead]) -> tuple[PassageToRead, ...]:
        """Return the passages that the model reads: as many from the beginning as fit."""
        return tuple(passage for group in self._batches(passages) for passage in group.values())

    def _batches(self, passages: Sequence[PassageToRead]) -> list[dict[str, PassageToRead]]:
        return batches(passages, self._speaker.passage_chars)


def batches(passages: Sequence[PassageToRead], chars: int) -> list[dict[str, PassageToRead]]:
    """Return at most two groups of passages with short ids, each of at most `chars` characters. Passages at the end
    that do not fit are dropped."""
    groups: list[dict[str, PassageToRead]] = []
    room = 0
    for number, passage in enumerate(passages, 1):
        size = len(passage.text)
        if not groups or size > room:
            if len(groups) == BATCHES:
                break
            groups.append({})
            room = chars
        groups[-1][f"P{number}"] = passage
        room -= size
    return groups


def prompt(given: ExtractorInput, shown: Shown) -> Prompt:
    items = [
        Item(
            id=name,
            text=passage.text,
            about=(
                ("title", passage.title),
                ("section", passage.section or ""),
                ("source", "" if passage.is_current else "superseded"),
                ("columns", columns_beside(passage.column_names, passage.text)),
                ("unit", unit_beside(passage.unit, passage.column_names, passage.text)),
            ),
        )
        for name, passage in shown.items()
    ]
    asked = Item(id="QUESTION", text=given.question)
    facts = Item(id="STEPS", text=listed_steps(given.required_facts))
    names = [", ".join(dict.fromkeys((candidate.name, *candidate.identifiers))) for candidate in given.candidates]
    subjects = Item(id="SUBJECTS", text="\n".join(dict.fromkeys(names)))
    verified = [f"for {', '.join(quote.fact_ids)}, {quote.title}: {quote.quote}" for quote in given.verified]
    known = Item(id="VERIFIED", text="\n".join(verified))
    code = seal(sealed_texts([*items, asked, facts, subjects, known]))
    values = {
        "as_of": str(given.as_of or "not stated"),
        "question": fenced([asked], code),
        "facts": fenced([facts], code),
        "subjects": fenced_if_any(subjects, code),
        "verified": fenced_if_any(known, code),
        "passages": fenced(items, code),
    }
    return filled("extractor", values, code=code)


def objection(given: ExtractorInput, shown: Sequence[Shown], read: Quotes) -> str | None:
    """Return why no quote can be used, in words for the model. Return None if some quote can, or if the model gave
    none."""
    passages = {name: passage for group in shown for name, passage in group.items()}
    facts = {fact.fact_id for fact in given.required_facts}
    wrong = []
    for quote in read.quotes:
        if quote.passage not in passages or not facts.intersection(quote.steps):
            wrong.append(f"there is no passage {quote.passage}, or none of the steps {', '.join(quote.steps)}")
        elif locate(quote.quote, passages[quote.passage].text) is None:
            wrong.append(f"“{quote.quote[:60]}” does not stand in {quote.passage} exactly")
        else:
            return None
    return "; ".join(wrong[:5]) or None


def _together(answers: Sequence[Quotes | PinciteError], shown: Sequence[Shown]) -> tuple[Proposal, ...]:
    """Return the quotes of all batches. Raises the first error if no batch got an answer."""
    read = [(answer, group) for answer, group in zip(answers, shown, strict=True) if isinstance(answer, Quotes)]
    failed = [answer for answer in answers if isinstance(answer, PinciteError)]
    if failed and not read:
        raise failed[0]
    return tuple(
        Proposal(
            fact_id=FactId(step),
            claim=quoted.quote,
            quote=quoted.quote,
            passage_id=group[quoted.passage].passage_id,
            value=quoted.value or None,
        )
        for quotes, group in read
        for quoted in quotes.quotes
        if quoted.passage in group
        for step in dict.fromkeys(quoted.steps)
    )
