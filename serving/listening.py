"""Where a server of pincite listens: on which address, and whether other machines reach it."""

import ipaddress
import socket

from ..errors import SettingsError

SHORTEST_TOKEN = 16
"""Characters of a token that is to keep strangers out."""


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def listener_on(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any free one. Raises SettingsError."""
    host = host.strip("[]")
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        raise SettingsError(
            f"--host {host} --port {port}: cannot be listened to ({error}); choose another port or address"
        ) from None
