"""`pincite ask QUESTION`: one run over the knowledge base, and its report."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import SettingsError, StoreError
from ..reports.visible import visible
from .command import add_json, add_knowledge_base
from .report_command import add_forms

if TYPE_CHECKING:
    from ..evidence.report import EvidenceReport
    from ..stores.kb.knowledge_base import KnowledgeBase

EXAMPLES = (
    'pincite ask "What is the notice period of the lease of Borealis Ltd?"',
    'pincite ask "…" --html answer.html   # also as a web page, with each quote in its place',
    'pincite ask "…" --json > report.json # for `pincite report` and `pincite verify`',
    'pincite ask "…" --document "policies/*" --as-of 2026-05-15',
)
EXITS = {0: "the documents answer the question", 1: "they do not, or not with enough evidence; the report says why"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", nargs="?", metavar="QUESTION", help="can be left out with --replay")
    add_knowledge_base(parser)
    parser.add_argument("--as-of", metavar="DATE", help="the day the answer is for, as 2026-05-15 (default: today)")
    parser.add_argument(
        "--document",
        action="append",
        default=[],
        metavar="GLOB",
        help='read only documents whose path matches, as "policies/*.pdf"; can be repeated',
    )
    parser.add_argument(
        "--collection",
        action="append",
        default=[],
        metavar="NAME",
        help="read only the documents in this top folder; can be repeated",
    )
    parser.add_argument(
        "--follow-ups", type=int, choices=(0, 1, 2), help="how often to search again for what is missing (default: 1)"
    )
    tape = parser.add_mutually_exclusive_group()
    tape.add_argument("--record", type=Path, metavar="FILE", help="save the run and its model calls, for --replay")
    tape.add_argument("--replay", type=Path, metavar="FILE", help="repeat a saved run, without key or network")
    add_forms(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..reports.shown import show
    from ..stores.kb.existing import open_existing

    with open_existing(arguments.kb, arguments.tenant) as kb:
        report = _asked(arguments, kb)
        try:
            kb.record_run(report.run_id, report.question, report.digest)
        except StoreError as error:  # the answer holds all the same
            print(visible(f"pincite: the run journal does not hold this report: {error}"), file=sys.stderr)
        show(report, kb, arguments)
    return 0 if report.sufficient else 1


def _asked(arguments: argparse.Namespace, kb: "KnowledgeBase") -> "EvidenceReport":
    """The report of the run that is asked for, or of the recorded one."""
    from ..graph.build import build_graph
    from ..graph.recorded import record, replay
    from ..nodes.runtime.state import RunInput
    from ..settings import Settings

    if arguments.replay and arguments.follow_ups is not None:
        raise SettingsError("--follow-ups: a replay runs under the settings it was recorded with; leave it out")
    if arguments.replay and arguments.question is None:
        return replay(kb, arguments.replay)
    if arguments.question is None:
        raise SettingsError("question: it is missing; give it after `ask`")
    given: RunInput = {"question": arguments.question}
    if arguments.as_of:
        given["as_of"] = arguments.as_of
    if arguments.document:
        given["documents"] = arguments.document
    if arguments.collection:
        given["collections"] = arguments.collection
    if arguments.replay:
        return replay(kb, arguments.replay, given)
    settings = Settings() if arguments.follow_ups is None else Settings(follow_ups=arguments.follow_ups)
    if arguments.record:
        return record(kb, given, arguments.record, settings)
    report: EvidenceReport = build_graph(kb, settings).invoke(given)["report"]
    return report
