"""The servers that tests of served stores use; the benches of load and of killed ingests use the same."""

from time import monotonic, sleep
from typing import Any

from pincite.evals.harness.served_pair import Chroma, Pair, Postgres, own_postgres, served_pair
from pincite.stores.kb.knowledge_base import KnowledgeBase

__all__ = ["Chroma", "Pair", "Postgres", "own_postgres", "served_pair", "until_it_is_tried_again"]


def until_it_is_tried_again(kb: KnowledgeBase) -> None:
    """Wait until the knowledge base connects again to a database that was down."""
    catalogue: Any = kb._stores.catalogue
    sleep(max(0.0, catalogue._down_until - monotonic()))
