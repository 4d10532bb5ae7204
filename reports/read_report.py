"""Reads a report from a file (SPEC REP-1)."""

import json
from pathlib import Path

from pydantic import ValidationError

from ..errors import ReportError
from ..evidence.report.evidence_report import SCHEMA_VERSION, EvidenceReport
from ..stores.kb.given_file import read_given

LARGEST = 200_000_000
"""The maximum number of bytes of a report file. A report with a thousand citations has about five million."""


def read_report(file: str | Path) -> EvidenceReport:
    """Return the report that `render(report, "json")` or `pincite ask --json` wrote.

    Raises ReportError if the file is missing, not JSON, not a report, or of another schema version.
    """
    path = Path(file)
    try:
        data = read_given(path, LARGEST)
    except OSError as error:
        raise ReportError(f"{path}: cannot be read ({error.strerror or error}); check the path") from None
    return parse_report(data, str(path))


def parse_report(data: bytes | str, name: str) -> EvidenceReport:
    """Return the report in `data`. Raises ReportError, whose message begins with `name`."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ReportError(f"{name}: not JSON, or truncated ({error}); give the file that `ask --json` wrote") from None
    if not isinstance(content, dict) or "terminal_state" not in content:
        raise ReportError(f"{name}: JSON, but not a report; give the file that `ask --json` wrote")
    version = content.get("schema_version")
    if version != SCHEMA_VERSION:
        raise ReportError(
            f"{name}: the report has schema version {version!r}, but this pincite reads {SCHEMA_VERSION!r}; "
            "use the pincite that wrote it (its version is in provenance)"
        )
    try:
        return EvidenceReport.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the report"
        more = f", and {error.error_count() - 1} more" if error.error_count() > 1 else ""
        raise ReportError(f"{name}: {where}: {first['msg']}{more}; the report was changed or truncated") from None
