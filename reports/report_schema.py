"""The JSON schema of a report, as `pincite ask --json` prints and saves it."""

import json

from ..evidence.report.evidence_report import EvidenceReport


def report_schema() -> str:
    """Return the schema as a JSON document, with a line break at the end."""
    schema = EvidenceReport.model_json_schema(mode="serialization")
    named = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "pincite report",
    }
    return json.dumps(named, indent=2, ensure_ascii=False) + "\n"
