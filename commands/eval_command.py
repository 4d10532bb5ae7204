"""`pincite eval SUITE`: measure the quality of answers and of the checks."""

import argparse

from .command import Command, add_commands

SUITES = {
    "golden": Command(
        "evals.golden_command",
        "ask the golden questions in four variants and compare the results with a saved baseline",
    ),
    "audit": Command(
        "evals.guards.measure_audit",
        "audit labelled claims, by code alone or with a judge, and count the verdicts by label",
    ),
    "guards": Command("evals.guards.measure_guards", "measure the guards on faulty and on reworded sentences"),
    "rules": Command("evals.rules.measure_rules", "measure each rule of the trusted core, on claims and in answers"),
    "set": Command(
        "evals.sets.question_set", "ask the questions of a JSON lines file (short form: `pincite eval FILE.jsonl`)"
    ),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_commands(parser, SUITES, "SUITE")
