"""Who may be measured by `pincite eval guards`: the guards alone, or the audit of answers around them, without a judge or with a bad one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from ...errors import AuditInputError
from ...evidence.guards.judge_claim import judge
from ...model_settings import ModelEndpoint
from ...roles.audit import audit
from ...roles.contracts.auditor import Auditor
from ...roles.llm.auditor import LlmAuditor
from ...roles.llm.providers import speaker_for
from ...settings import Budgets
from ..harness.loopback import all_supported, loopback_model
from .guard_report import Judge

JudgeName = Literal["guards", "audit", "audit-yes"]
"""audit: a claim given as an answer, its source as the only chunk. audit-yes: the same with a judge that says yes to every claim, the worst
that a model can do."""


@contextmanager
def judge_named(name: JudgeName) -> Iterator[Judge]:
    """The judge; an audit proves what comes out supported and refutes what comes out contradicted."""
    if name == "guards":
        yield lambda claim, source: judge(claim, source).outcome
    elif name == "audit":
        yield lambda claim, source: _audited(claim, source, None)
    else:
        with loopback_model(lambda _, prompt: all_supported(prompt)) as model:
            endpoint = ModelEndpoint(model="openai:yes", base_url=model.url)
            yes = LlmAuditor(speaker_for(endpoint, Budgets()), calibrated=True)
            yield lambda claim, source: _audited(claim, source, yes)


def _audited(claim: str, source: str, auditor: Auditor | None) -> str:
    try:
        verdicts = {audited.verdict for audited in audit(claim, [{"id": "c1", "text": source}], auditor=auditor).claims}
    except AuditInputError:  # it asserts nothing
        return "silent"
    if verdicts == {"supported"}:
        return "proves"
    return "refutes" if "contradicted" in verdicts else "silent"
