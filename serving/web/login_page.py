"""The page to log in with the token, for servers that other machines can reach."""

import asyncio

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .guard import session_of, set_cookie
from .site import form_field, read_form, site_of

AFTER_A_WRONG_TOKEN = 1.0
"""The number of seconds before the response to a wrong token."""


async def login_form(request: Request) -> Response:
    if session_of(request.scope).logged_in:
        return RedirectResponse("/", 303)
    return await site_of(request).page(request, "login")


async def login(request: Request) -> Response:
    access = site_of(request).access
    given = form_field(await read_form(request), "token").strip()
    if not access.token_matches(given):
        async with site_of(request).wrong_logins:
            await asyncio.sleep(AFTER_A_WRONG_TOKEN)
        return await site_of(request).page(request, "login", 403, error="This is not the token of this server.")
    response = RedirectResponse("/", 303)
    session = access.new_session(logged_in=True)  # a new session, so that one from before the login cannot be reused
    response.headers["Set-Cookie"] = set_cookie(access, session, secure=request.url.scheme == "https")
    return response


async def logout(request: Request) -> Response:
    access = site_of(request).access
    await read_form(request)
    response = RedirectResponse("/login", 303)
    response.headers["Set-Cookie"] = set_cookie(
        access, access.new_session(logged_in=False), secure=request.url.scheme == "https"
    )
    return response
