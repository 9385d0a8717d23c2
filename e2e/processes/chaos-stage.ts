import path from 'node:path'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { expect } from 'vitest'
import { connectDatabase, type DatabaseConnection } from '../../apps/server/src/platform/db/connect.ts'
import { readPidFile } from '../../apps/server/src/platform/db/postgres/postgres-pid-file.ts'
import { checkInvariants } from '../../apps/server/src/platform/invariants/check-invariants.ts'
import { SERVING_RULES } from '../../apps/server/src/platform/invariants/serving-rules.ts'
import { aPhone, type TestDriverPhone } from '../api/test-driver-phone.ts'
import type { DataDir } from '../servers/running-server.ts'

export const WAIT = { timeout: 90_000, interval: 100 }

/** A separate connection to the server's embedded PostgreSQL; it survives the server's end, not PostgreSQL's. */
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

/** After a kill PostgreSQL replays its log first and refuses connections. */
async function hasRecovered({ pool }: DatabaseConnection): Promise<void> {
  await expect.poll(() => pool.query('select 1').then(() => true, String), { timeout: RECOVERY_MS }).toBe(true)
}

/**
 * What must be true at any instant. A server that was just killed, or that has more orders than drivers, serves late, so `isServed` is for
 * a server that had time.
 */
export async function expectInvariants(dataDir: DataDir, { isServed = false } = {}): Promise<void> {
  await using database = databaseOf(dataDir)
  await hasRecovered(database)
  const violations = await checkInvariants(database.db, new Date())
  const late = new Set(SERVING_RULES.map(({ rule }) => rule))
  expect(violations.filter(({ rule }) => isServed || !late.has(rule))).toEqual([])
}

/** So many phones on duty around each corner; phones 0 and 1 are at the first one, and so on. */
export async function phonesAt(
  url: string,
  corners: readonly Point[],
  each: number,
  first = 101,
): Promise<TestDriverPhone[]> {
  const places = corners.flatMap((corner) => Array.from({ length: each }, () => corner))
  return Promise.all(places.map((at, n) => aPhone(url, `sofer${first + n}@demo.ro`, at)))
}

/** The snapshots of offers and trips that a phone received after connecting. */
export function snapshotsOf(
  phone: TestDriverPhone,
): { offers: { order: { id: number } }[]; active_orders: { id: number }[] }[] {
  return phone.heard.filter(({ event }) => event === 'offers_snapshot').map(({ data }) => data as never)
}

export function receivedOffers(phone: TestDriverPhone, orderId: number): number {
  return phone.heard.filter(
    ({ event, data }) => event === 'order_available' && (data as { order: { id: number } }).order.id === orderId,
  ).length
}

/** Waits until this order is offered to the phone, by an event or in a snapshot after reconnecting. */
export async function rings(phone: TestDriverPhone, orderId: number): Promise<void> {
  const isListed = () =>
    snapshotsOf(phone)
      .at(-1)
      ?.offers.some(({ order }) => order.id === orderId) ?? false
  await expect.poll(() => receivedOffers(phone, orderId) > 0 || isListed(), WAIT).toBe(true)
}
