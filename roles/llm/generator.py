"""The generator with a chat model. It writes sentences from verified evidence, each with the ids of its evidence."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from ...evidence.calculation.calculation_builder import Reckoned, reckon
from ...evidence.calculation.calculations import EXTREMES, Calculation, Refused
from ...evidence.calculation.result_names import borrowed_name
from ...evidence.calculation.result_sentences import operand_name, result_sentence
from ...evidence.model.evidence import Evidence, EvidenceId
from ...evidence.model.frozen import Frozen
from ...evidence.model.spans import SpanId
from ...evidence.model.subjects import AnswerType, FactId, PlanStep
from ...prompts.fence import Item, ItemId, fenced, fenced_if_any, seal, sealed_texts
from ...prompts.prompt import Prompt
from ...prompts.templates import filled
from ..contracts.generator import DraftSentence, GeneratorInput
from ..model_call.speaker import Speaker
from .optional_fields import OptionalText
from .prompt_lines import listed_steps

_YES_NO = frozenset({"yes", "no", "ja", "nein", "oui", "non", "sí"})
EVIDENCE_LIMIT = 24
"""The maximum number of pieces of evidence in the prompt. The best of each step come first."""
OF_CASE = "QUESTION"
"""The evidence id for a figure that comes from the question."""

_PARTS: frozenset[Reckoned] = frozenset({"share", "ratio"})
"""The operations that compare the sizes of two figures."""
_AMOUNTS: frozenset[AnswerType] = frozenset({"number", "money", "percent", "duration"})
"""The types of answers that are the highest or lowest figure itself, and not the item that has it."""
_NO_ITEM = (
    "the step asks which item it is; use the operation maximum or minimum, or, for figures without names in a table, "
    "write a sentence that names the item"
)


class Written(Frozen):
    text: str = Field(min_length=1)
    part: Literal["direct", "support", "related"]
    evidence: tuple[ItemId, ...]
    answers: tuple[ItemId, ...] | SkipJsonSchema[None] = None


class Figure(Frozen):
    evidence: ItemId
    """The id of a piece of evidence, or `OF_CASE`."""
    figure: str


class Calculated(Frozen):
    """A calculation that the question asks for. The model names it and its figures, and code calculates (SPEC
    EVI-9)."""

    step: ItemId
    name: str
    operation: Reckoned
    formula: OptionalText
    figures: tuple[Figure, ...]
    decimals: int = Field(ge=0, le=6)


class Draft(Frozen):
    """The output of the generator's model."""

    sentences: tuple[Written, ...]
    calculations: tuple[Calculated, ...]


class LlmGenerator:
    """Drafts with one model call. A sentence with unknown evidence is returned without evidence, so that the run drops
    and discloses it. A calculation that code refuses is dropped."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self.name = speaker.name

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        shown = ids(given)
        read = self._speaker.ask(prompt(given, shown), Draft, Objecting(given, shown))
        return _in_order(drafted(given, shown, read), worked_out(given, shown, read))

    async def acall(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        """Do the same as `__call__`, without blocking the event loop."""
        shown = ids(given)
        read = await self._speaker.aask(prompt(given, shown), Draft, Objecting(given, shown))
        return _in_order(drafted(given, shown, read), worked_out(given, shown, read))


def ids(given: GeneratorInput) -> dict[str, Evidence]:
    """Return the evidence by short id, each stretch of text once. The best of every step is first, then the linking
    quotes, then the rest."""
    leading: dict[str, Evidence] = {}
    for unit in given.evidence:
        leading.setdefault(unit.fact_id, unit)
    stretches: dict[SpanId, Evidence] = {}
    for unit in (*leading.values(), *given.links, *given.evidence):
        stretches.setdefault(unit.span.span_id, unit)
    return {f"E{number}": unit for number, unit in enumerate(list(stretches.values())[:EVIDENCE_LIMIT], 1)}


def of_the_same_words(given: GeneratorInput, units: Sequence[Evidence]) -> tuple[EvidenceId, ...]:
    """Return the ids of all evidence with the same stretches of text, for every step to which it belongs."""
    spans = {unit.span.span_id for unit in units}
    every = (*units, *(unit for unit in (*given.evidence, *given.links) if unit.span.span_id in spans))
    return tuple(dict.fromkeys(unit.evidence_id for unit in every))


def prompt(given: GeneratorInput, shown: Mapping[str, Evidence]) -> Prompt:
    serves: dict[SpanId, list[str]] = {}
    for unit in (*given.evidence, *given.links):
        serves.setdefault(unit.span.span_id, []).append(unit.fact_id)
    items = [
        Item(
            id=name,
            text=unit.span.quote,
            about=(
                ("from", unit.source.title),
                ("section", unit.span.place.section or ""),
                ("columns", "; ".join(f"{column}: {value}" for column, value in unit.row if column)),
                ("source", unit.weakness),
                ("date", str(unit.source.updated_at or unit.source.effective_from or "")),
                ("for", ", ".join(dict.fromkeys(serves[unit.span.span_id]))),
            ),
        )
        for name, unit in shown.items()
    ]
    asked = Item(id="QUESTION", text=given.question)
    facts = Item(id="STEPS", text=listed_steps(given.required_facts))
    conflicts = Item(id="CONFLICTS", text="\n".join(conflict.described() for conflict in given.conflicts))
    code = seal(sealed_texts([*items, asked, facts, conflicts]))
    values = {
        "as_of": str(given.as_of or "not stated"),
        "question": fenced([asked], code),
        "facts": fenced([facts], code),
        "conflicts": fenced_if_any(conflicts, code),
        "evidence": fenced(items, code),
    }
    return filled("generator", values, code=code)


class Objecting:
    """Checks a draft. If no sentence can be used, the draft is always sent back. If code refuses or questions a
    calculation, it is sent back only once, since the other sentences are usable without the calculation."""

    def __init__(self, given: GeneratorInput, shown: Mapping[str, Evidence]) -> None:
        self._given, self._shown, self._objected = given, shown, False

    def __call__(self, read: Draft) -> str | None:
        if read.sentences and not any(_own(self._shown, sentence.evidence) for sentence in read.sentences):
            return f"no sentence names evidence that was given; the ids are {', '.join(self._shown)}"
        if not read.calculations and read.sentences and all(_is_yes(sentence.text) for sentence in read.sentences):
            return "“yes” or “no” alone states nothing; write it in one sentence with what the evidence says"
        if self._objected:
            return None
        self._objected = True
        refused = [reason for calculation in read.calculations if (reason := self._refused(calculation))]
        return "; ".join(refused) or None

    def _refused(self, asked: Calculated) -> str | None:
        result = _result(self._given, self._shown, asked)
        if isinstance(result, Refused):
            return f"the calculation for {asked.step} cannot be made: {result.reason}"
        return _of_unlike_signs(asked, result)


def _of_unlike_signs(asked: Calculated, result: Calculation) -> str | None:
    """Return a query about a share or ratio of a negative and a positive figure, or None for another calculation.

    Brackets mark an outflow, whose share is meant without the sign, and also a loss, whose share is negative. Code
    cannot tell them apart. It asks once, and then takes what the model chooses.
    """
    if asked.operation not in _PARTS or len(result.operands) != 2 or result.exact >= 0:
        return None
    part, whole = (figure.figure for figure in asked.figures)
    at = 0 if result.operands[0].value < 0 else 1
    percent = " * 100" if asked.operation == "share" else ""
    formula = f"{'-a' if at == 0 else 'a'} / {'b' if at == 0 else '-b'}{percent}"
    return (
        f"the calculation for {asked.step} is negative, since “{(part, whole)[at]}” is; if that figure is an outflow or a cost, "
        f"whose size is asked for, give “formula” with “{formula}”; if it is a loss or a decrease, leave it"
    )


def drafted(given: GeneratorInput, shown: Mapping[str, Evidence], read: Draft) -> tuple[DraftSentence, ...]:
    """Return the sentences. A sentence with an evidence id that is not in the prompt has no evidence at all, and neither
    has a “Yes.” or “No.” without its sentence."""
    asked = [fact.fact_id for fact in given.required_facts]
    return tuple(
        DraftSentence(
            text=" ".join(sentence.text.split()),
            part=sentence.part,
            evidence_ids=() if _is_yes(sentence.text) else of_the_same_words(given, _own(shown, sentence.evidence)),
            settles=None if sentence.answers is None else tuple(fact for fact in asked if fact in sentence.answers),
        )
        for sentence in _with_their_yes(read.sentences)
    )


def _in_order(sentences: Sequence[DraftSentence], results: Sequence[DraftSentence]) -> tuple[DraftSentence, ...]:
    """Return the sentences in order: first the one that begins with “Yes” or “No”, then results of calculations, then
    the rest."""
    leading = [sentence for sentence in sentences if _opens_with_yes(sentence.text)]
    return (*leading, *results, *(sentence for sentence in sentences if sentence not in leading))


def _with_their_yes(sentences: Sequence[Written]) -> tuple[Written, ...]:
    """Return the sentences. A separate “Yes.” or “No.” is joined to its sentence: the one after it, or else the one
    before it. Without a sentence of the same step it stays separate, and `drafted` gives it no evidence."""
    ahead = _joined_to_the_next(sentences)
    return _joined_to_the_next(ahead[::-1])[::-1]


def _joined_to_the_next(sentences: Sequence[Written]) -> tuple[Written, ...]:
    whole: list[Written] = []
    for sentence in sentences:
        said = whole[-1] if whole and _is_yes(whole[-1].text) else None
        if said and not _opens_with_yes(sentence.text) and _of_one_step(said, sentence):
            whole[-1] = _joined(said, sentence)
        else:
            whole.append(sentence)
    return tuple(whole)


def _is_yes(text: str) -> bool:
    return text.strip(" .,!").casefold() in _YES_NO


def _opens_with_yes(text: str) -> bool:
    return re.split(r"[,.!]", text, maxsplit=1)[0].strip().casefold() in _YES_NO


def _of_one_step(said: Written, sentence: Written) -> bool:
    """Return whether a “Yes.” and a sentence may answer one step: they name one, or one of them names none."""
    return not said.answers or not sentence.answers or not set(said.answers).isdisjoint(sentence.answers)


def _joined(said: Written, sentence: Written) -> Written:
    answers = None if said.answers is None else tuple(dict.fromkeys((*said.answers, *(sentence.answers or ()))))
    update = {"text": f"{said.text.strip(' .,!')}. {sentence.text}", "part": said.part, "answers": answers}
    return sentence.model_copy(update=update)


def worked_out(given: GeneratorInput, shown: Mapping[str, Evidence], read: Draft) -> tuple[DraftSentence, ...]:
    """Return a sentence for each calculation whose figures code finds in the evidence that the model names."""
    asked = {fact.fact_id: fact.text for fact in given.required_facts}
    made = []
    for calculation in read.calculations:
        result = _result(given, shown, calculation)
        if isinstance(result, Calculation):
            units = _own(shown, _cited(calculation))
            fact = FactId(calculation.step)
            name = borrowed_name(calculation.name, (given.question, *asked.values()), units)
            result = result.model_copy(update={"name": name})
            text = result_sentence(given.question, result, units)
            ids = of_the_same_words(given, units)
            made.append(DraftSentence(text=text, part="direct", evidence_ids=ids, calculation=result, settles=(fact,)))
    return tuple(made)


def _result(given: GeneratorInput, shown: Mapping[str, Evidence], asked: Calculated) -> Calculation | Refused:
    if asked.step not in {fact.fact_id for fact in given.required_facts}:
        return Refused(reason=f"there is no step {asked.step}")
    if not _own(shown, _cited(asked)):
        return Refused(reason="it names evidence that is not there, or none")
    figures = [(shown.get(figure.evidence), figure.figure) for figure in asked.figures]
    result = reckon(
        asked.operation, asked.formula, figures, decimals=asked.decimals, question=given.question, as_of=given.as_of
    )
    step = next(fact for fact in given.required_facts if fact.fact_id == asked.step)
    return Refused(reason=_NO_ITEM) if _lacks_its_item(step, result, _own(shown, _cited(asked))) else result


_EXTREME = re.compile(r"\s*(?:max|min)\s*\(", re.IGNORECASE)
"""The start of a formula that gives the highest or lowest figure without its item, as the operations for it do not."""


def _lacks_its_item(step: PlanStep, result: Calculation | Refused, units: Sequence[Evidence]) -> bool:
    """Return whether the step asks which item has the highest or lowest value, and code does not find the item of a
    figure in a table. The sentence would then name a figure where an item is asked for."""
    if isinstance(result, Refused) or step.answer_type in _AMOUNTS:
        return False
    if result.operation == "formula" and _EXTREME.match(result.formula or ""):
        return True
    if result.operation not in EXTREMES:
        return False
    named = [operand_name(operand, units) for operand in result.operands]
    return any(not name.label and not name.column for name in named)


def _cited(asked: Calculated) -> list[str]:
    """Return the evidence ids of the calculation's figures, without those from the question."""
    return [figure.evidence for figure in asked.figures if figure.evidence != OF_CASE]


def _own(shown: Mapping[str, Evidence], names: Sequence[str]) -> list[Evidence]:
    return [shown[name] for name in names] if all(name in shown for name in names) else []
