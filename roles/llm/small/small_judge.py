"""Critic and auditor of the profile `small`. One call asks about one claim and one text, for yes, no or unclear, and
only if code leaves the claim open."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ....errors import PinciteError
from ....evidence.model.subjects import FactId, PlanStep
from ....evidence.names.proper_names import proper_names
from ....evidence.questions.critic_decision import CoveredFact, Decision, Disagreement, StepQuery
from ....evidence.questions.shape import value_in
from ....evidence.report.evidence_report import Verdict
from ....prompts.fence import Item, fenced, seal, sealed_texts
from ....prompts.prompt import Prompt
from ....prompts.templates import filled
from ...contracts.auditor import AuditorInput
from ...contracts.critic import CriticInput, VerifiedSpan
from ...extractive.critic import ExtractiveCritic
from ...model_call.speaker import Speaker
from ..auditor import LlmAuditor, Reading, Readings, texts_shown
from ..claims_by_code import Claim, text_to_check
from .small_choice import Answer, Choice
from .small_extractor import line_prompt

QUOTES, PICKED = 8, 4
"""The maximum number of quotes of one step from which the model chooses. `PICKED` of them are the last verified ones,
which the extractor's model picked."""
RIVALS = 2
"""The maximum number of rivals of the chosen quote: quotes of other documents with another value. The model is asked
about them too. If it confirms the quote and a rival, this is a disagreement."""
LONGEST_TEXT = 2_400
"""The maximum number of characters of a quote that the model confirms. A longer quote is cut at its end."""
BEFORE = 200
"""Characters of the passage before a quote that the prompt contains. They show what "it" and "the company" mean."""
_NAMES = frozenset({"person", "organisation", "place"})


class SmallCritic:
    """Covers a step if code proves it, or if the model confirms a single quote.

    For a step that code does not prove, a calibrated model first chooses one quote and then confirms it. It is asked
    about a single quote, because the calibration measured the risk of a wrong yes for single claims. A model without
    calibration is not asked, because its yes has no effect. Rules make the next query.
    """

    def __init__(self, speaker: Speaker, *, calibrated: bool) -> None:
        self._speaker, self._calibrated = speaker, calibrated
        self._rules = ExtractiveCritic()
        self.name = speaker.name

    def __call__(self, given: CriticInput) -> Decision:
        ruled = self._rules(given)
        steps = self._open(given, ruled)
        chosen = self._speaker.ask_all([_choice(given, step) for step in steps], Choice)
        asked = to_confirm(given, steps, chosen)
        return judged(
            given, ruled, asked, self._speaker.ask_all([_confirmation(quote, given) for quote in asked], Answer)
        )

    async def acall(self, given: CriticInput) -> Decision:
        """Do the same as `__call__`, without blocking the event loop."""
        ruled = self._rules(given)
        steps = self._open(given, ruled)
        chosen = await self._speaker.aask_all([_choice(given, step) for step in steps], Choice)
        asked = to_confirm(given, steps, chosen)
        answers = await self._speaker.aask_all([_confirmation(quote, given) for quote in asked], Answer)
        return judged(given, ruled, asked, answers)

    def _open(self, given: CriticInput, ruled: Decision) -> list[PlanStep]:
        steps = [step for step in given.required_facts if step.fact_id in ruled.missing_facts and _best(step, given)]
        return steps if self._calibrated else []


class ToConfirm(NamedTuple):
    """A quote that the model must confirm for one step."""

    step: PlanStep
    span: VerifiedSpan
    chosen: bool
    """Whether the model chose the quote; otherwise it is a rival of the chosen one."""


def _best(step: PlanStep, given: CriticInput) -> list[VerifiedSpan]:
    own = [span for span in given.verified if span.fact_id == step.fact_id]
    ranked = sorted(own, key=lambda span: -span.relevance)
    return list({span.evidence_id: span for span in (*ranked[: QUOTES - PICKED], *own[-PICKED:], *ranked)}.values())[
        :QUOTES
    ]


def _shown(span: VerifiedSpan) -> str:
    return "; ".join(f"{column}: {cell}" if column else cell for column, cell in span.row) or span.quote


def _choice(given: CriticInput, step: PlanStep) -> Prompt:
    lines = [f"{span.document}: {_shown(span)}" for span in _best(step, given)]
    return line_prompt(step, given.subject_names, lines)


def to_confirm(
    given: CriticInput, steps: Sequence[PlanStep], chosen: Sequence[Choice | PinciteError]
) -> list[ToConfirm]:
    """Return the chosen quote of each step, and its rivals."""
    found: list[ToConfirm] = []
    for step, choice in zip(steps, chosen, strict=True):
        best = _best(step, given)
        if not isinstance(choice, Choice) or not 0 < choice.number <= len(best):
            continue
        first = best[choice.number - 1]
        said = _values(step, first, given)
        others = [(span, _values(step, span, given)) for span in best if span.document != first.document]
        rivals = [span for span, values in others if said and values and values.isdisjoint(said)]
        found.append(ToConfirm(step, first, chosen=True))
        found += [ToConfirm(step, span, chosen=False) for span in rivals[:RIVALS]]
    return found


def _values(step: PlanStep, span: VerifiedSpan, given: CriticInput) -> frozenset[str]:
    """Return the words of the quote that may be the answer. These are the value of the requested type, or names that
    the question does not contain."""
    if step.answer_type not in _NAMES:
        value = value_in(step.answer_type, span.quote, step.terms)
        return frozenset({value}) if value else frozenset()
    asked = " ".join((given.question, *given.subject_names)).casefold()
    return frozenset(name for name in proper_names(span.quote) if name.casefold() not in asked)


def _confirmation(quote: ToConfirm, given: CriticInput) -> Prompt:
    span = quote.span
    passage = next((seen.text for seen in given.passages if seen.passage_id == span.passage_id), "")
    about = (
        ("document", span.document),
        ("about", span.declared),
        ("section", span.section or ""),
        ("before it", passage.partition(span.quote)[0][-BEFORE:] if span.quote in passage else ""),
        ("code could not show", "; ".join((*((span.subject_open,) if span.subject_open else ()), *span.premises_open))),
    )
    case = "".join(f" The asker says: {said}" for said in quote.step.circumstances)
    claim = f"The text answers the question “{quote.step.in_words}?”.{case}"
    return judge_prompt([Item(id="TEXT", text=_shown(span)[:LONGEST_TEXT], about=about)], claim)


def judge_prompt(texts: Sequence[Item], claim: str) -> Prompt:
    asked = Item(id="CLAIM", text=claim)
    code = seal(sealed_texts([*texts, asked]))
    return filled("small_judge", {"text": fenced(texts, code), "claim": fenced([asked], code)}, code=code)


def judged(
    given: CriticInput, ruled: Decision, asked: Sequence[ToConfirm], answers: Sequence[Answer | PinciteError]
) -> Decision:
    """Return the rule-based decision, with the confirmed quotes added, and a query for each step that is still open."""
    confirmed = [
        quote
        for quote, answer in zip(asked, answers, strict=True)
        if isinstance(answer, Answer) and answer.answer == "yes"
    ]
    stated = {quote.step.fact_id for quote in confirmed if quote.chosen}
    yes: dict[FactId, list[ToConfirm]] = {}
    for quote in confirmed:
        if quote.step.fact_id in stated:
            yes.setdefault(quote.step.fact_id, []).append(quote)
    missing = tuple(fact for fact in ruled.missing_facts if fact not in yes)
    first = (ruled.suggested_query,) if ruled.suggested_query else ()
    queries = tuple(StepQuery(fact_id=fact, words=words) for fact in missing for words in first)
    return ruled.model_copy(
        update={
            "requires_more_context": bool(missing),
            "reason": ruled.reason if missing or not yes else "every step is proved by code or confirmed by the judge",
            "covered": (
                *ruled.covered,
                *(_covered(fact, [quote.span for quote in found]) for fact, found in yes.items()),
            ),
            "missing_facts": missing,
            "suggested_query": ruled.suggested_query if missing else "",
            "queries": queries,
            "disagreements": tuple(_disagreements(yes)),
        }
    )


def _covered(fact: FactId, spans: Sequence[VerifiedSpan]) -> CoveredFact:
    passages = tuple(dict.fromkeys(span.passage_id for span in spans))
    return CoveredFact(fact_id=fact, passages=passages, evidence=tuple(span.evidence_id for span in spans))


def _disagreements(yes: Mapping[FactId, Sequence[ToConfirm]]) -> Iterator[Disagreement]:
    """Yield the disagreements of steps whose answer is a name: their confirmed quotes give different names. Other code
    finds disagreements between values."""
    for fact, confirmed in yes.items():
        if len(confirmed) > 1 and confirmed[0].step.answer_type in _NAMES:
            first, *rivals = (quote.span.quote for quote in confirmed)
            yield Disagreement(fact_id=fact, sides=((first,), tuple(rivals)))


class SmallAuditor(LlmAuditor):
    """Asks the model once for each claim that code neither proves nor refutes. A verbatim quote needs no call."""

    def _ask(self, given: AuditorInput, asked: Mapping[str, Claim]) -> Readings:
        answers = self._speaker.ask_all(_claims(given, asked), Answer)
        return _readings(given, asked, answers)

    async def _aask(self, given: AuditorInput, asked: Mapping[str, Claim]) -> Readings:
        answers = await self._speaker.aask_all(_claims(given, asked), Answer)
        return _readings(given, asked, answers)


def _claims(given: AuditorInput, asked: Mapping[str, Claim]) -> list[Prompt]:
    return [
        judge_prompt(
            [
                Item(id="TEXT", text=text_to_check(chunk), about=(("stands under", chunk.headings_above),))
                for chunk in given.sentences[claim.sentence].own
            ],
            claim.for_a_judge,
        )
        for claim in asked.values()
    ]


def _readings(given: AuditorInput, asked: Mapping[str, Claim], answers: Sequence[Answer | PinciteError]) -> Readings:
    """Return the verdicts. A yes applies to all texts of the sentence together. Raises the error of a call if its claim
    got no usable answer."""
    read = []
    for (name, claim), answer in zip(asked.items(), answers, strict=True):
        if isinstance(answer, PinciteError):
            raise answer
        names = tuple(
            texts_shown(given, asked)[claim.sentence, chunk.id] for chunk in given.sentences[claim.sentence].own
        )
        yes = answer.answer == "yes"
        verdict: Verdict = "supported" if yes else "unsupported"
        read.append(Reading(claim=name, verdict=verdict, supported_by=names if yes else (), note=None))
    return Readings(verdicts=tuple(read))
