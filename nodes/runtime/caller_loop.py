"""The event loop of whoever awaits a run, for the async tools that it asks."""

from asyncio import AbstractEventLoop
from contextvars import ContextVar

caller_loop: ContextVar[AbstractEventLoop | None] = ContextVar("pincite_caller_loop", default=None)
"""None in a run that is not awaited."""
