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
from ..sets.question_rows import Row, is_sealed, read_rows, set_name
from ..sets.question_set import Scope
from .questions import measured as on_questions
from .rule_claims import Claim
from .rule_claims import measured as on_claims
from .rule_figures import MeasuredSet, OnQuestions, QuestionSet, RuleReport
from .rule_lines import table

MADE = "made of sentences"
"""The name of the set of generated faults and rewordings."""
SHORTEST = 5
"""The fewest words of a gold answer that counts as a claim: shorter answers are names and figures."""


def measure(
    paths: Sequence[Path], *, made: int = 1_000, first: int | None = None, seed: int = 1, scope: Scope = "own"
) -> RuleReport:
    """Measure every rule on the labelled claims, the gold answers, the generated claims and the questions of the sets.

    `made`: the number of faults to generate of the sealed sets and of the others, with a third as many rewordings.
    `first`: the number of questions of each set, spread over it. Raises SettingsError if a set cannot be read, or if
    nothing is to be measured.
    """
    rows = {path: read_rows(path) for path in paths}
    claims = [claim for path, own in rows.items() for claim in natural_claims(_set_of(path), own)]
    questions = {path: spread([row for row in own if row.label not in LABELS], first) for path, own in rows.items()}
    if not (claims or made or any(questions.values())):
        raise SettingsError(
            "--made, --first: nothing to measure, since these sets hold no claim; "
            "give --made 1 or more to make claims, or --first 1 or more to ask questions"
        )
    if made:
        claims += [claim for own in _by_origin(paths) for claim in made_claims(own, made, seed)]
    _log(f"{len(claims)} claims")
    claim_sets, fired, proofs = on_claims(claims)
    question_sets: list[QuestionSet] = []
    changes: list[OnQuestions] = []
    for path, asked in questions.items():
        if asked:
            together, own = on_questions(_set_of(path), asked, path.parent, scope=scope, on_progress=_log)
            question_sets.append(together)
            changes += own
    return RuleReport(
        claim_sets=claim_sets,
        claims=fired,
        proofs=proofs,
        question_sets=tuple(question_sets),
        questions=tuple(changes),
    )


def _set_of(path: Path) -> MeasuredSet:
    return MeasuredSet(name=set_name(path), origin="sealed" if is_sealed(path) else "development")


def _by_origin(paths: Sequence[Path]) -> list[list[Path]]:
    """Return the sealed sets, and the others."""
    parted = [[path for path in paths if is_sealed(path)], [path for path in paths if not is_sealed(path)]]
    return [own for own in parted if own]


def natural_claims(name: MeasuredSet, rows: Sequence[Row]) -> Iterator[Claim]:
    """Yield the claims that a set holds. The question of a labelled row is a claim. The gold answer of a question is a
    faithful claim if it is a sentence, and not one side of a conflict; its sources are the documents of the question,
    or the gold quotes if these are PDFs."""
    for row in rows:
        texts = [doc.text for doc in row.docs if doc.text] or [gold.quote for gold in row.evidence if gold.quote]
        sources = tuple((str(number), text) for number, text in enumerate(texts) if text.strip())
        if not sources:
            continue
        if row.label in LABELS:
            yield Claim(name, row.question, sources, faithful=row.label == "supported")
        elif row.answerable and row.meta.wrong is None:
            answer = max(row.answer, key=len, default="")
            if len(answer.split()) >= SHORTEST:
                yield Claim(name, answer, sources, faithful=True)


def made_claims(paths: Sequence[Path], n: int, seed: int) -> Iterator[Claim]:
    """Yield `n` generated faults and n/3 rewordings of sentences of the sets, each with the paragraph of its sentence
    as source. The sets are all sealed, or none is."""
    sentences = sample_sentences(paths, max(500, 2 * n), seed=seed)
    if not sentences:
        raise SettingsError(f"no sentences in {', '.join(map(str, paths))}: give sets with texts, or --made 0")
    made = MeasuredSet(name=MADE, origin="made of sealed" if is_sealed(paths[0]) else "made of development")
    for faithful, claims in (
        (False, drawn(sentences, mutations_of, MUTATIONS, n, seed)),
        (True, drawn(sentences, paraphrases_of, PARAPHRASES, n // 3, seed)),
    ):
        for sentence, variant in claims:
            yield Claim(made, variant.text, (("0", sentence.context.paragraph),), faithful)


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
        "paths",
        nargs="+",
        type=Path,
        metavar="PATH",
        help="sets of labelled claims or questions in JSON lines, or sealed ones (SET.jsonl.z)",
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
    """Measure the rules on the sets and print the report, which holds totals only; progress goes to standard error."""
    if args.made < 0 or (args.first is not None and args.first < 0):
        raise SettingsError("--made, --first: below 0; give 0 for none, or a number above it")
    log = logging.getLogger("pincite")
    level = log.level
    log.setLevel(logging.ERROR)  # refusals are measured here, so their log lines are noise
    try:
        report = measure(args.paths, made=args.made, first=args.first, seed=args.seed, scope=args.scope)
    finally:
        log.setLevel(level)
    print(json.dumps(report.model_dump(), indent=2) if args.json else table(report))
    return 0
