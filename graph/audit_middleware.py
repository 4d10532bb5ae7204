"""The audit as middleware of a LangChain agent. It compares the agent's final answer with the results of its tools
(SPEC ECO-2).

Needs the extra `agents`.
"""

import asyncio
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, get_args

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, RemoveMessage

from ..errors import PinciteError, SettingsError
from ..evidence.audit.audit_report import AuditedClaim, AuditReport, report_of
from ..evidence.audit.suggested_fix import NOTHING_STANDS_ALONE, WITHHOLD
from ..evidence.claims.split_claims import split_claims
from ..evidence.model.check import proved
from ..roles.answer_audit import audit
from ..roles.contracts.auditor import Auditor
from .tool_results import ToolResults, tool_results

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState, hook_config
    from langchain.agents.middleware.types import OmitFromInput
except ImportError:
    raise ImportError("AuditMiddleware: langchain is needed; run `pip install 'pincite[agents]'`") from None

Policy = Literal[
    "annotate",  # the answer is sent with a note on what is not supported
    "repair",  # the agent gets one chance to correct what is not supported; what still is not supported is withheld
    "withhold",  # an answer that is not fully supported is replaced by its supported part
]
NOTHING = "nothing to audit against (no tool gave a result in this conversation)"
STRUCTURED = "a structured response is not audited; let the agent answer in text"
_NUMBERS = re.compile(r"\s?\[\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*\]")
_SENT_BACK = "pincite_audit_of"
"""The key under which the message that sends the agent back has the id of the refused answer."""
_LISTED = 10
"""The maximum number of claims listed in one text. The report lists all."""


class AuditState(AgentState[Any]):
    """The fields that the middleware adds to the state of an agent. `audit_node` writes the same, and `after_audit`
    reads them. They are about the latest turn."""

    audit: NotRequired[Annotated[dict[str, Any] | None, OmitFromInput]]
    """The report as JSON, for `AuditReport.model_validate`."""
    audit_error: NotRequired[Annotated[str | None, OmitFromInput]]
    """Why the answer could not be audited, or None."""


class _Checked(NamedTuple):
    report: AuditReport | None = None
    error: str | None = None
    passes: bool = False
    left_out: int = 0


class AuditMiddleware(AgentMiddleware[AuditState, Any, Any]):
    """Audits the final answer of an agent against the tool results of the conversation.

    `auditor`: a judge in addition to the rules, as in `audit`. An answer without an assertion passes, and so does a
    tool result that ends the run. An answer without any tool result, and a structured response, cannot be audited:
    `annotate` states that, and the other policies block both. Raises SettingsError for an unknown policy.

    >>> from langchain.agents import create_agent
    >>> agent = create_agent(model, tools, middleware=[AuditMiddleware("withhold")])  # doctest: +SKIP
    """

    state_schema = AuditState

    def __init__(self, policy: Policy = "annotate", *, auditor: Auditor | None = None) -> None:
        super().__init__()
        if policy not in get_args(Policy):
            raise SettingsError(f"policy = {policy!r}: it must be one of {', '.join(get_args(Policy))}")
        self._policy, self._auditor = policy, auditor

    def before_agent(self, state: AuditState, runtime: Any) -> dict[str, Any]:
        """Clear the audit of an earlier turn, so that the caller does not take it for the audit of this turn."""
        return {"audit": None, "audit_error": None}

    @hook_config(can_jump_to=["model"])
    def after_agent(self, state: AuditState, runtime: Any) -> dict[str, Any] | None:
        if state.get("structured_response") is not None:
            return self._on_structured()
        messages = state["messages"]
        answer = messages[-1] if messages else None
        if not isinstance(answer, AIMessage):
            return None
        checked = self._checked(answer, messages)
        report = checked.report.model_dump(mode="json") if checked.report else None
        update: dict[str, Any] = {"audit": report, "audit_error": checked.error}
        sent_back = _sent_back(messages)
        if checked.passes:
            return {**update, "messages": _removals(messages, sent_back)}
        if self._policy == "repair" and sent_back is None:
            return {**update, "messages": [_feedback(answer, checked)], "jump_to": "model"}
        if self._policy == "annotate":
            return {**update, "messages": [_annotated(answer, checked)]}
        return {**update, "messages": [*_removals(messages, sent_back), _withheld(answer, checked)]}

    @hook_config(can_jump_to=["model"])
    async def aafter_agent(self, state: AuditState, runtime: Any) -> dict[str, Any] | None:
        return await asyncio.to_thread(self.after_agent, state, runtime)

    def _on_structured(self) -> dict[str, Any]:
        if self._policy == "annotate":
            return {"audit_error": STRUCTURED}
        said = AIMessage(f"The answer was withheld. It could not be checked: {STRUCTURED}.")
        return {"audit_error": STRUCTURED, "structured_response": None, "messages": [said]}

    def _checked(self, answer: AIMessage, messages: Sequence[AnyMessage]) -> _Checked:
        given = tool_results(messages)
        text = _as_numbered(answer.text, given)
        try:
            if not split_claims(text):
                return _Checked(error="the answer asserts nothing that could be checked", passes=True)
            if not given.chunks:
                return _Checked(error=NOTHING)
            relayed = given.relayed(answer.text)
            report = (
                _faithful(answer.text, relayed)
                if relayed
                else audit(text, [chunk._asdict() for chunk in given.chunks], auditor=self._auditor)
            )
        except (PinciteError, ValueError) as error:  # split_claims rejects an overlong answer
            return _Checked(error=str(error), left_out=given.left_out)
        return _Checked(report, None, report.verdict == "faithful", given.left_out)


def _faithful(answer: str, result: str) -> AuditReport:
    """Return the report on an answer that repeats a tool result unchanged, and so adds nothing to it."""
    check = proved("the answer is the unchanged result of a tool")
    spans = (answer[claim.start : claim.end] for claim in split_claims(answer))
    return report_of(
        AuditedClaim(span=span, supported_by=(result,), verdict="supported", check=check) for span in spans
    )


def _as_numbered(answer: str, given: ToolResults) -> str:
    """Return the answer without numbers in brackets, unless these certainly name chunks. A claim without such a number
    is checked against all results."""
    return answer if given.numbered else _NUMBERS.sub("", answer)


def _sent_back(messages: Sequence[AnyMessage]) -> HumanMessage | None:
    """Return the message that sent the agent back in this turn."""
    latest = next((message for message in reversed(messages) if isinstance(message, HumanMessage)), None)
    return latest if latest is not None and _SENT_BACK in latest.additional_kwargs else None


def _removals(messages: Sequence[AnyMessage], sent_back: HumanMessage | None) -> list[RemoveMessage]:
    """Return messages that remove the refused answer and the feedback on it, so that no later turn builds on them."""
    ids = (sent_back.additional_kwargs[_SENT_BACK], sent_back.id) if sent_back else ()
    return [RemoveMessage(id=message.id) for message in messages if message.id and message.id in ids]


def _feedback(answer: AIMessage, checked: _Checked) -> HumanMessage:
    if checked.report is None:
        problem = f"Your answer could not be audited: {checked.error}."
    else:
        problem = (
            f"An audit of your answer against the results of your tools does not support all of it:\n{_faults(checked)}"
        )
    advice = (
        "Answer again, in full. State only what the results of your tools state, in their words and with their values. Call a tool "
        "if something is missing. Leave out what no result supports, and say that it was not found."
    )
    kept = {_SENT_BACK: answer.id}
    return HumanMessage(f"{problem}\n\n{advice}", name="audit", additional_kwargs=kept)


def _annotated(answer: AIMessage, checked: _Checked) -> AIMessage:
    """Return the answer with a note at its end, as text or as a content block like the answer itself."""
    if checked.report is None:
        note = f"Not checked: {checked.error}."
    else:
        held, claims = sum(claim.verdict == "supported" for claim in checked.report.claims), len(checked.report.claims)
        note = f"Checked against the results of the tools: {held} of {claims} claims supported.\n{_faults(checked)}"
    content = answer.content
    if isinstance(content, str):
        return answer.model_copy(update={"content": f"{content}\n\n{note}"})
    return answer.model_copy(update={"content": [*content, {"type": "text", "text": f"\n\n{note}"}]})


def _withheld(answer: AIMessage, checked: _Checked) -> AIMessage:
    """Return the supported part of the answer, with the reasons why the rest was withheld."""
    if checked.report is None:
        return AIMessage(f"The answer was withheld. It could not be checked: {checked.error}.", id=answer.id)
    fix = checked.report.suggested_fix
    if fix is None or fix in (WITHHOLD, NOTHING_STANDS_ALONE):
        said = f"The answer was withheld, since the results of the tools do not support it:\n{_faults(checked)}"
    else:
        said = f"{fix}\n\nThe rest was withheld, since the results of the tools do not support it:\n{_faults(checked)}"
    return AIMessage(said, id=answer.id)


def _faults(checked: _Checked) -> str:
    """Return one line for each claim that is not supported."""
    claims = [claim for claim in checked.report.claims if claim.verdict != "supported"] if checked.report else []
    lines = [f"- “{' '.join(claim.span.split())}”: {_fault(claim)}" for claim in claims[:_LISTED]]
    if more := len(claims) - _LISTED:
        lines += [f"- and {more} more"] if more > 0 else []
    if checked.left_out:
        lines.append(f"({checked.left_out} older tool results were left out because of their length.)")
    return "\n".join(lines)


def _fault(claim: AuditedClaim) -> str:
    note = (claim.note or "").removesuffix("uncited").rstrip("; ")
    if claim.needs_judge and (not note or note.startswith("unproven")):
        return "not shown by any result"
    return f"{claim.verdict} ({note})" if note else claim.verdict
