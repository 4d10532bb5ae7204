"""The extractor of the profile `small`. Code numbers the lines of a passage, and the model returns the number of the
line that answers."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ....errors import PinciteError
from ....evidence.model.evidence import Proposal
from ....evidence.model.subjects import PlanStep
from ....evidence.questions.shape import value_in
from ....prompts.fence import Item, fenced, seal, sealed_texts
from ....prompts.prompt import Prompt
from ....prompts.templates import filled
from ...contracts.extractor import ExtractorInput, PassageToRead
from ...extractive.extractor import ExtractiveExtractor
from ...model_call.speaker import Speaker
from .small_choice import LONGEST_LINE, Choice, numbered

CALLS = 6
"""The maximum number of calls of one pass. With the other roles and one follow-up, a run then stays within the default
budget of 24 calls."""
LINES, CHARS = 20, 2_400
"""The maximum number of lines and characters of one call: about 900 tokens with the instructions."""


class Page(NamedTuple):
    """The lines of one passage that the model reads for one step."""

    step: PlanStep
    passage: PassageToRead
    quotes: tuple[str, ...]
    """The lines, verbatim from the passage."""


class SmallExtractor:
    """Proposes the quotes of the rules, and one line of each of the first passages, which the model picks. A wrong pick
    only adds one quote, which code and critic then check. It cannot change the words of a quote."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._rules = ExtractiveExtractor()
        self.name = speaker.name

    def __call__(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        shown = pages(given)
        prompts = [prompt(given, page) for page in shown]
        return _together(self._rules(given), shown, self._speaker.ask_all(prompts, Choice))

    async def acall(self, given: ExtractorInput) -> tuple[Proposal, ...]:
        """Do the same as `__call__`, without blocking the event loop."""
        shown = pages(given)
        prompts = [prompt(given, page) for page in shown]
        return _together(self._rules(given), shown, await self._speaker.aask_all(prompts, Choice))


def pages(given: ExtractorInput) -> tuple[Page, ...]:
    """Return the pages of all steps, passage by passage, at most `CALLS`."""
    every = (page for passage in given.passages for step in given.required_facts for page in _pages_of(step, passage))
    return tuple(islice(every, CALLS))


def _pages_of(step: PlanStep, passage: PassageToRead) -> Iterator[Page]:
    page: list[str] = []
    for quote in _lines(passage):
        if page and (len(page) == LINES or sum(min(len(line), LONGEST_LINE) for line in (*page, quote)) > CHARS):
            yield Page(step, passage, tuple(page))
            page = []
        page.append(quote)
    if page:
        yield Page(step, passage, tuple(page))


def _lines(passage: PassageToRead) -> Iterator[str]:
    """Yield each sentence or row of the passage verbatim, without headings."""
    for start, end in passage.quotable():
        quote = passage.text[start:end]
        if quote.strip("# ") not in (passage.section or ""):
            yield quote


def prompt(given: ExtractorInput, page: Page) -> Prompt:
    names = dict.fromkeys(candidate.name for candidate in given.candidates if candidate.subject == page.step.subject)
    about = (("title", page.passage.title), ("section", page.passage.section or ""))
    columns = (("columns", page.passage.column_names or ""),)
    return line_prompt(page.step, names, page.quotes, (*about, *columns))


def line_prompt(
    step: PlanStep, names: Iterable[str], lines: Sequence[str], about: Sequence[tuple[str, str]] = ()
) -> Prompt:
    """Return a prompt that asks which line answers the step. `names`: the names of the step's subject. `about`: labels
    of the passage."""
    passage = Item(id="PASSAGE", text=numbered(lines), about=tuple(about))
    case = (("case", "; ".join(step.circumstances)), ("about", ", ".join(names)))
    asked = Item(id="QUESTION", text=step.in_words, about=case)
    code = seal(sealed_texts([passage, asked]))
    return filled("small_extractor", {"passage": fenced([passage], code), "question": fenced([asked], code)}, code=code)


def _together(
    ruled: Sequence[Proposal], shown: Sequence[Page], answers: Sequence[Choice | PinciteError]
) -> tuple[Proposal, ...]:
    """Return the quotes of the rules, then the other quotes that the model picked."""
    known = {(proposal.fact_id, proposal.passage_id, proposal.quote) for proposal in ruled}
    picked = []
    for page, answer in zip(shown, answers, strict=True):
        if not isinstance(answer, Choice) or not 0 < answer.number <= len(page.quotes):
            continue
        quote = page.quotes[answer.number - 1]
        if (page.step.fact_id, page.passage.passage_id, quote) not in known:
            picked.append(
                Proposal(
                    fact_id=page.step.fact_id,
                    claim=quote,
                    quote=quote,
                    passage_id=page.passage.passage_id,
                    value=value_in(page.step.answer_type, quote, page.step.terms),
                )
            )
    return (*ruled, *picked)
