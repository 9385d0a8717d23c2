import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientView, lookUpClient } from '@dispecerat/contract/orders/clients'
import { listOrders, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { highlighted } from './pages/form-helpers.ts'
import { waitForToast } from './pages/toasts.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from './servers/running-server.ts'

const MAX_KEYS_AFTER_THE_PHONE = 6

let dataDir: DataDir
let server: RunningServer
let browser: Browser
let manager: ApiClient

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  if (process.env.MAP_EXTRACT) await importMap(process.env.MAP_EXTRACT)
  manager = await createApiClient(server.url, 'manager@demo.ro')
  browser = await launchBrowser({ drawsMaps: true })
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

test("from the client's number to the end of the trip, on two dispatchers' screens", async () => {
  const client = await someoneWeKnow()
  const [home] = client.addresses
  if (!home) throw new Error('a known client has an address')
  const near = { lat: home.lat + 0.001, long: home.long + 0.001 }
  await using phone = await aPhone(server.url, 'sofer101@demo.ro', near)

  const first = await openWorkspace(browser, { address: server.url })
  const second = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
  await second.page.goto('/operator/order/0?tab=live')
  await second.page.getByRole('tab', { name: /Confirmate/ }).waitFor()
  await first.page.goto('/operator/order/0')

  const phoneField = first.page.getByRole('textbox', { name: 'Telefon', exact: true })
  await phoneField.click()
  await first.page.keyboard.type(showPhone(client.phone))
  const keys = ['Enter', 'Enter', 'Control+Enter']
  await first.page.keyboard.press('Enter')
  await highlighted(first.page)
  await first.page.keyboard.press('Enter')
  await first.page.keyboard.press('Control+Enter')
  expect(keys.length).toBeLessThanOrEqual(MAX_KEYS_AFTER_THE_PHONE)

  await waitForToast(first.page, 'Order created')
  await first.page.waitForURL(/\/operator\/order\/[1-9]\d*/)
  const orderId = Number(new URL(first.page.url()).pathname.split('/').pop())
  const row = second.page.locator(`[data-order="${orderId}"]`)
  await row.waitFor()

  const offer = await phone.offer()
  phone.viewed(offer)
  await first.page.getByRole('listitem').filter({ hasText: 'văzut, sună' }).getByText('101', { exact: true }).waitFor()

  const delays: Record<string, number> = {}
  const step = async (name: string, text: RegExp, path: string, body?: object) => {
    const seen = rowShows(second.page, orderId, text.source)
    const sentAt = Date.now()
    await phone.request(name === 'assigned' ? 'POST' : 'PATCH', `/api/driver/orders/${orderId}/${path}`, body ?? {})
    delays[name] = (await seen) - sentAt
  }
  await step('assigned', /101/, 'accept', { waiting_driver_time: 4 })
  await first.page.getByRole('region', { name: 'Șofer alocat' }).getByText('101', { exact: true }).waitFor()
  await step('arrived', /◆/, 'arrived')
  await step('started', /În curs/, 'start')

  await second.page.getByRole('tab', { name: /Final/ }).click()
  await phone.request('PATCH', `/api/driver/orders/${orderId}/finish`, { cost: 23.5 })
  await second.page.locator(`[data-order="${orderId}"]`).getByText('Finalizat').waitFor()
  await first.page.getByText('23,50 RON').first().waitFor()
  console.log(`  from the driver's tap to the second dispatcher's row, ms: ${JSON.stringify(delays)}`)

  const { data: history } = await manager.request(readOrderHistory, { params: { id: orderId } })
  const types = history.map((item) => item.type)
  for (const type of ['created', 'search_started', 'assigned', 'arrived', 'trip_started', 'finished']) {
    expect(types).toContain(type)
  }
  await first.context.close()
  await second.context.close()
})

/** Resolves with the time at which the row first shows the text, measured inside the page. */
function rowShows(page: Page, orderId: number, source: string): Promise<number> {
  return page.evaluate(
    ({ id, text }) =>
      new Promise<number>((resolve) => {
        const wanted = new RegExp(text, 'i')
        const check = () => {
          const row = document.querySelector(`[data-order="${id}"]`)
          if (!row || !wanted.test(row.textContent ?? '')) return false
          resolve(Date.now())
          return true
        }
        if (check()) return
        const watch = new MutationObserver(() => {
          if (check()) watch.disconnect()
        })
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      }),
    { id: orderId, text: source },
  )
}

/** A client of the demo's past month with a saved address and no open order. */
async function someoneWeKnow(): Promise<ClientView> {
  const { data } = await manager.request(listOrders, { query: { states: ['finished'], per_page: 50 } })
  for (const order of data) {
    if (!order.client_phone) continue
    const { data: client } = await manager.request(lookUpClient, { body: { phone: order.client_phone } })
    if (client.addresses.length > 0 && !client.open_order && !client.is_blocked) return client
  }
  throw new Error('the demo has no client with a saved address')
}

/** Loads the extract into the running server's database with the operator's command. */
async function importMap(extract: string): Promise<void> {
  const cli = 'apps/server/src/adapters/map-import/import-map-cli.ts'
  const child = spawn(process.execPath, ['--import', 'tsx', cli, extract], {
    env: { ...process.env, DATA_DIR: dataDir.path },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the import ended with ${code}`)
}
