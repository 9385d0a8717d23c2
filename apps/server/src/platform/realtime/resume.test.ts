import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { ControlledTransaction } from 'kysely'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import { mayStayIdle } from '../../testing/stay-idle.ts'
import { testEvent, testRealtime } from '../../testing/test-events.ts'
import { connectDatabase } from '../db/connect.ts'
import { record } from '../db/event-log.ts'
import type { Tables } from '../db/tables/tables.ts'
import { aChange, happened } from './testing/two-companies.ts'

const WRITERS = 100
const OPEN_AT_ONCE = 50
/** Coprime to the number of open transactions: each commits once, far from the position where it recorded. */
const COMMIT_STRIDE = 37

/** Concurrent transactions record in one order and commit in another; committed events are sent meanwhile. */
async function writeAllAtOnce(server: TestServer, companyId: CompanyId): Promise<void> {
  const writers = connectDatabase(server.database.address, { max: OPEN_AT_ONCE, isPatient: true })
  const open: ControlledTransaction<Tables>[] = []
  const recordNext = async (n: number) => {
    const tx = await writers.db.startTransaction().execute()
    await mayStayIdle.execute(tx)
    await record(tx, [aChange(n, companyId)], server.clock.now())
    open.push(tx)
  }
  try {
    for (let first = 0; first < WRITERS; first += OPEN_AT_ONCE) {
      for (let n = 0; n < OPEN_AT_ONCE; n++) await recordNext(first + n)
      for (let n = 0; n < OPEN_AT_ONCE; n++) {
        await open[first + ((n * COMMIT_STRIDE) % OPEN_AT_ONCE)]?.commit().execute()
        server.committed()
      }
    }
  } finally {
    await writers.close()
  }
}

const EVERY = Array.from({ length: WRITERS }, (_, n) => n)
const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)

test('a hundred writers commit concurrently: a socket that stays and one that keeps reconnecting miss nothing', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const steady = await server.socket(token)
  // From here on the reconnecting socket has a sequence number to resume from.
  const first = testEvent({ event: 'test_first', toCompanies: [companyId], data: {} })
  await server.db.transaction().execute((tx) => record(tx, [first], server.clock.now()))
  await steady.waitForEvent(first.event)

  let isOver = false
  let connections = 0
  const flapping = (async () => {
    const received: number[] = []
    let { lastSeq } = steady
    for (let isLast = false; ; isLast = isOver) {
      const socket = server.bareSocket()
      await socket.authenticate(token, lastSeq)
      await socket.caughtUp()
      socket.close()
      connections += 1
      expect(socket.framesOf('resync')).toEqual([])
      received.push(...socket.framesOf('test_changed').map(({ data }) => (data as { driver_id: DriverId }).driver_id))
      lastSeq = Math.max(lastSeq, socket.lastSeq)
      if (isLast) return received
    }
  })()
  await expect.poll(() => connections).toBeGreaterThan(0)

  await writeAllAtOnce(server, companyId)
  const steadyReceived = await steady.waitForEvents('test_changed', WRITERS)
  isOver = true
  expect(inOrder(steadyReceived.map(({ data }) => (data as { driver_id: DriverId }).driver_id))).toEqual(EVERY)
  expect(inOrder(await flapping)).toEqual(EVERY)
})

test('two nodes commit and number concurrently: both send every event once, under the same numbers', async () => {
  await using server = await aServer()
  await using other = await aServer({ besides: server })
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const sockets = [await server.socket(token), await other.socket(token)]
  const commits = EVERY.map((n) => happened(n % 2 === 0 ? server : other, aChange(n, companyId)))
  await Promise.all(commits)
  const [here = [], there = []] = await Promise.all(
    sockets.map((socket) => socket.waitForEvents('test_changed', WRITERS)),
  )
  expect(inOrder(here.map(({ data }) => (data as { driver_id: DriverId }).driver_id))).toEqual(EVERY)
  expect(there.map(({ seq, data }) => [seq, data])).toEqual(here.map(({ seq, data }) => [seq, data]))
  expect(inOrder(here.map(({ seq }) => seq))).toEqual(here.map(({ seq }) => seq))
})

test('a client that moves to a node which is behind receives no event a second time', async () => {
  await using server = await aServer()
  await using behind = await aServer({ besides: server })
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const token = await server.logIn(email)
  const [before, witness] = [await server.socket(token), await behind.socket(token)]
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  // The node sends nothing of a batch until all its rows are loaded.
  testRealtime(behind.realtime).enrich('test_row', async () => {
    await held
    return new Map()
  })

  await happened(server, testEvent({ event: 'test_row', toCompanies: [companyId], data: {} }), aChange(1, companyId))
  await before.waitForEvent('test_changed')
  const moved = await behind.socket(token, before.lastSeq)
  expect((await moved.waitForEvent('ready')).data).toMatchObject({ resumed: true })
  goOn()
  await witness.waitForEvent('test_changed')
  await moved.caughtUp()
  expect(moved.framesOf('test_changed')).toEqual([])
})
