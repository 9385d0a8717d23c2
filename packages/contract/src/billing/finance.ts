import { COMMISSION_TYPES } from '@dispecerat/domain/billing/commission'
import { MONEY_METHODS } from '@dispecerat/domain/billing/ledger'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { CompanyIdIn, CompanyIdText, UserIdIn, UserIdText } from '../kernel/ids.ts'
import { Id, one, paged, pageQuery, RecordVersion, Ron, RonIn, textUpTo, WireTime } from '../kernel/wire.ts'
import { FinanceMove } from './finance-history.ts'

const area = 'finances'

/** Greater than zero; at most two decimals. */
const Amount = RonIn.refine((ron) => ron > 0, 'Suma trebuie să fie mai mare ca zero')
const Percent = z
  .number('Procent invalid')
  .min(0, 'Procentul nu poate fi negativ')
  .max(100, 'Cel mult 100 %')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Cel mult două zecimale')
const Note = textUpTo(300).optional()
const Method = z.enum(MONEY_METHODS, 'Alegeți cum s-a plătit')

const ofCompany = z.object({ company_id: CompanyIdText.optional() })

export const FinanceSettings = z.object({
  company_id: Id,
  commission_type: z.enum(COMMISSION_TYPES),
  /** Percent of the order's cost, or RON per order. */
  commission_value: z.number(),
  /** null: no minimum balance. */
  min_balance_to_work: Ron.nullable(),
  /** Maximum negative balance after a withdrawal. */
  allow_negative_limit: Ron,
  low_balance_warning: Ron.nullable(),
  /** auto: a driver's part of card and protocol orders is credited to the balance at once. */
  protocol_payout: z.enum(['auto', 'manual']),
  card_fee_percent: z.number(),
  version: RecordVersion,
})
export type FinanceSettings = z.infer<typeof FinanceSettings>

const AnyRon = z
  .number('Sumă invalidă')
  .min(-99_999.99, 'Suma este prea mică')
  .max(99_999.99, 'Suma este prea mare')
  .refine((ron) => Math.abs(ron * 100 - Math.round(ron * 100)) < 1e-6, 'Cel mult două zecimale')

export const FinanceSettingsChange = z
  .object({
    company_id: CompanyIdIn,
    commission_type: z.enum(COMMISSION_TYPES),
    commission_value: RonIn,
    min_balance_to_work: AnyRon.nullable(),
    allow_negative_limit: RonIn,
    low_balance_warning: AnyRon.nullable(),
    protocol_payout: z.enum(['auto', 'manual']),
    card_fee_percent: Percent,
  })
  .partial()
export type FinanceSettingsChange = z.output<typeof FinanceSettingsChange>

/** Result of the nightly ledger check. */
export const LedgerCheck = z.object({
  company_id: Id,
  checked_at: WireTime,
  is_right: z.boolean(),
  drivers: z.number().int(),
  transactions: z.number().int(),
  wrong_balances: z.array(z.object({ driver_id: Id, balance: Ron, entries: Ron })),
  wrong_transactions: z.array(z.object({ transaction_id: Id, sum: Ron })),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

export const FinanceSummary = z.object({
  company_id: Id,
  drivers: z.number().int(),
  /** Sum of the positive balances that the company owes, and of the negative ones owed to it. */
  owed_to_drivers: Ron,
  owed_by_drivers: Ron,
  negative_count: z.number().int(),
  /** Below the warning limit. */
  low_count: z.number().int(),
  /** Below the minimum balance for offers. */
  cannot_work_count: z.number().int(),
  due_count: z.number().int(),
  due_amount: Ron,
  /** Orders whose fare must be confirmed before payments are made for them. */
  doubted_count: z.number().int(),
  /** Since the first of the month in Bucharest. */
  month: z.object({ commission: Ron, paid_in: Ron, paid_out: Ron, driver_payments: Ron }),
  last_check: LedgerCheck.nullable(),
})
export type FinanceSummary = z.infer<typeof FinanceSummary>

export const DriverBalance = z.object({
  driver_id: Id,
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  indicativ: z.string().nullable(),
  company_id: Id,
  company_name: z.string(),
  balance: Ron,
  /** Amount that may be withdrawn now. */
  may_withdraw: Ron,
  is_low: z.boolean(),
  can_work: z.boolean(),
  last_move_at: WireTime.nullable(),
})
export type DriverBalance = z.infer<typeof DriverBalance>

export const SOLD_SORTS = ['name', '-name', 'indicativ', '-indicativ', 'balance', '-balance'] as const
const soldFilters = {
  search: textUpTo(80).optional(),
  company_id: CompanyIdText.optional(),
  driver_id: UserIdText.optional(),
  /** Filters by negative balance, by the warning limit, or by the minimum to work. */
  only: z.enum(['negative', 'low', 'cannot_work']).optional(),
  sort: z.enum(SOLD_SORTS).default('name'),
}

export const readFinanceSummary = endpoint({
  method: 'GET',
  path: '/api/finances/summary',
  does: 'What a company owes its drivers and they owe it, what waits to be paid, and whether the ledger is right.',
  area,
  may: 'finances.read',
  query: ofCompany,
  reply: one(FinanceSummary),
  errors: ['company.unknown'],
})

export const readFinanceSettings = endpoint({
  method: 'GET',
  path: '/api/finances/settings',
  does: 'What a company takes of each order, and which balances it allows.',
  area,
  may: 'finances.read',
  query: ofCompany,
  reply: one(FinanceSettings),
  errors: ['company.unknown'],
})

export const changeFinanceSettings = endpoint({
  method: 'PATCH',
  path: '/api/finances/settings',
  does: 'Change what a company takes; orders already finished keep what was reckoned then. If-Match carries the version that was read.',
  area,
  may: 'finances.edit',
  takesVersion: true,
  body: FinanceSettingsChange,
  reply: one(FinanceSettings),
  errors: ['company.unknown', 'settings.changed_meanwhile'],
})

export const checkLedger = endpoint({
  method: 'POST',
  path: '/api/finances/checks',
  does: 'Add up the ledger of a company now, as is done every night.',
  area,
  may: 'finances.edit',
  body: z.object({ company_id: CompanyIdIn.optional() }),
  reply: one(LedgerCheck),
  errors: ['company.unknown'],
})

export const listBalances = endpoint({
  method: 'GET',
  path: '/api/finances/sold',
  does: 'Drivers and their balances.',
  area,
  may: 'finances.read',
  query: z.object({ ...pageQuery(30), ...soldFilters }),
  reply: paged(DriverBalance),
})

export const exportBalances = endpoint({
  method: 'POST',
  path: '/api/finances/sold/export',
  does: 'The same drivers and balances as a file; a body, because a typed name stands in no address.',
  area,
  may: 'finances.read',
  body: z.object({ ...soldFilters, ...exportQuery }),
  reply: TableFile,
})

export const transferMoney = endpoint({
  method: 'POST',
  path: '/api/finances/transfer',
  does: 'A driver pays in (`in`) or is paid out (`out`). Send an Idempotency-Key: a repeat moves nothing.',
  area,
  may: 'finances.edit',
  body: z.object({ driver_id: UserIdIn, amount: Amount, direction: z.enum(['in', 'out']), method: Method, note: Note }),
  reply: one(FinanceMove),
  status: 201,
  errors: ['driver.unknown', 'ledger.limit'],
})

export const transferBetween = endpoint({
  method: 'POST',
  path: '/api/finances/transfer-between',
  does: 'Money from one driver to another of the same company.',
  area,
  may: 'finances.edit',
  body: z.object({ from_driver_id: UserIdIn, to_driver_id: UserIdIn, amount: Amount, note: Note }),
  reply: one(FinanceMove),
  status: 201,
  errors: ['driver.unknown', 'ledger.limit'],
})

export const transferDiscount = endpoint({
  method: 'POST',
  path: '/api/finances/transfer-discount',
  does: 'A driver pays a sum and gets so many percent more.',
  area,
  may: 'finances.edit',
  body: z.object({
    driver_id: UserIdIn,
    paid_amount: Amount,
    bonus_percent: Percent,
    method: Method.default('cash'),
    note: Note,
  }),
  reply: one(FinanceMove),
  status: 201,
  errors: ['driver.unknown'],
})
