"""The servers that tests of served stores use; the benches of load and of killed ingests use the same."""

from pincite.evals.harness.served_pair import Chroma, Pair, Postgres, own_postgres, served_pair

__all__ = ["Chroma", "Pair", "Postgres", "own_postgres", "served_pair"]
