"""`pincite audit`: exit codes, the table, the JSON, JUnit, and files that cannot be audited."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pincite.cli import main

CHUNKS = [
    {"id": "c1", "text": "Acme was founded in 1990. Acme employs 50 people.", "score": 0.9},
    {"id": 2, "text": "Beta is a bank."},
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    answer, chunks = tmp_path / "answer.md", tmp_path / "chunks.jsonl"
    chunks.write_text("\n\n".join(json.dumps(chunk) for chunk in CHUNKS) + "\n", encoding="utf-8-sig")
    answer.write_text("Acme was founded in 1990 [c1].", encoding="utf-8")
    return answer, chunks


def run(files: tuple[Path, Path], *more: str) -> int:
    return main(["audit", "--answer", str(files[0]), "--chunks", str(files[1]), *more])


@pytest.mark.spec("AUD-9")
def test_a_faithful_answer_gives_zero_and_a_table(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(files) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("FAITHFUL  1 of 1 claims supported")
    assert "c1" in shown
    assert "Suggested fix" not in shown


@pytest.mark.spec("AUD-1", "AUD-9", "USE-4")
def test_an_unfaithful_answer_gives_one_and_strict_json(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files[0].write_text("Acme was founded in 1990 [c1]. Acme employs 60 people [c1].", encoding="utf-8")
    assert run(files, "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert list(report) == ["claims", "unsupported", "verdict", "suggested_fix"]
    assert list(report["claims"][0]) == ["span", "supported_by", "verdict", "check"]
    assert [claim["verdict"] for claim in report["claims"]] == ["supported", "contradicted"]
    assert [claim["check"]["result"] for claim in report["claims"]] == ["proved", "refuted"]
    assert report["unsupported"] == ["Acme employs 60 people"]
    assert report["suggested_fix"] == "Acme was founded in 1990 [c1]."


@pytest.mark.spec("AUD-9")
def test_the_table_names_what_is_wrong_and_the_fix(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files[0].write_text("Acme was founded in 1990 [2]. It\x1b[31m fell.", encoding="utf-8")
    assert run(files) == 1
    shown = capsys.readouterr().out
    assert "its own marker names 2, which does not support it; c1 does" in shown
    assert "Suggested fix\n  Acme was founded in 1990 [1]." in shown
    assert "\x1b" not in shown


@pytest.mark.spec("AUD-9", "VER-4")
def test_the_table_groups_claims_by_what_is_to_be_done(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files[0].write_text("Acme employs 60 people. Money is kept by Beta. Beta is a bank.", encoding="utf-8")
    assert run(files) == 1
    lines = [line.split("  ")[0] if line.startswith(" ") else line for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "UNFAITHFUL  1 of 3 claims supported, 1 differing, 1 unsettled"
    assert [line for line in lines[1:] if line] == ["Supported", "Differing", "Needs a judge", "Suggested fix"]


@pytest.mark.spec("AUD-9", "VER-4")
def test_an_answer_in_which_nothing_differs_is_shown_as_unproven(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files[0].write_text("Money is kept by Beta.", encoding="utf-8")
    where = tmp_path / "audit.xml"
    assert run(files, "--junit", str(where)) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("UNPROVEN  0 of 1 claims supported, 0 differing, 1 unsettled")
    assert "unproven: it needs a judge" in shown
    assert "unsupported" not in shown
    assert 'type="unsettled"' in where.read_text(encoding="utf-8")


@pytest.mark.spec("AUD-9")
def test_junit_has_a_case_for_each_claim_and_a_failure_for_each_that_fails(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    files[0].write_text("Acme was founded in 1990 [c1]. Acme <b>\x00 employs 60 people [c1].", encoding="utf-8")
    where = tmp_path / "audit.xml"
    assert run(files, "--junit", str(where)) == 1
    suite = ElementTree.fromstring(where.read_bytes()).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert "60" in (failure.text or "")


@pytest.mark.spec("AUD-9")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"id": "a", "text": "A."}\n{oops\n\n"x"\n', "line 2: not JSON"),
        (b'{"id": "a", "text": "A."}\n{oops\n\n"x"\n', "line 4: “id” is missing"),
        (b'{"id": "a", "text": "A."}\n\n{"id": "a", "text": "B."}\n', "line 3: the id “a” is also that of line 1"),
        (b'{"id": "a", "text": "  "}\n', "line 1: “text” of “a” is empty"),
        (b'{"id": "a"}\n', "line 1: “text” is missing"),
        (b'{"id": "a", "text": "caf\xe9"}\n', "line 1: not UTF-8 at byte 24 of the line"),
        (b"[" * 100_000, "line 1: not JSON"),
        (b"\n", "no chunks; give"),
    ],
)
def test_bad_chunk_lines_give_two_and_are_named_by_number(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    files[1].write_bytes(content)
    assert run(files, "--json") == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


@pytest.mark.spec("AUD-1", "AUD-9")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"Acme grew. " * 100_000, "at most 200,000 characters"),
        (b"x" * 300_000, "at most 200,000"),
        (b"caf\xe9", "not UTF-8 at byte 3"),
        (b"", "the answer is empty"),
        (b"Really?", "asserts nothing"),
    ],
)
def test_a_bad_answer_gives_two_and_says_why(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    files[0].write_bytes(content)
    assert run(files) == 2
    assert message in capsys.readouterr().err


@pytest.mark.spec("AUD-9")
def test_files_that_cannot_be_read_or_written_give_two(
    files: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run((tmp_path / "none.txt", files[1])) == 2
    assert run((files[0], tmp_path)) == 2
    assert run(files, "--junit", str(tmp_path / "no" / "audit.xml")) == 2
    assert "check the path" in capsys.readouterr().err


@pytest.mark.spec("AUD-9", "CRI-14")
def test_a_model_that_is_not_calibrated_is_said_to_be_left_out(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PINCITE_MODELS__GENERATOR", "vllm:small")
    monkeypatch.setenv("PINCITE_MODELS__CRITIC", "vllm:large")
    monkeypatch.setenv("PINCITE_MODELS__CALIBRATION_FILE", str(tmp_path / "none.json"))
    assert run(files, "--json") == 0
    shown = capsys.readouterr()
    assert "is not calibrated" in shown.err
    assert json.loads(shown.out)["verdict"] == "faithful"
