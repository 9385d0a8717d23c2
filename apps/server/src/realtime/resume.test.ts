import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { aCompany, aDispatcher } from '../testing/builders.ts'
import { aChange, happened } from './testing/two-companies.ts'

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
  const steadyHeard = await steady.heardTimes('test_changed', WRITERS)
  isOver = true
  expect(inOrder(steadyHeard.map(({ data }) => (data as { driver_id: number }).driver_id))).toEqual(EVERY)
  expect(inOrder(await flapping)).toEqual(EVERY)
})

test('two nodes commit and number at once: both tell every event, once, under the same numbers', async () => {
  await using server = await aServer()
  await using other = await aServer({ besides: server })
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const sockets = [await server.socket(token), await other.socket(token)]
  const commits = EVERY.map((n) => happened(n % 2 === 0 ? server : other, aChange(n, companyId)))
  await Promise.all(commits)
  const [here = [], there = []] = await Promise.all(sockets.map((socket) => socket.heardTimes('test_changed', WRITERS)))
  expect(inOrder(here.map(({ data }) => (data as { driver_id: number }).driver_id))).toEqual(EVERY)
  expect(there.map(({ seq, data }) => [seq, data])).toEqual(here.map(({ seq, data }) => [seq, data]))
  const first = here[0]?.seq ?? 0
  expect(here.map(({ seq }) => seq)).toEqual(EVERY.map((n) => first + n))
})

test('a reader by the order of recording alone misses the event of a transaction that began early and committed late', async () => {
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
  })
  expect(naive).toBeGreaterThan(before)
  expect(await readNaively(server.db, naive)).toEqual([])
})
