"""A usual retrieval loop as a LangGraph graph, with which pincite is compared (SPEC EVA-2). It retrieves, grades,
rewrites, and generates or starts again."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from ...stores.kb.knowledge_base import KnowledgeBase

PASSAGES = 4
"""The number of passages that a LangChain retriever returns by default."""
NOTHING = "The documents do not say."


class LoopState(TypedDict, total=False):
    question: str
    query: str
    rewrites: int
    found: list[str]
    """The passages of the latest retrieval."""
    relevant: list[str]
    """The relevant passages of all retrievals."""
    complete: bool
    answer: str


GRADE = "Tell whether this passage helps to answer the question.\n\nQuestion: {question}\n\nPassage:\n{passage}"
GRADES = "Name the passages that help to answer the question, and tell whether they answer it.\n\nQuestion: {question}\n\n{passages}"
REWRITE = (
    "The passages found so far do not answer the question. Write a better search query for it, and nothing else.\n\n"
    "Question: {question}\n\nFound so far:\n{passages}"
)
GENERATE = (
    "Answer the question from these passages alone, in at most three sentences. If they do not answer it, say that you do not know."
    "\n\nQuestion: {question}\n\n{passages}"
)
YES = {"type": "string", "enum": ["yes", "no"]}


def plain_loop(
    kb: KnowledgeBase, url: str, grading: Literal["together", "one by one"], most: int
) -> Callable[[str], str]:
    """Return the loop as a function from question to answer.

    `grading`: whether one call grades all passages of a retrieval, or parallel calls grade one each. `most`: the most
    rewrites.
    """
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    chat = ChatOpenAI(model="writer", base_url=url, api_key=SecretStr("none"))
    listed = {"type": "array", "items": {"type": "string"}}
    single = chat.with_structured_output(_schema("Grade", relevant=YES), method="json_schema")
    several = chat.with_structured_output(_schema("Grades", relevant=listed, complete=YES), method="json_schema")

    def retrieve(state: LoopState) -> LoopState:
        return {"found": [hit.passage.text for hit in kb.search(state["query"], limit=PASSAGES)]}

    def grade(state: LoopState) -> LoopState:
        found, question = state["found"], state["question"]
        if grading == "together":
            asked = GRADES.format(question=question, passages=_numbered(state["relevant"] + found))
            grades: Any = several.invoke(asked)
            relevant = [(state["relevant"] + found)[int(number) - 1] for number in grades["relevant"]]
            return {"relevant": relevant, "complete": grades["complete"] == "yes"}
        judgements: list[Any] = single.batch([GRADE.format(question=question, passage=passage) for passage in found])
        useful = [text for text, said in zip(found, judgements, strict=True) if said["relevant"] == "yes"]
        return {"relevant": state["relevant"] + useful, "complete": bool(useful)}

    def rewrite(state: LoopState) -> LoopState:
        asked = REWRITE.format(question=state["question"], passages=_numbered(state["found"]))
        return {"query": str(chat.invoke(asked).content), "rewrites": state["rewrites"] + 1}

    def generate(state: LoopState) -> LoopState:
        asked = GENERATE.format(question=state["question"], passages=_numbered(state["relevant"]))
        said = str(chat.invoke(asked).content)
        return {"answer": "" if said == NOTHING else said}

    def after_grading(state: LoopState) -> Literal["generate", "rewrite", "__end__"]:
        if state["complete"]:
            return "generate"
        if state["rewrites"] < most:
            return "rewrite"
        return "generate" if state["relevant"] else "__end__"

    graph = StateGraph(LoopState)
    for node in (retrieve, grade, rewrite, generate):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "grade")
    graph.add_conditional_edges("grade", after_grading, {"generate": "generate", "rewrite": "rewrite", "__end__": END})
    graph.add_edge("rewrite", "retrieve")
    graph.add_edge("generate", END)
    made = graph.compile()

    def answer(question: str) -> str:
        begun = LoopState(question=question, query=question, rewrites=0, relevant=[], answer="")
        return str(made.invoke(begun)["answer"])

    return answer


def _schema(name: str, **properties: Any) -> dict[str, Any]:
    return {"title": name, "type": "object", "properties": properties, "required": list(properties)}


def _numbered(passages: Sequence[str]) -> str:
    return "\n\n".join(f"[{number}] {text}" for number, text in enumerate(passages, 1))
