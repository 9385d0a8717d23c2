import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/database.ts'
import { readEventsAfter, record } from '../db/event-log.ts'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { aCompany, aDispatcher } from '../testing/builders.ts'

const WRITERS = 100

/** Verbs that record early or late in their transaction and take their time before they commit. */
async function writeAllAtOnce(server: TestServer, companyId: number): Promise<void> {
  const waits = Array.from({ length: WRITERS }, (_, n) => (n * 37) % 60)
  const writers = connectDatabase(server.database.address, { max: 60 })
  await Promise.all(
    waits.map((wait, n) =>
      writers.db.transaction().execute(async (tx) => {
        const event = { event: 'test_changed', toCompanies: [companyId], data: { driver_id: n } }
        await record(tx, [event], server.clock.now())
        await sleep(wait)
      }),
    ),
  ).finally(writers.close)
  server.committed()
}

/** What the reader the log must not have would find next: whatever is visible after the highest seq it has seen. */
async function readNaively(db: Db, after: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`select seq from event_log where seq > ${after} order by seq`.execute(db)
  return rows.map(({ seq }) => seq)
}

const EVERY = Array.from({ length: WRITERS }, (_, n) => n)
const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)

test('a hundred writers commit at once: who stays and who keeps coming back miss nothing', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const steady = await server.socket(token)
  // A log without a beginning cannot promise that nothing before it is gone.
  const first = { event: 'test_first', toCompanies: [companyId], data: {} }
  await server.db.transaction().execute((tx) => record(tx, [first], server.clock.now()))
  await steady.heard(first.event)

  let isOver = false
  const flapping = (async () => {
    const heard: number[] = []
    let { lastSeq } = steady
    for (let isLast = false; ; isLast = isOver) {
      const socket = server.bareSocket()
      await socket.authenticate(token, lastSeq)
      await socket.caughtUp()
      socket.close()
      expect(socket.framesOf('resync')).toEqual([])
      heard.push(...socket.framesOf('test_changed').map(({ data }) => (data as { driver_id: number }).driver_id))
      lastSeq = Math.max(lastSeq, socket.lastSeq)
      if (isLast) return heard
    }
  })()
  await sleep(50)

  await writeAllAtOnce(server, companyId)
  // Another database of the cluster may hold the log's horizon back: only what one has heard can another have missed.
  const steadyHeard = await steady.heardTimes('test_changed', WRITERS)
  isOver = true
  expect(inOrder(steadyHeard.map(({ data }) => (data as { driver_id: number }).driver_id))).toEqual(EVERY)
  expect(inOrder(await flapping)).toEqual(EVERY)
})

test('a reader by seq alone misses the event of a transaction that began early and committed late', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const event = { event: 'test_changed', toCompanies: [companyId], data: {} }
  const before = (await readNaively(server.db, 0)).at(-1) ?? 0
  let naive = before
  await server.db.transaction().execute(async (slow) => {
    await record(slow, [event], server.clock.now())
    // Answered only when the server has the line, and with it the transaction its number.
    await sql`select 1`.execute(slow)
    await server.db.transaction().execute((quick) => record(quick, [event], server.clock.now()))
    naive = (await readNaively(server.db, before)).at(-1) ?? before
    expect(await readEventsAfter(server.db, before, 10)).toEqual([])
  })
  expect(naive).toBeGreaterThan(before)
  expect(await readNaively(server.db, naive)).toEqual([])
  await expect.poll(async () => (await readEventsAfter(server.db, before, 10)).length, { timeout: 30_000 }).toBe(2)
})
