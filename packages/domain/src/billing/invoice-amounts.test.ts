import { describe, expect, test } from 'vitest'
import {
  creditProblems,
  type InvoiceAmounts,
  invoiceState,
  monthDueOn,
  monthsDue,
  owedBani,
} from './invoice-amounts.ts'

const invoice = (over: Partial<InvoiceAmounts> = {}): InvoiceAmounts => ({
  kind: 'invoice',
  payableBani: 100_00,
  paidBani: 0,
  creditedBani: 0,
  dueOn: '2026-04-17',
  isCorrected: false,
  ...over,
})

describe('state of an invoice', () => {
  test.each([
    ['owed', {}, '2026-04-17'],
    ['overdue', {}, '2026-04-18'],
    ['part_paid', { paidBani: 1 }, '2026-04-17'],
    ['overdue', { paidBani: 99_99 }, '2026-04-18'],
    ['paid', { paidBani: 100_00 }, '2026-05-01'],
    ['paid', { paidBani: 60_00, creditedBani: 40_00 }, '2026-05-01'],
    ['overpaid', { paidBani: 100_00, creditedBani: 40_00 }, '2026-04-01'],
    ['corrected', { creditedBani: 100_00 }, '2026-04-01'],
    ['corrected', { creditedBani: 100_00, isCorrected: true }, '2026-05-01'],
    ['paid', { payableBani: 0 }, '2026-05-01'],
    ['credit_note', { kind: 'credit_note' }, '2026-05-01'],
  ] as const)('%s: %o on %s', (state, over, today) => {
    expect(invoiceState(invoice(over), today)).toBe(state)
  })

  test('the owed amount is reduced by payments and credit notes', () => {
    expect(owedBani(invoice({ paidBani: 30_00, creditedBani: 20_00 }))).toBe(50_00)
    expect(owedBani(invoice({ paidBani: 90_00, creditedBani: 20_00 }))).toBe(-10_00)
  })
})

test('a credit note takes back at most what is left of a line, each line once', () => {
  const problems = creditProblems(
    [
      { line: 1, bani: 10 },
      { line: 2, bani: 21 },
      { line: 1, bani: 1 },
      { line: 3, bani: 1 },
    ],
    [10, 20],
  )
  expect([...problems]).toEqual([
    [1, { max: 20 }],
    [2, 'twice'],
    [3, 'unknown'],
  ])
})

test.each([
  ['2026-03-01', 1, '2026-02'],
  ['2026-02-28', 28, '2026-01'],
  ['2026-03-01', 28, '2026-01'],
  ['2026-01-04', 5, '2025-11'],
  ['2026-01-05', 5, '2025-12'],
  ['2026-03-31', 15, '2026-02'],
])('on %s the invoicing day %i has come for %s', (today, day, month) => {
  expect(monthDueOn(today, day)).toBe(month)
})

test('after several months without drafts every month since the last draft is due, oldest first', () => {
  expect(monthsDue(null, '2026-02')).toEqual(['2026-02'])
  expect(monthsDue('2025-11', '2026-02')).toEqual(['2025-12', '2026-01', '2026-02'])
  expect([monthsDue('2026-02', '2026-02'), monthsDue('2026-03', '2026-02')]).toEqual([[], []])
})
