import { listPaymentRuns, payOrders, stopPaymentRun } from '@dispecerat/contract/billing/finance-history'
import { listChanges } from '@dispecerat/contract/office/changes'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { anOffice, type Office } from '../../testing/an-office.ts'
import { aCompany } from '../../testing/builders.ts'
import { queueForLock } from '../../testing/database/queue-for-lock.ts'
import { continuePaymentRuns } from '../finance/finance.jobs.ts'
import { advancePaymentRun, type RunHooks } from './advance-payment-run.ts'
import { payDrivers } from './pay-driver.ts'

/** Three portions. */
const ORDERS = 45
const DUE_BANI = 50_00

class Killed extends Error {}

/** Unpaid orders of one driver, and the request that pays them, with hooks between its portions. */
async function manyDue() {
  const office = await anOffice()
  const { server, companyId, dispatcherId } = office.fixture
  const first = await office.drive(50, { payment_type: 'card' })
  await sql`
    insert into orders select (jsonb_populate_record(one, jsonb_build_object('id', one.id + n))).*
    from orders as one cross join generate_series(1, ${ORDERS - 1}) as n where one.id = ${first}
  `.execute(server.db)
  const orderIds = Array.from({ length: ORDERS }, (_, n) => asId<OrderId>(first + n))
  const actor: Actor = {
    userId: dispatcherId,
    kind: 'dispatcher',
    roles: ['company_admin'],
    scope: { companies: [companyId], ownUserId: null },
    once: { key: 'plata', fingerprint: 'the same' },
  }
  return {
    ...office,
    orderIds,
    pay: (hooks: RunHooks & { timeoutMs?: number } = {}) =>
      payDrivers(server, actor, { orderIds, isPaid: true }, hooks),
    runs: async () => (await server.request(listPaymentRuns, {}, office.boss)).reply.data,
    stop: (id: number) => server.request(stopPaymentRun, { params: { id } }, office.boss),
    paid: () => paidOrders(office, orderIds),
  }
}

/** Number of payments of each order in the ledger, and their authors. */
async function paidOrders({ fixture, balance }: Office, orderIds: readonly OrderId[]) {
  const { rows } = await sql<{ orderId: OrderId; by: number }>`
    select order_id as "orderId", created_by as by from ledger_transactions
    where kind = 'driver_payment' and order_id = any(${[...orderIds]}::bigint[])
  `.execute(fixture.server.db)
  const orders = new Set(rows.map(({ orderId }) => orderId)).size
  return { payments: rows.length, orders, authors: [...new Set(rows.map(({ by }) => by))], bani: await balance() }
}

const once = (act: () => Promise<void>): (() => Promise<void>) => {
  let isDone = false
  return async () => {
    if (isDone) return
    isDone = true
    await act()
  }
}

const killed = async () => {
  throw new Killed()
}

test('a run whose process is killed between two portions is continued once, in the name of its author, and a repeated request succeeds', async () => {
  await using office = await manyDue()
  const { server, dispatcherId } = office.fixture
  const authors = [dispatcherId]
  await expect(office.pay({ betweenPortions: killed })).rejects.toThrow(Killed)
  await continuePaymentRuns(server)
  expect(await office.paid()).toEqual({ payments: 20, orders: 20, authors, bani: 20 * DUE_BANI })
  expect(await office.runs()).toMatchObject([{ state: 'running', orders: ORDERS, done: 20, changed: 20 }])
  server.pass(31)
  await continuePaymentRuns(server)
  const all = { payments: ORDERS, orders: ORDERS, authors, bani: ORDERS * DUE_BANI }
  expect(await office.paid()).toEqual(all)
  expect(await office.pay()).toEqual({ orderIds: office.orderIds })
  expect(await office.paid()).toEqual(all)
  expect(await office.runs()).toMatchObject([{ state: 'done', done: ORDERS, changed: ORDERS }])
})

test('two processes work through the same run: they take turns, and each order is paid once', async () => {
  await using office = await manyDue()
  const { server } = office.fixture
  await expect(office.pay({ betweenPortions: killed })).rejects.toThrow(Killed)
  const id = (await office.runs())[0]?.id ?? 0
  const work = () => advancePaymentRun(server, id)
  const row = sql`select from payment_runs where id = ${id} for no key update`
  expect(await queueForLock(server.database, row, [work, work])).toEqual([office.orderIds, office.orderIds])
  expect(await office.paid()).toMatchObject({ payments: ORDERS, orders: ORDERS, bani: ORDERS * DUE_BANI })
  expect(await office.runs()).toMatchObject([{ state: 'done', done: ORDERS, changed: ORDERS }])
})

test('a request that times out reports that the run goes on, and it does', async () => {
  await using office = await manyDue()
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const pay = office.pay({ timeoutMs: 0, betweenPortions: () => gate })
  await expect(pay).rejects.toMatchObject({ code: 'payment_run.running' })
  goOn()
  await expect.poll(office.runs).toMatchObject([{ state: 'done', changed: ORDERS }])
  expect(await office.pay()).toEqual({ orderIds: office.orderIds })
  expect(await office.paid()).toMatchObject({ payments: ORDERS, bani: ORDERS * DUE_BANI })
})

test('a stopped run: completed payments stay, no further one is made, and no job continues it', async () => {
  await using office = await manyDue()
  const { server } = office.fixture
  const stopped: unknown[] = []
  const pay = office.pay({
    betweenPortions: once(async () => {
      const { id = 0 } = (await office.runs())[0] ?? {}
      stopped.push((await office.stop(id)).reply.data)
    }),
  })
  await expect(pay).rejects.toMatchObject({ code: 'payment_run.stopped', facts: { orders: ORDERS, changed: 20 } })
  expect(stopped).toMatchObject([{ state: 'stopped', orders: ORDERS, changed: 20 }])
  const { data: journal } = (await server.request(listChanges, { query: { entity: 'payment_run' } }, office.boss)).reply
  expect(journal).toMatchObject([{ action: 'stopped' }])
  server.pass(31)
  await continuePaymentRuns(server)
  expect(await office.paid()).toMatchObject({ payments: 20, bani: 20 * DUE_BANI })
  const again = await office.stop((await office.runs())[0]?.id ?? 0)
  expect([again.status, again.body.code]).toEqual([409, 'payment_run.ended'])
})

test('a second run over the same orders during the first: each order is paid once', async () => {
  await using office = await manyDue()
  const { server } = office.fixture
  const second = once(async () => {
    const body = { order_ids: office.orderIds }
    expect((await server.request(payOrders, { body }, office.boss)).reply.data).toHaveLength(ORDERS)
  })
  expect(await office.pay({ betweenPortions: second })).toEqual({ orderIds: office.orderIds })
  expect(await office.paid()).toMatchObject({ payments: ORDERS, orders: ORDERS, bani: ORDERS * DUE_BANI })
  expect((await office.runs()).map(({ state, changed }) => [state, changed])).toEqual([
    ['done', 25],
    ['done', 20],
  ])
})

test('an order that changed meanwhile ends the run: the request gets the reason, and no job retries it', async () => {
  await using office = await manyDue()
  const { server } = office.fixture
  const last = office.orderIds.at(-1) ?? asId<OrderId>(0)
  const change = once(async () => {
    await server.db.updateTable('orders').set({ driver_payment_bani: 0 }).where('id', '=', last).execute()
  })
  const refused = { code: 'ledger.nothing_due', facts: { order_id: last } }
  await expect(office.pay({ betweenPortions: change })).rejects.toMatchObject(refused)
  server.pass(31)
  await continuePaymentRuns(server)
  expect(await office.runs()).toMatchObject([{ state: 'refused', done: 40, changed: 40 }])
  await expect(office.pay()).rejects.toMatchObject(refused)
})

test('a run over two companies is visible to, and can be stopped by, administrators of both', async () => {
  await using office = await manyDue()
  const { server, admin } = office.fixture
  await expect(office.pay({ betweenPortions: killed })).rejects.toThrow(Killed)
  const { companyId } = await aCompany(server)
  await sql`update payment_runs set company_ids = company_ids || ${companyId}::bigint`.execute(server.db)
  expect(await office.runs()).toEqual([])
  const [run] = (await server.request(listPaymentRuns, {}, admin)).reply.data
  const params = { id: run?.id ?? 0 }
  expect((await office.stop(params.id)).body.code).toBe('payment_run.unknown')
  expect((await server.request(stopPaymentRun, { params }, admin)).reply.data.state).toBe('stopped')
})
