"""The JSON schema of a report: what `pincite ask --json` prints and a saved report holds."""

import json

from ..evidence.report.evidence_report import EvidenceReport


def report_schema() -> str:
    """As a JSON document, ended by a line break."""
    schema = EvidenceReport.model_json_schema(mode="serialization")
    named = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "pincite report",
    }
    return json.dumps(named, indent=2, ensure_ascii=False) + "\n"
