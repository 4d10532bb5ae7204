"""A critic that waits until it is cancelled."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

from pincite.roles.contracts.roles import Roles
from pincite.roles.extractive.extractive_roles import extractive_roles


class Waiting:
    """A critic that never comes to an end by itself."""

    name = "waiting"

    def __init__(self) -> None:
        self.entered, self.cancelled = threading.Event(), threading.Event()

    def __call__(self, given: Any) -> Any:
        raise AssertionError("the async path is taken")

    async def acall(self, given: Any) -> Any:
        self.entered.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise

    def roles(self) -> Roles:
        """The rule-based roles with this critic."""
        return replace(extractive_roles(), critic=self)
