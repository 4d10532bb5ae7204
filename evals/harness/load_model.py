"""The simulated model of the load benchmark. It has its own process, so that its work does not count as that of
pincite."""

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, NamedTuple, get_args

from .load_cases import SEED, answer, asked_about
from .loopback import Fault, first_asked, loopback_model
from .separate_process import process_apart

FAULTS: tuple[Fault, ...] = get_args(Fault)


class Faulted(NamedTuple):
    """A call that the simulated model let fail. `at`: the time in seconds of the monotonic clock, which all processes
    share."""

    tenant: str
    company: str
    schema: str
    fault: Fault
    at: float


class Manner(NamedTuple):
    """How the simulated model answers calls, until the next change. `share`: the share of calls that fail, each in one
    of the ways in `faults`."""

    latency: float = 0.0
    share: float = 0.0
    faults: Sequence[Fault] = FAULTS


class ModelProcess:
    """The process of the simulated model. `url`: its OpenAI-compatible endpoint. The requested model's name ends in the
    name of the tenant."""

    def __init__(self, url: str, pipe: Connection) -> None:
        self.url, self._pipe = url, pipe

    def behave(self, manner: Manner) -> None:
        self._pipe.send(manner)
        self._pipe.recv()

    def faulted(self) -> list[Faulted]:
        """Return the calls that failed since the last `behave`."""
        self._pipe.send(None)
        found: list[Faulted] = self._pipe.recv()
        return found


@contextmanager
def model_process() -> Iterator[ModelProcess]:
    with process_apart(_serve) as pipe:
        yield ModelProcess(pipe.recv(), pipe)


def _serve(pipe: Connection) -> None:
    chance, guard = random.Random(SEED), threading.Lock()
    manner = Manner()
    log: list[Faulted] = []

    def faults(body: dict[str, Any]) -> Fault | None:
        with guard:
            if chance.random() >= manner.share:
                return None
            fault = chance.choice(manner.faults)
            form = (body.get("response_format") or {}).get("json_schema", {})
            tenant = str(body["model"]).rpartition("-")[2]
            company = asked_about(first_asked(body))
            log.append(Faulted(tenant, company, form.get("name", ""), fault, monotonic()))
            return fault

    with loopback_model(answer, faults) as server:
        pipe.send(server.url)
        while True:
            try:
                asked = pipe.recv()
            except EOFError:
                return
            with guard:
                if asked is None:
                    pipe.send(log)
                    continue
                manner = asked
                server.latency = manner.latency
                log = []
            pipe.send(None)
