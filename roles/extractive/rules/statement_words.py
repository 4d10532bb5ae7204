"""The plain words that lines of accounts and tables are labelled with. Capitals make no name of them: "Total Other", "Specific allowance"."""

from collections.abc import Sequence
from functools import lru_cache

from ....evidence.language.words import stem, words
from .asked_figures import asked_figures
from .capitalised_names import NameAt

_LINES = """
accelerated account accounts accrued accumulated acquired acquisition acquisitions actuarial actual additional additions adjusted adjustment
adjustments administrative advance advances advertising after age aggregate allowance allowances amortised amortization amortized amount amounts
annual appropriation asset assets associates at audit available average bad balance balances bank basic beginning benefit benefits billed
billings board bonds book borrowings branch buildings business capacity capex capital capitalised capitalized carryforward carryforwards carrying
cash change changes charge charges claims closing combined commissions commitments common company compensation components comprehensive
computer construction consolidated consulting consumption contract contracts contractual contributed contribution contributions corporate cost
costs cover covered credit credits current customer customers days debt debts decrease deductions deferred defined deposits depreciation derivative
derivatives development diluted direct discount discounts discontinued disposals distribution dividend dividends domestic due earned earnings ebit
ebitda effect electricity electronic emissions employee employees employer ended ending energy engineering environmental eps equipment equity
estimated exceptional exchange exercisable exercised exercises expected expenditure expenditures expense expenses expired external facilities fair
federal fee fees final finance financial financing financings finished fixed fixtures flow flows foreign forfeited forfeitures free freight fuel
full funding furniture future fy gain gains general global goods goodwill government granted grants gross group hardware headcount hedge hedges held
hosting impairment impairments improvements income incurred increase indirect industrial inflation infrastructure initial instruments insurance
intangible intangibles intellectual interest intercompany interim internal international inventories inventory invested investing investment
investments issued issuance issuances items joint key labor labour land lease leased leasehold leases legacy legal less liabilities liability licence
licences license licenses licensing life lines liquidity lives loan loans local long loss losses low high machinery maintenance maintained
management manufacturing margin margins market marketing material materials maturities maturity measurement medical members merchandise minimum
minority miscellaneous modules monetary month months mortgage mortgages motor net non noncurrent nonvested note notes number obligation obligations
office oil one online operating operation operations opening operational options order orders ordinary organic original other others
outstanding overhead overseas owned packaging paid partner parts past patents payable payables payment payments payroll pension pensions per percent
percentage performance period periods permanent personnel plan plans plant plants pledged policy portfolio postretirement power preferred premium
premiums prepaid prepayments pretax price prices primary principal prior private proceeds product production products professional profit profits
program programs progress project projects promotional property proportion proposed provided provision provisions public purchase purchased purchases
quarter rate rates ratio raw real realised realized receivable receivables recognised recognized recoveries redeemable redemption reduction
refunds regional regulatory related remaining remeasurement remuneration renewals rent rental rentals repairs repayment repayments repurchase
repurchased repurchases research reserve reserves residual restricted restructuring retail retained retirement return returns revaluation revenue
revenues reversal right rights risk royalties royalty rsu rsus psu psus salaries salary sale sales savings scope securities security segment segments
selling senior service services settlement settlements severance share shared shareholders shares shipping short software special specific spending
stand standalone state statutory stock stockholders stocks storage straight strategic subscription subscriptions subsidiaries subsidiary
subtotal supplies support surplus systems tangible tariff tax taxable taxation taxes technical technology temporary tenant term third time to total
trade trademarks trading training transaction transactions transfer transfers transition transport travel treasury trust turnover two unallocated
unamortized unbilled undistributed unearned unit units unrealised unrealized unrecognised unrecognized unsecured unvested usage useful users utilities
utilisation utilization valuation value values variable vehicles vessel vested volume wages warranties warranty water weighted wholesale
withholding work working write written year years yield cogs r&d sg&a ppe pp&e roe roi fx
"""
_JOINS = frozenset("and or of the in to for on at by from with its a an &".split())


def without_labels(part: str, names: Sequence[NameAt]) -> list[NameAt]:
    """The names of a part without those that are but the label of what is measured, where the part asks for figures."""
    if not names or asked_figures(part) is None:
        return list(names)
    return [name for name in names if name.known or name.title or not is_label(name.text)]


@lru_cache(maxsize=1)
def _stems() -> frozenset[str]:
    """When first asked for: stemming 500 words takes time that most questions do not need to spend."""
    return frozenset(stem(word) for word in _LINES.split())


def is_label(name: str) -> bool:
    pieces = [piece for word in words(name) for piece in word.text.replace("’", "'").removesuffix("'s").split("-")]
    return all(stem(piece) in _stems() or piece.casefold() in _JOINS or piece.isdigit() for piece in pieces)
