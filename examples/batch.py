"""Answers the questions of a CSV file, and writes the answers with their sources to another.

    python examples/batch.py
    python examples/batch.py examples/questions.csv answers.csv

The column `question` contains the questions. An optional column `as_of` (ISO date) contains the day for which each
answer must be right. Without a second file the answers go to standard output. Needs neither a key nor a network.
"""

import csv
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from pincite import EvidenceReport, Graph, KnowledgeBase, RunInput, Settings, build_graph, place_in_words

HERE = Path(__file__).parent
COLUMNS = ("question", "sufficient", "answer", "citations", "confidence", "signals", "next_actions")
AT_ONCE = 4


def read_questions(file: Path) -> list[RunInput]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    given = [RunInput(question=row["question"]) for row in rows]
    for run_input, row in zip(given, rows, strict=True):
        if row.get("as_of"):
            run_input["as_of"] = row["as_of"]
    return given


def answered(graph: Graph, given: Sequence[RunInput]) -> list[EvidenceReport | Exception]:
    """Return one report for each question, in order, or the error of a question that cannot be asked.

    `await graph.abatch(…)` does the same inside an event loop.
    """
    found = graph.batch(list(given), {"max_concurrency": AT_ONCE}, return_exceptions=True)
    return [result if isinstance(result, Exception) else result["report"] for result in found]


def row(given: RunInput, found: EvidenceReport | Exception) -> dict[str, str]:
    if isinstance(found, Exception):
        return {"question": given["question"], "sufficient": "no", "answer": f"not asked: {found}"}
    sources = [
        f"[{citation.number}] {citation.document}, {place_in_words(citation)}: “{citation.quote}”"
        for citation in found.citations
    ]
    cells = {
        "question": found.question,
        "sufficient": "yes" if found.sufficient else "no",
        "answer": found.conclusion,
        "citations": "\n".join(sources),
        "confidence": found.confidence,
        "signals": " ".join(found.risk_signals),
        "next_actions": "\n".join(found.suggested_next_actions),
    }
    # a spreadsheet would run text that begins so as a formula, and this text comes from documents
    return {name: f"'{text}" if text.startswith(("=", "+", "-", "@")) else text for name, text in cells.items()}


def main(questions: Path = HERE / "questions.csv", answers: Path | None = None) -> None:
    given = read_questions(questions)
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(HERE / "corpus")
        found = answered(build_graph(kb, Settings()), given)
    with answers.open("w", encoding="utf-8", newline="") if answers else nullcontext(sys.stdout) as out:
        table = csv.DictWriter(out, COLUMNS)
        table.writeheader()
        table.writerows(map(row, given, found))
    enough = sum(isinstance(result, EvidenceReport) and result.sufficient for result in found)
    print(f"{enough} of {len(found)} questions were answered", file=sys.stderr)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
