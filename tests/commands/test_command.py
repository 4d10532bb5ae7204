"""A command is imported when it is named, and its help explains itself."""

import subprocess
import sys

import pytest

from pincite.cli import main, make_parser
from pincite.commands.command import CommandParser

HEAVY = (
    "pydantic",
    "numpy",
    "chromadb",
    "langchain_core",
    "langgraph",
    "langchain_openai",
    "wordllama",
    "yaml",
    "babel",
    "sqlite3",
)


def leaves(parser: CommandParser, name: str = "pincite") -> dict[str, CommandParser]:
    below = parser.commands()
    if not below:
        return {name: parser}
    return {path: leaf for word, inner in below.items() for path, leaf in leaves(inner, f"{name} {word}").items()}


def whole() -> dict[str, CommandParser]:
    parser = make_parser()
    parser.fill_all()
    return leaves(parser)


@pytest.mark.parametrize("given", [["--help"], ["--version"], ["ask", "--help"], ["eval", "--help"], ["ingest"]])
def test_help_and_wrong_arguments_import_nothing_heavy(given: list[str]) -> None:
    code = (
        "import sys\nfrom pincite.cli import main\n"
        f"try:\n    main({given!r})\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_a_graph_without_models_imports_neither_models_nor_what_reads_files() -> None:
    code = "import sys, pincite.graph.build, pincite.stores.kb.existing\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unneeded = {
        "chromadb",
        "langchain_openai",
        "wordllama",
        "pincite.roles.model_call.speaker",
        "pincite.stores.kb.ingest",
        "pypdfium2",
        "docx",
    }
    assert not unneeded & set(done.stdout.split())


def test_a_command_imports_no_other_command() -> None:
    code = (
        "import sys\nfrom pincite.cli import make_parser\nmake_parser().parse_args(['ask', 'Why?'])\n"
        "print([name for name in sys.modules if name.startswith('pincite.commands.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "ask_command" in done.stdout
    assert "audit_command" not in done.stdout


@pytest.mark.parametrize(("name", "parser"), whole().items(), ids=list(whole()))
def test_each_help_has_examples_of_its_command_and_exit_codes(name: str, parser: CommandParser) -> None:
    shown = parser.format_help()
    examples = shown.partition("examples:\n")[2].partition("\n\n")[0].splitlines()
    assert examples
    called = "pincite eval" if name == "pincite eval set" else name
    assert all(line.strip().startswith(called) for line in examples), examples
    codes = shown.partition("exit codes:\n")[2]
    assert codes.startswith("  0  ")
    assert "  2  " in codes


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    from importlib.metadata import version

    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"pincite {version('pincite')}\n"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "first steps:"),
        (["aks"], "did you mean `pincite ask`?"),
        (["What is the fee?"], "to ask a question, write `pincite ask 'What is the fee?'`"),
        (["qqq"], "unknown command; `pincite --help` lists the commands"),
    ],
)
def test_a_command_that_is_missing_or_misspelt_is_explained(
    given: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given) == 2
    assert message in capsys.readouterr().err


def test_wrong_options_point_to_the_help_of_their_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["alias", "add", "one"])
    assert ended.value.code == 2
    assert "`pincite alias add --help` explains" in capsys.readouterr().err


def test_a_fault_of_the_program_is_not_a_no(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("pincite.demo.run_demo", lambda *_, **__: broken())
    assert main(["demo"]) == 2
    shown = capsys.readouterr().err
    assert "RuntimeError: broken" in shown
    assert "please report it" in shown
