"""Audits the answers of a LangChain agent with pincite's tool, before anybody reads them.

    pip install 'pincite[agents]'
    python examples/agent.py

`create_agent` runs the agent. `AuditMiddleware` compares each final answer with the tool results of the conversation.
If the answer states more than these do, the agent must correct it once. Needs neither a key nor a network.
"""

import tempfile
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver

from pincite import (
    AuditMiddleware,
    AuditReport,
    EvidenceReport,
    KnowledgeBase,
    Settings,
    as_tool,
    build_graph,
    retrieval_tools,
)

CORPUS = Path(__file__).parent / "corpus"
CERTIFIED = "Which standard is Stavenholt Vaults Ltd certified to?"
FOUNDER = "Who is the founder of Hollinbrae Instruments?"


class StandIn(BaseChatModel):
    """Simulates a chat model, so that the example needs no key. It searches, adds a guess of its own, and removes the
    guess when asked to."""

    def bind_tools(self, tools: Any, **_: Any) -> "StandIn":
        return self

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **options: Any
    ) -> ChatResult:
        found = next((message for message in reversed(messages) if isinstance(message, ToolMessage)), None)
        last = messages[-1]
        if isinstance(last, HumanMessage) and last.name != "audit":
            said = AIMessage(
                "", tool_calls=[{"name": "ask_documents", "args": {"question": last.text}, "id": "call-1"}]
            )
        elif last is found and found.artifact["sufficient"]:
            said = AIMessage(f"{found.artifact['answer']} The certificate is valid until 2031.")
        else:
            assert found is not None
            said = AIMessage(found.artifact["conclusion"])
        return ChatResult(generations=[ChatGeneration(message=said)])

    @property
    def _llm_type(self) -> str:
        return "stand-in"


MODEL: BaseChatModel = StandIn()
# A real one by name, after `pip install langchain-openai`:  MODEL = "openai:gpt-5-mini"


def make_agent(kb: KnowledgeBase, model: BaseChatModel = MODEL) -> Any:
    return create_agent(
        model,
        [as_tool(build_graph(kb, Settings())), *retrieval_tools(kb)],
        system_prompt="Answer from the user's documents. Ask ask_documents first; search where you need more.",
        middleware=[AuditMiddleware("repair")],
        checkpointer=InMemorySaver(),
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        agent = make_agent(kb)
        for thread, question in (("1", CERTIFIED), ("2", FOUNDER)):
            print(f"person: {question}")
            where, context = (
                {"configurable": {"thread_id": thread}},
                {"as_of": "2026-05-15"},
            )  # the context reaches pincite
            asked = {"messages": [("user", question)]}
            for part in agent.stream(asked, where, context=context, stream_mode="updates"):
                sent = (part.get("AuditMiddleware.after_agent") or {}).get("messages", [])
                for message in sent:
                    if isinstance(message, HumanMessage):
                        print(f"audit: {message.text}")
            state = agent.get_state(where).values
            audited = AuditReport.model_validate(state["audit"])
            artifact = next(message.artifact for message in state["messages"] if isinstance(message, ToolMessage))
            report = EvidenceReport.model_validate(artifact)
            print(f"agent: {state['messages'][-1].text}")
            print(f"(audit: {audited.verdict}; report: {report.stop_reason}, citations: {len(report.citations)})\n")


if __name__ == "__main__":
    main()
