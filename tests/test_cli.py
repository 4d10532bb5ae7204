"""The terminal: exit codes, one JSON document on standard output, and errors that say what to do."""

import json
from pathlib import Path

import pytest

from pincite.cli import main

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("documents")
    (folder / "lease.md").write_text("# Lease of Tarnholm Ltd\n\nThe notice period of this lease is six months.\n")
    where = str(tmp_path_factory.mktemp("kb"))
    assert main(["ingest", str(folder), "--kb", where]) == 0
    return where


@pytest.mark.spec("USE-4", "USE-5")
def test_an_answer_gives_zero_and_markdown_that_leads_with_confidence(
    kb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", "What is the notice period of the lease of Tarnholm Ltd?", "--kb", kb]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("**Answered** · **Confidence:")
    assert shown.index("six months") < shown.index("**Sources**")


@pytest.mark.spec("USE-4")
def test_a_refusal_gives_one_and_json_is_one_document(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "Who is the founder of Tarnholm Ltd?", "--kb", kb, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["terminal_state"] == "SUBJECT_NOT_FOUND"
    assert report["digest"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ask", "", "--kb", "KB"], "it is empty"),
        (["ask", "x" * 100_000, "--kb", "KB"], "at most 8,000"),
        (["ask", "What?", "--kb", "nowhere"], "there is no knowledge base; make one"),
        (["ask", "What?", "--kb", "KB", "--as-of", "soon"], "an ISO date is needed"),
        (["ingest", "no-such-folder", "--kb", "KB"], "no such file or folder"),
    ],
)
def test_what_cannot_be_done_gives_two_and_says_why(
    kb: str, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main([kb if argument == "KB" else argument for argument in arguments]) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


@pytest.mark.spec("REL-3")
def test_a_bad_file_gives_one_and_the_rest_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "good.txt").write_text("The office closes at six.")
    (documents / "empty.txt").write_text("")
    assert main(["ingest", str(documents), "--kb", str(tmp_path / "kb"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [outcome["path"] for outcome in report["added"]] == ["good.txt"]
    assert [outcome["path"] for outcome in report["failed"]] == ["empty.txt"]
    (documents / "good.txt").unlink()
    assert main(["ingest", str(documents), "--kb", str(tmp_path / "other")]) == 2
    shown = capsys.readouterr()
    assert "nothing was ingested: none of the files could be read" in shown.err
    assert shown.out.count("empty.txt") == 1


def test_an_empty_folder_gives_two_and_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none").mkdir()
    assert main(["ingest", str(tmp_path / "none"), "--kb", str(tmp_path / "kb"), "--json"]) == 2
    assert f"no file was found in {tmp_path / 'none'}" in capsys.readouterr().err


@pytest.mark.spec("SUB-8")
def test_a_declared_alias_is_known_at_the_next_question(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ask", "What is the notice period of the lease of Northhall?", "--kb", kb]
    assert main(asked) == 1
    assert main(["alias", "add", "Northhall", "Tarnholm Ltd", "--kb", kb]) == 0
    assert main(asked) == 0
    assert "six months" in capsys.readouterr().out


def test_declared_aliases_are_listed_and_taken_out(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["alias", "add", "Southhall", "Tarnholm Ltd", "--kb", kb]) == 0
    capsys.readouterr()
    assert main(["alias", "list", "--kb", kb]) == 0
    assert "“Southhall” is another name of Tarnholm Ltd" in capsys.readouterr().out
    assert main(["alias", "remove", "Southhall", "--kb", kb, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"name": "Southhall", "of": "Tarnholm Ltd"}]
    assert main(["alias", "remove", "Southhall", "--kb", kb]) == 2
    assert "not declared; declared aliases" in capsys.readouterr().err
    assert main(["alias", "list", "--kb", kb, "--json"]) == 0
    assert "Southhall" not in {load["name"] for load in json.loads(capsys.readouterr().out)}


@pytest.mark.spec("REP-2")
def test_a_recorded_run_is_played_back_and_another_question_is_not(
    kb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, question = str(tmp_path / "run.jsonl"), "What is the notice period of the lease of Tarnholm Ltd?"
    assert main(["ask", question, "--kb", kb, "--json", "--as-of", "2020-02-02", "--record", file]) == 0
    recorded = json.loads(capsys.readouterr().out)
    assert main(["ask", "--kb", kb, "--json", "--replay", file]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == recorded["digest"]
    assert main(["ask", "Who is the founder of Tarnholm Ltd?", "--kb", kb, "--replay", file]) == 2
    assert "is recorded" in capsys.readouterr().err


def test_doctor_tells_of_packages_and_the_index(kb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--kb", kb, "--json"]) == 0
    findings = {load["what"]: load for load in json.loads(capsys.readouterr().out)}
    assert findings["index"]["ok"]
    assert findings["embeddings"]["ok"]


@pytest.mark.spec("EXE-3")
def test_the_graph_is_drawn_as_edges_and_as_mermaid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "--follow-ups", "0"]) == 0
    edges = capsys.readouterr().out
    assert "critique → draft" in edges
    assert "follow_up" not in edges
    assert main(["graph", "--mermaid"]) == 0
    assert "graph TD" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.spec("EXE-4", "SUB-10", "CON-2", "RET-7")
def test_the_demo_comes_out_as_its_questions_expect_in_any_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo"]) == 0
    assert "6 of 6 questions came out as expected" in capsys.readouterr().out


@pytest.mark.spec("CFG-3")
def test_what_documents_and_files_are_called_or_say_does_not_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    red = "\x1b[31m"
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / f"{red}red\u202e.txt").write_text(f"The fee of Brackenford Ltd is {red}90 euros.")
    (tmp_path / "docs" / "people.csv").write_text(f"name,role{red}\nBrackenford Ltd,{red}buyer\x9b1m\n")
    (tmp_path / "docs" / f"bad{red}.pdf").write_text("no pdf")
    for words in (
        ["ingest", "docs"],
        ["ask", "What is the fee of Brackenford Ltd?"],
        ["ask", "What is the role of Brackenford Ltd?", "--style", "citation-tags"],
        ["ask", "What is the role of Brackenford Ltd?", "--json"],
        ["ingest", "docs", "--json"],
        ["ask", f"What is the fee of {red}Nobody Ltd?"],
        ["ask", "What is the fee?", "--document", f"../{red}*"],
        ["alias", "add", f"B{red}", "Brackenford Ltd"],
        ["alias", "list"],
        ["ask", "fee?", "--kb", f"no{red}kb"],
    ):
        main(words)
        said = capsys.readouterr()
        assert not {"\x1b", "\x9b", "\u202e"} & set(said.out + said.err), words
        if words == ["ingest", "docs"]:
            assert "bad\\x1b[31m.pdf" in said.out


def test_a_file_without_end_and_a_place_that_is_not_there_are_refused(
    kb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in (
        "pincite.roles.model_call.recording.LARGEST",
        "pincite.reports.read_report.LARGEST",
        "pincite.reports.read_chunks.LARGEST_CHUNKS",
    ):
        monkeypatch.setattr(limit, 10_000_000)
    endless, answer = "/dev/zero", tmp_path / "answer.txt"
    answer.write_text("The fee is 90 euros.")
    for words in (
        ["ask", "fee?", "--replay", endless, "--kb", kb],
        ["verify", endless],
        ["report", endless],
        ["audit", "--answer", str(answer), "--chunks", endless],
    ):
        assert main(words) == 2
        assert "the file is longer than 10,000,000 bytes" in capsys.readouterr().err
    for words in (["ask", "fee?"], ["alias", "list"], ["ingest", str(answer)]):
        assert main([*words, "--kb", "k" * 300]) == 2
        assert "File name too long" in capsys.readouterr().err
    assert main(["doctor", "--kb", "k" * 300]) == 1
    assert "File name too long" in capsys.readouterr().out
    assert main(["ask", "fee?", "--record", str(tmp_path / "none" / "tape"), "--kb", kb]) == 2
    assert "the recording cannot be written (No such file or directory)" in capsys.readouterr().err
