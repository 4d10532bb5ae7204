"""A small annual report as filings print it: three primary statements, and notes and segments that repeat their words."""

FILING = """# Thornquay Mills Inc., Form 10-K, fiscal year ended December 31, 2024

Thornquay Mills Inc. weaves sailcloth. Our quick delivery and our ratio of repeat customers set us apart.

## Item 7. Management's Discussion and Analysis

Liquidity improved in fiscal 2024. The quick ratio is one of the measures that lenders look at.

### Segment results

Net sales by segment for the years ended December 31, in millions:

| Segment | 2024 | 2023 |
|---|---|---|
| Sailcloth net sales | 310 | 280 |
| Rope net sales | 90 | 120 |
| Inventories of the rope segment | 21 | 25 |

## Item 8. Financial Statements

### Consolidated Statements of Income

(in millions, except per share data)

| Years ended December 31, | 2024 | 2023 | 2022 |
|---|---|---|---|
| Net sales | 400 | 380 | 350 |
| Cost of sales | (240) | (228) | (210) |
| Gross profit | 160 | 152 | 140 |
| Selling, general and administrative expenses | (80) | (78) | (75) |
| Operating income | 80 | 74 | 65 |
| Interest expense | (5) | (6) | (7) |
| Income before income taxes | 75 | 68 | 58 |
| Provision for income taxes | 15 | 17 | 12 |
| Net income | 60 | 51 | 46 |

### Consolidated Balance Sheets

(in millions)

| December 31, | 2024 | 2023 |
|---|---|---|
| Cash and cash equivalents | 40 | 30 |
| Receivables, net | 50 | 45 |
| Inventories | 70 | 75 |
| Total current assets | 170 | 160 |
| Property, plant and equipment, net | 210 | 200 |
| Total assets | 390 | 370 |
| Accounts payable | 44 | 40 |
| Total current liabilities | 100 | 80 |
| Total liabilities | 150 | 140 |
| Total shareholders' equity | 240 | 230 |
| Total liabilities and shareholders' equity | 390 | 370 |

### Consolidated Statements of Cash Flows

(in millions)

| Years ended December 31, | 2024 | 2023 | 2022 |
|---|---|---|---|
| Net income | 60 | 51 | 46 |
| Depreciation and amortization | 20 | 19 | 18 |
| Net cash provided by operating activities | 90 | 75 | 70 |
| Purchases of property, plant and equipment | (30) | (25) | (24) |
| Net cash used in investing activities | (32) | (25) | (24) |
| Dividends paid | (12) | (11) | (10) |
| Net cash used in financing activities | (48) | (40) | (39) |

### Note 4. Summarized balance sheets of affiliates

Condensed balance sheets of our affiliate Thornquay Rope Works, in millions:

| December 31, | 2024 | 2023 |
|---|---|---|
| Total current assets | 7 | 6 |
| Inventories | 3 | 2 |
| Total assets | 9 | 8 |
| Total liabilities | 4 | 4 |
| Total liabilities and shareholders' equity | 9 | 8 |
"""
