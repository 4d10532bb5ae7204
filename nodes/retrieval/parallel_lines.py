"""Finds other lines with the words of a verified quote, such as an amendment or a second figure (SPEC CRI-15, CON-1).

The words of a question find one statement of its answer. That statement has further words, such as a defined term, and
these find further statements. No model is called.
"""

from collections.abc import Callable, Iterator, Sequence

from ...evidence.language.idf import TermWeights, term_weights
from ...evidence.language.sentences import sentence_spans
from ...evidence.language.words import topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.model.frozen import Frozen
from ...evidence.model.subjects import PlanStep
from ...evidence.questions.shape import has_shape
from ...evidence.report.evidence_report import ToolCall
from ...evidence.values.facts import read_facts
from ...roles.contracts.critic import LineSeen
from ...stores.kb.snapshot import Hit

TOOL = "parallel_lines"
QUOTES_OF_A_STEP = 2
"""The maximum number of quotes of a step whose words are searched for. The extractor gives the best quotes first."""
PARALLEL_HITS, LINES_OF_A_STEP = 20, 3
LONGEST_QUERY, LONGEST_LINE = 300, 320
FIGURES = frozenset({"number", "money", "percent", "duration"})
STEM = 6
"""The number of letters of a root that are compared. Roots of languages other than English keep their endings."""
LEAST_SHARED = 0.4
"""The minimum overlap of a quote and a line: the weighted share of the shorter text's roots that the other contains.
Roots of the question do not count."""


class Parallel(Frozen):
    calls: tuple[ToolCall, ...] = ()
    lines: tuple[LineSeen, ...] = ()


def parallel_lines(
    search: Callable[[str], Sequence[Hit]],
    question: str,
    steps: Sequence[PlanStep],
    evidence: Sequence[Evidence],
    pass_number: int,
) -> Parallel:
    """Return for each step the unquoted lines closest to the quotes of this pass, the best first. They state a value of
    the requested type.

    `search`: finds the passages that the run may read.
    """
    calls: list[ToolCall] = []
    found: dict[LineSeen, None] = {}
    for step in steps:
        units = [unit for unit in evidence if unit.fact_id == step.fact_id and unit.found_in_pass == pass_number]
        lines: dict[LineSeen, float] = {}
        for unit in units[:QUOTES_OF_A_STEP]:
            query = " ".join(unit.span.quote[:LONGEST_QUERY].split())
            hits = search(query)
            alike = list(_alike(question, step, unit, hits, evidence))
            calls.append(_call(step, query, [line for _, line in alike], pass_number))
            for share, line in alike:
                lines[line] = max(share, lines.get(line, 0.0))
        found |= dict.fromkeys(sorted(lines, key=lambda line: -lines[line])[:LINES_OF_A_STEP])
    return Parallel(calls=tuple(calls), lines=tuple(found))


def _call(step: PlanStep, query: str, lines: Sequence[LineSeen], pass_number: int) -> ToolCall:
    passages = tuple(dict.fromkeys(line.passage_id for line in lines))
    return ToolCall(
        pass_number=pass_number, tool=TOOL, query=query, step=step.fact_id, breadth=len(passages), passages=passages
    )


def _alike(
    question: str, step: PlanStep, unit: Evidence, hits: Sequence[Hit], evidence: Sequence[Evidence]
) -> Iterator[tuple[float, LineSeen]]:
    weights = term_weights([hit.passage.text for hit in hits])
    asked = frozenset(topic_roots(question))
    quote = frozenset(topic_roots(unit.span.quote)) - asked
    quoted = [other.span.quote for other in evidence]
    for hit in hits:
        if not hit.document.is_current:
            continue
        best: tuple[float, str] = (0.0, "")
        for text, line in _lines(hit.passage.text):
            if any(text in other or other in text for other in quoted):
                continue
            share = _shared(quote, frozenset(topic_roots(line)) - asked, weights)
            if share > max(best[0], LEAST_SHARED) and _may_answer(step, line):
                best = (share, text)
        if best[1]:
            place = hit.passage.place
            seen = LineSeen(
                passage_id=hit.passage.passage_id, quote=best[1], document=hit.document.title, section=place.section
            )
            yield best[0], seen


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield each printed line with its sentence. Longer text, such as a table without ruling, is split into lines.

    Example: `list(_lines("Rent is due. Fees rose."))` gives
    `[("Rent is due.", "Rent is due."), ("Fees rose.", "Fees rose.")]`.
    """
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        for line in filter(str.strip, sentence.splitlines()):
            yield (sentence if len(sentence) <= LONGEST_LINE else line), line


def _may_answer(step: PlanStep, text: str) -> bool:
    """Return whether the line contains a value of the requested type. If the step asks for figures, any figure counts,
    since table rows lack the unit."""
    return has_shape(step.answer_type, text) or (step.answer_type in FIGURES and bool(read_facts(text)))


def _shared(quote: frozenset[str], line: frozenset[str], weights: TermWeights) -> float:
    """Return the overlap of two sets of roots, 0 to 1. With a single common root it is 0, since one word often recurs
    without a common topic."""
    begun = {root[:STEM] for root in quote}
    shared = {root for root in line if root[:STEM] in begun}
    if len(shared) < 2:
        return 0.0
    shorter = min(sum(map(weights.of, quote)), sum(map(weights.of, line)))
    return sum(map(weights.of, shared)) / shorter if shorter else 0.0
