import { fileInvoice } from '@dispecerat/contract/billing/invoice-filing'
import { correctInvoice, issueInvoice } from '@dispecerat/contract/billing/invoices'
import { daysLater } from '@dispecerat/domain/billing/invoice'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, ApiProblem, createApiClient } from '../api/api-client.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, rowsOf } from './chaos-stage.ts'

/** The hotel of the demo, which can be billed from the first day. */
const HOTEL = 5
const ROUNDS = 8
/** So many concurrent requests send the same body with one idempotency key. */
const WORKERS = 3
/** The server is killed when so many requests have their reply, while the others still wait. */
const KILL_AFTER = [10, 34]

let dataDir: DataDir
let server: RunningServer
let office: ApiClient
let restart: Promise<void> = Promise.resolve()
let [answers, silences, kills] = [0, 0, 0]

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  office = await createApiClient(server.url, 'manager@demo.ro')
})

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

async function killAndStart(): Promise<void> {
  await server.kill9()
  server = await startServer({ dataDir, port: server.port, env: { DEMO: 'on' } })
}

/** Repeats the request with one key until it is answered; a lost connection and 503 are not an answer. */
async function requestWithRetries(send: () => Promise<{ data: { id: number } }>): Promise<number> {
  for (;;) {
    try {
      const { id } = (await send()).data
      answers += 1
      if (answers === KILL_AFTER[kills]) {
        kills += 1
        restart = restart.then(killAndStart)
      }
      return id
    } catch (error) {
      if (error instanceof ApiProblem && error.status !== 503) throw error
      silences += 1
      await restart
    }
  }
}

/** Resolves with the one id that all workers received. */
async function concurrently(send: () => Promise<{ data: { id: number } }>): Promise<number> {
  const receivedIds = new Set(await Promise.all(Array.from({ length: WORKERS }, () => requestWithRetries(send))))
  expect(receivedIds.size).toBe(1)
  return [...receivedIds][0] ?? 0
}

interface Written {
  kind: string
  number: number
  invoices: string
  filings: string
}

test('the server is killed in the middle of an invoicing run: every document once, no gap in the numbers, consistent accounts', async () => {
  const month = daysLater(`${bucharestDay(new Date()).slice(0, 7)}-01`, -1).slice(0, 7)
  const ordersOf = async () =>
    (await rowsOf<{ id: string }>(dataDir, 'select id from orders where invoice_id is not null order by id')).map(
      ({ id }) => id,
    )
  const [before = { n: '0' }] = await rowsOf<{ n: string }>(dataDir, 'select count(*) as n from invoices')
  const tasks: { key: string; send: (key: string) => Promise<{ data: { id: number } }> }[] = []
  const receivedIds = new Map<string, number>()
  const once = async (key: string, send: (key: string) => Promise<{ data: { id: number } }>) => {
    const id = await concurrently(() => send(key))
    tasks.push({ key, send })
    receivedIds.set(key, id)
    return id
  }
  let billed: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const issue = { params: { id: HOTEL }, body: { month } }
    const invoice = {
      params: { id: await once(`factura-${round}`, (key) => office.request(issueInvoice, issue, key)) },
    }
    if (round === 0) billed = await ordersOf()
    await once(`spv-${round}`, (key) => office.request(fileInvoice, invoice, key))
    if (round === ROUNDS - 1) continue
    await once(`storno-${round}`, (key) => office.request(correctInvoice, { ...invoice, body: { reason: null } }, key))
  }
  await restart
  expect(kills).toBe(KILL_AFTER.length)
  expect(silences).toBeGreaterThan(0)

  const expectOnce = async () => {
    const rows = await rowsOf<Written>(
      dataDir,
      `select kind, count(*) as invoices, max(number) - min(number) + 1 as number,
         (select count(*) from filings f join invoices of on of.id = f.invoice_id where of.kind = i.kind) as filings
       from invoices i group by kind order by kind`,
    )
    expect(Number(before.n)).toBe(0)
    expect(
      rows.map(({ kind, number, invoices, filings }) => [kind, ...[number, invoices, filings].map(Number)]),
    ).toEqual([
      ['credit_note', ROUNDS - 1, ROUNDS - 1, 0],
      ['invoice', ROUNDS, ROUNDS, ROUNDS],
    ])
    expect(billed.length).toBeGreaterThan(0)
    expect(await ordersOf()).toEqual(billed)
    await expectInvariants(dataDir)
  }
  await expectOnce()

  // A client without a reply repeats the request with the same key: it gets the same document, and nothing is written.
  for (const { key, send } of tasks) expect((await send(key)).data.id, key).toBe(receivedIds.get(key))
  await expectOnce()
})
