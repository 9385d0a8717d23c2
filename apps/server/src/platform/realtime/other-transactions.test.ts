import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { createSearchFixture, placeOrder, type SearchFixture } from '../../testing/search-fixture.ts'
import { mayStayIdle } from '../../testing/stay-idle.ts'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { aChange } from './testing/two-companies.ts'

const STEPS = [{ searchType: 'by_zone', searchSeconds: 60 } as const]

const aWrite = sql`insert into seed_runs (name, finished_at) values ('somebody else', now())`

/** Checks that the driver's phone rings and that consoles on two nodes receive the order, whatever else is open in the cluster. */
async function orderIsReceived(fixture: SearchFixture): Promise<void> {
  await using other = await aServer({ besides: fixture.server })
  const phone = await fixture.phone(0)
  const consoles = [await fixture.server.socket(fixture.dispatcher), await other.socket(fixture.dispatcher)]
  const orderId = await placeOrder(fixture.server, fixture.dispatcher)
  const isIt = (data: { order_id: OrderId }) => data.order_id === orderId
  await phone.waitForEvent<{ order: { id: number } }>('order_available', ({ order }) => order.id === orderId)
  for (const console of consoles) await console.waitForEvent('live_orders_updated', isIt)
}

/** Runs the work while a transaction of its own connection stays open. */
async function whileOpen(db: Db, statement: typeof aWrite, work: () => Promise<void>): Promise<void> {
  const tx = await db.startTransaction().execute()
  await mayStayIdle.execute(tx)
  await statement.execute(tx)
  await work().finally(() => tx.rollback().execute())
}

test('a transaction that has written in another database delays no event', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  await using elsewhere = await aDatabase()
  await whileOpen(elsewhere.db, aWrite, () => orderIsReceived(fixture))
})

test('a transaction that has written another table of our database delays no event', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  await whileOpen(fixture.server.db, aWrite, () => orderIsReceived(fixture))
})

test('a transaction of another company that recorded its events first delays only them', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const { server } = fixture
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const theirs = await server.socket(await server.logIn(email))
  const slow = await server.db.startTransaction().execute()
  await mayStayIdle.execute(slow)
  await record(slow, [aChange(1, companyId)], server.clock.now())
  await sql`select 1`.execute(slow)
  await orderIsReceived(fixture)
  await theirs.caughtUp()
  expect(theirs.framesOf('test_changed')).toEqual([])
  await slow.commit().execute()
  server.committed()
  await theirs.waitForEvent('test_changed')
})

test('a prepared transaction delays no event', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const { db, close } = connectDatabase(fixture.server.database.address, { max: 1 })
  const name = `prepared_${fixture.server.database.name}`
  await db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection)
    await aWrite.execute(connection)
    await sql.raw(`prepare transaction '${name}'`).execute(connection)
  })
  try {
    await orderIsReceived(fixture)
  } finally {
    await sql.raw(`rollback prepared '${name}'`).execute(db)
    await close()
  }
})

test('events that cannot be numbered: after a second the consoles, GET /ready and the metric report it, until they are sent', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const console = await server.socket(await server.logIn(email))
  const health = async () => (await server.inject('/ready')).json<{ status: string; events: string }>()
  const lag = async () => {
    const { body } = await server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    return Number(/^event_log_lag_seconds (\S+)$/m.exec(body)?.[1])
  }
  await expect.poll(health).toMatchObject({ status: 'ready', events: 'ok' })

  await whileOpen(server.db, sql`lock table event_batches in exclusive mode`, async () => {
    await server.db.transaction().execute((tx) => record(tx, [aChange(1, companyId)], server.clock.now()))
    await console.waitForEvent('events_delayed', ({ is_delayed }) => is_delayed === true)
    await expect.poll(health).toMatchObject({ status: 'ready', events: 'degraded' })
    expect(await lag()).toBeGreaterThan(1)
    expect(console.framesOf('test_changed')).toEqual([])
  })
  await console.waitForEvent('test_changed')
  await console.waitForEvent('events_delayed', ({ is_delayed }) => is_delayed === false)
  await expect.poll(health).toMatchObject({ events: 'ok' })
  await expect.poll(lag).toBeLessThan(1)
})
