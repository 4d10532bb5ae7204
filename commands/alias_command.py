"""`pincite alias add|list|remove`: manages other names of entities, which the user declares."""

import argparse
import json
from collections.abc import Callable

from ..reports.terminal_escapes import visible
from .command import add_json, add_knowledge_base, explain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION", title="actions")

    add = actions.add_parser("add", help="give an entity another name", description="Give an entity another name.")
    add.add_argument("name", metavar="NAME", help="the other name, as questions use it")
    add.add_argument("of", metavar="ENTITY", help="the name used in the documents")
    _complete(add, _add, 'add "IBM" "International Business Machines Corporation"', "the name is added")

    listed = actions.add_parser("list", help="show the added names", description="Show the added names.")
    _complete(listed, _list, "list", "the names are shown")

    remove = actions.add_parser("remove", help="remove an added name", description="Remove an added name.")
    remove.add_argument("name", metavar="NAME", help="the other name")
    remove.add_argument("of", nargs="?", metavar="ENTITY", help="remove the name from this entity only")
    _complete(remove, _remove, 'remove "IBM"', "the name is removed")


def _complete(
    parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int], example: str, done: str
) -> None:
    add_knowledge_base(parser)
    add_json(parser)
    explain(parser, [f"pincite alias {example}"], {0: done})
    parser.set_defaults(run=run)


def _add(arguments: argparse.Namespace) -> int:
    from ..stores.kb.existing import open_existing

    with open_existing(arguments.kb, arguments.tenant) as kb:
        kb.add_alias(arguments.name, arguments.of)
    if arguments.json:
        print(json.dumps({"name": arguments.name, "of": arguments.of}))
    else:
        print(visible(f"“{arguments.name}” is now another name of {arguments.of}"))
    return 0


def _list(arguments: argparse.Namespace) -> int:
    from ..stores.kb.existing import open_existing

    with open_existing(arguments.kb, arguments.tenant) as kb:
        declared = kb.declared_aliases()
    if arguments.json:
        print(json.dumps([{"name": alias.name, "of": alias.of} for alias in declared]))
    else:
        lines = [f"“{alias.name}” is another name of {alias.of}" for alias in declared]
        print(visible("\n".join(lines)) or "no names have been added; `pincite alias add NAME ENTITY` adds one")
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    from ..stores.kb.existing import open_existing

    with open_existing(arguments.kb, arguments.tenant) as kb:
        gone = kb.remove_alias(arguments.name, arguments.of)
    if arguments.json:
        print(json.dumps([{"name": name, "of": of} for name, of in gone]))
    else:
        print(visible("\n".join(f"“{name}” is no longer another name of {of}" for name, of in gone)))
    return 0
