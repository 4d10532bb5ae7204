"""`pincite demo`: ingest the demo documents and ask six questions."""

import argparse
from pathlib import Path

from .command import add_json

EXAMPLES = ("pincite demo",)
EXITS = {0: "every question came out as expected", 1: "some did not; the output marks them"}
DEMO = Path(__file__).parent.parent / "examples"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--corpus",
        type=Path,
        default=DEMO,
        metavar="DIR",
        help="a folder with corpus/ and questions.yaml (default: the demo documents)",
    )
    parser.add_argument("--questions", type=Path, metavar="FILE", help="other questions about the same documents")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..demo import run_demo

    return run_demo(arguments.corpus, questions=arguments.questions, as_json=arguments.json)
