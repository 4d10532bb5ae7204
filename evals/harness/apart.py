"""A process of its own behind a pipe, for what must not share this one's memory or processor."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection


@contextmanager
def process_apart(work: Callable[[Connection], None]) -> Iterator[Connection]:
    """This side of a pipe to a new process that does `work` on the other; it ends when the pipe is closed, or is killed 20 s later."""
    context = get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=work, args=(there,), daemon=True)
    process.start()
    there.close()
    try:
        yield here
    finally:
        here.close()  # which ends it
        process.join(20)
        process.kill()
