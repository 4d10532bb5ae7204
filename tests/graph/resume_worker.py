"""Run the graph on one thread for each of its nodes, in a process of its own that dies right after that node: for `test_resume.py`.

resume_worker.py KB SAVER PLACE QUESTION DAY: `SAVER` is sqlite or postgres, `PLACE` its file or address. Prints the nodes, one a line.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from psycopg import Connection
from psycopg.rows import dict_row

from pincite.graph.build import build_graph
from pincite.nodes.runtime.serde import make_serializer
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase


@contextmanager
def saver_at(kind: str, place: str) -> Iterator[BaseCheckpointSaver[Any]]:
    """An open checkpointer that loads the types of a run and nothing else."""
    if kind == "sqlite":
        with closing(sqlite3.connect(place, check_same_thread=False)) as connection:
            yield SqliteSaver(connection, serde=make_serializer())
        return
    with Connection.connect(place, autocommit=True, prepare_threshold=0, row_factory=dict_row) as opened:
        saver = PostgresSaver(opened, serde=make_serializer())
        saver.setup()
        yield saver


def run_until(node: str, folder: str, kind: str, place: str, question: str, day: str) -> None:
    """Run to the end of the node, then die as by a power cut."""
    with KnowledgeBase.open(folder) as kb, saver_at(kind, place) as saver:
        graph = build_graph(kb, Settings(), checkpointer=saver)
        where = {"configurable": {"thread_id": node}}
        given = {"question": question, "as_of": day}
        for part in graph.stream(given, where, stream_mode="updates", durability="sync"):
            if node in part:
                os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    folder, kind, place, question, day = sys.argv[1:]
    with KnowledgeBase.open(folder) as kb:
        path = build_graph(kb, Settings()).invoke({"question": question, "as_of": day})["report"].path
    for node in [step.node for step in path]:
        child = os.fork()
        if child == 0:
            run_until(node, folder, kind, place, question, day)
            os._exit(3)  # the node was never reached
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            print(node, flush=True)


if __name__ == "__main__":
    main()
