"""A chat that shows the answers of another system only if the chunks they cite support every claim.

    python examples/gated_chat.py

An answer that fails the audit is withheld. The chat offers its supported sentences, and asks pincite the same question.
Needs neither a key nor a network.
"""

import tempfile
from pathlib import Path
from typing import Annotated, Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph

from pincite import (
    AuditReport,
    AuditUpdate,
    Graph,
    KnowledgeBase,
    Settings,
    after_audit,
    as_node,
    audit_node,
    build_graph,
)

CORPUS = Path(__file__).parent / "corpus"
CERTIFIED = "Which standard is Stavenholt Vaults Ltd certified to?"
AT_HOME = "How many days a week may employees of Hollinbrae Instruments work from home?"

# Simulates a writer: replace it by any chain that retrieves and writes. The answer to each question cites its chunks by number.
WRITTEN = {
    CERTIFIED: "Stavenholt Vaults Ltd is certified to ISO/IEC 27001:2022 [1].",
    AT_HOME: "You may now work from home on up to three days a week, if your manager agrees [1]. "
    "You may work from home on up to five days a week in August [1].",
}


class State(AuditUpdate, total=False):
    messages: Annotated[list[AnyMessage], add_messages]
    answer: str
    chunks: list[dict[str, str]]


def gated_graph(kb: KnowledgeBase, pincite: Graph) -> CompiledStateGraph[Any, Any, Any, Any]:
    def write(state: State) -> dict[str, Any]:
        question = state["messages"][-1].text
        answer = WRITTEN[question]
        chunks = [{"id": hit.passage.passage_id, "text": hit.passage.text} for hit in kb.search(answer, limit=3)]
        return {"answer": answer, "chunks": chunks}

    def send(state: State) -> dict[str, Any]:
        return {"messages": [AIMessage(state["answer"], name="writer")]}

    def hold(state: State) -> dict[str, Any]:
        if state["audit"] is None:
            return {"messages": [AIMessage(f"Held back: {state['audit_error']}", name="gate")]}
        audited = AuditReport.model_validate(state["audit"])
        refused = "\n".join(
            f"  - “{claim.span}”: {claim.verdict}" for claim in audited.claims if claim.verdict != "supported"
        )
        said = f"Held back ({audited.verdict}):\n{refused}\nWhat does stand: {audited.suggested_fix}"
        return {"messages": [AIMessage(said, name="gate")]}

    graph = StateGraph(State)
    graph.add_node("write", write)
    graph.add_node("audit", audit_node())
    graph.add_node("send", send)
    graph.add_node("hold", hold)
    graph.add_node("pincite", as_node(pincite))
    graph.add_edge(START, "write")
    graph.add_edge("write", "audit")
    graph.add_conditional_edges("audit", after_audit, {"faithful": "send", "not_faithful": "hold", "broken": "hold"})
    graph.add_edge("send", END)
    graph.add_edge("hold", "pincite")
    graph.add_edge("pincite", END)
    return graph.compile()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        graph = gated_graph(kb, build_graph(kb, Settings()))
        for question in (CERTIFIED, AT_HOME):
            said = graph.invoke({"messages": [HumanMessage(question)]}, context={"as_of": "2026-05-15"})["messages"]
            for message in said:
                print(f"{message.name or 'person'}: {message.text}\n")


if __name__ == "__main__":
    main()
