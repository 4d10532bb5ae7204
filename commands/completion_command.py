"""`pincite completion SHELL`: print a script for tab completion of commands and options."""

import argparse
from pathlib import Path

from ..errors import SettingsError
from .command import CommandParser

EXAMPLES = (
    "pincite completion bash > ~/.local/share/bash-completion/completions/pincite",
    "pincite completion zsh > ~/.zsh/completions/_pincite       # a folder in $fpath",
    "pincite completion fish > ~/.config/fish/completions/pincite.fish",
)
EXITS = {0: "the script was printed"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")


def run(arguments: argparse.Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise SettingsError("completion: shtab is not installed; run `pip install 'pincite[completion]'`") from None
    arguments.root.fill_all()
    _complete_paths(arguments.root, shtab.FILE)
    print(shtab.complete(arguments.root, arguments.shell))
    return 0


def _complete_paths(parser: CommandParser, paths: dict[str, str | dict[str, str]]) -> None:
    for action in parser._actions:
        if action.type is Path or "--kb" in action.option_strings:
            action.complete = paths  # type: ignore[attr-defined]
    for inner in parser.commands().values():
        _complete_paths(inner, paths)
