"""An MCP server on loopback with one tool, for tests: `python records_server.py PORT`."""

import sys

from mcp.server.fastmcp import FastMCP

server = FastMCP("records", host="127.0.0.1", port=int(sys.argv[1]), log_level="CRITICAL")


@server.tool()
def customer_records(query: str) -> str:
    """Search the customer records."""
    if "Tarnholm" in query:
        raise ValueError("the record is locked")
    return "The credit limit of Borealis Ltd is £9,000."


if __name__ == "__main__":
    server.run(transport="streamable-http")
