"""The generator on a chat model: sentences from verified evidence, each naming what it rests on."""

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from ..evidence.calculations import Calculation
from ..evidence.evidence import Evidence
from ..evidence.frozen import Frozen
from ..evidence.reckoning import Reckoned, reckon
from ..evidence.subjects import FactId
from ..evidence.told_results import told_result
from ..prompts.fence import Item, ItemId, fenced, seal, sealed_texts
from ..prompts.load import filled
from ..prompts.prompt import Prompt
from .generator import DraftSentence, GeneratorInput
from .speaker import Speaker
from .told_facts import told_facts

EVIDENCE_LIMIT = 24
"""Pieces of evidence shown, the leading ones first."""


class Written(Frozen):
    text: str = Field(min_length=1)
    part: Literal["direct", "support", "related"]
    evidence: tuple[ItemId, ...]
    answers: tuple[ItemId, ...] | None = None


class Figure(Frozen):
    evidence: ItemId
    figure: str


class Calculated(Frozen):
    """A calculation to be made: the model names it and its figures, and code works it out (SPEC EVI-9)."""

    fact: ItemId
    operation: Reckoned
    formula: str | None
    figures: tuple[Figure, ...]
    decimals: int = Field(ge=0, le=6)


class Draft(Frozen):
    """What the generator's model gives."""

    sentences: tuple[Written, ...]
    calculations: tuple[Calculated, ...]


class LlmGenerator:
    """One call. A sentence that names no evidence, or none that it was given, is dropped; so is a calculation that code refuses."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        shown = ids(given)
        read = self._speaker.ask(prompt(given, shown), Draft, lambda read: objection(shown, read))
        return (*worked_out(given, shown, read), *drafted(given, shown, read))

    async def acall(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        """As the call, without holding up the event loop."""
        shown = ids(given)
        read = await self._speaker.aask(prompt(given, shown), Draft, lambda read: objection(shown, read))
        return (*worked_out(given, shown, read), *drafted(given, shown, read))


def ids(given: GeneratorInput) -> dict[str, Evidence]:
    """The evidence under short ids: the best of every fact first, then what links to it, then the rest."""
    leading: dict[str, Evidence] = {}
    for unit in given.evidence:
        leading.setdefault(unit.fact_id, unit)
    order = dict.fromkeys((*leading.values(), *given.links, *given.evidence))
    return {f"E{number}": unit for number, unit in enumerate(list(order)[:EVIDENCE_LIMIT], 1)}


def _standing(unit: Evidence) -> str:
    if unit.source.is_current:
        return "current"
    return "in force in the period asked about, replaced since" if unit.held_then else "superseded"


def prompt(given: GeneratorInput, shown: Mapping[str, Evidence]) -> Prompt:
    links = {unit.evidence_id for unit in given.links}
    items = [
        Item(
            id=name,
            text=unit.span.quote,
            about=(
                ("from", unit.source.title),
                ("section", unit.span.place.section or ""),
                ("columns", "; ".join(f"{column}: {value}" for column, value in unit.row if column)),
                ("source", f"{unit.source.kind}, {_standing(unit)}"),
                ("date", str(unit.source.updated_at or unit.source.effective_from or "")),
                ("for", f"link to {unit.fact_id}" if unit.evidence_id in links else unit.fact_id),
            ),
        )
        for name, unit in shown.items()
    ]
    asked = Item(id="QUESTION", text=given.question)
    facts = Item(id="FACTS", text=told_facts(given.required_facts))
    conflicts = Item(id="CONFLICTS", text="\n".join(one.described() for one in given.conflicts) or "(none)")
    code = seal(sealed_texts([*items, asked, facts, conflicts]))
    values = {
        "question": fenced([asked], code),
        "facts": fenced([facts], code),
        "conflicts": fenced([conflicts], code),
        "evidence": fenced(items, code),
    }
    return filled("generator", values, code=code)


def objection(shown: Mapping[str, Evidence], read: Draft) -> str | None:
    """Why no sentence of the draft can be used, in words for the model; None when one can, or none was written."""
    if not read.sentences or any(_own(shown, one.evidence) for one in read.sentences):
        return None
    return f"no sentence names evidence that was given; the ids are {', '.join(shown)}"


def drafted(given: GeneratorInput, shown: Mapping[str, Evidence], read: Draft) -> tuple[DraftSentence, ...]:
    """The sentences that rest on evidence they were given. One that names anything else besides is dropped whole."""
    asked = [fact.fact_id for fact in given.required_facts]
    return tuple(
        DraftSentence(
            text=" ".join(one.text.split()),
            part=one.part,
            evidence_ids=tuple(dict.fromkeys(unit.evidence_id for unit in _own(shown, one.evidence))),
            settles=None if one.answers is None else tuple(fact for fact in asked if fact in one.answers),
        )
        for one in read.sentences
        if _own(shown, one.evidence)
    )


def worked_out(given: GeneratorInput, shown: Mapping[str, Evidence], read: Draft) -> tuple[DraftSentence, ...]:
    """A sentence for each calculation that code makes over figures it finds where they are said to stand."""
    asked = {fact.fact_id: fact.text for fact in given.required_facts}
    made = []
    for one in read.calculations:
        units = _own(shown, [figure.evidence for figure in one.figures])
        if not units or one.fact not in asked:
            continue
        figures = [(unit, figure.figure) for unit, figure in zip(units, one.figures, strict=True)]
        result = reckon(one.operation, one.formula, figures, decimals=one.decimals, question=given.question)
        if isinstance(result, Calculation):
            ids = tuple(dict.fromkeys(unit.evidence_id for unit in units))
            text = told_result(asked[FactId(one.fact)], result, units)
            fact = FactId(one.fact)
            made.append(DraftSentence(text=text, part="direct", evidence_ids=ids, calculation=result, settles=(fact,)))
    return tuple(made)


def _own(shown: Mapping[str, Evidence], names: Sequence[str]) -> list[Evidence]:
    return [shown[name] for name in names] if all(name in shown for name in names) else []
