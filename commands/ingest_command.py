"""`pincite ingest PATH…`: read files and folders into a knowledge base."""

import argparse
import sys
from pathlib import Path

from ..reports.visible import visible, visible_json
from .command import add_json, add_knowledge_base

EXAMPLES = (
    "pincite ingest docs/",
    "pincite ingest docs/ contract.pdf --kb work.kb",
    "pincite ingest docs/ --prune        # also remove documents whose files were deleted",
)
EXITS = {0: "every file was read", 1: "some files could not be read; the rest was ingested"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders")
    add_knowledge_base(parser)
    parser.add_argument(
        "--manifest",
        type=Path,
        metavar="FILE",
        help="states whose the documents are and what they replace; default: sources.yaml in an ingested folder",
    )
    parser.add_argument(
        "--prune", action="store_true", help="remove documents from the knowledge base whose files were deleted"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..stores.kb.knowledge_base import KnowledgeBase
    from ..terminal import ingest_table, show_progress

    with KnowledgeBase.open(arguments.kb, tenant=arguments.tenant) as kb:
        report = kb.ingest(arguments.paths, manifest=arguments.manifest, prune=arguments.prune, progress=show_progress)
    print(visible_json(report.model_dump_json(indent=2)) if arguments.json else visible(ingest_table(report)))
    if report.nothing_taken:
        why = "none of the files could be read" if report.failed or report.skipped else "there is no file to read"
        print(
            visible(f"pincite: nothing was ingested: {why} in {', '.join(map(str, arguments.paths))}"), file=sys.stderr
        )
    return 2 if report.nothing_taken else 0 if report.ok else 1
