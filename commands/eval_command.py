"""`pincite eval SUITE`: measure."""

import argparse

from .command import Command, add_commands

SUITES = {
    "golden": Command(
        "evals.golden_command", "ask the golden questions in four variants and compare them with a kept baseline"
    ),
    "guards": Command("evals.guards.measure_guards", "put faulty and reworded sentences to the guards"),
    "rules": Command("evals.rules.measure_rules", "measure each rule of the trusted core, on claims and in answers"),
    "set": Command(
        "evals.sets.question_set", "ask the questions of a JSON lines file; `pincite eval FILE.jsonl` is short for it"
    ),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, SUITES, "SUITE")
