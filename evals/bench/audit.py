"""Measures how many claims per second the audit judges without a model: `python -m pincite.evals.bench.audit`.

Answers and chunks are generated from a fixed seed. Each answer has twelve cited claims and ten new chunks of about 900
characters. A third of the claims are in their cited chunk, a third cite another chunk, and a third have a changed
figure. Suggested fixes and their audit count in the time, but their claims do not count in the number of claims.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence

from ...roles.answer_audit import audit

TARGET = 200
"""The target in claims per second."""

_FIRMS = "Tarnholm Bexley Orvane Caldmoor Ridgewell Penhallow Standish Marlowe Harwick Colbeck".split()
_SUBJECTS = ("notice period", "annual fee", "service credit", "retention period", "repair window", "response time")
_FORMS = (
    "The {subject} of {firm} is {number} days.",
    "{firm} paid {number} million euros for the {subject} in {year}.",
    "In {year}, {firm} raised the {subject} to {number} percent.",
    "{firm} may change the {subject} unless the customer objects within {number} days.",
    "The board of {firm} approved a {subject} of {number} hours on 3 May {year}.",
)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--answers", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    found = measure(arguments.answers, arguments.seed)
    print(json.dumps(found) if arguments.json else "\n".join(f"{name:<18} {value}" for name, value in found.items()))
    return 0 if found["claims_per_second"] >= TARGET else 1


def measure(answers: int, seed: int) -> dict[str, float]:
    """Return the claims per CPU second (one thread) and per second of wall time, the median milliseconds of an answer,
    and the claims of each verdict."""
    drawn = random.Random(seed)
    cases = [_case(drawn) for _ in range(answers)]
    seconds, verdicts = [], Counter[str]()
    working = time.process_time()
    for answer, chunks in cases:
        began = time.perf_counter()
        report = audit(answer, chunks)
        seconds.append(time.perf_counter() - began)
        verdicts.update(claim.verdict for claim in report.claims)
    working = time.process_time() - working
    return {
        "answers": answers,
        "claims": verdicts.total(),
        "claims_per_second": round(verdicts.total() / working),
        "by_the_clock": round(verdicts.total() / sum(seconds)),
        "answer_median_ms": round(1000 * statistics.median(seconds), 1),
        **verdicts,
    }


def _case(drawn: random.Random) -> tuple[str, list[dict[str, str]]]:
    chunks = []
    for number in range(10):
        sentences: list[str] = []
        while sum(map(len, sentences)) < 900:
            sentences.append(_sentence(drawn))
        chunks.append((f"c{number + 1}", sentences))
    claims = []
    for number in range(12):
        name, sentences = drawn.choice(chunks)
        claim = drawn.choice(sentences).rstrip(".")
        if number % 3 == 1:
            name = drawn.choice(chunks)[0]
        elif number % 3 == 2:
            claim = claim.replace(next(word for word in claim.split() if word.isdigit()), "7", 1)
        claims.append(f"{claim} [{name}].")
    return " ".join(claims), [{"id": name, "text": " ".join(sentences)} for name, sentences in chunks]


def _sentence(drawn: random.Random) -> str:
    return drawn.choice(_FORMS).format(
        firm=drawn.choice(_FIRMS),
        subject=drawn.choice(_SUBJECTS),
        number=drawn.randint(11, 990),
        year=drawn.randint(1990, 2025),
    )


if __name__ == "__main__":
    sys.exit(main())
