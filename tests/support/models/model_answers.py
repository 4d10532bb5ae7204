"""What the roles' models answer, in the forms that their schemas ask for: a plan, quotes, a judgement, a draft, verdicts."""

from collections.abc import Sequence
from typing import Any

Answer = dict[str, Any]


def anchor(text: str, id: str = "a1", **changes: Any) -> Answer:
    """A subject of its question, an organisation where nothing else is said."""
    return {"id": id, "text": text, "kind": "organisation", "use": "subject", "of": None, "own": False} | changes


def period(text: str, id: str = "a2", use: str = "scope") -> Answer:
    return anchor(text, id, kind="period", use=use)


def condition(text: str, id: str = "a2", **changes: Any) -> Answer:
    return anchor(text, id, **{"kind": "other", "use": "condition"} | changes)


def step(find: str, id: str = "s1", about: Sequence[str] = ("a1",), **changes: Any) -> Answer:
    return {
        "id": id, "find": find, "about": list(about), "after": [], "role": None, "words": [], "query": "",
        "answer_type": "text", "calculation": None, "instead_of": None, "answers": True,
    } | changes  # fmt: skip


def plan(anchors: Sequence[Answer], steps: Sequence[Answer], **changes: Any) -> Answer:
    return {
        "resolved_question": "", "problem": "", "anchors": list(anchors), "steps": list(steps),
        "kind": "structured", "breadth": "simple", "exhaustive": False, "queries": [],
    } | changes  # fmt: skip


def quoted(passage: str, quote: str, *steps: str, value: str | None = None) -> Answer:
    return {"steps": list(steps or ("s1",)), "passage": passage, "quote": quote, "value": value}


def judged_step(id: str, *evidence: str, **changes: Any) -> Answer:
    """Covered by the evidence; open where none is named, unless something is copied."""
    covered = changes.get("covered", bool(evidence or changes.get("also")))
    return {
        "step": id, "reason": "r", "standing": "asserted" if covered else "none", "covered": covered,
        "evidence": list(evidence), "also": [], "problem": None, "disagree": [], "query": "", "source": "",
    } | changes  # fmt: skip


def judged(*steps: Answer) -> Answer:
    return {"steps": list(steps)}


def found_subject(place: str | None, quote: str, *, name: str = "", subject: int = 0) -> Answer:
    """One verdict of the judge at the gate; a no where there is no place."""
    found = place is not None
    return {"subject": subject, "found": found, "place": place, "name": name, "quote": quote, "reason": "so it says"}


def written(text: str, *evidence: str, **changes: Any) -> Answer:
    return {"text": text, "part": "direct", "evidence": list(evidence)} | changes


def draft(*sentences: Answer, calculations: Sequence[Answer] = ()) -> Answer:
    return {"sentences": list(sentences), "calculations": list(calculations)}


def verdict(kind: str, *texts: str, claim: str = "C1") -> Answer:
    return {"claim": claim, "verdict": kind, "supported_by": list(texts), "note": None}
