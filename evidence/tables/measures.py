"""Named financial measures, such as the quick ratio: each with a definition in words, a formula, and the statement
lines in it (RET-6).

The definitions are those of ordinary financial analysis, as in textbooks. If several are common, `definition` says
which one is used, and the answer shows it. A question with its own definition does not use these formulas.
"""

import re
from typing import Literal

from ..model.frozen import Frozen
from .line_items import LineItem
from .statement_lines import LINES

Result = Literal["ratio", "percent", "days", "money"]


class Measure(Frozen):
    """A measure. `formula`: each name in it is a line; `x_before` is line `x` one period earlier. `said`: a pattern of
    its names in questions."""

    name: str
    said: str
    formula: str
    definition: str
    result: Result = "ratio"

    def lines(self) -> tuple[LineItem, ...]:
        """Return the lines of the formula in order, each once."""
        names = (name.removesuffix("_before") for name in re.findall(r"[a-z]\w+", self.formula))
        return tuple(LINES[name] for name in dict.fromkeys(names))


_AVERAGE = "the average of this and the last period's end"
MEASURES: tuple[Measure, ...] = (
    Measure(
        name="cash conversion cycle",
        said=r"cash conversion cycle|\bCCC\b",
        result="days",
        definition="days of inventory + days of sales - days of payables outstanding, each over averages",
        formula="365 * (inventories + inventories_before) / 2 / cost_of_sales + 365 * (receivables + receivables_before) / 2 / revenue"
        " - 365 * (payables + payables_before) / 2 / cost_of_sales",
    ),
    Measure(
        name="days payable outstanding",
        said=r"days?(?: of)? payables? outstanding|\bDPO\b",
        result="days",
        definition=f"365 x accounts payable ({_AVERAGE}) / cost of sales",
        formula="365 * (payables + payables_before) / 2 / cost_of_sales",
    ),
    Measure(
        name="days sales outstanding",
        said=r"days?(?: of)? sales outstanding|\bDSO\b|(?:average )?collection period",
        result="days",
        definition=f"365 x accounts receivable ({_AVERAGE}) / revenue",
        formula="365 * (receivables + receivables_before) / 2 / revenue",
    ),
    Measure(
        name="days inventory outstanding",
        said=r"days?(?: of)? (?:sales (?:of|in) )?inventor(?:y|ies)(?: outstanding)?\b|\bDIO\b|\bDSI\b",
        result="days",
        definition=f"365 x inventories ({_AVERAGE}) / cost of sales",
        formula="365 * (inventories + inventories_before) / 2 / cost_of_sales",
    ),
    Measure(
        name="quick ratio",
        said=r"quick ratio|acid[- ]test",
        definition="(current assets - inventories) / current liabilities",
        formula="(current_assets - inventories) / current_liabilities",
    ),
    Measure(
        name="current ratio",
        said=r"current ratio|working capital ratio",
        definition="current assets / current liabilities",
        formula="current_assets / current_liabilities",
    ),
    Measure(
        name="cash ratio",
        said=r"(?<!operating )\bcash ratio",
        definition="cash and cash equivalents / current liabilities",
        formula="cash / current_liabilities",
    ),
    Measure(
        name="working capital",
        said=r"(?:net )?working capital",
        result="money",
        definition="current assets - current liabilities",
        formula="current_assets - current_liabilities",
    ),
    Measure(
        name="inventory turnover",
        said=r"inventor(?:y|ies) turn(?:over|s)|turns? (?:its|over) inventory",
        definition=f"cost of sales / inventories ({_AVERAGE})",
        formula="cost_of_sales / ((inventories + inventories_before) / 2)",
    ),
    Measure(
        name="receivables turnover",
        said=r"receivables? turnover",
        definition=f"revenue / accounts receivable ({_AVERAGE})",
        formula="revenue / ((receivables + receivables_before) / 2)",
    ),
    Measure(
        name="fixed asset turnover",
        said=r"fixed[- ]assets? turnover",
        definition=f"revenue / property, plant and equipment ({_AVERAGE})",
        formula="revenue / ((property_plant_equipment + property_plant_equipment_before) / 2)",
    ),
    Measure(
        name="asset turnover",
        said=r"(?:total )?assets? turnover",
        definition=f"revenue / total assets ({_AVERAGE})",
        formula="revenue / ((total_assets + total_assets_before) / 2)",
    ),
    Measure(
        name="capital intensity",
        said=r"capital[- ]intens(?:ity|ive)",
        result="percent",
        definition="capital expenditure / revenue, in percent",
        formula="capital_expenditure / revenue * 100",
    ),
    Measure(
        name="gross margin",
        said=r"gross(?: profit)? margin",
        result="percent",
        definition="(revenue - cost of sales) / revenue, in percent",
        formula="(revenue - cost_of_sales) / revenue * 100",
    ),
    Measure(
        name="operating margin",
        said=r"operating(?: income| profit)? margin|\bEBIT margin",
        result="percent",
        definition="operating income / revenue, in percent",
        formula="operating_income / revenue * 100",
    ),
    Measure(
        name="EBITDA margin",
        said=r"EBITDA(?: %)? margin",
        result="percent",
        definition="(operating income + depreciation and amortisation) / revenue, in percent",
        formula="(operating_income + depreciation_amortisation) / revenue * 100",
    ),
    Measure(
        name="EBITDA",
        said=r"\bEBITDA\b",
        result="money",
        definition="operating income + depreciation and amortisation",
        formula="operating_income + depreciation_amortisation",
    ),
    Measure(
        name="net profit margin",
        said=r"net(?: income| profit| earnings)? margin|profit margin",
        result="percent",
        definition="net income / revenue, in percent",
        formula="net_income / revenue * 100",
    ),
    Measure(
        name="effective tax rate",
        said=r"effective (?:income )?tax rate|\bETR\b",
        result="percent",
        definition="income tax / income before tax, in percent",
        formula="income_tax / pretax_income * 100",
    ),
    Measure(
        name="interest coverage",
        said=r"interest (?:expense )?cover(?:age)?|times interest earned",
        definition="operating income / interest expense",
        formula="operating_income / interest_expense",
    ),
    Measure(
        name="debt to equity",
        said=r"debt[- ](?:to[- ])?equity|gearing",
        definition="(short-term debt + long-term debt) / total equity",
        formula="(short_term_debt + long_term_debt) / equity",
    ),
    Measure(
        name="debt to assets",
        said=r"debt[- ]to[- ](?:total[- ])?assets|\bdebt ratio\b",
        definition="total liabilities / total assets",
        formula="total_liabilities / total_assets",
    ),
    Measure(
        name="return on assets",
        said=r"return on (?:total )?assets|\bROA\b",
        result="percent",
        definition=f"net income / total assets ({_AVERAGE}), in percent",
        formula="net_income / ((total_assets + total_assets_before) / 2) * 100",
    ),
    Measure(
        name="return on equity",
        said=r"return on (?:(?:share|stock)holders['’]?s?['’]? )?equity|\bROE\b",
        result="percent",
        definition=f"net income / total equity ({_AVERAGE}), in percent",
        formula="net_income / ((equity + equity_before) / 2) * 100",
    ),
    Measure(
        name="free cash flow",
        said=r"free cash flows?(?! (?:margin|conversion))|\bFCF\b",
        result="money",
        definition="cash from operating activities - capital expenditure",
        formula="operating_cash_flow - capital_expenditure",
    ),
    Measure(
        name="operating cash flow ratio",
        said=r"(?:operating )?cash flow ratio",
        definition="cash from operating activities / current liabilities",
        formula="operating_cash_flow / current_liabilities",
    ),
    Measure(
        name="dividend payout ratio",
        said=r"(?:dividend )?payout ratio",
        result="percent",
        definition="dividends paid / net income, in percent",
        formula="dividends_paid / net_income * 100",
    ),
)
