"""Prints the progress events of a run as they arrive: first from `stream`, then from two concurrent runs of `astream`.

    python examples/stream.py

Needs neither a key nor a network. docs/streaming.md lists the events.
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from pincite import (
    CriticDecided,
    EvidenceJudged,
    EvidenceReport,
    GatePassed,
    Graph,
    KnowledgeBase,
    PassagesFound,
    ProgressEvent,
    RunConcluded,
    RunInput,
    SentencesAudited,
    Settings,
    build_graph,
    in_words,
    read_event,
)

CORPUS = Path(__file__).parent / "corpus"
AS_OF = "2026-05-15"
TWO_STEPS = "Which standard is the archive contractor of Hollinbrae Instruments certified to?"
LEAVE = "How many working days of annual leave does a grade C employee of Hollinbrae Instruments in Kilmarrow get?"
ABSENT = "What is the liability cap in the agreement with Lindqvar Robotics?"


def line(event: ProgressEvent) -> str | None:
    """Return an event as a line for a person, or None for an event that only programs need."""
    match event:
        case GatePassed():
            names = ", ".join(event.candidates)
            return f"subject found: {names}" if event.found else f"no such subject ({event.rejected} near-misses)"
        case PassagesFound():
            return f"{event.new} passages found"
        case EvidenceJudged():
            return f"{event.accepted} quotes found letter for letter and about the subject, {event.rejected} refused"
        case CriticDecided():
            return f"critic: {event.reason}" + (f"; looks for “{event.suggested_query}”" * event.requires_more_context)
        case SentencesAudited():
            return f"{event.supported} of {event.in_all} sentences stand"
        case RunConcluded():
            return f"{event.stop_reason}, confidence {event.confidence}"
    return None


def watch(graph: Graph, question: str) -> EvidenceReport:
    print(question)
    given: RunInput = {"question": question, "as_of": AS_OF}
    parts: Any = graph.stream(given, stream_mode=["custom", "values"], version="v2")
    for part in parts:
        if part["type"] == "custom" and (shown := line(event := read_event(part["data"]))):
            print(f"  {event.node:<20} {shown}")
    report: EvidenceReport = part["data"]["report"]  # the last part is the output
    print(f"\n{in_words(report)}\n")
    return report


async def watch_two(graph: Graph, *questions: str) -> None:
    async def watch_one(number: int, question: str) -> None:
        asked: RunInput = {"question": question, "as_of": AS_OF}
        async for part in graph.astream(asked, stream_mode="custom", version="v2"):
            if shown := line(read_event(part["data"])):
                print(f"  run {number}  {shown}")

    print("At once:", *questions, sep="\n  ")
    await asyncio.gather(*(watch_one(number, question) for number, question in enumerate(questions, 1)))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        graph = build_graph(kb, Settings())
        watch(graph, TWO_STEPS)
        asyncio.run(watch_two(graph, LEAVE, ABSENT))


if __name__ == "__main__":
    main()
