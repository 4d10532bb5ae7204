"""`pincite ingest PATH…`: read files and folders into a knowledge base."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..reports.terminal_escapes import visible, visible_json
from .command import add_json, add_knowledge_base

if TYPE_CHECKING:
    from ..stores.kb.ingest_report import IngestReport
    from ..stores.kb.knowledge_base import KnowledgeBase

EXAMPLES = (
    "pincite ingest docs/",
    "pincite ingest docs/ contract.pdf --kb work.kb",
    "pincite ingest docs/ --prune              # also remove documents whose files were deleted",
    "pincite ingest docs/ --prune --watch      # keep running, and ingest changes",
)
EXITS = {0: "every file was read", 1: "some files could not be read; the others were ingested"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders")
    add_knowledge_base(parser)
    parser.add_argument(
        "--manifest",
        type=Path,
        metavar="FILE",
        help="a YAML file that declares what the documents are and what they replace (default: sources.yaml in an ingested folder)",
    )
    parser.add_argument(
        "--prune", action="store_true", help="remove documents from the knowledge base whose files were deleted"
    )
    parser.add_argument(
        "--ocr", action="store_true", help="read scanned pages of PDFs (needs the extra ocr; about 7 s per page)"
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="keep running and ingest changed files until Ctrl-C; with --json, one line of JSON per change",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..settings import Settings
    from ..stores.kb.knowledge_base import KnowledgeBase
    from ..terminal import ingest_table, show_progress

    with KnowledgeBase.open(arguments.kb, tenant=arguments.tenant) as kb:
        if arguments.watch:
            return _watch(arguments, kb)
        report = kb.ingest(
            arguments.paths,
            manifest=arguments.manifest,
            prune=arguments.prune,
            ocr=arguments.ocr or Settings().ingest.ocr,
            progress=show_progress,
        )
    print(visible_json(report.model_dump_json(indent=2)) if arguments.json else visible(ingest_table(report)))
    if report.nothing_ingested:
        why = "none of the files could be read" if report.failed or report.skipped else "no file was found"
        print(
            visible(f"pincite: nothing was ingested: {why} in {', '.join(map(str, arguments.paths))}"), file=sys.stderr
        )
    return 2 if report.nothing_ingested else 0 if report.ok else 1


def _watch(arguments: argparse.Namespace, kb: "KnowledgeBase") -> int:
    """Ingest changed files until Ctrl-C."""
    from ..settings import Settings
    from ..terminal import show_progress
    from .watch import FolderSync, ShownChanges, changes

    ocr = arguments.ocr or Settings().ingest.ocr

    def ingest(untouched: frozenset[Path]) -> "IngestReport":
        return kb.ingest(
            arguments.paths,
            manifest=arguments.manifest,
            prune=arguments.prune,
            untouched=untouched,
            ocr=ocr,
            progress=show_progress if sys.stderr.isatty() else None,
        )

    watched = ", ".join(map(str, arguments.paths))
    sync = FolderSync(arguments.paths, ingest, ShownChanges(as_json=arguments.json))
    try:
        for number, changed in enumerate(changes(arguments.paths, [arguments.manifest] if arguments.manifest else [])):
            sync.after(changed)
            if not number:
                print(visible(f"Watching {watched} for changes. Ctrl-C ends."), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("pincite: stopped watching; what was ingested is kept", file=sys.stderr)
    return 0
