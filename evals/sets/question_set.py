"""Asks every question of a set, and scores the answers by code: wrong answers, false refusals, right quotes and pages
(SPEC EVA-3, EVA-6)."""

import argparse
import logging
import sys
import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from glob import escape
from html import escape as escape_html
from pathlib import Path
from statistics import median
from typing import Literal

from ...errors import SettingsError
from ...evidence.model.frozen import Frozen
from ...evidence.model.intervals import Rate, rate
from ...evidence.report.evidence_report import EvidenceReport
from ...graph.build import build_graph
from ...nodes.runtime.state import RunInput
from ...settings import Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from .abstention import Abstention, Asked, Outcome, abstention, abstention_lines, naming
from .document_copies import rows_without_copies
from .question_rows import Document, Row, read_rows, refuse_sealed
from .retrieval_ranks import rank_all
from .retrieval_ranks import table as ranks_table
from .table_scores import TableScore, TableScores, table_score, table_score_lines, table_scores

Scope = Literal["pooled", "own", "others"]
"""The documents that a question searches.

- `pooled`: all documents of the set
- `own`: only its own
- `others`: all except its own and, if the set names companies, those of its company, so that every question should be
  refused
"""
CITED = 2
"""The number of first citations of an answer that are compared with the gold page or quote."""


class SetReport(Frozen):
    """The rates of a set; `table` explains the fields."""

    questions: int
    answered_right: Rate
    answered_wrong: Rate
    refused: Rate
    gold_cited: Rate
    unanswerable_answered: Rate
    stopped_at_gate: Rate
    abstention: Abstention
    median_ms: float
    p95_ms: float
    asked: tuple[Asked, ...]
    tables: TableScores | None = None
    """The scores of questions on tables, if the set has any."""


def ask_all(
    rows: Sequence[Row], folder: Path, *, scope: Scope = "pooled", settings: Settings | None = None
) -> SetReport:
    """Ingest the documents of all rows into one knowledge base, ask each question once, and return the rates. `folder`:
    where the PDF paths begin."""
    if not rows:
        raise SettingsError("the question set has no rows; give a file with questions")
    with tempfile.TemporaryDirectory() as where, KnowledgeBase.open(where) as kb:
        names = ingested(kb, rows, folder)
        everything = {document.path for document in kb.snapshot().documents()}
        graph = build_graph(kb, settings)
        asked = []
        of_tables: list[TableScore] = []
        for row in rows:
            given = asked_of(row, rows, names, everything, scope)
            began = time.perf_counter()
            report = graph.invoke(given)["report"]
            asked.append(scored(row, report, names, time.perf_counter() - began))
            if (score := table_score(row, report)) is not None:
                of_tables.append(score)
    return _summed(asked).model_copy(update={"tables": table_scores(of_tables)})


def asked_of(
    row: Row, rows: Sequence[Row], names: Mapping[tuple[str, str], str], everything: Collection[str], scope: Scope
) -> RunInput:
    """Return the input of a run for one row, with the documents that it searches, which are paths from `everything`."""
    given: RunInput = {"question": row.question}
    if scope != "pooled":
        company = [
            other for other in rows if other is row or (row.meta.company and other.meta.company == row.meta.company)
        ]
        related = company if scope == "others" else [row]
        own = {names[other.id, document.id] for other in related for document in other.docs}
        given["documents"] = [escape(path) for path in sorted(own if scope == "own" else {*everything} - own)]
    return given


def ingested(kb: KnowledgeBase, rows: Sequence[Row], folder: Path) -> Mapping[tuple[str, str], str]:
    """Ingest every document once, and return the paths of the documents of each row. If rows use one id for different
    texts, these stay separate."""
    contents: dict[str, set[str]] = {}
    for row in rows:
        for doc in row.docs:
            contents.setdefault(doc.id, set()).add(doc.text or doc.pdf or "")
    names: dict[tuple[str, str], str] = {}
    texts: dict[str, dict[str, str]] = {}
    files: dict[str, Path] = {}
    for row in rows:
        for doc in row.docs:
            name = doc.id if len(contents[doc.id]) == 1 else f"{row.id}/{doc.id}"
            if doc.pdf:
                file = (folder / doc.pdf).resolve()
                names[row.id, doc.id] = file.name
                files[file.name] = file
            else:
                names[row.id, doc.id] = name
                texts[name] = {"id": name, "title": doc.title or _first_words(doc), "text": doc.text or ""}
                if doc.table:
                    texts[name] |= {"text": as_html(doc.table), "media_type": "text/html"}
    if texts:
        kb.ingest_texts([text for text in texts.values() if text["text"].strip()])
    if files:
        kb.ingest(sorted(files.values()))
    return names


def as_html(rows: Sequence[Sequence[str]]) -> str:
    """Return a table as an HTML page, without marking a header row."""
    lines = ("".join(f"<td>{escape_html(text)}</td>" for text in row) for row in rows)
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _first_words(document: Document) -> str:
    return " ".join((document.text or "").split()[:8]) or document.id


def scored(row: Row, report: EvidenceReport, names: Mapping[tuple[str, str], str], seconds: float) -> Asked:
    """Return the score of one question, by the gold answers and places of its row."""
    if report.terminal_state == "SUBJECT_NOT_FOUND":
        outcome: Outcome = "not_found"
    else:
        outcome = "sufficient" if report.sufficient else "partial" if report.answer else "no_answer"
    numbers = {number for sentence in report.sentences if sentence.part == "direct" for number in sentence.citations}
    cited = [citation for citation in report.citations if citation.number in numbers] if report.answer else []
    quotes = tuple(folded(citation.quote) for citation in cited)
    leading = {citation.evidence_id for citation in cited}
    answers = [folded(answer) for answer in row.answer]
    pages = {(names.get((row.id, gold.doc)), gold.page) for gold in row.evidence if gold.page}
    golden = [folded(gold.quote) for gold in row.evidence if gold.quote and not gold.page]
    hit = any((citation.document, citation.page) in pages for citation in report.citations[:CITED]) or any(
        gold in folded(citation.quote) or folded(citation.quote) in gold
        for gold in golden
        for citation in report.citations[:CITED]
    )
    return Asked(
        id=row.id,
        question=row.question,
        answerable=row.answerable,
        outcome=outcome,
        right=any(answer in quote for answer in answers for quote in quotes) if answers else None,
        gold_cited=hit if pages or golden else None,
        quotes=tuple(citation.quote for citation in cited),
        seconds=round(seconds, 4),
        confidence=report.confidence,
        relevance=max((unit.relevance for unit in report.evidence if unit.evidence_id in leading), default=0.0),
        stated_conflict=row.label == "conflict" if row.label else None,
        conflict=naming(report.conflicts, row.answer, row.meta.wrong),
    )


def folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def _summed(asked: Sequence[Asked]) -> SetReport:
    answerable = [question for question in asked if question.answerable]
    others = [question for question in asked if not question.answerable]
    answered = [question for question in answerable if question.outcome == "sufficient"]
    golden = [question for question in answerable if question.gold_cited is not None]
    times = sorted(question.seconds for question in asked)
    return SetReport(
        questions=len(asked),
        answered_right=rate(sum(bool(question.right or question.gold_cited) for question in answered), len(answerable)),
        answered_wrong=rate(sum(not (question.right or question.gold_cited) for question in answered), len(answerable)),
        refused=rate(len(answerable) - len(answered), len(answerable)),
        gold_cited=rate(sum(bool(question.gold_cited) for question in golden), len(golden)),
        unanswerable_answered=rate(sum(other.outcome == "sufficient" for other in others), len(others)),
        stopped_at_gate=rate(sum(question.outcome == "not_found" for question in asked), len(asked)),
        abstention=abstention(asked),
        median_ms=round(1000 * median(times), 1),
        p95_ms=round(1000 * times[int(0.95 * (len(times) - 1))], 1),
        asked=tuple(asked),
    )


def table(report: SetReport, examples: int = 0) -> str:
    """Return the report for a terminal, with `examples` wrong answers."""
    lines = [
        f"questions                        {report.questions}",
        f"answerable, answered rightly     {report.answered_right}",
        f"answerable, answered wrongly      {report.answered_wrong}   (neither a gold answer nor the gold place is quoted)",
        f"answerable, not answered         {report.refused}",
        f"gold among {CITED} citations         {report.gold_cited}",
        f"unanswerable, yet answered       {report.unanswerable_answered}",
        f"stopped at the gate              {report.stopped_at_gate}",
        *abstention_lines(report.abstention),
        *table_score_lines(report.tables),
        f"time per question, ms            median {report.median_ms}, p95 {report.p95_ms}",
    ]
    wrong = [
        question
        for question in report.asked
        if question.outcome == "sufficient" and not (question.answerable and (question.right or question.gold_cited))
    ]
    for question in wrong[:examples]:
        quote = " ".join(" | ".join(question.quotes).split())
        lines.append(f"  {'wrong' if question.answerable else 'unanswerable'}: {question.question}\n    {quote[:200]}")
    return "\n".join(lines)


EXAMPLES = ("pincite eval questions.jsonl", "pincite eval questions.jsonl --scope own --first 50")
EXITS = {0: "measured"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pincite eval PATH`."""
    parser.add_argument("path", type=Path, metavar="PATH", help="a question set in JSON lines")
    parser.add_argument(
        "--scope",
        choices=("pooled", "own", "others"),
        default="pooled",
        help="the documents that a question searches (default: pooled)",
    )
    parser.add_argument("--only", choices=("answerable", "unanswerable"), help="ask only these questions")
    parser.add_argument(
        "--without-copies",
        action="store_true",
        help="leave out near-copies among the documents of a question",
    )
    parser.add_argument("--first", type=int, metavar="N", help="ask only the first N questions")
    parser.add_argument("--examples", type=int, default=0, metavar="N", help="show N wrong answers")
    parser.add_argument(
        "--retrieval",
        action="store_true",
        help="only measure where retrieval finds the right place, over the pooled documents",
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Ask the questions of a set and print the rates."""
    if args.json or args.examples:
        refuse_sealed([args.path], "leave out --json and --examples")
    rows = [row for row in read_rows(args.path) if args.only is None or row.answerable == (args.only == "answerable")]
    rows = list(rows_without_copies(rows)) if args.without_copies else rows
    print(f"asking {len(rows[: args.first])} questions…", file=sys.stderr)
    log = logging.getLogger("pincite")
    level = log.level
    log.setLevel(logging.ERROR)  # refusals are measured here, so their log lines are noise
    try:
        if args.retrieval:
            with tempfile.TemporaryDirectory() as where, KnowledgeBase.open(where) as kb:
                found = rank_all(rows[: args.first], kb, ingested(kb, rows[: args.first], args.path.parent))
            print(found.model_dump_json(indent=2) if args.json else ranks_table(found))
            return 0
        report = ask_all(rows[: args.first], args.path.parent, scope=args.scope)
    finally:
        log.setLevel(level)
    print(report.model_dump_json(indent=2) if args.json else table(report, args.examples))
    return 0
