"""The command line: `pincite COMMAND …`. Answers go to standard output, progress and messages to standard error.

Exit codes of every command: 0 yes or done, 1 no, 2 the command could not be carried out (docs/command-line.md).
"""

import argparse
import gc
import sys
import traceback
from collections.abc import Sequence
from shlex import quote
from typing import Any

from .commands.command import Command, CommandParser, add_commands
from .errors import PinciteError
from .reports.terminal_escapes import visible

COMMANDS = {
    "ingest": Command("commands.ingest_command", "read documents into a knowledge base"),
    "ask": Command("commands.ask_command", "answer a question from the documents, with exact quotes"),
    "report": Command("commands.report_command", "show a saved report again, or write it as a web page"),
    "verify": Command("commands.verify_command", "check the quotes and calculations of a saved report"),
    "audit": Command("commands.audit_command", "check each claim of an answer, from any system, against its sources"),
    "alias": Command("commands.alias_command", "add, list or remove other names of companies, people and things"),
    "serve": Command("commands.serve_command", "start a web page to ask questions, and to read and add documents"),
    "mcp": Command("commands.mcp_command", "offer the documents to MCP clients"),
    "doctor": Command("commands.doctor_command", "check the installation, the settings and the knowledge base"),
    "demo": Command("commands.demo_command", "try pincite out: ask six questions about fifteen made-up documents"),
    "graph": Command("commands.graph_command", "draw the steps of a run"),
    "schema": Command("commands.schema_command", "print the JSON schema of a report"),
    "completion": Command("commands.completion_command", "print a script for tab completion in bash, zsh or fish"),
    "eval": Command("commands.eval_command", "measure how often answers are right"),
}
"""All commands, in the order of the help. A new command needs a line here and a module (see `Command`)."""
FIRST_STEPS = """\
first steps:
  pincite demo                          # see what it does, without documents of your own
  pincite ingest docs/                  # read the documents in the folder docs
  pincite ask "What is the notice period of the lease of Borealis Ltd?"

`pincite COMMAND --help` explains a command, with examples and exit codes."""


def process() -> int:
    """Run `main` as the only work of this process, and return its exit code. The garbage collector runs rarely, and not
    at exit: scanning the objects that imports create would take a fifth of the time of a short command.
    """
    gc.set_threshold(1_000_000)
    try:
        return main()
    finally:
        gc.freeze()


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = list(sys.argv[1:] if argv is None else argv)
    if given[:1] == ["eval"] and len(given) > 1 and given[1].endswith((".jsonl", ".jsonl.z")):
        given.insert(1, "set")
    parser = make_parser()
    if not given:
        parser.print_help(sys.stderr)
        return 2
    if not given[0].startswith("-") and given[0] not in COMMANDS:
        print(visible(f"pincite: {_unknown(given[0])}"), file=sys.stderr)
        return 2
    arguments = parser.parse_args(given)
    try:
        return int(arguments.run(arguments))
    except PinciteError as error:
        print(visible(f"pincite: {error}"), file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 2
    except KeyboardInterrupt:
        print("pincite: stopped; finished work is kept", file=sys.stderr)
        return 2
    except Exception:  # a bug; without this the exit code would be 1, which means “no”
        traceback.print_exc()
        print("pincite: this is a bug in pincite; please report it with the lines above", file=sys.stderr)
        return 2


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    if " " in word.strip():
        return f"the command is missing; to ask a question, write `pincite ask {quote(word)}`"
    near = get_close_matches(word, COMMANDS, n=1)
    meant = f"did you mean `pincite {near[0]}`? " if near else ""
    return f"{word}: unknown command; {meant}`pincite --help` lists the commands"


def make_parser() -> CommandParser:
    """Return the parser of all commands. The arguments of a command are added when it is first used; `fill_all` adds
    them for all."""
    root = CommandParser(
        prog="pincite",
        description="Answers questions about your own documents with exact quotes and their places, or says why it cannot.",
        epilog=FIRST_STEPS,
    )
    root.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    root.set_defaults(root=root)
    add_commands(root, COMMANDS, "COMMAND")
    return root


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"pincite {version('pincite')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(process())
