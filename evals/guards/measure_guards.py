"""Measures the guards: the faults that they prove, the faithful claims that they refute, and their cost (SPEC AUD-7,
EVA-3).

The judge is a parameter, so the measurement does not depend on the measured rules.
"""

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import log
from pathlib import Path

from ...errors import SettingsError
from ...evidence.model.check import CheckResult
from ..mutations.mutations import MUTATIONS, mutations_of
from ..mutations.paraphrases import PARAPHRASES, paraphrases_of
from ..mutations.sampled_sentences import Sentence, sample_sentences
from ..mutations.variants import Operator, Variant
from ..sets.question_rows import refuse_sealed
from .guard_report import Cost, Example, GuardReport, Judge, Outcomes, outcomes, table
from .judges import judge_named

_KEPT_EXAMPLES = 10
_LENGTHS = (300, 900, 2700, 8100)
_TIMED_CLAIMS = 100


def measure(judge: Judge, paths: Sequence[Path], *, n: int = 6000, seed: int = 1) -> GuardReport:
    """Judge about `n` mutations, n/3 paraphrases and n/6 verbatim sentences of the sets, and return the figures.

    All operators are drawn about equally often, if they apply to enough sentences. The same seed draws the same claims.
    Raises SettingsError if the sets have no usable sentence.
    """
    sentences = sample_sentences(paths, max(500, 2 * n), seed=seed)
    if not sentences:
        raise SettingsError(
            f"no sentences in {', '.join(map(str, paths))}: give JSONL sets whose rows have docs with text"
        )
    faults = drawn(sentences, mutations_of, MUTATIONS, n, seed)
    if not faults:
        raise SettingsError(
            f"no fault could be made from the {len(sentences)} sentences of these sets: give larger sets"
        )
    rewordings = drawn(sentences, paraphrases_of, PARAPHRASES, n // 3, seed)
    mutations = _judged(judge, faults, wrong="proved")
    paraphrases = _judged(judge, rewordings, wrong="refuted")
    costs = _costs(judge, faults)
    per_claim = {cost.characters: cost.milliseconds for cost in costs}
    return GuardReport(
        seed=seed,
        sets=tuple(sorted({sentence.origin for sentence in sentences})),
        sentences=len(sentences),
        verbatim=_verbatim(judge, sentences[: max(50, n // 6)]),
        mutated=_summed("all faults", mutations),
        mutations=mutations,
        reworded=_summed("all faithful", paraphrases),
        paraphrases=paraphrases,
        costs=costs,
        claims_per_second=1000 / per_claim[900],
        growth=log(per_claim[_LENGTHS[-1]] / per_claim[_LENGTHS[0]]) / log(_LENGTHS[-1] / _LENGTHS[0]),
    )


def drawn(
    sentences: Sequence[Sentence], make: Callable[..., list[Variant]], operators: Sequence[Operator], n: int, seed: int
) -> list[tuple[Sentence, Variant]]:
    """Return at most `n` variants, with equal numbers of each operator if it has enough results."""
    found: dict[str, list[tuple[Sentence, Variant]]] = {operator.__name__: [] for operator in operators}
    for sentence in sentences:
        for variant in make(sentence, seed=seed):
            found[variant.operator].append((sentence, variant))
    chosen: list[tuple[Sentence, Variant]] = []
    waiting = sorted(found.values(), key=len)
    for index, pool in enumerate(waiting):
        share = (n - len(chosen)) // (len(waiting) - index)
        chosen += random.Random(seed).sample(pool, min(share, len(pool)))
    random.Random(seed).shuffle(chosen)
    return chosen


def _judged(judge: Judge, claims: Iterable[tuple[Sentence, Variant]], *, wrong: CheckResult) -> tuple[Outcomes, ...]:
    answers: dict[str, list[CheckResult]] = defaultdict(list)
    examples: dict[str, list[Example]] = defaultdict(list)
    for sentence, variant in claims:
        answer = judge(variant.text, sentence.context.paragraph)
        answers[variant.operator].append(answer)
        if answer == wrong and len(examples[variant.operator]) < _KEPT_EXAMPLES:
            examples[variant.operator].append(
                Example(operator=variant.operator, origin=sentence.origin, claim=variant.text, sentence=sentence.text)
            )
    return tuple(outcomes(name, answers[name], examples[name]) for name in sorted(answers))


def _summed(name: str, parts: Iterable[Outcomes]) -> Outcomes:
    answers: list[CheckResult] = []
    for part in parts:
        answers += ["proved"] * part.proves.count
        answers += ["refuted"] * part.refutes.count
        answers += ["unsettled"] * part.silent.count
    return outcomes(name, answers)


def _verbatim(judge: Judge, sentences: Sequence[Sentence]) -> Outcomes:
    answers = [judge(sentence.text, sentence.context.paragraph) for sentence in sentences]
    wrong = [
        Example(operator=answer, origin=sentence.origin, claim=sentence.text, sentence=sentence.text)
        for sentence, answer in zip(sentences, answers, strict=True)
        if answer != "proved"
    ]
    return outcomes("verbatim", answers, wrong[:_KEPT_EXAMPLES])


def _costs(judge: Judge, faults: Sequence[tuple[Sentence, Variant]]) -> tuple[Cost, ...]:
    """Return the milliseconds per claim. Each source is the claim's own paragraph, extended with others to the length,
    so that no source occurs twice."""
    timed = faults[:_TIMED_CLAIMS]
    filler = "\n".join(sentence.context.paragraph for sentence, _ in faults)
    while len(filler) < 2 * _LENGTHS[-1]:
        filler = f"{filler}\n{filler}"
    judge(timed[0][1].text, filler)  # warm-up: work on first use does not count
    costs = []
    for length in _LENGTHS:
        sources = [
            f"{sentence.context.paragraph}\n{filler[index:]}"[:length] for index, (sentence, _) in enumerate(timed)
        ]
        start = time.perf_counter()
        for (_, variant), source in zip(timed, sources, strict=True):
            judge(variant.text, source)
        costs.append(Cost(characters=length, milliseconds=1000 * (time.perf_counter() - start) / len(timed)))
    return tuple(costs)


EXAMPLES = ("pincite eval guards sets/ --n 600",)
EXITS = {0: "measured"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pincite eval guards`."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="JSONL sets, or folders of them")
    parser.add_argument(
        "--n",
        type=int,
        default=6000,
        help="faulty claims to make, and a third as many rewordings (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="random seed for sentences and faults (default: %(default)s)"
    )
    parser.add_argument(
        "--examples", type=int, default=2, help="wrong judgements to show per kind (default: %(default)s)"
    )
    parser.add_argument(
        "--by",
        choices=("guards", "audit", "audit-yes"),
        default="guards",
        help="the judge: the guards, an audit without a model, or an audit with a model that accepts everything (default: guards)",
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON document")


def run(args: argparse.Namespace) -> int:
    """Measure the guards on the sets and print the report; progress goes to standard error."""
    files = [file for path in args.paths for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    if args.json or args.examples:
        refuse_sealed(files, "leave out --json and give --examples 0")
    print(f"measuring on {len(files)} sets…", file=sys.stderr)
    with judge_named(args.by) as judge:
        report = measure(judge, files, n=args.n, seed=args.seed)
    print(report.model_dump_json(indent=2) if args.json else table(report, examples=args.examples))
    return 0
