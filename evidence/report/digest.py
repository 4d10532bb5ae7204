"""The digest that shows whether a report was changed after its run (SPEC REP-1)."""

import hashlib
import json

from .evidence_report import EvidenceReport

_NOT_DIGESTED = {"digest", "run_id", "usage", "schema_version"}


def report_digest(report: EvidenceReport) -> str:
    """Return the SHA-256 of the canonical JSON of the report's content and path.

    Two runs of one question differ only in the run id, the usage and the times of the path, so the digest leaves these
    out (SPEC EXE-6). It also leaves out fields at their default, so a field that is later added to the schema does not
    change the digest of older reports.
    """
    body = report.model_dump(mode="json", exclude=_NOT_DIGESTED, exclude_defaults=True)
    body["path"] = [[step.node, step.state, step.exit] for step in report.path]
    written = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()
