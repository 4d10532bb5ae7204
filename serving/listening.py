"""The address on which a server of pincite listens, and whether other machines can reach it."""

import ipaddress
import socket

from ..errors import SettingsError

SHORTEST_TOKEN = 16
"""The minimum length of an access token in characters."""


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def listener_on(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `host` and `port`; port 0 chooses a free port. Raises SettingsError if it cannot
    listen there."""
    host = host.strip("[]")
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"--host {host} --port {port}: cannot listen there ({error}); choose another port or address"
        ) from None
