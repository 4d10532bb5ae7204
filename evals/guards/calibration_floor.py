"""Measures what trivial judges reach in the calibration: `python -m pincite.evals.guards.calibration_floor`.

The judges are one that accepts every claim, one that rejects every claim, and the guards without a model. A model must
be better than these. For each 80 claims, the accepted ones are counted before and after code can refuse them.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import get_args

from ...evidence.guards.judge_claim import judge
from ...evidence.model.check import CheckResult
from ...model_settings import ModelEndpoint
from ...prompts.templates import template_sha256
from ...roles.llm.auditor import LlmAuditor
from ...roles.llm.calibrate import calibrate
from ...roles.llm.claim_pairs import built_in_pairs
from ...roles.llm.providers import speaker_for
from ...settings import Budgets
from ..harness.loopback import all_supported, loopback_model, none_supported

Counts = dict[str, int]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    arguments = parser.parse_args(argv)
    found = measure()
    lines = [
        f"{name:<24}{', '.join(f'{what} {count}' for what, count in counts.items())}" for name, counts in found.items()
    ]
    print(json.dumps(found, indent=2) if arguments.json else "\n".join(lines))
    return 0


def measure() -> dict[str, Counts]:
    pairs = built_in_pairs()
    right = Counter(judge(pair.right, pair.source).result for pair in pairs)
    wrong = Counter(judge(pair.wrong, pair.source).result for pair in pairs)
    return {
        "yes to all": _accepted(yes=True),
        "no to all": _accepted(yes=False),
        "the guards, right ones": {name: right[name] for name in get_args(CheckResult)},
        "the guards, wrong ones": {name: wrong[name] for name in get_args(CheckResult)},
    }


def _accepted(*, yes: bool) -> Counts:
    with loopback_model(lambda _, prompt: all_supported(prompt) if yes else none_supported(prompt)) as model:
        speaker = speaker_for(ModelEndpoint(model="openai:floor", base_url=model.url), Budgets())
        auditor = LlmAuditor(speaker, calibrated=False)
        figures, _ = calibrate(auditor, prompt_sha256=template_sha256("auditor"), at=date.min)
    return {
        "right accepted": figures.right_accepted,
        "wrong accepted": figures.wrong_accepted,
        "right after the veto": figures.right_after_veto,
        "wrong after the veto": figures.wrong_after_veto,
    }


if __name__ == "__main__":
    sys.exit(main())
