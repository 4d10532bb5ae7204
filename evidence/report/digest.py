"""The digest that shows whether a report was changed after its run (SPEC REP-1)."""

import hashlib
import json

from .evidence_report import EvidenceReport

_NOT_DIGESTED = {"digest", "run_id", "usage", "schema_version"}


def report_digest(report: EvidenceReport) -> str:
    """Return the SHA-256 of the canonical JSON of the report's content and path.

    The digest leaves out the run id, the usage and the times of the path, because two runs of one question differ only
    in these (SPEC EXE-6). Fields at their default are left out, so that a field added to the schema later does not
    change the digest of older reports.
    """
    body = report.model_dump(mode="json", exclude=_NOT_DIGESTED, exclude_defaults=True)
    body["path"] = [[step.node, step.state, step.exit] for step in report.path]
    written = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()
