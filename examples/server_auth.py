"""Decides who may ask a LangGraph server, from which tenant's documents, and whose threads they see.

    PINCITE_TOKENS="3f9c…=north, a81e…=south" PINCITE_TENANT_OF_USER=organisation langgraph dev

Needs `"auth": {"path": "./server_auth.py:auth", "disable_studio_auth": true}` in `langgraph.json`, and this file beside
it. Clients send `Authorization: Bearer 3f9c…`. docs/serving.md explains each part.
"""

import os
from hmac import compare_digest
from typing import Any

from langgraph_sdk import Auth

auth = Auth()

# Simulates an identity provider: look up the token in yours, and take the tenant from the data about its user.
TOKENS = dict(
    pair.strip().partition("=")[::2] for pair in os.environ.get("PINCITE_TOKENS", "").split(",") if pair.strip()
)
"""The tenant to which each token gives access."""


@auth.authenticate
async def authenticate(authorization: str | None) -> Auth.types.MinimalUserDict:
    scheme, _, given = (authorization or "").partition(" ")
    for token, tenant in TOKENS.items():
        if scheme.lower() == "bearer" and compare_digest(given.encode(), token.encode()):
            return {"identity": tenant or "nobody", "organisation": tenant}  # type: ignore[typeddict-unknown-key]
    raise Auth.exceptions.HTTPException(status_code=401, detail="a bearer token is needed")


@auth.on
async def only_their_own(ctx: Auth.types.AuthContext, value: Any) -> Any:
    """Limit each user to the threads, runs and crons that they created."""
    owner = {"owner": ctx.user.identity}
    if isinstance(value, dict):
        value.setdefault("metadata", {}).update(owner)  # in place, since the server keeps using this object
    return owner


@auth.on.assistants
async def no_assistants_of_their_own(ctx: Auth.types.AuthContext, value: Any) -> bool:
    """Let everybody use the server's own assistants. Only the operator may create others."""
    return ctx.action in ("read", "search")
