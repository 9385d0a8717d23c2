import { LEDGER_KINDS, LEDGER_ROW_TYPES, MONEY_METHODS } from '@dispecerat/domain/billing/ledger'
import { sortedBy } from '@dispecerat/domain/kernel/totals-order'
import { PAYMENT_TYPES } from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { ByOrderId, ByUserId, CompanyIdText, OrderIdIn, OrderIdText, UserIdText } from '../kernel/ids.ts'
import { ById, Id, one, paged, pageQuery, Ron, textUpTo, WireTime, WireTimeIn } from '../kernel/wire.ts'

const area = 'finances'

/** A line of a driver's account (finance_transaction); written once. */
export const FinanceRow = z.object({
  id: Id,
  transaction_id: Id,
  company_id: Id,
  driver_id: Id,
  driver_name: z.string().nullable(),
  driver_identifier: z.string().nullable(),
  indicativ: z.string().nullable(),
  type: z.enum(LEDGER_ROW_TYPES),
  kind: z.enum(LEDGER_KINDS),
  amount: Ron,
  balance_after: Ron,
  order_id: Id.nullable(),
  counterparty_driver_id: Id.nullable(),
  counterparty_name: z.string().nullable(),
  bonus_percent: z.number().nullable(),
  paid_amount: Ron.nullable(),
  method: z.enum(MONEY_METHODS).nullable(),
  note: z.string().nullable(),
  created_by: Id.nullable(),
  created_by_name: z.string().nullable(),
  created_at: WireTime,
  /** The transaction this one reverses, and the one that reversed it. */
  reverses_id: Id.nullable(),
  reversed_by_id: Id.nullable(),
  may_be_reversed: z.boolean(),
})
export type FinanceRow = z.infer<typeof FinanceRow>

/** One transaction with its lines, for one or two drivers. */
export const FinanceMove = z.object({ transaction_id: Id, rows: z.array(FinanceRow) })
export type FinanceMove = z.infer<typeof FinanceMove>

const historyFilters = {
  company_id: CompanyIdText.optional(),
  driver_id: UserIdText.optional(),
  order_id: OrderIdText.optional(),
  type: z.enum(LEDGER_ROW_TYPES).optional(),
  date_from: WireTimeIn.optional(),
  date_to: WireTimeIn.optional(),
}

export const listFinanceHistory = endpoint({
  method: 'GET',
  path: '/api/finances/history',
  does: 'The lines of drivers’ accounts, newest first.',
  area,
  may: 'finances.read',
  query: z.object({ ...pageQuery(30), ...historyFilters }),
  reply: paged(FinanceRow),
})

export const exportFinanceHistory = endpoint({
  method: 'GET',
  path: '/api/finances/history/export',
  does: 'The same lines as a file, of any length.',
  area,
  may: 'finances.read',
  query: z.object({ ...historyFilters, ...exportQuery }),
  reply: TableFile,
})

export const reverseTransaction = endpoint({
  method: 'POST',
  path: '/api/finances/transactions/:id/reverse',
  does: 'Put a movement right by writing its opposite; once, and never the opposite of an opposite.',
  area,
  may: 'finances.edit',
  params: ById,
  body: z.object({ note: textUpTo(300).optional() }),
  reply: one(FinanceMove),
  status: 201,
  errors: ['ledger.unknown', 'ledger.already_reversed', 'ledger.not_by_hand'],
})

const Period = { date_from: WireTimeIn, date_to: WireTimeIn }

/** Dimension of the finance report's rows. */
export const FINANCE_GROUPS = ['driver', 'day', 'month', 'company'] as const
export type FinanceGroup = (typeof FINANCE_GROUPS)[number]

export const FinanceReportRow = z.object({
  /** The driver, the company, or the day 'YYYY-MM-DD' or month 'YYYY-MM' in Bucharest. */
  driver_id: Id.nullable(),
  company_id: Id.nullable(),
  /** Name of the driver or the company. */
  name: z.string().nullable(),
  indicativ: z.string().nullable(),
  day: z.string().nullable(),
  month: z.string().nullable(),
  orders: z.number().int(),
  cost: Ron,
  commission: Ron,
  discounts: Ron,
  /** Earned on card and protocol orders, and the part not paid out yet. */
  driver_payments: Ron,
  due: Ron,
})
export type FinanceReportRow = z.infer<typeof FinanceReportRow>

const FINANCE_COLUMNS = ['label', 'orders', 'cost', 'commission', 'discounts', 'driver_payments', 'due'] as const
/** 'cost' ascending, '-cost' descending. */
export const FINANCE_SORTS = FINANCE_COLUMNS.flatMap((key) => [key, `-${key}` as const])
export type FinanceSort = (typeof FINANCE_SORTS)[number]

/** Sorts the rows by a column, on the screen and in the file alike: drivers by call sign and name, times chronologically. */
export function sortedFinanceRows(
  rows: readonly FinanceReportRow[],
  sort: FinanceSort | undefined,
): readonly FinanceReportRow[] {
  return sortedBy(rows, sort, (row, key) => {
    if (key !== 'label') return row[key as keyof FinanceReportRow]
    return row.day ?? row.month ?? [row.indicativ, row.name].filter(Boolean).join(' · ')
  })
}

const reportFilters = {
  ...Period,
  company_id: CompanyIdText.optional(),
  group: z.enum(FINANCE_GROUPS).default('driver'),
}

export const readFinanceReport = endpoint({
  method: 'GET',
  path: '/api/finances/reports',
  does: 'Orders, cost, commission, discounts and payments due by driver, day, month or company; at most 366 days.',
  area,
  may: 'finances.read',
  query: z.object(reportFilters),
  reply: z.object({
    data: z.array(FinanceReportRow),
    totals: FinanceReportRow.omit({
      driver_id: true,
      company_id: true,
      name: true,
      indicativ: true,
      day: true,
      month: true,
    }),
  }),
  errors: ['company.unknown'],
})

export const exportFinanceReport = endpoint({
  method: 'GET',
  path: '/api/finances/reports/export',
  does: 'The same report as a file, by the column it is sorted by.',
  area,
  may: 'finances.read',
  query: z.object({ ...reportFilters, sort: z.enum(FINANCE_SORTS, 'Ordine necunoscută').optional(), ...exportQuery }),
  reply: TableFile,
  errors: ['company.unknown'],
})

export const DriverPayment = z.object({
  order_id: Id,
  order_no: z.number().int().nullable(),
  driver_id: Id,
  driver_name: z.string().nullable(),
  indicativ: z.string().nullable(),
  company_id: Id,
  payment_type: z.enum(PAYMENT_TYPES),
  protocol_name: z.string().nullable(),
  address: z.string().nullable(),
  finished_at: WireTime.nullable(),
  cost: Ron.nullable(),
  driver_payment: Ron,
  is_paid: z.boolean(),
})
export type DriverPayment = z.infer<typeof DriverPayment>

const dueFilters = {
  company_id: CompanyIdText.optional(),
  driver_id: UserIdText.optional(),
  driver_payment: z.enum(['paid', 'unpaid']).default('unpaid'),
  payment_type: z.enum(['card', 'protocol']).optional(),
}

export const listDriverPayments = endpoint({
  method: 'GET',
  path: '/api/finances/orders',
  does: 'Card and protocol orders and what their drivers get for them.',
  area,
  may: 'finances.read',
  query: z.object({ ...pageQuery(30), ...dueFilters }),
  reply: paged(DriverPayment),
})

export const exportDriverPayments = endpoint({
  method: 'GET',
  path: '/api/finances/orders/export',
  does: 'The same payments as a file.',
  area,
  may: 'finances.read',
  query: z.object({ ...dueFilters, ...exportQuery }),
  reply: TableFile,
})

export const payOrder = endpoint({
  method: 'PATCH',
  path: '/api/finances/orders/:id/pay',
  does: 'Pay a driver for an order into his balance, or take the payment back; what is so already changes nothing.',
  area,
  may: 'finances.edit',
  params: ByOrderId,
  body: z.object({ is_paid: z.boolean() }),
  reply: one(DriverPayment),
  errors: ['order.unknown', 'ledger.nothing_due', 'payment_run.running', 'payment_run.stopped'],
})

export const payOrders = endpoint({
  method: 'POST',
  path: '/api/finances/orders/pay',
  does: 'Pay drivers for many orders: all when every order allows it, else none. What takes more than 15 s is refused with `payment_run.running` and goes on.',
  area,
  may: 'finances.edit',
  body: z.object({
    order_ids: z.array(OrderIdIn).min(1, 'Alegeți cel puțin o comandă').max(100, 'Cel mult 100 de comenzi deodată'),
    is_paid: z.boolean().default(true),
  }),
  reply: z.object({ data: z.array(DriverPayment) }),
  errors: ['order.unknown', 'ledger.nothing_due', 'payment_run.running', 'payment_run.stopped'],
})

export const PAYMENT_RUN_STATES = ['running', 'done', 'stopped', 'refused'] as const

export const PaymentRun = z.object({
  id: Id,
  /** False: payments are reversed. */
  is_paid: z.boolean(),
  /** refused: an order changed meanwhile and no longer allows it; the orders processed before stay as they are. */
  state: z.enum(PAYMENT_RUN_STATES),
  orders: z.number().int(),
  /** Orders processed so far. */
  done: z.number().int(),
  /** Orders that were paid or reversed; the others were so already. */
  changed: z.number().int(),
  started_at: WireTime,
  started_by: z.string().nullable(),
})
export type PaymentRun = z.infer<typeof PaymentRun>

export const listPaymentRuns = endpoint({
  method: 'GET',
  path: '/api/finances/payment-runs',
  does: 'Payments under way, and those that ended within the last hour, with how far they are; at most 20.',
  area,
  may: 'finances.read',
  reply: one(z.array(PaymentRun)),
})

export const stopPaymentRun = endpoint({
  method: 'POST',
  path: '/api/finances/payment-runs/:id/stop',
  does: 'Stop payments under way; what was paid stays paid.',
  area,
  may: 'finances.edit',
  params: ById,
  reply: one(PaymentRun),
  errors: ['payment_run.unknown', 'payment_run.ended'],
})

export const readStatement = endpoint({
  method: 'GET',
  path: '/api/finances/statements/:id',
  does: 'The account of a driver over a period, to print (PDF) or to reckon with (XLSX).',
  area,
  may: 'finances.read',
  params: ByUserId,
  query: z.object({ ...Period, format: z.enum(['pdf', 'xlsx']).default('pdf') }),
  reply: TableFile,
  errors: ['driver.unknown'],
})
