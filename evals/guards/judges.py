"""The judges that `pincite eval guards` can measure: the guards alone, or the audit of answers, without a judge or with
a bad one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from ...errors import AuditInputError
from ...evidence.guards.judge_claim import judge
from ...evidence.model.check import CheckResult
from ...model_settings import ModelEndpoint
from ...roles.answer_audit import audit
from ...roles.contracts.auditor import Auditor
from ...roles.llm.auditor import LlmAuditor
from ...roles.llm.providers import speaker_for
from ...settings import Budgets
from ..harness.loopback import all_supported, loopback_model
from .guard_report import Judge

JudgeName = Literal["guards", "audit", "audit-yes"]
"""The judges that can be measured.

- `guards`: the guards alone
- `audit`: an audit of the claim as an answer, with its source as the only chunk
- `audit-yes`: the same with a judge that accepts every claim, which is the worst case of a model
"""


@contextmanager
def judge_named(name: JudgeName) -> Iterator[Judge]:
    """Yield the judge with that name. An audit proves a claim by the verdict supported, and refutes it by contradicted."""
    if name == "guards":
        yield lambda claim, source: judge(claim, source).result
    elif name == "audit":
        yield lambda claim, source: _audited(claim, source, None)
    else:
        with loopback_model(lambda _, prompt: all_supported(prompt)) as model:
            endpoint = ModelEndpoint(model="openai:yes", base_url=model.url)
            yes = LlmAuditor(speaker_for(endpoint, Budgets()), calibrated=True)
            yield lambda claim, source: _audited(claim, source, yes)


def _audited(claim: str, source: str, auditor: Auditor | None) -> CheckResult:
    try:
        verdicts = {audited.verdict for audited in audit(claim, [{"id": "c1", "text": source}], auditor=auditor).claims}
    except AuditInputError:  # the claim asserts nothing
        return "unsettled"
    if verdicts == {"supported"}:
        return "proved"
    return "refuted" if "contradicted" in verdicts else "unsettled"
