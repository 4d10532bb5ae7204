"""`pincite ask [QUESTION]`: answers one question from the knowledge base, or holds a conversation."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import SettingsError, StoreError
from ..reports.terminal_escapes import visible, visible_json
from .command import add_json, add_knowledge_base, printable_location
from .report_command import add_forms

if TYPE_CHECKING:
    from ..evidence.report.evidence_report import EvidenceReport
    from ..nodes.runtime.state import RunInput
    from ..settings import Settings
    from ..stores.kb.knowledge_base import KnowledgeBase

EXAMPLES = (
    'pincite ask "What is the notice period of the lease of Borealis Ltd?"',
    'pincite ask "…" --html answer.html   # also as a web page, with each quote in its place',
    'pincite ask "…" --json > report.json # for `pincite report` and `pincite verify`',
    "pincite ask                          # a conversation: one question after another",
    "pincite ask < questions.txt          # a question from each line",
    'pincite ask "…" --document "policies/*" --as-of 2026-05-15',
)
EXITS = {
    0: "the documents answer the question",
    1: "they do not answer it, or not with enough evidence; the report says why",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "question",
        nargs="?",
        metavar="QUESTION",
        help="the question; if it is missing: a conversation on a terminal, or a question from each line of a file or pipe",
    )
    add_knowledge_base(parser)
    parser.add_argument(
        "--as-of", metavar="DATE", help="the day for which the answer holds, such as 2026-05-15 (default: today)"
    )
    parser.add_argument(
        "--document",
        action="append",
        default=[],
        metavar="GLOB",
        help='search only documents whose path matches, such as "policies/*.pdf"; can be repeated',
    )
    parser.add_argument(
        "--collection",
        action="append",
        default=[],
        metavar="NAME",
        help="search only the documents in this top-level folder; can be repeated",
    )
    parser.add_argument(
        "--follow-ups", type=int, choices=(0, 1, 2), help="how often to search again for missing evidence (default: 1)"
    )
    recording = parser.add_mutually_exclusive_group()
    recording.add_argument("--record", type=Path, metavar="FILE", help="save the run and its model calls, for --replay")
    recording.add_argument("--replay", type=Path, metavar="FILE", help="repeat a saved run, without key or network")
    add_forms(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..reports.footer import exit_code
    from ..stores.kb.existing import open_existing

    with open_existing(arguments.kb, arguments.tenant) as kb:
        if arguments.question is None and not arguments.replay:
            return _converse(arguments, kb)
        report = _asked(arguments, kb)
        _keep(report, kb)
        _show(report, kb, arguments)
    return exit_code(report)


def _asked(arguments: argparse.Namespace, kb: "KnowledgeBase") -> "EvidenceReport":
    """Return the report of a new run, or of a recorded one."""
    from ..graph.recorded import record, replay

    if arguments.replay and arguments.follow_ups is not None:
        raise SettingsError("--follow-ups: a replay uses the settings of its recording; leave this option out")
    if arguments.replay and arguments.question is None:
        return replay(kb, arguments.replay)
    given = _given(arguments, arguments.question)
    if arguments.replay:
        return replay(kb, arguments.replay, given)
    if arguments.record:
        return record(kb, given, arguments.record, _settings(arguments))
    return _asker(arguments, kb)(given)


def _converse(arguments: argparse.Namespace, kb: "KnowledgeBase") -> int:
    """Ask one question after another. Return 0 if all were answered or this is a terminal, 1 if some were not, 2 if
    some could not be asked."""
    from ..reports.footer import exit_code
    from ..reports.render import render
    from ..reports.sources_text import sources_text
    from ..terminal import counted
    from .conversation import Conversation, typed_lines

    typed = sys.stdin.isatty()
    _only_for_one_question(arguments, typed=typed)
    ask = _asker(arguments, kb)
    reports: list[EvidenceReport] = []
    codes: list[int] = []

    def answered(report: "EvidenceReport") -> None:
        _keep(report, kb)
        codes.append(exit_code(report))
        if arguments.json:
            reports.append(report)
            return
        if not typed:
            print(visible(f"# {report.question}\n"))
        _show(report, kb, arguments)

    talk = Conversation(
        lambda question, turns: ask(_given(arguments, question, turns)),
        answered,
        lambda report: sources_text(report, kb.snapshot().structure),
    )
    if typed:
        current = sum(document.is_current for document in kb.snapshot().documents())
        print(
            f"{counted(current, 'document')} in {printable_location(arguments.kb)}. Type a question, or :help. Ctrl-D ends.",
            file=sys.stderr,
        )
    talk.run(typed_lines() if typed else sys.stdin)
    if typed:
        return 0
    if not talk.answered and not talk.failed:
        raise SettingsError("question: missing; give it after `ask`, or one question per line on standard input")
    if arguments.json:
        print("[" + ",\n".join(visible_json(render(report, "json")) for report in reports) + "]")
    return 2 if talk.failed else max(codes, default=0)


def _only_for_one_question(arguments: argparse.Namespace, *, typed: bool) -> None:
    options = {"--html": arguments.html, "--record": arguments.record, "--json": arguments.json and typed}
    if wrong := next((name for name, value in options.items() if value), None):
        raise SettingsError(
            f"{wrong}: works with a single question only; give the question after `ask`, or leave the option out"
        )


def _keep(report: "EvidenceReport", kb: "KnowledgeBase") -> None:
    """Record the report in the run journal, so that `pincite verify` detects changes to a saved report."""
    try:
        kb.record_run(report.run_id, report.question, report.digest)
    except StoreError as error:  # the answer is valid all the same
        print(visible(f"pincite: this report was not recorded in the run journal: {error}"), file=sys.stderr)


def _show(report: "EvidenceReport", kb: "KnowledgeBase", arguments: argparse.Namespace) -> None:
    from ..reports.footer import footer
    from .shown import show

    show(report, kb, arguments)
    print(visible(footer(report)), file=sys.stderr)


def _given(arguments: argparse.Namespace, question: str, earlier_turns: Sequence[str] = ()) -> "RunInput":
    given: RunInput = {"question": question}
    if arguments.as_of:
        given["as_of"] = arguments.as_of
    if arguments.document:
        given["documents"] = arguments.document
    if arguments.collection:
        given["collections"] = arguments.collection
    if earlier_turns:
        given["earlier_turns"] = list(earlier_turns)
    return given


def _asker(arguments: argparse.Namespace, kb: "KnowledgeBase") -> "Callable[[RunInput], EvidenceReport]":
    from ..graph.build import build_graph

    graph = build_graph(kb, _settings(arguments))

    def ask(given: "RunInput") -> "EvidenceReport":
        report: EvidenceReport = graph.invoke(given)["report"]
        return report

    return ask


def _settings(arguments: argparse.Namespace) -> "Settings":
    from ..settings import Settings

    return Settings() if arguments.follow_ups is None else Settings(follow_ups=arguments.follow_ups)
