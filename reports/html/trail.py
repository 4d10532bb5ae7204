"""Shows how the answer was found: the steps, the searches and the near-misses of a run. The technical log is in the
JSON report."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ...evidence.model.subjects import RejectedCandidate
from ...evidence.names.proper_names import reads_as_name
from ...evidence.names.same_name import names_match
from ...evidence.report.evidence_report import EvidenceReport, Step, ToolCall
from ..wording import Wording

_PASSES = {"follow_up": 1, "second_follow_up": 2}


class ShownStep(NamedTuple):
    name: str
    seconds: float
    detail: str
    """The result as counts; "" if there is nothing to count."""


class ShownSearch(NamedTuple):
    source: str
    amount: str
    result: str


def steps(report: EvidenceReport, words: Wording) -> tuple[ShownStep, ...]:
    """Return the steps of the run in order. The last step is left out, since it only writes the report."""
    return tuple(ShownStep(words.step(step.node), step.seconds, _detail(report, step, words)) for step in report.path)


def _detail(report: EvidenceReport, step: Step, words: Wording) -> str:
    number = next((n for prefix, n in reversed(_PASSES.items()) if step.node.startswith(prefix)), 0)
    found = [unit for unit in report.evidence if unit.found_in_pass == number]
    counts = words.counts
    if step.state == "EVIDENCE_RETRIEVAL":
        calls = [call for call in report.tool_history if call.pass_number == number]
        return f"{counts.searches.of(len(calls))}, {counts.passages.of(_passages(calls))}" if calls else ""
    if step.node.endswith(("extract", "extract_evidence")):
        return ""
    if step.node.endswith(("verify", "verify_evidence")):
        rejected = len(report.rejected_evidence) if number == 0 else 0
        shown = counts.quotes.of(len(found))
        return f"{shown}, {counts.rejected.of(rejected)}" if rejected else shown
    if step.node == "draft":
        return counts.sentences.of(len(report.sentences)) if report.answer else ""
    if step.node == "audit" and report.claims:
        held = sum(claim.verdict == "supported" for claim in report.claims)
        return counts.supported.format(held=held, count=len(report.claims))
    return ""


def searches(report: EvidenceReport, words: Wording) -> tuple[ShownSearch, ...]:
    """Return the searches in order, with their results. A source appears once per search."""
    found: list[ShownSearch] = []
    times: Counter[str] = Counter()
    for search in report.sources_searched:
        number, name = times[search.source], words.search_source(search.source)
        times[search.source] += 1
        calls = [call for call in report.tool_history if call.tool == search.source and call.pass_number == number]
        if search.gone_through is not None and search.in_scope is not None:
            amount = words.gone_through.format(gone=search.gone_through, scope=search.in_scope)
        elif calls:
            amount = f"{words.counts.searches.of(len(calls))}, {words.counts.passages.of(_passages(calls))}"
        else:
            amount = ""
        why = f": {words.plain(search.reason)}" if search.verdict == "unavailable" and search.reason else ""
        shown = words.later_pass.format(step=name, number=number + 1) if number else name
        found.append(ShownSearch(shown, amount, f"{words.verdicts[search.verdict]}{why}"))
    return tuple(found)


def _passages(calls: Sequence[ToolCall]) -> int:
    return len({passage for call in calls for passage in call.passages})


def queries(report: EvidenceReport) -> tuple[str, ...]:
    """Return the search queries in order, without duplicates."""
    return tuple(dict.fromkeys(call.query for call in report.tool_history))


def near_candidates(report: EvidenceReport) -> tuple[RejectedCandidate, ...]:
    """Return the near-misses of the subject. Words that are not names, and passages that only mention a subject that
    was found, are left out."""
    found = [subject.name for subject in report.candidate_subjects]
    return tuple(
        candidate
        for candidate in report.rejected_candidates
        if candidate.failed_condition != "type"
        and reads_as_name(candidate.name)
        and not (candidate.failed_condition == "name" and any(names_match(candidate.name, name) for name in found))
    )
