"""Uses a tool of your own as a source beside the documents, and pincite's searches as tools of your own agent.

    python examples/own_tools.py

The tool simulates a customer system. Any function from words to texts can be a source. Needs neither a key nor a
network.
"""

import tempfile
from pathlib import Path

from langchain_core.documents import Document
from langchain_core.tools import tool

from pincite import KnowledgeBase, Skill, build_graph, retrieval_tools, verify

CORPUS = Path(__file__).parent / "corpus"
RECORDS = (
    "The credit limit of Borealis Ltd is £9,000.",
    "The credit limit of Ferrowick Analytics Ltd is £25,000.",
)
QUESTIONS = (
    "What is the credit limit of Ferrowick Analytics Ltd?",  # only in the customer system
    "How many days a week may employees of Hollinbrae Instruments work from home?",  # in the documents
)


@tool
def customer_records(query: str) -> list[Document]:
    """Search the customer system."""
    words = set(query.casefold().replace("?", " ").split())
    return [
        Document(
            page_content=record,
            metadata={"title": "Customer record", "citation": f"[CRM-{number}]", "updated_at": "2026-05-02"},
        )
        for number, record in enumerate(RECORDS, 1)
        if len(words & set(record.casefold().split())) > 3
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        kb.ingest(CORPUS)
        graph = build_graph(kb, sources=[Skill(customer_records, kind="primary", authority="published")])
        for question in QUESTIONS:
            report = graph.invoke({"question": question, "as_of": "2026-05-15"})["report"]
            print(f"{question}\n  {report.answer}")
            for citation in report.citations:
                print(f"  [{citation.number}] {citation.document} {citation.own_citation or ''}")
            for searched in report.sources_searched:
                print(f"  {searched.source}: {searched.verdict}, {searched.reason}")
            print(f"  checked again: {'holds' if verify(report, kb).holds else 'does not hold'}\n")

        passages, rows = retrieval_tools(kb)
        print(passages.invoke({"query": "annual service fee Quillmarsh", "documents": ["contracts/*"]}).splitlines()[0])
        print(rows.invoke({"query": "price of a data logger", "must_mention": ["data logger"]}).splitlines()[1])


if __name__ == "__main__":
    main()
