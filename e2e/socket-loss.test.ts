import { type ClientView, lookUpClient } from '@dispecerat/contract/orders/clients'
import { createOrder, listOrders } from '@dispecerat/contract/orders/orders'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient } from './api/api-client.ts'
import { axeFindings, launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { stopClock } from './browser/page-clock.ts'
import { countOrdersOf } from './fixtures/known-clients.ts'
import { highlighted } from './pages/form-helpers.ts'
import { keepToasts } from './pages/toasts.ts'
import { databaseOf } from './processes/chaos-stage.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from './servers/running-server.ts'

let dataDir: DataDir
let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, fetchesAhead: true })).page
  // A dead server delivers no files, so the parts that a page prefetches, this one last, are in the cache before.
  const isFetched = page.waitForResponse(/\/assets\/transfer-dialog.*\.js/)
  await page.goto('/operator/order/0')
  await (await isFetched).finished()
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

test('a dispatcher keeps the typed text while the server is down and catches up when it is back', async () => {
  const client = await someoneWithAnAddress()
  await page.goto('/operator/order/0?tab=live')
  await page.getByText('În direct').waitFor()
  // This variable is lost whenever the page is loaded again.
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await typeAnOrder(client)

  const { port } = server
  await server.kill9()
  const banner = page.getByRole('alert').filter({ hasText: 'Conexiune pierdută' })
  await banner.waitFor()
  await banner.getByText(/încercarea \d+ din 100/).waitFor()
  expect(await typedOrder()).toEqual(typed(client))

  await page.keyboard.press('Control+Enter')
  await page.getByText('Serverul nu răspunde.').waitFor()
  expect(await typedOrder()).toEqual(typed(client))

  await keepToasts(page)
  server = await startServer({ dataDir, port, env: { DEMO: 'on' } })
  const meanwhile = await somebodyElseOrders(client)
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Conexiune refăcută').waitFor()
  await page.locator(`[data-order="${meanwhile}"]`).waitFor()
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)

  const api = await createApiClient(server.url, 'dispecer2@demo.ro')
  const before = await countOrdersOf(api, client.phone)
  await page.getByRole('textbox', { name: 'Observații' }).focus()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/operator\/order\/[1-9]\d*/)
  expect(await countOrdersOf(api, client.phone)).toBe(before + 1)
})

test('late events are reported as late, and the lists are polled meanwhile', async () => {
  const client = await someoneWithAnAddress()
  await page.goto('/operator/order/0?tab=live')
  await page.getByText('În direct').waitFor()
  const banner = page.getByRole('alert').filter({ hasText: 'Noutățile ajung cu întârziere.' })
  await using database = databaseOf(dataDir)
  // While this lock is held, no events are numbered.
  await database.db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0; lock table event_batches in exclusive mode`.execute(tx)
    await banner.waitFor()
    await page.getByText('Cu întârziere', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    const order = await somebodyElseOrders(client)
    await page.locator(`[data-order="${order}"]`).waitFor()
  })
  await banner.waitFor({ state: 'detached' })
  await page.getByText('În direct').waitFor()
})

test('text typed into a new order survives a reload', async () => {
  const client = await someoneWithAnAddress()
  await page.goto('/operator/order/0')
  await typeAnOrder(client)
  await page.reload()
  await page.getByRole('textbox', { name: 'Telefon', exact: true }).waitFor()
  await expect.poll(typedOrder).toEqual(typed(client))
})

const NOTES = 'sună când ajunge'

async function typeAnOrder(client: ClientView) {
  await page.getByRole('textbox', { name: 'Telefon', exact: true }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(showPhone(client.phone))
  await page.keyboard.press('Enter')
  await highlighted(page)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Observații' }).fill(NOTES)
}

async function typedOrder() {
  return {
    phone: (await page.getByRole('textbox', { name: 'Telefon', exact: true }).inputValue()).replaceAll(' ', ''),
    address: await page.getByRole('combobox', { name: /^A\./ }).inputValue(),
    notes: await page.getByRole('textbox', { name: 'Observații' }).inputValue(),
  }
}

function typed(client: ClientView) {
  return { phone: showPhone(client.phone), address: client.addresses[0]?.name, notes: NOTES }
}

async function someoneWithAnAddress(): Promise<ClientView> {
  const api = await createApiClient(server.url, 'dispecer2@demo.ro')
  const { data } = await api.request(listOrders, { query: { states: ['finished'], per_page: 50 } })
  for (const order of data) {
    if (!order.client_phone) continue
    const { data: client } = await api.request(lookUpClient, { body: { phone: order.client_phone } })
    if (client.addresses.length > 0 && !client.open_order && !client.is_blocked && !client.protocol_parent_user) {
      return client
    }
  }
  throw new Error('the demo has no client with an address')
}

/** For hours ahead, so that it stays in the list whatever the search finds. */
async function somebodyElseOrders(client: ClientView): Promise<number> {
  const api = await createApiClient(server.url, 'dispecer2@demo.ro')
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = client.addresses
  const departure_time = toWireTime(new Date(Date.now() + 5 * 3_600_000))
  const body = { phone: '0755 222 111', client_phone: '0755 222 111', places: [{ name, lat, long }], departure_time }
  return (await api.request(createOrder, { body })).data.id
}

test('closing one of two windows leaves the dispatcher present', async () => {
  const { context, page: first } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
  const frames: unknown[] = []
  first.on('request', (request) => {
    if (request.url().endsWith('/api/user-activity')) frames.push(request.postDataJSON()?.isOnline)
  })
  await first.clock.install()
  await first.goto('/operator/order/0')
  await first.getByText('În direct').waitFor()
  const second = await context.newPage()
  await second.goto('/operator/order/0')
  await second.getByText('În direct').waitFor()
  await stopClock(first)
  // Right after a heartbeat the next one is a minute of the page's time away.
  const before = frames.length
  const heartbeats = async () => {
    await first.clock.runFor(1000)
    return frames.length - before
  }
  // Some 55 seconds of both windows' clock, one second per poll.
  await expect.poll(heartbeats, { timeout: 120_000 }).toBeGreaterThan(0)
  const afterHeartbeat = frames.length
  await second.close({ runBeforeUnload: true })
  await expect.poll(() => frames.slice(afterHeartbeat)).toEqual([true])
  await context.close()
})
