"""`pincite schema`: print the JSON schema of a report (the same as `docs/report.schema.json`)."""

import argparse
import json

EXAMPLES = ("pincite schema > report.schema.json",)
EXITS = {0: "the schema is on standard output"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    pass


def run(arguments: argparse.Namespace) -> int:
    from ..evidence.report.evidence_report import EvidenceReport

    schema = EvidenceReport.model_json_schema(mode="serialization")
    named = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "pincite report"}
    print(json.dumps(named, indent=2, ensure_ascii=False))
    return 0
