"""The text of the two versions of the policy, in the markup of `make_corpus.blocks`."""

TITLE = "Remote Working and Expenses Policy"
HEADER = "Hollinbrae Instruments Ltd · Remote Working and Expenses Policy"

VERSION_3 = """
# Remote Working and Expenses Policy
> Hollinbrae Instruments Ltd

| Version | 3.0
| Effective | 1 January 2026
| Supersedes | Version 2.1 of 1 April 2024
| Approved by | The Board, 8 December 2025
| Owner | Head of People

## 1. Purpose and scope

1.1 This policy sets out when and how people may work away from their Normal Workplace, what equipment the Company
provides for that, and which costs of work and travel the Company pays back. It replaces version 2.1 in full. Where an
earlier letter, handbook or intranet page says something different, this policy applies.

1.2 This policy applies to every Employee of Hollinbrae Instruments Ltd (the "Company") who works in the United
Kingdom, whether full-time or part-time. Sections 5 and 6 also apply to contractors and members of the Board who
travel for the Company.

1.3 This policy does not apply to employees of Hollinbrae Sensorik GmbH, whose working time and place are governed by
local agreements in Freiburg.

1.4 Nothing in this policy gives a contractual right to work remotely. Requests for flexible working under statute are
handled under the Flexible Working Procedure and are not limited by this policy.

## 2. Definitions

2.1 In this policy the following terms have the meanings given here.

- "Employee" means a person with a contract of employment with the Company, including apprentices.
- "Line Manager" means the person named as such in the personnel system on the day a request is made.
- "Normal Workplace" means the office, workshop or test site stated in the contract of employment.
- "People Team" means the department led by the Head of People.
- "Qualifying Expense" means a cost that is necessary for the work, actually incurred, and within the limits of
section 5.
- "Remote Working" means work carried out at a place other than the Normal Workplace, at the Employee's own wish and
with agreement under section 3.

2.2 A "working day" is a day from Monday to Friday that is not a public holiday at the Normal Workplace.

## 3. Remote Working

3.1 An Employee may work from home on up to three days in each working week, provided that the Line Manager has agreed
which days these are. Days not used in one week cannot be carried over to another.

3.2 Part-time Employees may work from home for up to 60% of their contracted hours, rounded to the nearest half day.

3.3 Employees whose tasks need workshop or test-site equipment work remotely only on days on which no such task is
planned. The Line Manager decides, and gives the reason in writing if a request is refused.

3.4 During the first eight weeks of employment an Employee works at the Normal Workplace unless the Line Manager
agrees otherwise in writing.

3.5 Everyone who works remotely is reachable during core hours, which are 10:00 to 15:00 on each working day. Outside
core hours Employees arrange their time freely within their contracted hours.

3.6 An Employee may work from a country other than the United Kingdom for at most 20 working days in a calendar year,
and only with the prior written consent of the People Team. Consent is not given for countries in which the Company's
professional indemnity insurance does not apply.

3.7 Agreement to Remote Working may be withdrawn by the Line Manager with four weeks' notice, or at once if section 7
has been breached.

## 4. Equipment and home office

4.1 The Company provides a laptop, a headset and, on request, one external monitor. Equipment remains the property of
the Company and is returned within ten working days after employment ends.

4.2 An Employee who has completed the probationary period and works from home on at least one day a week may claim a
one-off home office allowance of £450. The allowance may be spent on a desk, a chair, lighting or a second monitor.

4.3 The allowance is repaid in full if the Employee leaves the Company within twelve months of receiving it, unless
the employment ends by redundancy or ill health.

4.4 The cost of electricity, heating and a broadband connection at home is not a Qualifying Expense.

4.5 Before the first day of Remote Working the Employee completes the workstation self-assessment. The People Team
keeps it for three years.

## 5. Travel and subsistence

5.1 Travel is booked through the travel desk at least five working days ahead wherever the date is known. Rail is the
normal means of travel within Great Britain. Rail travel is in standard class; first class may be booked where the
fare is lower than the standard fare available at the time.

5.2 Flights are in economy class. Flights of more than six hours may be booked in premium economy with the prior
written approval of a director.

5.3 For business journeys in a private car the Company pays 45p per mile for the first 10,000 miles in a tax year and
25p per mile after that. Journeys between home and the Normal Workplace are not business journeys.

5.4 The Company pays for a hotel up to £140 per night, or up to £185 per night in London, including breakfast and
taxes. A higher rate needs the approval of the Line Manager before the booking is made.

5.5 Meals during a journey of more than five hours are paid back at cost, up to the limits in this table.

|| Meal | Limit per person (£) | Condition
|| Breakfast | 9.00 | Departure before 07:00 and not included in the hotel rate
|| Lunch | 12.50 | Absence of more than five hours
|| Dinner | 28.00 | Return after 20:00, or overnight stay

5.6 Alcoholic drinks, fines, minibar charges and upgrades chosen for comfort are not Qualifying Expenses.

5.7 Hospitality for customers and suppliers is paid back at cost if the names and companies of the guests are stated
in the claim. Hospitality of more than £75 per person needs the prior written approval of the Finance Director.

## 6. Claims and payment

6.1 Expense claims must be submitted within 30 days of the date on which the expense was incurred. Claims are entered
in the expense system with one line for each expense.

6.2 A receipt is required for every single expense above £10. A photograph of the receipt is sufficient; the paper
need not be kept.

6.3 A claim that is submitted late is paid only if the Finance Director is satisfied that the Employee was prevented
from submitting it in time.

6.4 The Line Manager approves claims within five working days. Claims of more than £1,000 in total also need the
approval of the Finance Director. Nobody approves a claim of their own.

6.5 Approved claims are paid with the next monthly payroll. Claims approved after the 18th day of a month are paid
with the payroll of the following month.

6.6 Expenses in a foreign currency are converted at the rate charged to the Employee's card, or, where cash was paid,
at the rate of the Company's bank on the day of the expense.

## 7. Security and confidentiality

7.1 Work is done only on equipment provided by the Company. Documents classified Confidential are not printed at home.

7.2 The loss or theft of equipment, or of papers, is reported to the IT service desk within four hours of its
discovery, at any time of day.

7.3 Public wireless networks are used only through the Company's VPN. Screens are not left where others can read them.

7.4 Telephone and video calls about customers, staff or unpublished results are not held in trains, cafés or other
public places.

## 8. Health, safety and insurance

8.1 The Company's duty of care covers Remote Working. Accidents during working hours are reported in the same way as
accidents at the Normal Workplace.

8.2 The Company's employers' liability insurance covers Employees who work from home in the United Kingdom. Details
are on the certificate displayed at each Normal Workplace.

8.3 Employees tell their landlord, mortgage lender or home insurer about Remote Working where their own contracts
require it.

## 9. Exceptions and breaches

9.1 Exceptions to sections 3 and 4 are decided by the Head of People, and exceptions to sections 5 and 6 by the
Finance Director, in each case in writing and for a stated period.

9.2 A false claim is treated as gross misconduct. Other breaches are dealt with under the Disciplinary Procedure.

9.3 An amount that was paid in error may be recovered from salary after the Employee has been told in writing.

## 10. Review and document history

10.1 The Head of People reviews this policy once a year. The next review is due by 31 October 2026.

10.2 Questions about sections 1 to 4 go to the People Team, and questions about sections 5 and 6 to Accounts Payable.

|| Version | Effective | Change
|| 3.0 | 1 January 2026 | Supersedes version 2.1. New limits for remote days, work abroad, hotels and receipts;
shorter time for claims; private telephone no longer covered by this policy.
|| 2.1 | 1 April 2024 | Mileage and hotel limits revised.
|| 2.0 | 1 September 2021 | Remote Working added to the Expenses Policy.
"""

VERSION_2_1 = """
# Remote Working and Expenses Policy
> Hollinbrae Instruments Ltd

| Version | 2.1
| Effective | 1 April 2024
| Supersedes | Version 2.0 of 1 September 2021
| Approved by | The Board, 11 March 2024
| Owner | Head of People

## 1. Purpose and scope

1.1 This policy sets out when people may work away from their Normal Workplace and which costs of work and travel the
Company pays back.

1.2 This policy applies to every Employee of Hollinbrae Instruments Ltd (the "Company") who works in the United
Kingdom.

1.3 Nothing in this policy gives a contractual right to work remotely.

## 2. Definitions

2.1 In this policy the following terms have the meanings given here.

- "Employee" means a person with a contract of employment with the Company.
- "Line Manager" means the person named as such in the personnel system.
- "Normal Workplace" means the office, workshop or test site stated in the contract of employment.
- "People Team" means the department led by the Head of People.
- "Qualifying Expense" means a cost that is necessary for the work, actually incurred, and within the limits of
section 5.

## 3. Remote Working

3.1 An Employee may work from home on up to two days in each working week, provided that the Line Manager has agreed
which days these are.

3.2 During the first three months of employment an Employee works at the Normal Workplace.

3.3 Everyone who works remotely is reachable during core hours, which are 09:30 to 16:00 on each working day.

3.4 An Employee may work from a country other than the United Kingdom for at most 10 working days in a calendar year,
and only with the prior written consent of the Line Manager and the People Team.

3.5 Agreement to Remote Working may be withdrawn by the Line Manager with two weeks' notice.

## 4. Equipment and home office

4.1 The Company provides a laptop and a headset. Equipment remains the property of the Company and is returned when
employment ends.

4.2 An Employee who has completed the probationary period and works from home on at least one day a week may claim a
one-off home office allowance of £300.

4.3 The Company pays £15 per month towards a private mobile telephone that is used for work. The contribution ends
when the Company provides a telephone.

4.4 The cost of electricity, heating and a broadband connection at home is not a Qualifying Expense.

## 5. Travel and subsistence

5.1 Travel is booked through the travel desk wherever the date is known. Rail is the normal means of travel within
Great Britain. Rail travel is in standard class.

5.2 Flights are in economy class.

5.3 For business journeys in a private car the Company pays 40p per mile. Journeys between home and the Normal
Workplace are not business journeys.

5.4 The Company pays for a hotel up to £120 per night, or up to £160 per night in London, including breakfast and
taxes.

5.5 Meals during a journey of more than five hours are paid back at cost, up to the limits in this table.

|| Meal | Limit per person (£) | Condition
|| Breakfast | 8.00 | Departure before 07:00 and not included in the hotel rate
|| Lunch | 10.00 | Absence of more than five hours
|| Dinner | 25.00 | Return after 20:00, or overnight stay

5.6 Alcoholic drinks, fines, minibar charges and upgrades chosen for comfort are not Qualifying Expenses.

5.7 Hospitality for customers and suppliers is paid back at cost if the names and companies of the guests are stated
in the claim.

## 6. Claims and payment

6.1 Expense claims must be submitted within 60 days of the date on which the expense was incurred. Claims are made on
form EX-4, with the receipts attached.

6.2 A receipt is required for every single expense above £25.

6.3 The Line Manager approves claims within ten working days. Claims of more than £1,500 in total also need the
approval of the Finance Director.

6.4 Approved claims are paid with the next monthly payroll. Claims approved after the 15th day of a month are paid
with the payroll of the following month.

6.5 Expenses in a foreign currency are converted at the rate of the Company's bank on the day of the expense.

## 7. Security and confidentiality

7.1 Work is done only on equipment provided by the Company. Documents classified Confidential are not printed at home.

7.2 The loss or theft of equipment is reported to the IT service desk on the same working day.

7.3 Public wireless networks are used only through the Company's VPN.

## 8. Health, safety and insurance

8.1 The Company's duty of care covers Remote Working. Accidents during working hours are reported in the same way as
accidents at the Normal Workplace.

8.2 Employees tell their landlord, mortgage lender or home insurer about Remote Working where their own contracts
require it.

## 9. Exceptions and breaches

9.1 Exceptions to this policy are decided by the Head of People in writing.

9.2 A false claim is treated as gross misconduct. Other breaches are dealt with under the Disciplinary Procedure.

## 10. Review and document history

10.1 The Head of People reviews this policy every two years.

|| Version | Effective | Change
|| 2.1 | 1 April 2024 | Mileage and hotel limits revised.
|| 2.0 | 1 September 2021 | Remote Working added to the Expenses Policy.
"""
