"""Commands as modules. A module is imported only when its command is used, so that `pincite --help` is fast."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

DEFAULT_KB = "kb"
DEFAULT_TENANT = "default"
NOT_RUN = "the command could not be carried out; the message on standard error names the cause and the remedy"
"""The meaning of exit code 2 of every command."""


class Command(NamedTuple):
    """A command and the module that implements it.

    The module has `add_arguments(parser)`, `EXAMPLES` (command lines), `EXITS` (the meaning of exit codes 0 and 1) and
    `run(arguments)`, which returns the exit code. A group of commands has `add_arguments` only. The top of the module
    imports nothing slow: `run` imports what it needs.
    """

    module: str
    """The module, relative to `pincite`, such as "commands.ask_command"."""
    summary: str
    """The line about the command in `pincite --help`."""


class CommandParser(argparse.ArgumentParser):
    """The parser of one command. Its arguments are added when it is first used."""

    def __init__(self, *, command: Command | None = None, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)
        self._command = command

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.fill()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n`{self.prog} --help` explains the command, with examples\n")

    def fill(self) -> None:
        """Import the module of this command and add its arguments, unless this was done before."""
        if self._command is None:
            return
        module = import_module(f"pincite.{self._command.module}")
        self._command = None
        module.add_arguments(self)
        if hasattr(module, "run"):
            explain(self, module.EXAMPLES, module.EXITS)
            self.set_defaults(run=module.run)

    def fill_all(self) -> None:
        """Add the arguments of this command and of all commands below it."""
        self.fill()
        for inner in self.commands().values():
            inner.fill_all()

    def commands(self) -> "dict[str, CommandParser]":
        """Return the commands directly below this one."""
        groups = [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        return dict(groups[0].choices) if groups else {}


def add_commands(parser: argparse.ArgumentParser, commands: Mapping[str, Command], metavar: str) -> None:
    """Add these commands to `parser`. Their modules are not imported yet."""
    group = parser.add_subparsers(required=True, metavar=metavar, title="commands", parser_class=CommandParser)
    for name, command in commands.items():
        group.add_parser(name, command=command, help=command.summary, description=_sentence(command.summary))


def explain(parser: argparse.ArgumentParser, examples: Sequence[str], exits: Mapping[int, str]) -> None:
    """Add examples and exit codes to the help of a command, at its end."""
    codes = {**exits, 2: NOT_RUN}
    lines = ["examples:", *(f"  {line}" for line in examples), "", "exit codes:"]
    parser.epilog = "\n".join([*lines, *(f"  {code}  {meaning}" for code, meaning in sorted(codes.items()))])


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document, and nothing else, on standard output"
    )


def add_knowledge_base(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--kb",
        default=DEFAULT_KB,
        metavar="DIR",
        help=f"the knowledge base: a folder, or the address of one on a server (default: {DEFAULT_KB})",
    )
    add_tenant(parser)


def add_tenant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tenant",
        default=DEFAULT_TENANT,
        metavar="NAME",
        help="the tenant whose documents to use, if several tenants share a server",
    )


def printable_location(kb: str) -> str:
    """Return the folder or address of a knowledge base for messages. An address has no password."""
    from ..stores.index.database_address import is_address, read_address

    return read_address(kb).label if is_address(kb) else kb


def _sentence(summary: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}."
