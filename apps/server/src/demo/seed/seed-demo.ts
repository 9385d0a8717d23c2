import { seededRandom } from '@dispecerat/simulation/seeded-random'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import {
  analyse,
  beginSeed,
  continueIds,
  finishSeed,
  hasAnyUserOrCompany,
  insertLedger,
  insertRows,
  insertTrail,
  seedHasRun,
  withSearchTotals,
} from './demo.store.ts'
import { TAXI_COMPANY } from './demo-accounts.ts'
import { banRows } from './demo-bans.ts'
import { clientRows, demoClients } from './demo-clients.ts'
import { deviceRows } from './demo-devices.ts'
import { messageRows, priorityRows } from './demo-messages.ts'
import { noticeRows } from './demo-notices.ts'
import { demoPasswordHash } from './demo-password.ts'
import { companyRows, peopleRows, type SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'
import { searchRuleRows } from './demo-search-rules.ts'
import { discountRows, tariffRows } from './demo-tariffs.ts'
import { zoneRows } from './demo-zones.ts'
import { callRows } from './past/demo-calls.ts'
import { shiftRows, type TrailLeg, trailLegs } from './past/demo-duty-past.ts'
import { type PastMoney, pastMoney } from './past/demo-money.ts'
import { pastOrders } from './past/demo-month.ts'
import { numberOrders, orderRows } from './past/demo-order-rows.ts'
import { searchPastRows } from './past/demo-search-past-rows.ts'
import { seedEssentials } from './seed-essentials.ts'

export const DEMO_SEED = 2026
const NAME = 'demo'

/** Parents before children, as foreign keys require. */
const TABLES = [
  'companies',
  'company_cuis',
  'company_settings',
  'tariffs',
  'company_partners',
  'users',
  'user_roles',
  'phone_lines',
  'user_companies',
  'protocol_companies',
  'billing_profiles',
  'discounts',
  'company_clients',
  'blocked_phones',
  'polygons',
  'stands',
  'cars',
  'driver_cars',
  'devices',
  'driver_status',
  'driver_papers',
  'driver_shifts',
  'users_intervals',
  'users_interval_users',
  'user_bans',
  'search_methods',
  'search_intervals',
  'saved_addresses',
  'orders',
  'order_numbers',
  'order_places',
  'order_history',
  'calls',
  'conversations',
  'messages',
  'message_templates',
  'announcements',
  'incidents',
  'finance_settings',
] as const satisfies readonly (keyof Tables)[]
const TABLES_OF_SEARCHES = [
  'search_walks',
  'search_rounds',
  'search_offers',
] as const satisfies readonly (keyof Tables)[]
const WITH_EXPLICIT_IDS = [
  'conversations',
  'messages',
  'companies',
  'users',
  'polygons',
  'stands',
  'cars',
  'users_intervals',
  'search_methods',
  'search_intervals',
  'orders',
  'search_walks',
  'search_rounds',
] as const satisfies readonly (keyof Tables)[]

export interface SeedParts {
  db: Db
  clock: Clock
  log: Logger
}

export type SeedResult = 'seeded' | 'already there' | 'not empty'

/**
 * Seeds an empty database once with the demo companies and a month of their past. A database that already has users or companies is left
 * alone. The same clock gives the same rows.
 */
export async function seedDemo({ db, clock, log }: SeedParts, seed = DEMO_SEED): Promise<SeedResult> {
  if (await seedHasRun(db, NAME)) return 'already there'
  const now = clock.now()
  const { rows, legs, money } = demoRows({ now, random: seededRandom(seed), passwordHash: await demoPasswordHash() })
  const forgotten = Object.keys(rows).filter(
    (table) => ![...TABLES, ...TABLES_OF_SEARCHES].some((known) => known === table),
  )
  if (forgotten.length > 0) throw new Error(`rows of ${forgotten} would be written nowhere`)
  await seedEssentials(db)
  const result = await db.transaction().execute(async (tx): Promise<SeedResult> => {
    if (!(await beginSeed(tx, NAME))) return 'already there'
    if (await hasAnyUserOrCompany(tx)) return 'not empty'
    for (const table of TABLES) await insertTable(tx, table, rows)
    await withSearchTotals(tx, async () => {
      for (const table of TABLES_OF_SEARCHES) await insertTable(tx, table, rows)
    })
    await insertTrail(tx, legs)
    await insertLedger(tx, money.movements)
    await continueIds(tx, WITH_EXPLICIT_IDS)
    await finishSeed(tx, NAME, now)
    return 'seeded'
  })
  if (result === 'seeded') {
    await analyse(db, [...TABLES, ...TABLES_OF_SEARCHES, 'driver_trail', 'ledger_transactions', 'ledger_entries'])
    log.info({ orders: rows.orders?.length }, 'the demo companies are seeded')
  }
  if (result === 'not empty') log.warn('the database is in use: no demo is seeded into it')
  return result
}

function insertTable<Table extends keyof Tables>(tx: Parameters<typeof insertRows>[0], table: Table, rows: SeedRows) {
  return insertRows(tx, table, (rows[table] ?? []) as SeedRow<Table>[])
}

/** All rows of the seed by table, and the tracks of the cars; determined by the clock and the random seed alone. */
export function demoRows(input: SeedInput): { rows: SeedRows; legs: TrailLeg[]; money: PastMoney } {
  const clients = demoClients(input.random)
  const { numbered, lastNumbers } = numberOrders(pastOrders(input, clients))
  const people = peopleRows(input)
  const callers = clientRows(input, clients)
  const companies = new Map(people.driver_status?.map(({ driver_id, company_id }) => [driver_id, company_id]))
  const money = pastMoney(input, numbered, (driverId) => companies.get(driverId) ?? TAXI_COMPANY)
  const orders = orderRows(numbered, input.now)
  const rows: SeedRows = {
    ...companyRows(input),
    ...tariffRows(input),
    ...people,
    ...callers,
    users: withSameColumns([...(people.users ?? []), ...(callers.users ?? [])]),
    user_roles: [...(people.user_roles ?? []), ...(callers.user_roles ?? [])],
    ...zoneRows(input),
    ...searchRuleRows(input),
    ...priorityRows(input),
    ...banRows(input),
    ...messageRows(input),
    ...noticeRows(input),
    ...discountRows(input),
    ...deviceRows(input, (driverId) => companies.get(driverId) ?? TAXI_COMPANY),
    ...orders,
    orders: orders.orders?.map((order) => withPayment(order, money)),
    finance_settings: money.settings,
    order_numbers: lastNumbers,
    calls: callRows(input, numbered),
    ...searchPastRows(input, numbered),
    driver_shifts: shiftRows(input.now),
  }
  return { rows, legs: trailLegs(input.now, numbered), money }
}

function withPayment(order: SeedRow<'orders'>, { payments }: PastMoney): SeedRow<'orders'> {
  const payment = payments.get(order.id ?? 0)
  return payment ? { ...order, driver_payment_bani: payment.bani, is_paid: payment.isPaid } : order
}

function withSameColumns(users: SeedRow<'users'>[]): SeedRow<'users'>[] {
  const none = { name: null, email: null, password_hash: null, identifier: null }
  return users.map((user) => ({ ...none, ...user }))
}
