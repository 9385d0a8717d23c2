import path from 'node:path'
import { createOrder } from '@dispecerat/contract/orders'
import { deletePriorityWindow, listPriorityWindows } from '@dispecerat/contract/priorities'
import { createSearchInterval } from '@dispecerat/contract/search-rules'
import type { Point } from '@dispecerat/domain/geo'
import { expect } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '../../apps/server/src/db/connect.ts'
import { readPidFile } from '../../apps/server/src/db/postgres-pid-file.ts'
import { checkInvariants } from '../../apps/server/src/invariants/check-invariants.ts'
import { type ApiDesk, ApiProblem, apiDesk } from '../api-desk.ts'
import { aPhone, type HandHeldPhone } from '../hand-held-phone.ts'
import type { DataDir } from '../running-server.ts'

export const PATIENCE = { timeout: 90_000, interval: 100 }

/** Corners of the town further from each other than any search below reaches. */
export const CORNERS: readonly Point[] = [
  { lat: 45.6423, long: 25.5892 },
  { lat: 45.6608, long: 25.6135 },
  { lat: 45.6741, long: 25.57 },
  { lat: 45.6302, long: 25.632 },
]
/** Nobody drives here. */
export const LONELY_PLACE: Point = { lat: 45.75, long: 25.45 }
const REACH_METRES = 900

/** A connection of the test's own to the server's embedded PostgreSQL; it survives the server, not the PostgreSQL. */
export function databaseOf(dataDir: DataDir): DatabaseConnection & AsyncDisposable {
  const socketDir = readPidFile(path.join(dataDir.path, 'postgres/pgdata'))?.socketDir
  if (!socketDir) throw new Error('no embedded PostgreSQL runs')
  const connection = connectDatabase({ socketDir, database: 'dispecerat' }, { max: 2 })
  return { ...connection, [Symbol.asyncDispose]: connection.close }
}

/** The rows of one statement. */
export async function rowsOf<Row>(dataDir: DataDir, statement: string, values: unknown[] = []): Promise<Row[]> {
  await using database = databaseOf(dataDir)
  return (await database.pool.query(statement, values)).rows as Row[]
}

const RECOVERY_MS = 30_000

/** Right after a kill PostgreSQL reads its log again first and takes nobody in. */
async function hasRecovered({ pool }: DatabaseConnection): Promise<void> {
  await expect.poll(() => pool.query('select 1').then(() => true, String), { timeout: RECOVERY_MS }).toBe(true)
}

export async function expectInvariants(dataDir: DataDir): Promise<void> {
  await using database = databaseOf(dataDir)
  await hasRecovered(database)
  expect(await checkInvariants(database.db, new Date())).toEqual([])
}

/**
 * From now on the taxi company asks at every hour of the week the drivers within reach, in so many rounds, and no driver who
 * comes on duty has priority. Done through the API, so that every node of a running server hears of it.
 */
export async function searchInRounds(
  url: string,
  rounds: number,
  seconds: number,
  notification: 'all' | 'by_rotation' | 'pending_pinned' = 'all',
): Promise<void> {
  const step = {
    search_type: 'by_radius',
    search_time: seconds,
    search_limit: REACH_METRES,
    search_order_by: 'by_distance',
    notification_method: notification,
    exclude_previous: false,
    show_for_busy_drivers: false,
    ban_conditions: { active: false, type: 'ban', drivers: { from: 1, to: 1 }, count: 5, reset_interval: 60 },
  } as const
  const definitions = { items: Array.from({ length: rounds }, () => step) }
  const manager = await apiDesk(url, 'manager@demo.ro')
  await manager.call(createSearchInterval, { body: { type: 'weekdays', position: 1, definitions } })
  const { data: windows } = await manager.call(listPriorityWindows)
  for (const { id } of windows) await manager.call(deletePriorityWindow, { params: { id } })
}

/** So many phones on duty around each corner; phone 0 and 1 stand at the first one, and so on. */
export async function phonesAt(
  url: string,
  corners: readonly Point[],
  each: number,
  first = 101,
): Promise<HandHeldPhone[]> {
  const places = corners.flatMap((corner) => Array.from({ length: each }, () => corner))
  return Promise.all(places.map((at, n) => aPhone(url, `sofer${first + n}@demo.ro`, at)))
}

let callers = 0
/** A number that has not called before; the demo's clients are all behind 0700. */
export function freshPhone(): string {
  callers += 1
  return `0799${String((process.pid % 1000) * 1000 + callers).padStart(6, '0')}`
}

export function orderAt({ lat, long }: Point, clientPhone = freshPhone()) {
  return { client_phone: clientPhone, places: [{ name: 'La colț', lat, long }], send_to_other_company: false }
}

/** Places an order and answers with its id. */
export async function place(desk: ApiDesk, at: Point, once?: string): Promise<number> {
  return (await desk.call(createOrder, { body: orderAt(at) }, once)).data.id
}

/** What an answer was: 'yes', the code of the rule that said no, or the status without one. */
export async function said(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'yes'
  } catch (error) {
    const { code, status } =
      error instanceof ApiProblem
        ? { code: error.body.code, status: error.status }
        : (error as { code?: unknown; status?: unknown })
    if (status === undefined) throw error
    return String(code ?? status)
  }
}

/** The newest list of offers and trips a phone was given after it connected. */
export function snapshotsOf(
  phone: HandHeldPhone,
): { offers: { order: { id: number } }[]; active_orders: { id: number }[] }[] {
  return phone.heard.filter(({ event }) => event === 'offers_snapshot').map(({ data }) => data as never)
}

export function offersHeard(phone: HandHeldPhone, orderId: number): number {
  return phone.heard.filter(
    ({ event, data }) => event === 'order_available' && (data as { order: { id: number } }).order.id === orderId,
  ).length
}

/** Until this order rings at the phone, by the bell or by the list it was given when it came back. */
export async function rings(phone: HandHeldPhone, orderId: number): Promise<void> {
  const isListed = () =>
    snapshotsOf(phone)
      .at(-1)
      ?.offers.some(({ order }) => order.id === orderId) ?? false
  await expect.poll(() => offersHeard(phone, orderId) > 0 || isListed(), PATIENCE).toBe(true)
}
