import { transferMoney } from '@dispecerat/contract/billing/finance'
import { payOrder } from '@dispecerat/contract/billing/finance-history'
import { issueInvoice, payInvoice, readInvoice } from '@dispecerat/contract/billing/invoices'
import { editContract, saveBillingProfile } from '@dispecerat/contract/billing/protocol'
import { cancelOrder, createOrder, editOrder, setDriverAndFinish } from '@dispecerat/contract/orders/orders'
import { daysLater } from '@dispecerat/domain/billing/invoice'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, ApiProblem, createApiClient } from '../api/api-client.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, rowsOf } from './chaos-stage.ts'
import { LONELY_PLACE, orderAt } from './town.ts'

/** The hotel of the demo. */
const HOTEL = 5
const DRIVERS = [101, 102, 103] as const
const ORDERS = 12
const TOP_UPS = 18
const PARTS = 30
const PART_RON = 0.5
const AT_ONCE = 6
const PROFILE = {
  legal_name: 'Taxi Demo SRL',
  cui: '18547290',
  vat_percent: 21,
  exemption_reason: null,
  vat_state: 'registered',
  reg_com: null,
  street: 'Str. Lungă 7',
  city: 'Brașov',
  county: 'BV',
  email: null,
  iban: null,
  bank: null,
  series: 'TXD',
  credit_series: 'TXS',
} as const
const BUYER = { legal_name: 'Hotel Demo SA', cui: '361757', street: 'Bd. Eroilor 1', city: 'Brașov', county: 'BV' }

let dataDir: DataDir
let server: RunningServer
let office: ApiClient
let fixture: ApiClient

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  office = await createApiClient(server.url, 'manager@demo.ro')
  fixture = await createApiClient(server.url, 'dispecer@demo.ro')
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

/** A request that moves money, with a key of its own. */
interface Task {
  key: string
  send(key: string): Promise<unknown>
}

/** The invoice of the hotel's trips of last month. */
async function anInvoice(): Promise<number> {
  await office.request(saveBillingProfile, { body: PROFILE })
  await office.request(editContract, { params: { id: HOTEL }, body: BUYER })
  const month = daysLater(`${bucharestDay(new Date()).slice(0, 7)}-01`, -1).slice(0, 7)
  return (await office.request(issueInvoice, { params: { id: HOTEL }, body: { month } })).data.id
}

/** A finished trip paid by card without a cost. */
async function aTrip(driverId: number): Promise<number> {
  const body = { ...orderAt(LONELY_PLACE), payment_type: 'card' as const }
  const { id } = (await fixture.request(createOrder, { body })).data
  await fixture.request(cancelOrder, { params: { id }, body: {} })
  await fixture.request(setDriverAndFinish, { params: { id }, body: { driverId } })
  return id
}

/** Costs that settle trips, payments to drivers for them, top-ups and parts of an invoice, interleaved. */
function tasksOf(invoiceId: number, trips: readonly number[]): Task[] {
  const settle = trips.map((id, n): Task => {
    const body = { cost: 20 + n, fare_reason: 'spus prin stație' }
    return { key: `tarif-${id}`, send: (key) => fixture.request(editOrder, { params: { id }, body }, key) }
  })
  const pay = trips.map((id): Task => {
    return {
      key: `sofer-${id}`,
      send: (key) => office.request(payOrder, { params: { id }, body: { is_paid: true } }, key),
    }
  })
  const topUps = Array.from({ length: TOP_UPS }, (_, n): Task => {
    const driver_id = DRIVERS[n % DRIVERS.length] ?? DRIVERS[0]
    const send = (key: string) => {
      const body = { driver_id, amount: 1 + n, direction: 'in', method: 'cash', note: key } as const
      return office.request(transferMoney, { body }, key)
    }
    return { key: `alimentare-${n}`, send }
  })
  const parts = Array.from({ length: PARTS }, (_, n): Task => {
    const send = (key: string) => {
      const body = { amount: PART_RON, method: 'bank', reference: key } as const
      return office.request(payInvoice, { params: { id: invoiceId }, body }, key)
    }
    return { key: `factura-${n}`, send }
  })
  // A driver is paid only after the trips are settled, so these come first; the rest is interleaved.
  return [...settle, ...dealt(topUps, parts, pay)]
}

function dealt(...workers: readonly Task[][]): Task[] {
  const longest = Math.max(...workers.map((tasks) => tasks.length))
  return Array.from({ length: longest }, (_, n) => workers.flatMap((tasks) => tasks[n] ?? [])).flat()
}

/** Sends one task with its key until it is acknowledged; a lost connection and 503 are no reply. */
async function doStubbornly({ key, send }: Task, onSilence: () => void): Promise<void> {
  for (;;) {
    try {
      await send(key)
      return
    } catch (error) {
      const isTooEarly = error instanceof ApiProblem && error.body.code === 'ledger.nothing_due'
      if (error instanceof ApiProblem && error.status !== 503 && !isTooEarly) throw error
      onSilence()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Runs all tasks, a few at a time; the server is killed whenever so many are done, while others are under way. */
async function doAll(
  tasks: readonly Task[],
  killAfter: readonly number[],
): Promise<{ silences: number; kills: number }> {
  const waiting = [...tasks]
  let [done, silences, kills] = [0, 0, 0]
  let restart: Promise<void> = Promise.resolve()
  const killAndStart = async () => {
    await server.kill9()
    server = await startServer({ dataDir, port: server.port, env: { DEMO: 'on' } })
  }
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      await doStubbornly(task, () => (silences += 1))
      done += 1
      if (done !== killAfter[kills]) continue
      kills += 1
      restart = restart.then(killAndStart)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await restart
  return { silences, kills }
}

/** Number of ledger rows of each task. */
async function written(invoiceId: number, trips: readonly number[]) {
  const times = async (statement: string, values: unknown[]) =>
    Object.fromEntries(
      (await rowsOf<{ name: string; n: number }>(dataDir, statement, values)).map(({ name, n }) => [name, Number(n)]),
    )
  const ofTrips = (kind: string) =>
    times(
      `select order_id::text as name, count(*) as n from ledger_transactions t where kind = $1 and order_id = any($2)
         and not exists (select from ledger_transactions r where r.reverses_id = t.id) group by order_id`,
      [kind, trips],
    )
  return {
    parts: await times(
      'select reference as name, count(*) as n from invoice_payments where invoice_id = $1 group by reference',
      [invoiceId],
    ),
    topUps: await times(
      "select note as name, count(*) as n from ledger_transactions where kind = 'top_up' and note like 'alimentare-%' group by note",
      [],
    ),
    settled: await ofTrips('order'),
    paid: await ofTrips('driver_payment'),
  }
}

/** Balances in bani, by driver. */
async function balances(): Promise<Map<number, number>> {
  const rows = await rowsOf<{ driver_id: string; bani: string }>(
    dataDir,
    'select driver_id, balance_bani as bani from driver_status where driver_id = any($1)',
    [DRIVERS],
  )
  return new Map(rows.map(({ driver_id, bani }) => [Number(driver_id), Number(bani)]))
}

const each = (names: readonly (string | number)[]) => Object.fromEntries(names.map((name) => [String(name), 1]))

test('the server is killed twice in the middle of settlements and payments: nothing is paid twice, nothing is lost', async () => {
  const invoiceId = await anInvoice()
  const trips: number[] = []
  for (let n = 0; n < ORDERS; n++) trips.push(await aTrip(DRIVERS[n % DRIVERS.length] ?? DRIVERS[0]))
  const before = await balances()
  const tasks = tasksOf(invoiceId, trips)

  const { silences, kills } = await doAll(tasks, [8, 40])
  expect(kills).toBe(2)
  expect(silences).toBeGreaterThan(0)

  const expected = {
    parts: each(Array.from({ length: PARTS }, (_, n) => `factura-${n}`)),
    topUps: each(Array.from({ length: TOP_UPS }, (_, n) => `alimentare-${n}`)),
    settled: each(trips),
    paid: each(trips),
  }
  expect(await written(invoiceId, trips)).toEqual(expected)
  const { paid, owed, total } = (await office.request(readInvoice, { params: { id: invoiceId } })).data
  expect([paid, owed]).toEqual([PARTS * PART_RON, Math.round((total - PARTS * PART_RON) * 100) / 100])
  const after = await balances()
  await expectBalancesAreEntries(before, after, trips)
  await expectInvariants(dataDir)

  // A client without a reply repeats the request with the same key: it gets the same reply, and no money moves.
  for (const task of tasks) await task.send(task.key)
  expect(await written(invoiceId, trips)).toEqual(expected)
  expect(await balances()).toEqual(after)
})

/** Checks that each driver got the top-ups and the earnings of the trips, once. */
async function expectBalancesAreEntries(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  trips: readonly number[],
): Promise<void> {
  const earned = await rowsOf<{ driver_id: string; bani: string }>(
    dataDir,
    'select driver_id, sum(driver_payment_bani) as bani from orders where id = any($1) and is_paid group by driver_id',
    [trips],
  )
  for (const [index, driverId] of DRIVERS.entries()) {
    const topUps = Array.from({ length: TOP_UPS }, (_, n) => (n % DRIVERS.length === index ? (1 + n) * 100 : 0))
    const fares = Number(earned.find((row) => Number(row.driver_id) === driverId)?.bani ?? 0)
    expect(fares).toBeGreaterThan(0)
    const expected = (before.get(driverId) ?? 0) + topUps.reduce((sum, bani) => sum + bani, 0) + fares
    expect(after.get(driverId), `driver ${driverId}`).toBe(expected)
  }
}
