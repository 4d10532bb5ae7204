"""`pincite mcp`: offer the documents to MCP clients, over standard input and output or HTTP. Exits with 0 when it is
stopped."""

import argparse
import logging
import sys
import threading
from pathlib import Path

from ..errors import SettingsError
from .command import add_knowledge_base

EXAMPLES = (
    "pincite mcp --kb ~/work.kb          # over standard input and output, as a desktop client starts it",
    "pincite mcp --http --port 8765      # at http://127.0.0.1:8765/mcp",
)
EXITS = {0: "the server was stopped"}
PORT = 8765


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_knowledge_base(parser)
    parser.add_argument(
        "--http", action="store_true", help="serve streamable HTTP at /mcp (default: standard input and output)"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="with --http: the address to listen on; any other than loopback needs PINCITE_MCP_TOKEN",
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, help=f"with --http: the port; 0 chooses a free one (default: {PORT})"
    )


def _port(given: str) -> int:
    if not given.isdecimal() or not 0 <= int(given) <= 65_535:
        raise argparse.ArgumentTypeError(f"{given!r}: a port must be a number from 0 to 65535")
    return int(given)


def run(arguments: argparse.Namespace) -> int:
    from ..stores.index.database_address import is_address

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="pincite: %(message)s")
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # the SDK quotes requests that it cannot read
    try:
        from ..serving.mcp_tools import McpTools
        from ..serving.mcp_transports import serve_http, serve_stdio
    except ImportError as error:
        raise SettingsError(f"mcp: {error.name or error} is not installed; run `pip install 'pincite[mcp]'`") from None
    # absolute: a client may change the working directory
    place = arguments.kb if is_address(arguments.kb) else str(Path(arguments.kb).resolve())
    tools = McpTools(place, arguments.tenant)
    threading.Thread(target=tools.warm, daemon=True).start()
    try:
        if arguments.http:
            serve_http(tools, arguments.host, arguments.port)
        else:
            if sys.stdin.isatty():
                print("pincite: waiting for an MCP client on standard input; see --help for HTTP", file=sys.stderr)
            serve_stdio(tools)
    except KeyboardInterrupt:
        pass
    finally:
        tools.close()
    return 0
