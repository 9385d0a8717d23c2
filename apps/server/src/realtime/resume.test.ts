import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/database.ts'
import { record } from '../db/event-log.ts'
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

/** The reader the log must not have: whatever is visible after the highest seq it has seen. */
async function readNaively(db: Db, isOver: () => boolean): Promise<number[]> {
  const seen: number[] = []
  let after = 0
  for (let isLast = false; ; isLast = isOver()) {
    const { rows } = await sql<{ seq: number; data: { driver_id: number } }>`
      select seq, data from event_log where seq > ${after} order by seq
    `.execute(db)
    for (const row of rows) {
      seen.push(row.data.driver_id)
      after = row.seq
    }
    if (isLast) return seen
    await sleep(1)
  }
}

const EVERY = Array.from({ length: WRITERS }, (_, n) => n)
const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)

test('a hundred writers commit at once: who stays and who keeps coming back miss nothing, a reader by seq does', async () => {
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
  const naive = readNaively(server.db, () => isOver)
  const flapping = (async () => {
    const heard: number[] = []
    let { lastSeq } = steady
    for (let isLast = false; ; isLast = isOver) {
      const socket = server.bareSocket()
      await socket.authenticate(token, lastSeq)
      if (isLast) await sleep(500)
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
  isOver = true
  const steadyHeard = await steady.heardTimes('test_changed', WRITERS)
  expect(inOrder(steadyHeard.map(({ data }) => (data as { driver_id: number }).driver_id))).toEqual(EVERY)
  expect(inOrder(await flapping)).toEqual(EVERY)
  expect(new Set(await naive).size).toBeLessThan(WRITERS)
})
