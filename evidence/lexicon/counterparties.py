"""Opposite sides of a contract or a transaction, such as "lessor" and "lessee". A sentence with one in place of the
other states the reverse."""

COUNTERPARTIES = frozenset(
    frozenset(pair.split())
    for pair in (
        "landlord tenant|lessor lessee|buyer seller|purchaser seller|vendor purchaser|buyer supplier|customer supplier|client contractor"
        "|client supplier|employer employee|employer contractor|employer worker|borrower lender|debtor creditor|licensor licensee"
        "|franchisor franchisee|insurer insured|insurer policyholder|mortgagor mortgagee|assignor assignee|transferor transferee"
        "|grantor grantee|payer payee|sender recipient|plaintiff defendant|claimant defendant|principal agent|owner occupier|trustee beneficiary"
    ).split("|")
)
