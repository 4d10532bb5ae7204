"""Selects the best retrieved lines without a quote. They show a critic whether a text is missing or was only not quoted
(SPEC CRI-15)."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest

from ...evidence.language.sentences import sentence_spans
from ...evidence.language.words import content_stems
from ...evidence.model.evidence import Evidence
from ...evidence.model.spans import PassageId
from ...evidence.model.subjects import PlanStep
from ...roles.contracts.critic import LineSeen
from ...stores.kb.snapshot import Snapshot
from ..runtime.engine import Engine
from ..runtime.state import Found, RunState
from .passage_context import in_context

LINES, OF_THE_LAST = 10, 5
"""The number of shown lines, one for each passage. LINES are of all passages, by the words of the steps in them.
OF_THE_LAST are of the best passages of the last retrieval."""
EACH, MOST = 2, 12
"""Every open step has EACH of its own lines, if retrieval found as many. MOST lines are shown in all."""
WORTH = 1 / 3
"""The minimum score of a line after the first, as a share of the best line's score for the step."""
LONGEST = 240
"""The maximum number of characters of a line. A longer sentence is not shown."""
LOOKED_AT = 60
"""The number of passages that are searched for their best line, the first found of each pass."""


def shown_lines(engine: Engine, state: RunState) -> tuple[LineSeen, ...]:
    """Return the unquoted lines that the critic sees, each place once.

    Lines with the words of the quotes are first (`parallel_lines`), then the best retrieved lines. The last ones give
    way if an open step has fewer than `EACH` lines of its own.
    """
    analysis = state["analysis"]
    assert analysis is not None
    lines = in_turn([(*state["parallel_lines"], *_best_lines(engine, state, analysis.required_facts))], LINES)
    own = [_best_lines(engine, state, [step]) for step in open_steps(state)]
    return with_share_of_each(lines, own)


def open_steps(state: RunState) -> tuple[PlanStep, ...]:
    """Return the steps that the last critique, if any, did not find covered."""
    analysis = state["analysis"]
    assert analysis is not None
    covered = {fact.fact_id for decision in state["decisions"][-1:] for fact in decision.covered}
    return tuple(step for step in analysis.required_facts if step.fact_id not in covered)


def with_share_of_each(lines: Sequence[LineSeen], of_steps: Sequence[Sequence[LineSeen]]) -> tuple[LineSeen, ...]:
    """Return at most `MOST` lines, with `EACH` of every step. `of_steps`: the lines of each open step, best first."""
    shown = {(line.passage_id, line.quote) for line in lines}
    lacking = []
    for own in of_steps:
        new = [line for line in own if (line.passage_id, line.quote) not in shown]
        lacking.append(new[: max(0, EACH - (len(own) - len(new)))])
    added = in_turn(lacking, MOST)
    return (*lines[: MOST - len(added)], *added)


def in_turn(rankings: Sequence[Sequence[LineSeen]], most: int) -> tuple[LineSeen, ...]:
    """Return at most `most` lines: the first of each ranking, then the second of each, and so on. A place occurs
    once."""
    lines: dict[tuple[PassageId, str], LineSeen] = {}
    for row in zip_longest(*rankings):
        for line in filter(None, row):
            lines.setdefault((line.passage_id, line.quote), line)
    return tuple(islice(lines.values(), most))


def _best_lines(engine: Engine, state: RunState, steps: Sequence[PlanStep]) -> tuple[LineSeen, ...]:
    """Return for each passage the unquoted sentence with most words of one of the steps, the best first."""
    snapshot, passages = engine.snapshot(state), state["passages"]
    last = max((passage.pass_number for passage in passages), default=0)
    newest = [passage for passage in passages if passage.pass_number == last]
    looked_at = {passage.passage_id: passage for passage in (*newest, *passages[:LOOKED_AT])}
    found = {line: share for share, line in _lines(snapshot, tuple(looked_at.values()), state["evidence"], steps)}
    ids = {passage.passage_id for passage in newest}
    leading = [line for line in found if line.passage_id in ids][:OF_THE_LAST]
    by_share = sorted(found, key=lambda line: -found[line])
    by_share = [line for line in by_share if found[line] >= WORTH * found[by_share[0]]]
    return tuple(dict.fromkeys((*leading, *by_share)))


def _lines(
    snapshot: Snapshot, passages: tuple[Found, ...], evidence: tuple[Evidence, ...], steps: Sequence[PlanStep]
) -> Iterator[tuple[float, LineSeen]]:
    asked = [frozenset(content_stems(" ".join((step.text, *step.terms, *step.constraints)))) for step in steps]
    quoted: dict[str, list[str]] = {}
    for unit in evidence:
        quoted.setdefault(unit.passage_id, []).append(unit.span.quote)
    for found in passages:
        passage = snapshot.passage(found.passage_id)
        read = in_context(snapshot, passage)
        above = frozenset(content_stems(f"{read.document.title} {passage.place.section or ''}"))
        best: tuple[float, str] = (0.0, "")
        for start, end in sentence_spans(passage.text):
            text = passage.text[start:end]
            if (
                len(text) > LONGEST
                or _only_names(text, read.context())
                or any(text in quote or quote in text for quote in quoted.get(found.passage_id, ()))
            ):
                continue
            said = frozenset(content_stems(text))
            share = max((len(words & said) + 0.5 * len((words - said) & above)) / max(1, len(words)) for words in asked)
            if share > best[0] and shares_a_word(asked, said):
                best = (share, text)
        if best[1]:
            yield (
                best[0],
                LineSeen(
                    passage_id=found.passage_id,
                    quote=best[1],
                    document=read.document.title,
                    section=passage.place.section,
                    is_current=read.document.is_current,
                ),
            )


def _only_names(line: str, above: str) -> bool:
    """Return whether the line is a heading or a header row, so that it contains nothing beyond the text above it.

    Example: `_only_names("Fees and rents", "Lease › Fees and rents")` gives `True`.
    """
    words = re.findall(r"\w+", line.casefold())
    return set(words) <= set(re.findall(r"\w+", above.casefold()))


def shares_a_word(asked: list[frozenset[str]], said: frozenset[str]) -> bool:
    """Return whether the line itself contains a word of a step. Its headings do not count."""
    return any(words & said for words in asked)
