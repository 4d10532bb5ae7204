"""Converts the tool results of a conversation to chunks for an audit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from langchain_core.documents import Document
from langchain_core.messages import AnyMessage, BaseMessage, ToolMessage
from pydantic import ValidationError

from ..evidence.report.evidence_report import EvidenceReport
from ..evidence.report.place_words import place_in_words
from .adapters import in_words
from .retrieval_tools import Retrieval

CHARACTERS = 300_000
"""The maximum number of characters of tool results in one audit, the latest first. Without a model, ten claims against
that many take about 1.5 seconds."""
_STRUCTURED = "Returning structured response:"
"""How LangChain's confirmation of a structured response begins. It looks like a tool result, but is text of the
model."""


class Chunk(NamedTuple):
    """A chunk for `audit`: its id and its text."""

    id: str
    text: str


class ToolResults(NamedTuple):
    chunks: tuple[Chunk, ...]
    """The chunks. Those of a report with numbered sources come first, so that [1] means its first citation."""
    numbered: bool
    """Whether numbers in brackets name chunks. This is so if the results are a single pincite report and, besides it,
    only pincite searches."""
    left_out: int
    """The number of older results beyond the limit."""
    whole: dict[str, str]
    """The id of a chunk for each result, by the result's text on one line."""

    def relayed(self, answer: str) -> str | None:
        """Return the id of the result that an answer repeats unchanged; None if it repeats none."""
        return self.whole.get(_line(answer))


def tool_results(messages: Sequence[AnyMessage]) -> ToolResults:
    """Return the results of all tools in `messages`, as chunks with ids of their own.

    A report of pincite becomes one chunk per citation, with the sentences that cite it. Its searches become one chunk
    per passage, and an answer of its MCP server one per source. Each LangChain document is a chunk, and so is any other
    result. Failed results, and results without text, are left out.
    """
    given = [message for message in messages if isinstance(message, ToolMessage) and _counts(message)]
    reports = [report for message in given if (report := _report(message))]
    numbered = len(reports) == 1 and all(_report(message) or _retrieval(message) for message in given)
    chunks: dict[str, str] = {}
    room, left_out = CHARACTERS, 0
    for place, message in reversed(list(enumerate(given, 1))):
        for name, text in _chunks(message, place, numbered):
            if len(text) > room:
                left_out += 1
            elif chunks.setdefault(name, text) is text:
                room -= len(text)
    found = [Chunk(name, text) for name, text in chunks.items()]
    found.sort(key=lambda chunk: not chunk.id.isdecimal())
    whole = {_line(text): _name(message, place) for place, message in enumerate(given, 1) for text in _forms(message)}
    return ToolResults(tuple(found), numbered, left_out, whole)


def _name(message: ToolMessage, place: int) -> str:
    return f"{message.name or 'tool'} {place}"


def _forms(message: ToolMessage) -> tuple[str, ...]:
    """Return the texts that count as a repetition of this result. For a report, the text without the last line or
    without the sources counts too."""
    report = _report(message)
    return (message.text, in_words(report), report.conclusion) if report else (message.text,)


def _line(text: str) -> str:
    return " ".join(text.split())


def _counts(message: ToolMessage) -> bool:
    return message.status != "error" and not message.text.startswith(_STRUCTURED)


def _chunks(message: ToolMessage, place: int, numbered: bool) -> Iterator[tuple[str, str]]:
    """Yield the id and the text of each chunk of a tool result. `place`: the number of the result."""
    name = _name(message, place)
    if report := _report(message):
        yield from _of_report(report, "" if numbered else f"{name}, ")
        yield name, message.text
    elif sources := _sources(message):
        for number, quote in sources:
            yield f"{name}, {number}", quote
        yield name, message.text
    elif found := _retrieval(message):
        for passage in found.passages:
            rows = "\n".join(
                "; ".join(f"{head}: {cell}" if head else cell for head, cell in row) for row in passage.rows
            )
            section = passage.section if passage.section != passage.title else None
            yield passage.passage_id, "\n".join(part for part in (passage.title, section, rows or passage.text) if part)
    elif documents := _documents(message):
        for number, text in enumerate(documents, 1):
            if text.strip():
                yield f"{name}, {number}", text
    elif message.text.strip():
        yield name, message.text


def _of_report(report: EvidenceReport, before: str) -> Iterator[tuple[str, str]]:
    for citation in report.citations:
        said = [sentence.text for sentence in report.sentences if citation.number in sentence.citations]
        place = f"{citation.title}, {place_in_words(citation)}"
        yield f"{before}{citation.number}", "\n\n".join((citation.quote, *said, place))


def _artifact(message: ToolMessage) -> Any:
    """Return the artifact of a message. The structured content of an MCP server is one level deeper."""
    held = message.artifact
    return held.get("structured_content", held) if isinstance(held, Mapping) else held


def _report(message: BaseMessage) -> EvidenceReport | None:
    held = _artifact(message) if isinstance(message, ToolMessage) else None
    if not isinstance(held, Mapping) or "provenance" not in held:
        return None
    try:
        return EvidenceReport.model_validate(held)
    except ValidationError:
        return None


def _sources(message: ToolMessage) -> list[tuple[int, str]]:
    """Return the number and quote of each source in an answer of pincite's MCP server."""
    held = _artifact(message)
    listed = held.get("sources") if isinstance(held, Mapping) and "conclusion" in held else None
    try:
        return [(source["number"], source["quote"]) for source in listed or ()]
    except (KeyError, TypeError):
        return []


def _retrieval(message: ToolMessage) -> Retrieval | None:
    held = _artifact(message)
    if not isinstance(held, Mapping) or "file_ref_table" not in held:
        return None
    try:
        return Retrieval.model_validate(held)
    except ValidationError:
        return None


def _documents(message: ToolMessage) -> list[str]:
    """Return the texts of LangChain documents in the artifact."""
    held = message.artifact
    return (
        [document.page_content for document in held if isinstance(document, Document)]
        if isinstance(held, list | tuple)
        else []
    )
