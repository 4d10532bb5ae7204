"""Runs work in a separate process behind a pipe. The work then does not share the memory or CPU time of this
process."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection


@contextmanager
def process_apart(work: Callable[[Connection], None]) -> Iterator[Connection]:
    """Yield one end of a pipe to a new process that runs `work` with the other end. The process ends when the pipe is
    closed, or is killed 20 s later."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=work, args=(there,), daemon=True)
    process.start()
    there.close()
    try:
        yield here
    finally:
        here.close()  # this ends the process
        process.join(20)
        process.kill()
