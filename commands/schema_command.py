"""`pincite schema`: print the JSON schema of a report (the same as `docs/report.schema.json`)."""

import argparse

EXAMPLES = ("pincite schema > report.schema.json",)
EXITS = {0: "the schema is on standard output"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> int:
    from ..reports.report_schema import report_schema

    print(report_schema(), end="")
    return 0
