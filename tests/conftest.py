"""What all tests share."""

import os
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from hypothesis import settings

from pincite.stores.kb import ingest
from pincite.stores.loaders.guarded import GuardedLoader
from pincite.stores.originals import copies

settings.register_profile("pincite", max_examples=int(os.environ.get("PINCITE_EXAMPLES", "50")), deadline=None)
settings.load_profile("pincite")


@pytest.fixture(scope="session", autouse=True)
def one_loader() -> Iterator[None]:
    """One loader process for all tests: to start one takes longer than most tests do."""
    with GuardedLoader(workers=1) as loader, pytest.MonkeyPatch.context() as patched:
        for module in (ingest, copies):
            patched.setattr(module, "GuardedLoader", lambda **_: nullcontext(loader))
        yield
