"""Makes a registered tool or retriever a source. Its calls are recorded on the tape, and its texts become documents of
the run (SPEC RET-1, RET-13)."""

import json
from collections.abc import Sequence

from ...errors import IngestError
from ...evidence.language.words import content_stems
from ...evidence.questions.retrieval_policy import SourceKind
from ...evidence.report.evidence_report import Disclosure
from ...roles.model_call.meter import current_meter
from ...roles.model_call.recording import SourceKey
from ...settings import Budgets
from ...stores.documents.passages import Passage
from ...stores.documents.prepared import Prepared
from ...stores.kb.run_snapshot import holds_a_name
from ...stores.kb.run_texts import GivenBy, as_document, passages_of
from ...stores.kb.snapshot import Hit, Snapshot
from ...stores.kb.tool_output import ToolOutput
from ...stores.sources.skills import Skill
from ...stores.sources.source import SourceQuery, SourceResult
from ..runtime.tool_calls import Caller, without_secrets


class SkillSource:
    """A registered tool or retriever as a `Source`. In a replay `skill` is None, and nothing is called."""

    kind: SourceKind = "skill"

    def __init__(self, by: GivenBy, skill: Skill | None) -> None:
        self.by, self.name = by, by.name
        self._skill = skill
        self._caller = Caller(skill) if skill else None

    def arguments(self, words: str) -> str:
        """Return the arguments of the tool as JSON, without keys and passwords."""
        given = self._skill.given(words) if self._skill else {}
        return without_secrets(json.dumps(given, sort_keys=True, ensure_ascii=False, default=str))

    def search(self, snapshot: Snapshot, query: SourceQuery) -> SourceResult:
        """Return the texts in the tool's order, and what was left out. A fault of the tool raises nothing."""
        output = self._known(query.words)
        if output is None:
            assert self._caller is not None
            output = self._kept(query.words, self._caller.call(query.words, *_limits()))
        return result(self.by, output, query).model_copy(update={"arguments": self.arguments(query.words)})

    def _key(self, words: str) -> SourceKey:
        return SourceKey(source=self.name, query=words)

    def _known(self, words: str) -> ToolOutput | None:
        meter = current_meter()
        return meter.tape.find_output(self._key(words)) if meter and meter.tape else None

    def _kept(self, words: str, output: ToolOutput) -> ToolOutput:
        meter = current_meter()
        return meter.tape.keep_output(self._key(words), output) if meter and meter.tape else output


def _limits() -> tuple[float, int]:
    meter, budgets = current_meter(), Budgets()
    if meter is None:
        return budgets.seconds_per_tool_call, budgets.tool_output_chars
    return meter.seconds_per_tool_call(), meter.tool_output_chars


def result(by: GivenBy, output: ToolOutput, query: SourceQuery) -> SourceResult:
    """Return the documents of a tool's output, and their passages. If the query has identifiers, documents without any
    of them are left out (SPEC RET-7)."""
    if output.error is not None:
        return SourceResult(error=output.error)
    made: dict[str, Prepared] = {}
    notes = [
        Disclosure(kind="truncated", subject=by.name, reason=f"left out of its output: {note}") for note in output.notes
    ]
    for given in output.texts:
        try:
            document = as_document(given, by)
        except Exception as error:  # a parser failed on unknown input
            cause = error if isinstance(error, IngestError) else type(error).__name__
            reason = f"a text it gave cannot be read ({cause})"
            notes.append(Disclosure(kind="unreadable", subject=by.name, reason=reason))
            continue
        if document.cuts:
            made.setdefault(document.source.version_id, document)
    texts = list(made.values())
    if query.versions is not None:
        texts = [text for text in texts if holds_a_name(query.identifiers, text)]
    if other := len(made) - len(texts):
        reason = f"{other} of {len(made)} texts that it gave name nothing of what is asked about"
        notes.append(Disclosure(kind="rejected", subject=by.name, reason=reason))
    passages = [(passage, text) for text in texts for passage in passages_of(text)]
    shown = _nearest(passages, query)
    return SourceResult(
        hits=tuple(
            Hit(passage=passage, document=text.source, score=round(1 / (60 + rank), 6))
            for rank, (passage, text) in enumerate(shown, 1)
        ),
        cut=len(shown) < len(passages) or bool(output.notes),
        texts=tuple(texts),
        disclosures=tuple(notes),
    )


def _nearest(passages: Sequence[tuple[Passage, Prepared]], query: SourceQuery) -> Sequence[tuple[Passage, Prepared]]:
    """Return the passages in the tool's order. If there are more than requested, return those with most words of the
    query."""
    if len(passages) <= query.limit:
        return passages
    asked = set(content_stems(query.words))
    order = sorted(
        range(len(passages)), key=lambda at: (-len(asked.intersection(content_stems(passages[at][0].text))), at)
    )
    return [passages[at] for at in order[: query.limit]]
