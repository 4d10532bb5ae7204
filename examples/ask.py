"""Asks one question about the demo documents. It prints the answer with its sources, or the reason why there is none.

    python examples/ask.py
    python examples/ask.py "Who is the founder of Hollinbrae Instruments?"

Needs neither a key nor a network. The exit code is 0 if the question was answered, else 1.
"""

import sys
import tempfile
from pathlib import Path

from pincite import KnowledgeBase, RunBudgets, RunContext, Settings, build_graph, render

CORPUS = Path(__file__).parent / "corpus"
QUESTION = "How many days a week may employees of Hollinbrae Instruments work from home?"


def main(question: str) -> int:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        graph = build_graph(kb, Settings())
        report = graph.invoke(
            {"question": question, "as_of": "2026-05-15"},  # without as_of: today
            context=RunContext(budgets=RunBudgets(seconds_per_run=60)),  # may be left out
        )["report"]

    print(question, "\n")
    print(render(report, "markdown"))
    print("How the run went:", " → ".join(step.node for step in report.path))
    print("What the program reads:", report.terminal_state, report.confidence, report.stop_reason)
    for citation in report.citations:
        print(f"  {citation.document}, characters {citation.char_start}–{citation.char_end}: “{citation.quote}”")
    return 0 if report.sufficient else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else QUESTION))
