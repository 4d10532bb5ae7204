"""The text of the master services agreement, in the markup of `make_corpus.blocks`."""

TITLE = "Master Services Agreement"
HEADER = "Master Services Agreement · Hollinbrae Instruments Ltd and Quillmarsh Systems Ltd"

TEXT = """
# Master Services Agreement
> dated 2 February 2026
> between Hollinbrae Instruments Ltd and Quillmarsh Systems Ltd

## Parties

(1) Hollinbrae Instruments Ltd, a company incorporated in Scotland with its registered office at 4 Tannery Brae,
Kilmarrow, represented by its Chief Executive Officer, Marit Solvenby (the "Customer"); and

(2) Quillmarsh Systems Ltd, a company incorporated in England with its registered office at Unit 9, Ropewalk Yard,
Ellerthwaite, represented by its Managing Director, Tobias Renquist (the "Supplier").

## Background

(A) The Customer makes and sells instruments that measure rainfall, river levels and groundwater, and operates an
online portal through which its own customers read their measurements.

(B) The Supplier hosts, monitors and maintains business applications.

(C) The parties wish the Supplier to host and maintain the portal on the terms of this Agreement.

## 1. Definitions and interpretation

1.1 In this Agreement:

- "Affiliate" means a company that controls, is controlled by, or is under common control with a party.
- "Charges" means the sums payable under clause 6.
- "Commencement Date" means 1 March 2026.
- "Confidential Information" means all information that is marked confidential or ought reasonably to be regarded as
confidential.
- "Contract Year" means a period of twelve months that begins on the Commencement Date or on an anniversary of it.
- "Customer Data" means all data that the Customer, its Affiliates or its users enter in the Portal or receive from
it.
- "Initial Term" has the meaning given in clause 2.1.
- "Portal" means the Customer's measurement portal known as RiverDesk.
- "Service Levels" means the levels of performance set out in Schedule 1.
- "Services" means the hosting, monitoring and maintenance of the Portal, and any work agreed under clause 4.

1.2 Headings do not affect the meaning of this Agreement. "In writing" includes e-mail, except in clauses 11 and 14.

1.3 If a Schedule conflicts with a clause, the clause prevails.

## 2. Term

2.1 This Agreement begins on the Commencement Date and continues for an initial term of 36 months (the "Initial
Term").

2.2 After the Initial Term this Agreement renews for successive periods of twelve months unless either party gives the
other at least 90 days' written notice before the end of the Initial Term or of the renewal period.

## 3. The Services

3.1 The Supplier shall provide the Services from the Commencement Date with reasonable skill and care and in
accordance with the Service Levels.

3.2 The Supplier shall host the Portal and the Customer Data at premises in the United Kingdom. The Supplier shall not
move Customer Data outside the United Kingdom without the prior written consent of the Customer.

3.3 The Supplier shall not subcontract any part of the Services unless the Customer has given its prior written
consent, which may be withheld only on reasonable grounds. The Supplier remains liable for its subcontractors as for
its own acts.

3.4 The Supplier shall carry out maintenance that interrupts the Portal only between 22:00 on Saturday and 06:00 on
Sunday, and shall announce it at least five working days ahead.

## 4. Changes

4.1 Either party may propose a change to the Services in writing. The Supplier shall state the effect on the Charges
and on the timetable within ten working days.

4.2 A change takes effect only when both parties have signed it. Until then the Supplier continues to provide the
Services unchanged.

## 5. The Customer's obligations

5.1 The Customer shall give the Supplier the access and information that the Supplier reasonably needs, and shall name
one person who takes decisions about the Services.

5.2 The Customer is responsible for the lawfulness of the Customer Data and for the use of the Portal by its users.

## 6. Charges and payment

6.1 The Customer shall pay an annual service fee of £186,000 for the Services. The annual service fee is fixed for the
Initial Term.

6.2 The annual service fee is invoiced in four equal parts, each at the beginning of a quarter of the Contract Year.

6.3 Work agreed under clause 4 is charged at the day rate of £780 unless a fixed price is agreed.

6.4 The Customer shall pay undisputed invoices within 30 days of receipt. All sums are exclusive of value added tax.

6.5 If a payment is late, the Supplier may charge interest at 4% a year above the base rate of the Bank of England.
The Supplier may suspend the Services only if an undisputed sum is more than 60 days overdue and the Customer has been
given 14 days' written warning.

6.6 After the Initial Term the Supplier may increase the annual service fee once in each Contract Year, by no more
than the rise in the Consumer Prices Index over the preceding twelve months.

## 7. Service Levels and service credits

7.1 The Supplier shall measure its performance against the Service Levels and report it to the Customer each month.

7.2 If the availability of the Portal in a month falls below the Service Level, the Supplier shall credit the Customer
with 5% of that month's share of the annual service fee for each full half percentage point of shortfall, up to 25%.

7.3 Service credits are a price adjustment. They do not limit the Customer's right to terminate under clause 11.

## 8. Data protection and security

8.1 In respect of personal data within the Customer Data, the Customer is the controller and the Supplier is the
processor. Schedule 2 describes the processing.

8.2 The Supplier shall notify the Customer of a personal data breach without undue delay and in any event within 24
hours of becoming aware of it.

8.3 The Supplier shall make an encrypted backup of the Customer Data every night, and shall keep each backup for 35
days.

8.4 The Customer may audit the Supplier's compliance with this clause once in each Contract Year on 15 working days'
notice.

## 9. Confidentiality

9.1 Each party shall keep the other's Confidential Information secret, use it only for the purposes of this Agreement,
and disclose it only to those of its staff and advisers who need to know it.

9.2 This clause does not apply to information that is public, was known before, or must be disclosed by law. It
continues for five years after this Agreement ends.

## 10. Liability

10.1 Nothing in this Agreement limits liability for death or personal injury caused by negligence, for fraud, or for
anything for which liability cannot be limited by law.

10.2 Subject to clause 10.1, the total liability of the Supplier in each Contract Year shall not exceed 150% of the
Charges payable in that Contract Year.

10.3 For loss of or damage to Customer Data the limit in clause 10.2 is replaced by a limit of £2,000,000 for the
whole term of this Agreement.

10.4 Subject to clause 10.1, neither party is liable for loss of profit or for indirect loss, except where the loss
results from a breach of clause 9.

## 11. Termination

11.1 Either party may terminate this Agreement with immediate effect by written notice if the other commits a material
breach and, where the breach can be remedied, does not remedy it within 30 days of a written request.

11.2 The Customer may terminate this Agreement at any time after the first anniversary of the Commencement Date by
giving at least six months' written notice.

11.3 Either party may terminate this Agreement with immediate effect if the other becomes insolvent.

11.4 On termination the Supplier shall return the Customer Data in a common machine-readable format within 20 working
days and shall then delete it, unless the law requires it to be kept.

## 12. Assignment

12.1 Neither party may assign or transfer this Agreement without the prior written consent of the other, except that
the Customer may assign it to an Affiliate by giving notice.

## 13. Force majeure

13.1 A party is not liable for a delay caused by events beyond its reasonable control, provided that it tells the
other without delay and resumes performance as soon as it can. If such an event lasts for more than 45 days, the other
party may terminate this Agreement by written notice.

## 14. General

14.1 Notices are sent to the registered office of the recipient, marked for the attention of its company secretary,
and take effect two working days after posting.

14.2 This Agreement is the entire agreement between the parties about its subject. It may be changed only in a
document signed by both parties.

14.3 This Agreement is governed by the law of Scotland, and the Scottish courts have exclusive jurisdiction.

## Schedule 1: Service Levels

|| Measure | Service Level | Measured
|| Availability of the Portal | 99.5% | Per calendar month, without announced maintenance
|| Response to a critical incident | 30 minutes | At any time
|| Response to any other incident | 4 hours | Working days, 08:00 to 18:00
|| Restoration of a backup | 8 hours | From the Customer's request

## Schedule 2: Processing of personal data

Subject and purpose: operation of the Portal. Categories of data: names, business contact details and sign-in records
of users. Categories of persons: staff of the Customer and of the Customer's customers. Duration: the term of this
Agreement and 20 working days thereafter.

## Signatures

|| For Hollinbrae Instruments Ltd | For Quillmarsh Systems Ltd
|| Marit Solvenby | Tobias Renquist
|| Chief Executive Officer | Managing Director
|| Kilmarrow, 2 February 2026 | Ellerthwaite, 2 February 2026
"""
