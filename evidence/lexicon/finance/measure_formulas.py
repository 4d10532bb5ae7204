"""Named financial measures: the words for each in questions, its definition, and its formula over statement lines.

Origin: written by hand while the FinanceBench rows were used for development. The definitions are those of textbooks.
"""

MEASURE_FORMULAS = r"""
cash conversion cycle: days
  ? cash conversion cycle|\bCCC\b
  = days of inventory + days of sales - days of payables outstanding, each over averages
  : 365 * (inventories + inventories_before) / 2 / cost_of_sales + 365 * (receivables + receivables_before) / 2 / revenue
  + - 365 * (payables + payables_before) / 2 / cost_of_sales
days payable outstanding: days
  ? days?(?: of)? payables? outstanding|\bDPO\b
  = 365 x accounts payable (<average>) / cost of sales
  : 365 * (payables + payables_before) / 2 / cost_of_sales
days sales outstanding: days
  ? days?(?: of)? sales outstanding|\bDSO\b|(?:average )?collection period
  = 365 x accounts receivable (<average>) / revenue
  : 365 * (receivables + receivables_before) / 2 / revenue
days inventory outstanding: days
  ? days?(?: of)? (?:sales (?:of|in) )?inventor(?:y|ies)(?: outstanding)?\b|\bDIO\b|\bDSI\b
  = 365 x inventories (<average>) / cost of sales
  : 365 * (inventories + inventories_before) / 2 / cost_of_sales
quick ratio: ratio
  ? quick ratio|acid[- ]test
  = (current assets - inventories) / current liabilities
  : (current_assets - inventories) / current_liabilities
current ratio: ratio
  ? current ratio|working capital ratio
  = current assets / current liabilities
  : current_assets / current_liabilities
cash ratio: ratio
  ? (?<!operating )\bcash ratio
  = cash and cash equivalents / current liabilities
  : cash / current_liabilities
working capital: money
  ? (?:net )?working capital
  = current assets - current liabilities
  : current_assets - current_liabilities
inventory turnover: ratio
  ? inventor(?:y|ies) turn(?:over|s)|turns? (?:its|over) inventory
  = cost of sales / inventories (<average>)
  : cost_of_sales / ((inventories + inventories_before) / 2)
receivables turnover: ratio
  ? receivables? turnover
  = revenue / accounts receivable (<average>)
  : revenue / ((receivables + receivables_before) / 2)
fixed asset turnover: ratio
  ? fixed[- ]assets? turnover
  = revenue / property, plant and equipment (<average>)
  : revenue / ((property_plant_equipment + property_plant_equipment_before) / 2)
asset turnover: ratio
  ? (?:total )?assets? turnover
  = revenue / total assets (<average>)
  : revenue / ((total_assets + total_assets_before) / 2)
capital intensity: percent
  ? capital[- ]intens(?:ity|ive)
  = capital expenditure / revenue, in percent
  : capital_expenditure / revenue * 100
gross margin: percent
  ? gross(?: profit)? margin
  = (revenue - cost of sales) / revenue, in percent
  : (revenue - cost_of_sales) / revenue * 100
operating margin: percent
  ? operating(?: income| profit)? margin|\bEBIT margin
  = operating income / revenue, in percent
  : operating_income / revenue * 100
EBITDA margin: percent
  ? EBITDA(?: %)? margin
  = (operating income + depreciation and amortisation) / revenue, in percent
  : (operating_income + depreciation_amortisation) / revenue * 100
EBITDA: money
  ? \bEBITDA\b
  = operating income + depreciation and amortisation
  : operating_income + depreciation_amortisation
net profit margin: percent
  ? net(?: income| profit| earnings)? margin|profit margin
  = net income / revenue, in percent
  : net_income / revenue * 100
effective tax rate: percent
  ? effective (?:income )?tax rate|\bETR\b
  = income tax / income before tax, in percent
  : income_tax / pretax_income * 100
interest coverage: ratio
  ? interest (?:expense )?cover(?:age)?|times interest earned
  = operating income / interest expense
  : operating_income / interest_expense
debt to equity: ratio
  ? debt[- ](?:to[- ])?equity|gearing
  = (short-term debt + long-term debt) / total equity
  : (short_term_debt + long_term_debt) / equity
debt to assets: ratio
  ? debt[- ]to[- ](?:total[- ])?assets|\bdebt ratio\b
  = total liabilities / total assets
  : total_liabilities / total_assets
return on assets: percent
  ? return on (?:total )?assets|\bROA\b
  = net income / total assets (<average>), in percent
  : net_income / ((total_assets + total_assets_before) / 2) * 100
return on equity: percent
  ? return on (?:(?:share|stock)holders['’]?s?['’]? )?equity|\bROE\b
  = net income / total equity (<average>), in percent
  : net_income / ((equity + equity_before) / 2) * 100
free cash flow: money
  ? free cash flows?(?! (?:margin|conversion))|\bFCF\b
  = cash from operating activities - capital expenditure
  : operating_cash_flow - capital_expenditure
operating cash flow ratio: ratio
  ? (?:operating )?cash flow ratio
  = cash from operating activities / current liabilities
  : operating_cash_flow / current_liabilities
dividend payout ratio: percent
  ? (?:dividend )?payout ratio
  = dividends paid / net income, in percent
  : dividends_paid / net_income * 100
"""
"""A measure with its kind of result: a pattern of its names in questions (?), its definition (=) and its formula (:),
continued after +. `<average>` stands for words of the rule."""
