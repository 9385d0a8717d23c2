import { seededRandom } from '@dispecerat/simulation/seeded-random'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import {
  analyse,
  beginSeed,
  continueIds,
  finishSeed,
  hasAnyUserOrCompany,
  insertRows,
  seedHasRun,
} from './demo.store.ts'
import { clientRows, demoClients } from './demo-clients.ts'
import { messageRows, priorityRows } from './demo-messages.ts'
import { pastOrders } from './demo-month.ts'
import { numberOrders, orderRows } from './demo-order-rows.ts'
import { demoPasswordHash } from './demo-password.ts'
import { companyRows, peopleRows, type SeedInput } from './demo-people.ts'
import { zoneRows } from './demo-places.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'
import { searchPastRows } from './demo-search-past-rows.ts'
import { searchRuleRows } from './demo-search-rules.ts'
import { seedEssentials } from './seed-essentials.ts'

export const DEMO_SEED = 2026
const NAME = 'demo'

/** A row must come after the rows it points at. */
const TABLES = [
  'companies',
  'company_settings',
  'company_partners',
  'users',
  'user_roles',
  'user_companies',
  'protocol_companies',
  'company_clients',
  'blocked_phones',
  'polygons',
  'stands',
  'cars',
  'driver_cars',
  'driver_status',
  'users_intervals',
  'users_interval_users',
  'search_methods',
  'search_intervals',
  'saved_addresses',
  'orders',
  'order_numbers',
  'order_places',
  'order_history',
  'search_walks',
  'search_rounds',
  'search_offers',
  'messages',
] as const satisfies readonly (keyof Tables)[]
const WITH_GIVEN_IDS = [
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
 * Fills an empty database with the demo companies and a month of their past, once. A database that holds users or
 * companies of its own is left alone. The same clock gives the same rows.
 */
export async function seedDemo({ db, clock, log }: SeedParts, seed = DEMO_SEED): Promise<SeedResult> {
  if (await seedHasRun(db, NAME)) return 'already there'
  const now = clock.now()
  const rows = demoRows({ now, random: seededRandom(seed), passwordHash: await demoPasswordHash() })
  await seedEssentials(db)
  const result = await db.transaction().execute(async (tx): Promise<SeedResult> => {
    if (!(await beginSeed(tx, NAME))) return 'already there'
    if (await hasAnyUserOrCompany(tx)) return 'not empty'
    for (const table of TABLES) await insertTable(tx, table, rows)
    await continueIds(tx, WITH_GIVEN_IDS)
    await finishSeed(tx, NAME, now)
    return 'seeded'
  })
  if (result === 'seeded') {
    await analyse(db, TABLES)
    log.info({ orders: rows.orders?.length }, 'the demo companies are seeded')
  }
  if (result === 'not empty') log.warn('the database is in use: no demo is seeded into it')
  return result
}

function insertTable<Table extends keyof Tables>(tx: Parameters<typeof insertRows>[0], table: Table, rows: SeedRows) {
  return insertRows(tx, table, (rows[table] ?? []) as SeedRow<Table>[])
}

/** Everything the seed writes, from the clock and the die alone. */
export function demoRows(input: SeedInput): SeedRows {
  const clients = demoClients(input.random)
  const { numbered, lastNumbers } = numberOrders(pastOrders(input, clients))
  const people = peopleRows(input)
  const callers = clientRows(input, clients)
  return {
    ...companyRows(input),
    ...people,
    ...callers,
    users: withSameColumns([...(people.users ?? []), ...(callers.users ?? [])]),
    user_roles: [...(people.user_roles ?? []), ...(callers.user_roles ?? [])],
    ...zoneRows(input),
    ...searchRuleRows(input),
    ...priorityRows(input),
    ...messageRows(input),
    ...orderRows(numbered),
    order_numbers: lastNumbers,
    ...searchPastRows(input, numbered),
  }
}

function withSameColumns(users: SeedRow<'users'>[]): SeedRow<'users'>[] {
  const none = { name: null, email: null, password_hash: null, identifier: null }
  return users.map((user) => ({ ...none, ...user }))
}
