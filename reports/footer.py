"""The line after an answer with model calls, tokens, cost and time, and the exit code."""

from ..evidence.report.evidence_report import EvidenceReport


def footer(report: EvidenceReport) -> str:
    """Return the costs of a run as one line: “5 model calls · 8,210 tokens in (5,120 cached), 640 out · 0.0041 USD ·
    3.2 s”."""
    used = report.usage
    parts = ["no model calls"]
    if used.model_calls:
        cached = f" ({used.cached_tokens:,} cached)" if used.cached_tokens else ""
        parts = [
            f"{used.model_calls} model {'call' if used.model_calls == 1 else 'calls'}",
            f"{used.input_tokens:,} tokens in{cached}, {used.output_tokens:,} out",
        ]
    if used.cost:
        parts.append(used.cost.described())
    return " · ".join((*parts, f"{used.seconds:.1f} s"))


def exit_code(report: EvidenceReport) -> int:
    """Return the exit code of a report: 0 if it answers the question, 1 if not, 2 if a model failed. After a 2, another
    run may find an answer."""
    return 0 if report.sufficient else 2 if report.model_faults else 1
