"""Reports back from their files, and what is said of files that hold none."""

import json
from pathlib import Path

import pytest

from pincite import EvidenceReport, read_report, render
from pincite.errors import ReportError

pytestmark = pytest.mark.spec("REP-1")


def test_a_report_comes_back_as_it_was_written(
    notice: EvidenceReport, conflict: EvidenceReport, refusal: EvidenceReport, tmp_path: Path
) -> None:
    for report in (notice, conflict, refusal):
        file = tmp_path / "report.json"
        file.write_text(render(report, "json"), encoding="utf-8")
        assert read_report(file) == report


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not JSON, or truncated"),
        ("{", "not JSON, or truncated"),
        ("[" * 100_000, "not JSON, or truncated"),
        ("[]", "not a report"),
        ('"text"', "not a report"),
        ('{"claims": []}', "not a report"),
        ('{"terminal_state": "CONCLUDED"}', "schema version None"),
        ('{"terminal_state": "CONCLUDED", "schema_version": "9"}', "schema version '9'"),
        ('{"terminal_state": "CONCLUDED", "schema_version": "1"}', "Field required, and"),
        (b"\xff\xfe\x00\xd8", "not JSON"),
    ],
)
def test_a_file_that_holds_no_report_is_refused_with_the_reason(
    content: str | bytes, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ReportError, match=r"report\.json") as caught:
        read_report(file)
    assert message in str(caught.value)


def test_an_unknown_field_and_a_wrong_value_are_named(notice: EvidenceReport, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    content = json.loads(render(notice, "json"))
    for key, value, named in (("confidence", "total", "confidence"), ("approved_by", "me", "approved_by")):
        file.write_text(json.dumps(content | {key: value}), encoding="utf-8")
        with pytest.raises(ReportError, match=named):
            read_report(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="nowhere"):
        read_report(tmp_path / "nowhere.json")
    with pytest.raises(ReportError, match="cannot be read"):
        read_report(tmp_path)
