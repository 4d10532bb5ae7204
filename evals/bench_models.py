"""What a question costs beside its models: `python -m pincite.evals.bench_models --kb DIR --subject NAME --term WORD`.

The real graph with real clients asks a loopback endpoint that answers each role after a set time. Reported: calls, the median of what
is left of a run's wall time without the model's own, and how long many runs at once take.
"""

import argparse
import asyncio
import json
import re
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ..graph.build import build_graph
from ..nodes.state import RunInput
from ..roles.llm import llm_roles
from ..roles.providers import speaker_for
from ..settings import Budgets, ModelEndpoint, Settings
from ..stores.knowledge_base import KnowledgeBase

_TEXT = re.compile(
    r"<<<(?P<id>[PE]\d+) (?P<code>[0-9a-f]{8})\n(?:(?:[^\n]*\n)*?text:\n)?(?P<text>.*?)\n(?P=id) (?P=code)>>>",
    re.DOTALL,
)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kb", required=True, metavar="DIR")
    parser.add_argument("--subject", required=True, help="an organisation that the knowledge base is about")
    parser.add_argument("--term", required=True, help="a word its documents hold")
    parser.add_argument("--runs", type=int, default=30, help="one after another (default: 30)")
    parser.add_argument("--at-once", type=int, default=64, help="runs at the same time (default: 64)")
    parser.add_argument("--latency", type=float, default=0.5, help="seconds of a model call (default: 0.5)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    found = measure(
        arguments.kb,
        arguments.subject,
        arguments.term,
        runs=arguments.runs,
        at_once=arguments.at_once,
        latency=arguments.latency,
    )
    print(json.dumps(found) if arguments.json else "\n".join(f"{name:<28} {value}" for name, value in found.items()))
    return 0


def measure(where: str, subject: str, term: str, *, runs: int, at_once: int, latency: float) -> dict[str, Any]:
    """`latency`: seconds of a model call while many runs go on at once."""
    asked = RunInput(question=f"What does {subject} say about {term}?")
    with KnowledgeBase.open(where) as kb, _endpoint(subject, term) as (url, endpoint):
        settings = Settings(budgets=Budgets(seconds_per_run=300))
        roles = llm_roles(*(_speaker(url, name, settings) for name in ("writer", "judge")), calibrated=True)
        graph = build_graph(kb, settings, roles=roles)
        graph.invoke(asked)
        endpoint.latency = 0.02
        beside, calls = [], []
        for _ in range(runs):
            endpoint.seconds = 0.0
            began = time.perf_counter()
            report = graph.invoke(asked)["report"]
            beside.append(time.perf_counter() - began - endpoint.seconds)
            calls.append(report.usage.model_calls)
        endpoint.latency = latency
        began = time.perf_counter()
        reports = asyncio.run(_at_once(graph, asked, at_once))
        together = time.perf_counter() - began
        snapshot = kb.snapshot()
        passages = sum(len(snapshot.passages(one.version_id)) for one in snapshot.documents())
    return {
        "passages": passages,
        "calls_a_question": statistics.median(calls),
        "beside_the_models_median_ms": round(1000 * statistics.median(beside), 1),
        "beside_the_models_p95_ms": round(1000 * sorted(beside)[int(0.95 * (len(beside) - 1))], 1),
        "runs_at_once": at_once,
        "at_once_s": round(together, 2),
        "answers_alike": len({report.digest for report in reports}) == 1,
    }


async def _at_once(graph: Any, asked: RunInput, number: int) -> list[Any]:
    return [one["report"] for one in await asyncio.gather(*(graph.ainvoke(asked) for _ in range(number)))]


def _speaker(url: str, name: str, settings: Settings) -> Any:
    return speaker_for(ModelEndpoint(model=f"openai:{name}", base_url=url), settings.budgets)


class _Endpoint(ThreadingHTTPServer):
    """Answers each role by its schema's name, after `latency`; `seconds` adds up what it spent."""

    daemon_threads = True
    request_queue_size = 256
    latency, seconds = 0.0, 0.0

    def __init__(self, subject: str, term: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.subject, self.term = subject, term

    def answer(self, schema: str, prompt: str) -> dict[str, Any]:
        shown = [(match["id"], match["text"]) for match in _TEXT.finditer(prompt)]
        if schema == "ReadQuestion":
            return self._reading()
        if schema == "Quotes":
            lines = [(name, line) for name, text in shown for line in text.splitlines() if self.subject in line]
            if not lines:
                return {"quotes": []}
            name, quote = lines[0]
            return {"quotes": [{"fact": "f1", "passage": name, "quote": quote, "claim": quote, "value": None}]}
        if schema == "Judged":
            fact = {"fact": "f1", "covered": True, "evidence": ["E1"], "premise_problem": None}
            said: dict[str, Any] = {"requires_more_context": False, "reason": "stated", "facts": [fact]}
            return said | {
                "missing_primary_sources": [],
                "follow_up_instruction": "",
                "suggested_query": "",
                "bridge": None,
            }
        if schema == "Draft":
            text = " ".join(shown[0][1].split())
            sentence = {"text": f"It is said: {text}", "part": "direct", "evidence": ["E1"]}
            return {"sentences": [sentence], "calculations": []}
        claims = dict.fromkeys(re.findall(r"<<<(C\d+) ", prompt))
        return {
            "verdicts": [{"claim": one, "verdict": "supported", "supported_by": ["T1"], "note": None} for one in claims]
        }

    def _reading(self) -> dict[str, Any]:
        subject: dict[str, Any] = dict.fromkeys(("role", "parent_entity", "document_type"))
        subject |= {
            "subject_type": "organisation",
            "name": self.subject,
            "periods": [],
            "places": [],
            "jurisdictions": [],
            "versions": [],
        }
        fact = {
            "text": f"what is said about {self.term}",
            "terms": [self.term],
            "constraints": [],
            "answer_type": "text",
        }
        return {
            "resolved_question": "", "problem": None, "problem_reason": "", "subjects": [subject],
            "facts": [fact | {"operation": None, "subject": 0}], "kind": "explanation", "breadth": "simple",
            "exhaustive": False, "queries": [],
        }  # fmt: skip


class _Handler(BaseHTTPRequestHandler):
    server: _Endpoint

    def do_POST(self) -> None:
        began = time.perf_counter()
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(self.server.latency)
        schema = body["response_format"]["json_schema"]["name"]
        content = json.dumps(self.server.answer(schema, body["messages"][-1]["content"]))
        message = {"role": "assistant", "content": content}
        sent = json.dumps(
            {
                "id": "bench", "object": "chat.completion", "created": 0, "model": body["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
        ).encode()  # fmt: skip
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)
        self.server.seconds += time.perf_counter() - began

    def log_message(self, *arguments: Any) -> None:
        """Nothing on the terminal."""


@contextmanager
def _endpoint(subject: str, term: str) -> Iterator[tuple[str, _Endpoint]]:
    server = _Endpoint(subject, term)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", server
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    sys.exit(main())
