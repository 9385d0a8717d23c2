import { acceptCall, type CallView, hangUpSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { chooseFromRowMenu, phoneField } from './pages/form-helpers.ts'
import { corner, lineOf, waiting } from './pages/telephone-bar.ts'
import { waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'
import { callsPage } from './telephone/calls-page.ts'

let server: DemoServer
let browser: Browser
/** Places simulated calls. */
let exchange: ApiClient
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  exchange = await createApiClient(server.url, 'manager@demo.ro')
  await searchesPatiently(exchange)
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
  await page.goto('/operator/order/0')
  await phoneField(page).waitFor()
})

afterEach(async () => {
  await everybodyHangsUp()
  await waiting(page).first().waitFor({ state: 'detached' })
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const { ring, stateOf, everybodyHangsUp, openedOrder } = callsPage({
  api: () => api,
  exchange: () => exchange,
  firstUnknownCaller: 1_500_000,
})
const line = (on: Page, { phone }: CallView) => lineOf(on, phone)

test('the caller hangs up: the call disappears, and what was typed for it stays in a new order', async () => {
  const gone = await ring()
  await waiting(page).first().waitFor()
  await exchange.request(hangUpSimulatedCall, { params: { id: gone.id } })
  await waiting(page).first().waitFor({ state: 'detached' })

  const call = await ring()
  await waiting(page).first().press('Enter')
  await openedOrder(page, call)
  await page.getByRole('combobox').first().fill('Strada Lungă')
  await exchange.request(hangUpSimulatedCall, { params: { id: call.id } })
  await page.waitForURL('**/operator/order/0**')
  await waitForToast(page, 'Clientul a încheiat apelul')
  expect(await page.getByRole('combobox').first().inputValue()).toBe('Strada Lungă')
  await page.keyboard.press('Escape')
  await page.keyboard.press('-')
})

test('a caller who hangs up while the accept is under way leaves no line; what was typed is in order 0', async () => {
  const call = await ring()
  await corner(page).waitFor()
  const answered = page.waitForResponse('**/api/calls/accept')
  let isTyped: () => void = () => undefined
  const typed = new Promise<void>((resolve) => {
    isTyped = resolve
  })
  await intercept(page, '**/api/calls/accept', async (route) => {
    const answer = await route.fetch()
    await line(page, call).waitFor()
    await typed
    await exchange.request(hangUpSimulatedCall, { params: { id: call.id } })
    await line(page, call).waitFor({ state: 'detached' })
    await route.fulfill({ response: answer })
  })
  await page.keyboard.press('F1')
  await page.keyboard.type('Strada Scurtă')
  isTyped()
  await answered
  await waitForToast(page, 'Ce ați completat a rămas în comanda nouă')
  await expect.poll(() => page.url()).toContain('/operator/order/0')
  await expect.poll(() => page.getByRole('combobox', { name: 'A. Preluare' }).inputValue()).toBe('Strada Scurtă')
  expect(await line(page, call).count()).toBe(0)
  await page.unroute('**/api/calls/accept')
  await page.keyboard.press('Escape')
  await page.keyboard.press('-')
})

test("while the server does not respond, the caller's phone stays in the new order", async () => {
  const call = await ring()
  await waiting(page).first().waitFor()
  await intercept(page, '**/api/calls/accept', (route) =>
    route.fulfill({ status: 500, json: { message: 'Eroare internă' } }),
  )
  const refused = page.waitForResponse('**/api/calls/accept')
  await page.keyboard.press('F1')
  await refused
  await page.waitForURL('**/operator/order/0**')
  await page.getByRole('form', { name: 'Comandă nouă' }).waitFor()
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(call.phone))
  await page.unroute('**/api/calls/accept')
})

test('a company manager ends a call that a colleague forgot, by keyboard and only after confirming', async () => {
  const { context, page: manager } = await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })
  await manager.goto('/operator?tab=in-call')
  const call = await ring()
  const { phone, sip_caller_id } = call
  const { order_id } = (await api.request(acceptCall, { body: { phone_number: phone, sip_caller_id } })).call
  const row = manager.locator(`[data-order="${order_id}"]`).getByRole('link')
  await row.waitFor()
  await row.focus()
  const dialog = manager.getByRole('dialog', { name: /Închideți apelul lui/ })
  const choose = async () => {
    await chooseFromRowMenu(manager, 'Închide apelul colegului')
    await dialog.waitFor()
  }
  await choose()
  await manager.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await stateOf(call)).toBe('started')
  // The closed dialog returns the focus a moment later.
  await row.and(manager.locator(':focus')).waitFor()
  await choose()
  await dialog.getByRole('button', { name: 'Închide', exact: true }).last().click()
  await expect.poll(() => stateOf(call)).toBe('ended')
  await waitForToast(manager, 'Apelul colegului a fost închis')
  await context.close()
})
