import { stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type CompanyId, type DriverId, NO_USER, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect } from 'vitest'
import { checkInvariants } from '../platform/invariants/check-invariants.ts'
import { aServer, type TestServer, type TestServerOptions } from './a-server.ts'
import { type ADriver, aCompany, aDispatcher, aDriver, TOWN_SQUARE } from './builders.ts'
import type { SocketClient } from './socket-client.ts'

const METRES_PER_DEGREE_LAT = 111_195

/** A point so many metres north of the pickup of all tests. */
export function northOfPickup(metres: number): Point {
  return { lat: TOWN_SQUARE.lat + metres / METRES_PER_DEGREE_LAT, long: TOWN_SQUARE.long }
}

/** A driver with a logged-in phone. */
export interface Phone extends ADriver {
  token: string
}

export interface SearchFixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  dispatcherId: UserId
  dispatcher: string
  drivers: Phone[]
  /** Places an order at the town square and waits until the first round has started. */
  place(): Promise<OrderId>
  /** Advances the clock and runs everything that is due. */
  pass(seconds: number): Promise<void>
  /** Runs everything that is due now. */
  settle(): Promise<void>
  offers(orderId: OrderId): Promise<OfferRow[]>
  order(orderId: OrderId): Promise<{
    state: string
    driver_id: DriverId | null
    cancellation_reason_type: string | null
    always_in_call: boolean
  }>
  history(orderId: OrderId): Promise<string[]>
  phone(index: number): Promise<SocketClient>
}

export interface OfferRow {
  driver_id: DriverId
  rank: number
  fate: string
  seconds: number
}

/** A company with one zone around the square, drivers at these distances, and one search method for the whole week. */
export async function createSearchFixture(input: {
  metres: readonly number[]
  steps: readonly Partial<SearchStep>[]
  skipEmptySteps?: boolean
  /** Indexes of the drivers that have a priority window now. */
  priority?: readonly number[]
  server?: TestServerOptions
  /** False: jobs do not run here, so other nodes do the searching. */
  hasJobs?: boolean
}): Promise<SearchFixture> {
  const server = await aServer(input.server)
  const { companyId } = await aCompany(server)
  const user = await aDispatcher(server, { companyId })
  await aZone(server, companyId)
  await aMethod(server, companyId, input.steps, input.skipEmptySteps ?? false)
  const drivers: Phone[] = []
  for (const metres of input.metres) {
    const driver = await aDriver(server, { companyId, at: northOfPickup(metres) })
    drivers.push({ ...driver, token: await server.logIn(driver.email) })
  }
  for (const index of input.priority ?? []) await aWindow(server, companyId, drivers[index]?.driverId ?? NO_USER)
  const dispatcher = await server.logIn(user.email)
  if (input.hasJobs ?? true) await server.startJobs()
  const startedAt = server.clock.now()
  return {
    server,
    companyId,
    dispatcherId: user.userId,
    dispatcher,
    drivers,
    place: async () => {
      const orderId = await placeOrder(server, dispatcher)
      await settle(server)
      return orderId
    },
    pass: async (seconds) => {
      server.pass(seconds)
      await settle(server)
    },
    settle: () => settle(server),
    offers: (orderId) => offersOf(server, orderId, startedAt),
    order: (orderId) =>
      server.db
        .selectFrom('orders')
        .select(['state', 'driver_id', 'cancellation_reason_type', 'always_in_call'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
    history: async (orderId) => {
      const lines = await server.db
        .selectFrom('order_history')
        .select('type')
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute()
      return lines.map(({ type }) => type)
    },
    phone: async (index) => server.socket(drivers[index]?.token ?? ''),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

let callers = 0

export async function placeOrder(server: TestServer, token: string): Promise<OrderId> {
  callers += 1
  const body = {
    client_phone: `+40740${String(callers).padStart(6, '0')}`,
    places: [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }],
  }
  const { reply } = await server.request(createOrder, { body }, token)
  return asId<OrderId>(reply.data.id)
}

/** Resolves when nothing is due at the test's instant and the node's in-memory state is up to date. */
export async function settle(server: TestServer): Promise<void> {
  await nothingIsDue(server)
  await server.remembers()
}

async function nothingIsDue(server: TestServer): Promise<void> {
  server.committed()
  await expect
    .poll(
      async () => {
        const due = await server.db
          .selectFrom('search_walks')
          .select('order_id')
          .where('status', 'in', ['running', 'queued'])
          .where('due_at', '<=', server.clock.now())
          .execute()
        return due.length
      },
      { timeout: 30_000, interval: 10 },
    )
    .toBe(0)
}

async function offersOf({ db }: TestServer, orderId: OrderId, startedAt: Date): Promise<OfferRow[]> {
  const rows = await db
    .selectFrom('search_offers')
    .select(['driver_id', 'rank', 'fate', 'notified_at'])
    .where('order_id', '=', orderId)
    .orderBy('round_id')
    .orderBy('rank')
    .execute()
  return rows.map(({ notified_at, ...row }) => ({
    ...row,
    seconds: (notified_at.getTime() - startedAt.getTime()) / 1000,
  }))
}

async function aZone({ db, clock }: TestServer, companyId: CompanyId): Promise<void> {
  const corners = [
    [-0.02, -0.02],
    [-0.02, 0.02],
    [0.02, 0.02],
    [0.02, -0.02],
  ].map(([lat = 0, long = 0]) => ({ lat: TOWN_SQUARE.lat + lat, long: TOWN_SQUARE.long + long }))
  const zone = {
    company_id: companyId,
    name: 'Centru',
    paths: JSON.stringify(corners),
    area_m2: 1,
    created_at: clock.now(),
  }
  await db.insertInto('polygons').values(zone).execute()
}

async function aWindow({ db, clock }: TestServer, companyId: CompanyId, driverId: DriverId): Promise<void> {
  const now = clock.now()
  const window = { company_id: companyId, time_from: now, time_to: new Date(now.getTime() + 60_000), created_at: now }
  const { id } = await db.insertInto('users_intervals').values(window).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('users_interval_users').values({ interval_id: id, user_id: driverId }).execute()
}

async function aMethod(
  { db, clock }: TestServer,
  companyId: CompanyId,
  steps: readonly Partial<SearchStep>[],
  skipEmptySteps: boolean,
): Promise<void> {
  const items = steps.map((step) => stepToWire({ ...STEP_DEFAULTS, ...step }))
  const method = await db
    .insertInto('search_methods')
    .values({ company_id: companyId, definitions: JSON.stringify({ items }), updated_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('search_intervals')
    .values({ company_id: companyId, search_method_id: method.id, type: 'weekdays', sort_order: 1 })
    .execute()
  await db
    .updateTable('company_settings')
    .set({ skip_empty_steps: skipEmptySteps })
    .where('company_id', '=', companyId)
    .execute()
}

/** Expects that no invariant of the database is violated. */
export async function expectInvariants({ db, clock }: TestServer): Promise<void> {
  const findings = await checkInvariants(db, clock.now())
  expect(findings.filter(({ ids }) => ids.length > 0)).toEqual([])
}
