"""Currencies: their ISO 4217 codes, signs and English words.

Origin: ISO 4217 and CLDR for codes and signs; words written by hand. A word that several countries use ("dollar") means
the currency that English documents usually mean. A code counts in capitals only. Codes that are often another word or
acronym before a number are left out: "ALL 50 states", "COP 26", "IRR 12", "SDG 13", "AWG 24", "TOP 10", "CVE 2021".
"""

CODES = frozenset(
    "aed ars aud bgn bhd brl btc cad chf cny czk dkk dzd egp eur gbp hkd hrk huf idr ils inr iqd isk jod jpy kes krw kwd kzt lkr mmk mnt "
    "mur mxn myr ngn nok nzd omr php pkr pln qar rsd rub sar sek sgd thb try twd tzs uah ugx usd uyu uzs vnd xaf xof zar zmw".split()
)
_FORMS = """
USD: us$ $ dollar dollars; EUR: € euro euros; GBP: £ pound pounds sterling; JPY: ¥ yen 円; CNY: rmb yuan renminbi 元 cn¥
CHF: sfr francs; INR: ₹ rs rs. rupee rupees; KR: kr kr. kronor kroner; CAD: c$ ca$ cdn$; AUD: a$ au$; NZD: nz$; HKD: hk$
SGD: s$ sg$; BRL: r$; MXN: mx$; TWD: nt$; KRW: ₩ won; RUB: ₽ rouble roubles ruble rubles; TRY: ₺ lira; ILS: ₪; PLN: zł; CZK: kč
THB: ฿; NGN: ₦; VND: ₫; PHP: ₱; BTC: ₿ bitcoin bitcoins; USD_cent: cent cents ¢; GBP_penny: pence penny
"""
CURRENCIES: dict[str, str] = {code: code.upper() for code in CODES} | {
    form: currency
    for entry in _FORMS.strip().replace("\n", "; ").split("; ")
    for currency, _, forms in [entry.partition(": ")]
    for form in forms.split()
}
"""The ISO 4217 code of each code, sign, or word in lower case. "KR" means the crowns of several countries."""
MINOR = {"USD_cent": "USD", "GBP_penny": "GBP"}
CURRENCY_PHRASES = {
    "us dollars": "USD", "u.s. dollars": "USD", "united states dollars": "USD", "american dollars": "USD",
    "canadian dollars": "CAD", "australian dollars": "AUD", "hong kong dollars": "HKD", "singapore dollars": "SGD",
    "pounds sterling": "GBP", "swiss francs": "CHF", "indian rupees": "INR", "swedish kronor": "SEK", "norwegian kroner": "NOK",
    "danish kroner": "DKK", "japanese yen": "JPY",
}  # fmt: skip
