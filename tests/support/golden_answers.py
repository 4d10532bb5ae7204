"""A graded answer for tests of what is counted: right, sufficient and well cited, unless said otherwise."""

from typing import Any

from pincite.evals.golden.result import Answered


def answered(name: str, **fields: Any) -> Answered:
    given = {
        "id": name,
        "corpus": "documents",
        "kind": "plain-fact",
        "question": f"What of {name}?",
        "due": "answer",
        "grade": "right",
        "why": "",
        "shown": True,
        "sufficient": True,
        "confidence": "medium",
        "terminal_state": "CONCLUDED",
        "stop_reason": "contract_met",
        "text": "It is so.",
        "lacking": (),
        "wrong": (),
        "sentences": 1,
        "unsupported": 0,
        "citations": 1,
        "incorrect": 0,
        "required": 1,
        "required_cited": 1,
        "facts": 1,
        "facts_primary": 1,
        "signals_due": (),
        "signals_raised": (),
        "follow_ups": 0,
        "follow_up_cited": False,
        "model_calls": 0,
        "input_tokens": 0,
        "output_tokens": 0,
        "seconds": 0.1,
    }
    return Answered.model_validate(given | fields)
