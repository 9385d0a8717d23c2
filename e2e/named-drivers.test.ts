import { createOrder, moveToPending } from '@dispecerat/contract/orders/orders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }
const SIGN = '101'

let server: DemoServer
let browser: Browser
let api: ApiClient
let phone: TestDriverPhone
let page: Page
let orderId: number

beforeAll(async () => {
  server = await startDemo()
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  phone = await aPhone(server.url, `sofer${SIGN}@demo.ro`, SQUARE)
  const places = [{ name: 'Piața Sfatului', ...SQUARE }]
  orderId = (await api.request(createOrder, { body: { client_phone: '+40722123456', places } })).data.id
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await phone?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

test("a queued order is in the driver's list; from the order screen it is offered to the driver by name, and the phone rings", async () => {
  // The ordinary search offers to the same phone: the offer to the named driver is another round.
  const searched = await phone.waitForEvent('order_available', isForOrder)
  await api.request(moveToPending, { params: { id: orderId } })
  const list = await phone.waitForEvent('pending_orders_updated', ({ orders }) => (orders as unknown[]).length > 0)
  expect(list).toMatchObject({ orders: [{ order: { id: orderId }, is_pinned: true }] })

  await page.goto(`/operator/order/${orderId}`)
  await page.getByText('în listă').first().waitFor()

  await page.getByRole('button', { name: 'Anunță șoferi' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Anunță șoferi' })
  await dialog.getByLabel('Șoferi').and(page.locator(':focus')).waitFor()
  await dialog.getByRole('button', { name: 'Anunță', exact: true }).click()
  await waitForToast(page, 'Vă rugăm să selectați soferi')

  await dialog.getByLabel('Șoferi').fill(SIGN)
  await page.getByRole('option', { name: new RegExp(`^${SIGN} `) }).click()
  await page.getByText('1 șofer ales').waitFor()
  await dialog.getByRole('button', { name: 'Anunță', exact: true }).click()
  await waitForToast(page, 'Mesaj trimis!')
  await dialog.waitFor({ state: 'detached' })

  await phone.waitForEvent('order_available', (offer) => isForOrder(offer) && offer.round_id !== searched.round_id)
})

function isForOrder(offer: Record<string, unknown>): boolean {
  return (offer.order as { id: number }).id === orderId
}
