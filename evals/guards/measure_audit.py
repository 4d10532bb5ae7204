"""`pincite eval audit`: the audit on labelled claims, by code alone or with a judge at an OpenAI-compatible endpoint
(SPEC EVA-3)."""

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ...errors import AuditInputError, ModelError, SettingsError
from ...evidence.audit.audit_claims import examine
from ...evidence.audit.audit_input import checked_answer, checked_chunks
from ...evidence.audit.audit_report import report_of
from ...model_settings import ModelEndpoint
from ...roles.answer_audit import judge_of
from ...roles.contracts.auditor import Auditor
from ...roles.llm.auditor import LlmAuditor
from ...roles.llm.providers import speaker_for
from ...settings import Budgets
from ..sets.question_rows import Row, read_rows, refuse_sealed
from .audit_figures import LABELS, AuditedRow, AuditMeasure, measure_of, table

_LONGEST = 12_000
_CALL_SECONDS = 600.0


def measure(
    paths: Sequence[Path],
    *,
    n: int = 60,
    longest: int = _LONGEST,
    auditor: Auditor | None = None,
    at_once: int = 1,
) -> AuditMeasure:
    """Audit `n` rows of each set, about as many of each label. Rows whose sources have more than `longest` characters
    are left out.

    Raises SettingsError if a set has no other row.
    """
    drawn = [(path.stem, row) for path in paths for row in drawn_rows(path, n, longest)]
    with ThreadPoolExecutor(at_once) as threads:
        done = []
        for row in threads.map(lambda entry: audited(entry[0], entry[1], auditor), drawn):
            done.append(row)
            if len(done) % 10 == 0:
                print(f"{len(done)} of {len(drawn)} claims", file=sys.stderr, flush=True)
    return measure_of(done, auditor.name if auditor else None)


def drawn_rows(path: Path, n: int, longest: int) -> list[Row]:
    """Return `n` rows at even distances in the set, about equally many of each label. If a label has too few, more of
    the others are drawn."""
    rows = [row for row in read_rows(path) if row.label in LABELS and 0 < len(_source(row)) <= longest]
    if not rows:
        raise SettingsError(
            f"{path}: no claim with a label ({', '.join(LABELS)}) and sources of up to {longest:,} characters; check the set, or raise --longest"
        )
    pools = sorted((own for label in LABELS if (own := [row for row in rows if row.label == label])), key=len)
    chosen: list[Row] = []
    for place, own in enumerate(pools):
        share = min(len(own), (n - len(chosen)) // (len(pools) - place))
        chosen += [own[index * len(own) // share] for index in range(share)]
    return chosen


def _source(row: Row) -> str:
    return "".join(document.text or "" for document in row.docs).strip()


def audited(name: str, row: Row, auditor: Auditor | None) -> AuditedRow:
    """Return the verdict of the audit on one claim by its documents. Of several propositions, the worst verdict
    counts."""
    given = [{"id": str(place), "text": doc.text} for place, doc in enumerate(row.docs, 1) if (doc.text or "").strip()]
    result = AuditedRow(set=name, id=row.id, label=row.label or "", claim=row.question, verdict="failed")
    try:
        chunks = checked_chunks(given)
        claims = examine(checked_answer(row.question), chunks, judge_of(auditor, chunks))[1]
    except (AuditInputError, ModelError) as error:
        return result.model_copy(update={"note": str(error)})
    report = report_of(claim.result for claim in claims)
    found = {claim.verdict for claim in report.claims}
    verdict = next((v for v in ("contradicted", "unsupported", "partial", "supported") if v in found), "failed")
    refuted = any(claim.check.result == "refuted" and claim.check.by == "code" for claim in report.claims)
    notes = "; ".join(claim.note for claim in report.claims if claim.note and claim.verdict == verdict)
    return result.model_copy(update={"verdict": verdict, "refuted_by_code": refuted, "note": notes})


EXAMPLES = (
    "pincite eval audit claims.jsonl                       # by code alone",
    "pincite eval audit claims.jsonl --model-url http://127.0.0.1:8080/v1 --model my-judge",
)
EXITS = {0: "measured"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pincite eval audit`."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="sets of labelled claims in JSON lines")
    parser.add_argument("--n", type=int, default=60, help="claims of each set, spread over its labels (default: 60)")
    parser.add_argument(
        "--longest",
        type=int,
        default=_LONGEST,
        metavar="CHARS",
        help="leave out claims whose sources are longer (default: %(default)s)",
    )
    parser.add_argument(
        "--model-url", metavar="URL", help="an OpenAI-compatible endpoint; the key is OPENAI_API_KEY, if it needs one"
    )
    parser.add_argument("--model", metavar="NAME", help="the judge: the name of a model of that endpoint")
    parser.add_argument(
        "--seconds",
        type=float,
        default=_CALL_SECONDS,
        help="the longest time of one call (default: %(default)s)",
    )
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="concurrent claims (default: 1)")
    parser.add_argument("--examples", type=int, default=0, metavar="N", help="wrong verdicts to show for each label")
    parser.add_argument("--json", action="store_true", help="print one JSON document, with every verdict")


def run(args: argparse.Namespace) -> int:
    """Measure the audit and print the figures; progress goes to standard error."""
    if bool(args.model_url) != bool(args.model):
        raise SettingsError("--model-url and --model: give both for a judge, or neither for code alone")
    if args.at_once < 1 or args.n < 1:
        raise SettingsError("--n and --at-once: at least 1 is needed")
    if args.json or args.examples:
        refuse_sealed(args.paths, "leave out --json and --examples")
    auditor = judge_at(args.model_url, args.model, args.seconds) if args.model else None
    report = measure(args.paths, n=args.n, longest=args.longest, auditor=auditor, at_once=args.at_once)
    print(json.dumps(report.model_dump(), indent=2) if args.json else table(report, examples=args.examples))
    return 0


def judge_at(url: str, model: str, seconds: float) -> Auditor:
    """Return the auditor with this model. It counts as calibrated, since the measurement shows how well it judges."""
    endpoint = ModelEndpoint(model=f"openai:{model}", base_url=url)
    return LlmAuditor(speaker_for(endpoint, Budgets(seconds_per_model_call=seconds)), calibrated=True)
