"""What describes the commands to other programs: the schema of a report, and the completion of a shell."""

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest

from pincite.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_schema_in_the_docs_is_the_one_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    kept = (ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8")
    assert kept == capsys.readouterr().out, "run `pincite schema > docs/report.schema.json`"


@pytest.mark.spec("USE-4")
def test_a_report_is_valid_by_the_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lease.md").write_text("# Lease of Tarnholm Ltd\n\nThe notice period of this lease is six months.\n")
    where = str(tmp_path / "kb")
    assert main(["ingest", str(tmp_path / "lease.md"), "--kb", where]) == 0
    schema = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    for question in ("What is the notice period of the lease of Tarnholm Ltd?", "Who founded Tarnholm Ltd?"):
        capsys.readouterr()
        main(["ask", question, "--kb", where, "--json"])
        jsonschema.validate(json.loads(capsys.readouterr().out), schema)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_completion_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in COMMANDS)
    if program := shutil.which(shell):
        (tmp_path / "script").write_text(script)
        subprocess.run([program, "-n", str(tmp_path / "script")], check=True)


def test_bash_completes_commands_and_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["completion", "bash"])
    (tmp_path / "script").write_text(capsys.readouterr().out)
    typed = "source ./script; COMP_WORDS=(pincite {}); COMP_CWORD={}; _shtab_pincite; echo ${{COMPREPLY[@]}}"
    for words, count, offered in (("al", 1, "alias"), ("alias r", 2, "remove"), ("ask --foll", 2, "--follow-ups")):
        done = subprocess.run(
            ["bash", "-c", typed.format(words, count)], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == [offered]


def test_completion_without_its_package_names_the_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert "pip install 'pincite[completion]'" in capsys.readouterr().err
