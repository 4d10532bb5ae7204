"""`pincite eval golden`: the golden questions in every arm, the verdict, and the regression gate."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar, get_args

from ..errors import SettingsError
from ..settings import Settings
from .golden.baseline import BASELINE, checked, kept, read_baseline, write_baseline
from .golden.result import ArmName, GoldenReport, GuardName
from .golden.run import PRODUCT, credulous_name, evaluate
from .golden.set import GOLDEN, GoldenSet, Kind, chosen, read_golden
from .golden.tapes import NoTapes, RecordTo, ReplayFrom, Tapes
from .golden.terminal_table import table
from .html.golden_page import Page

_ALL = "all"
Name = TypeVar("Name", bound=str)


EXAMPLES = (
    "pincite eval golden --short                 # the product alone, against the saved baseline",
    "pincite eval golden --html golden.html",
)
EXITS = {0: "done, without a significant drop against the baseline", 1: "a significant drop against the baseline"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pincite eval golden`."""
    parser.add_argument(
        "--short", action="store_true", help="run the product alone and compare it with the saved baseline, for CI"
    )
    parser.add_argument(
        "--arms", metavar="NAMES", help=f"only these arms, separated by commas: {', '.join(get_args(ArmName))}"
    )
    parser.add_argument(
        "--ablate",
        nargs="?",
        const=_ALL,
        metavar="GUARDS",
        help="also run the product with each guard off, or with these guards off (separated by commas)",
    )
    parser.add_argument(
        "--credulous",
        action="store_true",
        help="with --ablate: repeat with a critic and an auditor that approve everything",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=get_args(Kind),
        metavar="KIND",
        help="ask only questions of this kind; can be repeated",
    )
    parser.add_argument(
        "--corpus", action="append", default=[], metavar="NAME", help="ask only about this corpus; can be repeated"
    )
    parser.add_argument("--golden", type=Path, default=GOLDEN, metavar="DIR", help="a folder with other golden files")
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="compare with this baseline; exit with 1 on a significant drop"
    )
    parser.add_argument(
        "--write-baseline", type=Path, metavar="FILE", help="save this run of the last arm as a baseline"
    )
    recording = parser.add_mutually_exclusive_group()
    recording.add_argument("--record", type=Path, metavar="DIR", help="record every model call in a new folder")
    recording.add_argument(
        "--replay", type=Path, metavar="DIR", help="replay recorded runs and score them again, without key or network"
    )
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="concurrent questions (default: 1)")
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="also write a web page, with dossiers of the answers that were not right",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")


def run(args: argparse.Namespace) -> int:
    """Ask the golden questions and print the figures. Return 1 if a metric is significantly worse than in a given
    baseline, else 0."""
    if args.short and (args.arms or args.ablate):
        raise SettingsError("--short: runs the product alone; leave --arms and --ablate out")
    if args.credulous and not args.ablate:
        raise SettingsError("--credulous: works only with --ablate; add it")
    if args.at_once < 1:
        raise SettingsError(f"--at-once {args.at_once}: at least 1 is needed")
    sets = chosen(read_golden(args.golden), args.corpus, args.only)
    arms = _named(args.arms, get_args(ArmName), "--arms") if args.arms else get_args(ArmName)
    guards = _named(args.ablate, get_args(GuardName), "--ablate") if args.ablate else ()
    settings, tapes = Settings(), _tapes(args)
    if args.short:
        arms = (PRODUCT,)
    if isinstance(tapes, ReplayFrom):
        settings = tapes.settings()
        sets = _recorded(tapes, sets)
        arms = tuple(arm for arm in arms if arm in tapes.index.names)
        guards = tuple(guard for guard in guards if guard in tapes.index.names)
    file = args.baseline or (BASELINE if args.short and not args.write_baseline else None)
    baseline = read_baseline(file) if file else None
    page = Page(args.html) if args.html else None
    log = logging.getLogger("pincite")
    level = log.level
    log.setLevel(logging.ERROR)  # refusals and faults are measured here, so their log lines are noise
    try:
        report = evaluate(
            sets,
            arms=arms,
            guards=guards,
            settings=settings,
            tapes=tapes,
            at_once=args.at_once,
            on_progress=_print_progress,
            seen=page.see if page else None,
            credulous_too=args.credulous
            and (not isinstance(tapes, ReplayFrom) or credulous_name(PRODUCT) in tapes.index.names),
        )
    finally:
        log.setLevel(level)
    last = report.arms[-1]
    if baseline is not None and file is not None:
        report = report.model_copy(update={"baseline": checked(file, baseline, last.answers)})
    if args.write_baseline:
        write_baseline(args.write_baseline, kept(last.arm, last.models, last.answers))
    if page:
        page.write(report)
    print(report.model_dump_json(indent=2) if args.json else table(report))
    return _code(report)


def _code(report: GoldenReport) -> int:
    return 0 if report.baseline is None or report.baseline.ok else 1


def _tapes(args: argparse.Namespace) -> Tapes:
    if args.record:
        return RecordTo(args.record, Settings())
    return ReplayFrom(args.replay) if args.replay else NoTapes()


def _recorded(tapes: ReplayFrom, sets: Sequence[GoldenSet]) -> tuple[GoldenSet, ...]:
    left = []
    for golden in sets:
        held = tapes.index.questions(golden.name)
        questions = tuple(question for question in golden.questions if question.id in held)
        if questions:
            left.append(golden.model_copy(update={"questions": questions}))
    if not left:
        raise SettingsError("--replay: none of these questions was recorded; choose another --corpus or --only")
    return tuple(left)


def _named(given: str, known: Sequence[Name], option: str) -> tuple[Name, ...]:
    names = [name.strip() for name in given.split(",")]
    if unknown := [name for name in names if name not in (*known, _ALL)]:
        raise SettingsError(f"{option} {unknown[0]}: unknown; choose from {', '.join(known)}")
    return tuple(name for name in known if name in names or _ALL in names)


def _print_progress(line: str) -> None:
    print(line, file=sys.stderr)
