import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { clientsWithAnAddress } from './fixtures/known-clients.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { freshForm } from './pages/form-helpers.ts'
import { waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let page: Page
let api: ApiClient
let manager: ApiClient

beforeAll(async () => {
  server = await startDemo()
  manager = await createApiClient(server.url, 'manager@demo.ro')
  await searchesPatiently(manager)
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('Client absent: the waiting time is checked, the order closes as a no-show, and the client’s memory says so', async () => {
  const [client] = await clientsWithAnAddress(api, 1)
  if (client === undefined) throw new Error('the demo has clients')
  const [at = { name: '', lat: 0, long: 0 }] = client.addresses
  await using phone = await aPhone(server.url, 'sofer106@demo.ro', { lat: at.lat, long: at.long })
  const places = [{ name: at.name, lat: at.lat, long: at.long }]
  const body = { phone: client.phone, client_phone: client.phone, places }
  const { id } = (await api.request(createOrder, { body })).data
  await phone.offer()
  await phone.request('POST', `/api/driver/orders/${id}/accept`, { waiting_driver_time: 6 })
  await phone.request('PATCH', `/api/driver/orders/${id}/arrived`, {})
  await page.goto(`/operator/order/${id}`)
  await page.getByRole('group', { name: 'Acțiuni' }).getByRole('button', { name: 'Anulează', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sigur anulați comanda?' })
  await dialog.getByRole('textbox').fill('Nu răspunde la telefon')
  await dialog.getByRole('button', { name: 'Client absent' }).click()
  await waitForToast(page, 'Timpul de așteptare al clientului nu a trecut încă')
  await manager.request(changeGroupSettings, { params: { group: 'orders' }, body: { no_show_wait_min: 0 } })
  await dialog.getByRole('button', { name: 'Client absent' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Client absent').first().waitFor()
  expect((await api.request(readOrder, { params: { id } })).data).toMatchObject({
    cancellation_reason_type: 'no_show',
    cancellation_reason_text: 'Nu răspunde la telefon',
    cancelled_by: 'dispatcher',
  })
  await freshForm(page)
  await page.getByRole('textbox', { name: 'Telefon', exact: true }).fill(client.phone)
  await page
    .getByRole('region', { name: 'Client' })
    .getByText(/^absent (o dată|de \d+ (de )?ori)$/)
    .waitFor()
})
