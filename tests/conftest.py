"""What all tests share."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from pincite.stores.kb import ingest
from pincite.stores.loaders.guarded import GuardedLoader
from pincite.stores.verify import copies


@pytest.fixture(scope="session", autouse=True)
def one_loader() -> Iterator[None]:
    """One pool of loader processes for all tests: to start one takes longer than most tests do."""
    with GuardedLoader() as loader, pytest.MonkeyPatch.context() as patched:
        for module in (ingest, copies):
            patched.setattr(module, "GuardedLoader", lambda **_: nullcontext(loader))
        yield
