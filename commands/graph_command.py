"""`pincite graph`: print the steps of a run as a list of edges, as Mermaid text, or as JSON."""

import argparse
import json

from .command import add_json

EXAMPLES = ("pincite graph", "pincite graph --mermaid --follow-ups 2")
EXITS = {0: "the graph was printed"}
_COLOURS = ("fill:#f2f0ff,stroke:#8678c9,color:#1f1b2e", "fill:#bfb6fc", "fill:#bfb6fc")
"""The colours of ordinary nodes, of the first node and of the last node; readable on light and dark pages."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mermaid", action="store_true", help="print Mermaid text instead of a list of edges")
    parser.add_argument(
        "--follow-ups", type=int, choices=(0, 1, 2), default=1, help="how often a run may search again (default: 1)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    import tempfile

    from langchain_core.runnables.graph import NodeStyles

    from ..graph.build import build_graph
    from ..settings import Settings
    from ..stores.kb.knowledge_base import KnowledgeBase

    with tempfile.TemporaryDirectory() as folder, KnowledgeBase.open(folder) as kb:
        drawn = build_graph(kb, Settings(follow_ups=arguments.follow_ups)).get_graph(xray=True)
    order = {name: place for place, name in enumerate(drawn.nodes)}
    drawn.edges.sort(key=lambda edge: (order[edge.source], order[edge.target]))  # as a run walks them
    edges = [(edge.source, edge.target) for edge in drawn.edges]
    if arguments.json:
        print(json.dumps({"nodes": list(drawn.nodes), "edges": edges}))
    elif arguments.mermaid:
        print(drawn.draw_mermaid(node_colors=NodeStyles(*_COLOURS)))
    else:
        print("\n".join(f"{source} → {target}" for source, target in edges))
    return 0
