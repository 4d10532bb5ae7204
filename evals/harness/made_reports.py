"""Makes large reports for measurements, from the citations of a real run and further ones of the same knowledge
base."""

from ...evidence.report.digest import report_digest
from ...evidence.report.evidence_report import EvidenceReport, Sentence
from ...graph.build import build_graph
from ...nodes.answer.cite import citation
from ...stores.documents.passages import Passage
from ...stores.kb.knowledge_base import KnowledgeBase

QUOTE = 160
"""The maximum number of characters of a generated quote, about a sentence."""


def report_of(kb: KnowledgeBase, question: str, citations: int) -> EvidenceReport:
    """Return a report on `question` with that many citations, from all documents of the knowledge base."""
    report: EvidenceReport = build_graph(kb).invoke({"question": question})["report"]
    if not report.evidence:
        raise ValueError(f"{question!r} finds no evidence; use another question")
    snapshot, unit = kb.snapshot(), report.evidence[0]
    current = [document for document in snapshot.documents() if document.is_current]
    by_document = [snapshot.passages(document.version_id) for document in current[:citations]]
    passages: list[Passage] = [
        passages[round_]
        for round_ in range(max(map(len, by_document)))
        for passages in by_document
        if round_ < len(passages)
    ]
    made, evidence, sentences = [], [], []
    for number in range(1, citations + 1):
        passage = passages[(number - 1) % len(passages)]
        shown = passage.text if len(passage.text) <= QUOTE else passage.text[:QUOTE].rpartition(" ")[0]
        end = passage.char_start + len(shown or passage.text)
        span = snapshot.span(passage.version_id, passage.char_start, end)
        own = unit.model_copy(
            update={"evidence_id": f"made{number}", "span": span, "source": snapshot.document(passage.version_id)}
        )
        evidence.append(own)
        made.append(citation(number, own))
        text = " ".join(span.quote.split())
        sentences.append(Sentence(text=text, part="support", citations=(number,), evidence_ids=(own.evidence_id,)))
    answer = "\n".join(f"- {sentence.text} [{sentence.citations[0]}]" for sentence in sentences)
    report = report.model_copy(
        update={
            "citations": tuple(made),
            "evidence": tuple(evidence),
            "sentences": tuple(sentences),
            "answer": answer,
            "conclusion": answer,
        }
    )
    return report.model_copy(update={"digest": report_digest(report)})
