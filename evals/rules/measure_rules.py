"""`pincite eval rules`: the effect of each rule of the trusted core on faithful and wrong claims, and on answers (SPEC
EVA-2, EVA-3)."""

import argparse
import json
import logging
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...errors import SettingsError
from ..guards.audit_figures import LABELS
from ..guards.measure_guards import drawn
from ..mutations.mutations import MUTATIONS, mutations_of
from ..mutations.paraphrases import PARAPHRASES, paraphrases_of
from ..mutations.sampled_sentences import sample_sentences
from ..sets.question_rows import Row, read_rows
from ..sets.question_set import Scope
from .questions import measured as on_questions
from .rule_claims import Claim
from .rule_claims import measured as on_claims
from .rule_figures import OnQuestions, QuestionSet, RuleReport, table

MADE = "made of sentences"
"""The name of the set of generated faults and rewordings."""


def measure(
    paths: Sequence[Path], *, made: int = 1_000, first: int | None = None, seed: int = 1, scope: Scope = "own"
) -> RuleReport:
    """Measure every rule on the labelled claims, the generated claims and the questions of the sets.

    `made`: the number of faults to generate, with a third as many rewordings. `first`: the number of questions of each
    set, spread over it. Raises SettingsError if a set cannot be read.
    """
    rows = {path: read_rows(path) for path in paths}
    labelled = [claim for path, own in rows.items() for claim in labelled_claims(path.stem, own)]
    claims = [*labelled, *(made_claims(paths, made, seed) if made else ())]
    _log(f"{len(claims)} claims")
    claim_sets, fired, proofs = on_claims(claims)
    question_sets: list[QuestionSet] = []
    questions: list[OnQuestions] = []
    for path, own in rows.items():
        asked = spread([row for row in own if row.label not in LABELS], first)
        if asked:
            together, changes = on_questions(path.stem, asked, path.parent, scope=scope, on_progress=_log)
            question_sets.append(together)
            questions += changes
    return RuleReport(
        claim_sets=claim_sets,
        claims=fired,
        proofs=proofs,
        question_sets=tuple(question_sets),
        questions=tuple(questions),
    )


def labelled_claims(name: str, rows: Sequence[Row]) -> Iterator[Claim]:
    """Yield the labelled claims of a set. The question of a row is the claim."""
    for row in rows:
        sources = tuple(
            (str(number), document.text)
            for number, document in enumerate(row.docs)
            if document.text and document.text.strip()
        )
        if row.label in LABELS and sources:
            yield Claim(name, row.question, sources, faithful=row.label == "supported")


def made_claims(paths: Sequence[Path], n: int, seed: int) -> Iterator[Claim]:
    """Yield `n` generated faults and n/3 rewordings of sentences of the sets, each with the paragraph of its sentence
    as source."""
    sentences = sample_sentences(paths, max(500, 2 * n), seed=seed)
    if not sentences:
        raise SettingsError(f"no sentences in {', '.join(map(str, paths))}: give sets with texts, or --made 0")
    for faithful, claims in (
        (False, drawn(sentences, mutations_of, MUTATIONS, n, seed)),
        (True, drawn(sentences, paraphrases_of, PARAPHRASES, n // 3, seed)),
    ):
        for sentence, variant in claims:
            yield Claim(MADE, variant.text, (("0", sentence.context.paragraph),), faithful)


def spread(rows: Sequence[Row], n: int | None) -> Sequence[Row]:
    """Return `n` rows at even distances, so that all kinds of a sorted set are included. If `n` is None, return all
    rows."""
    return rows if n is None or n >= len(rows) else [rows[place * len(rows) // n] for place in range(n)]


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


EXAMPLES = ("pincite eval rules claims.jsonl questions.jsonl",)
EXITS = {0: "measured"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pincite eval rules`."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="sets of labelled claims or questions in JSON lines"
    )
    parser.add_argument(
        "--made",
        type=int,
        default=1_000,
        help="faulty claims to make, and a third as many rewordings (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed for the claims (default: %(default)s)")
    parser.add_argument("--first", type=int, metavar="N", help="ask only N questions of each set, spread over it")
    parser.add_argument(
        "--scope",
        choices=("own", "pooled"),
        default="own",
        help="the documents that a question searches (default: own)",
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Measure the rules on the sets and print the report; progress goes to standard error."""
    log = logging.getLogger("pincite")
    level = log.level
    log.setLevel(logging.ERROR)  # refusals are measured here, so their log lines are noise
    try:
        report = measure(args.paths, made=args.made, first=args.first, seed=args.seed, scope=args.scope)
    finally:
        log.setLevel(level)
    print(json.dumps(report.model_dump(), indent=2) if args.json else table(report))
    return 0
