"""`pincite demo`: ingest the demo documents and ask six questions, each of which shows one thing the engine does."""

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

from .errors import SettingsError
from .graph.build import build_graph
from .reports.render import render
from .reports.terminal_escapes import visible_json
from .settings import Settings
from .stores.kb.knowledge_base import KnowledgeBase
from .terminal import ingest_table, show_progress, shown_report


def run_demo(folder: Path, *, questions: Path | None = None, as_json: bool = False) -> int:
    """Ask the demo questions and print the answers. Return 0 if every report is as `questions.yaml` (or `questions`)
    expects, else 1."""
    questions = questions or folder / "questions.yaml"
    if not questions.is_file():
        raise SettingsError(f"{questions}: not found; --corpus needs a folder with this file")
    asked = yaml.safe_load(questions.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place, KnowledgeBase.open(place) as kb:
        report = kb.ingest([folder / "corpus"], progress=show_progress)
        print(ingest_table(report), file=sys.stderr if as_json else sys.stdout)
        graph = build_graph(kb, Settings())
        answers = [
            graph.invoke({"question": question["question"], "as_of": str(asked["as_of"])})["report"]
            for question in asked["questions"]
        ]
    missed = 0
    for number, (question, answer) in enumerate(zip(asked["questions"], answers, strict=True), 1):
        wrong = unmet(question["expected"], answer.model_dump(mode="json"))
        missed += bool(wrong)
        if as_json:
            continue
        print(f"\n{'─' * 100}\n{number}. {question['question']}\n   ({question['shows']})\n")
        print(shown_report(answer))
        for line in wrong:
            print(f"   NOT AS EXPECTED: {line}")
    if as_json:
        print("[" + ",\n".join(visible_json(render(answer, "json")) for answer in answers) + "]")
    else:
        print(f"{'─' * 100}\n{len(answers) - missed} of {len(answers)} questions came out as expected.")
    return 1 if missed else 0


def unmet(expected: dict[str, Any], report: dict[str, Any]) -> list[str]:
    """Return the parts of an expectation that a report does not meet, in words."""
    wrong = [
        f"{field} is {report[field]!r}, not {expected[field]!r}"
        for field in ("terminal_state", "sufficient")
        if field in expected and report[field] != expected[field]
    ]
    wrong += [f"signal {name} is missing" for name in expected.get("signals", ()) if name not in report["risk_signals"]]
    wrong += [
        f"{value!r} is shown as an answer"
        for value in expected.get("wrong_values", ())
        if any(value in sentence["text"] for sentence in report["sentences"] if sentence["part"] != "related")
    ]
    sources = [expected] if "document" in expected else []
    for source in (*sources, *expected.get("also", ())):
        if not any(_cites(citation, source) for citation in report["citations"]):
            wrong.append(f"no citation of {source['document']} with “{source.get('quote_contains', '')}”")
    return wrong


def _cites(citation: dict[str, Any], source: dict[str, Any]) -> bool:
    return (
        citation["document"] == source["document"]
        and source.get("page") in (None, citation["page"])
        and (not source.get("cell") or _covers(citation["cell"] or "", source["cell"]))
        and " ".join(source.get("quote_contains", "").split()) in " ".join(citation["quote"].split())
    )


def _covers(cited: str, cell: str) -> bool:
    """Return whether a cited range of cells ("Leave!B6:D6", "R6C1:R6C7") contains the cell."""
    sheet, _, refs = cited.rpartition("!")
    wanted_sheet, _, wanted = cell.rpartition("!")
    first, _, last = refs.partition(":")
    place, start, end = _place(wanted), _place(first), _place(last or first)
    if sheet != wanted_sheet or place is None or start is None or end is None:
        return False
    return start[0] <= place[0] <= end[0] and start[1] <= place[1] <= end[1]


def _place(ref: str) -> tuple[int, int] | None:
    """Return row and column, counted from 1, of a cell address such as "B6" or "R6C2"; None for other texts."""
    if match := re.fullmatch(r"R(\d+)C(\d+)", ref):
        return int(match[1]), int(match[2])
    if match := re.fullmatch(r"([A-Z]+)(\d+)", ref):
        column = 0
        for letter in match[1]:
            column = column * 26 + ord(letter) - ord("A") + 1
        return int(match[2]), column
    return None
