"""Labels of rows by which a table is recognised as a primary financial statement.

Origin: written by hand, with the wording of ordinary US GAAP and IFRS statements.
"""

CASH_FLOW_ROWS = (
    r"^net cash .*operating activities|^(?:net )?cash (?:flows? )?(?:provided by|from|generated).*operati",
    r"^net cash .*investing activities|^purchases? of property|^capital expenditure|^payments to acquire property",
    r"^net cash .*financing activities|^(?:cash )?dividends? paid",
    r"^depreciation",
)
BALANCE_SHEET_ROWS = (
    r"^total current assets",
    r"^total assets",
    r"^total (?:current )?liabilities$",
    r"^total liabilities and .*(?:equity|deficit)|^total equity and liabilities",
    r"^(?:total )?(?:share|stock)holders.{0,3} (?:equity|deficit)",
)
INCOME_STATEMENT_ROWS = (
    r"^(?:total )?(?:net )?(?:revenues?|sales)\b|^total (?:net )?(?:revenues?|sales)",
    r"^(?:total )?costs? (?:of|and)\b|^merchandise costs",
    r"^(?:\(?loss\)?/?)?(?:income|earnings|loss|profit).* before\b.*\btax",
    r"^net (?:income|earnings|loss|\()",
    r"^(?:total )?operating (?:income|profit|loss)|^(?:income|loss|earnings).* from operations",
    r"tax(?:es)?\b.*\bincome|^income tax|^provision for",
)
"""Patterns of labels, for each statement, matched in any case. Several of them must match, since a single row may be in any table."""
