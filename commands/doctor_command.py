"""`pincite doctor`: check the installation, the settings and the knowledge base."""

import argparse
import json

from ..reports.terminal_escapes import visible
from .command import add_json, add_knowledge_base

EXAMPLES = ("pincite doctor", "pincite doctor --calibrate   # measure the critic's model; takes a few minutes")
EXITS = {0: "every check passed", 1: "a check failed; its line gives the remedy"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_knowledge_base(parser)
    parser.add_argument(
        "--calibrate",
        action="store_true",
        help="also measure whether the critic's model may judge meaning, and save the result",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from ..doctor import calibrate_auditor, examine
    from ..terminal import doctor_table, show_claims

    calibrated = calibrate_auditor(show_claims) if arguments.calibrate else []
    findings = [*examine(arguments.kb, arguments.tenant), *calibrated]
    print(
        json.dumps([finding._asdict() for finding in findings]) if arguments.json else visible(doctor_table(findings))
    )
    return 0 if all(finding.ok for finding in findings) else 1
