import type { ClientView } from '@dispecerat/contract/orders/clients'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { acceptCall, type CallView, endCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { requestAtOnce } from './browser/at-once.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { clientsWithAnAddress, nth } from './fixtures/known-clients.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { blurAll, phoneField, pickup as pickupOn } from './pages/form-helpers.ts'
import { corner, lineOf, waiting } from './pages/telephone-bar.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'
import { callsPage } from './telephone/calls-page.ts'

let server: DemoServer
let browser: Browser
/** Places simulated calls. */
let exchange: ApiClient
let api: ApiClient
let known: ClientView[]
let page: Page

beforeAll(async () => {
  server = await startDemo()
  exchange = await createApiClient(server.url, 'manager@demo.ro')
  await searchesPatiently(exchange)
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  known = await clientsWithAnAddress(api, 6)
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
  firstUnknownCaller: 1_000_000,
})
const line = (on: Page, { phone }: CallView) => lineOf(on, phone)

test('three calls ring: one key answers the longest waiting, whose order opens filled in with the focus on the address', async () => {
  const client = nth(known, 0)
  const [first, second] = [await ring(client.phone), await ring()]
  const third = await ring('+40000000001')
  await expect.poll(() => waiting(page).count()).toBe(3)
  await corner(page)
    .getByText(client.name ?? '')
    .first()
    .waitFor()
  await corner(page).getByText('încă 2 în așteptare').waitFor()
  await page.getByRole('button', { name: /Apel de test - ignorați/ }).waitFor()

  await page.keyboard.press('F1')
  await line(page, first).waitFor()
  await page.waitForURL(/\/operator\/order\/[1-9]/)
  await expect.poll(() => page.locator(':focus').getAttribute('role')).toBe('combobox')
  expect(await phoneField(page).inputValue()).toBe(prettyPhone(client.phone))
  const memory = page.getByRole('region', { name: 'Client', exact: true })
  await memory
    .getByText(client.addresses[0]?.name ?? '')
    .first()
    .waitFor()
  const took = await page.evaluate(() => performance.getEntriesByName('answer-to-address').at(-1)?.duration ?? -1)
  console.log(`from the key to the filled form, hands on the address: ${took.toFixed(0)} ms`)
  expect(took).toBeGreaterThan(0)
  expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual(['started', 'pending', 'pending'])
})

test('a second answer puts the first call on hold; keys hold, resume and end; a placed order stays after its call ends', async () => {
  const client = nth(known, 1)
  const first = await ring(client.phone)
  await corner(page).waitFor()
  await page.keyboard.press('Shift+Enter')
  await line(page, first).getByText('în convorbire').waitFor()
  const orderId = await openedOrder(page, first)
  await page.keyboard.press('Alt+Shift+Digit1')
  await expect.poll(() => page.getByRole('combobox').first().inputValue()).toBe(client.addresses[0]?.name)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  await waitForToast(page, 'Order created')
  await line(page, first).getByText('în așteptare').waitFor()
  expect(await stateOf(first)).toBe('on_hold')

  const second = await ring()
  await waiting(page).first().waitFor()
  await page.keyboard.press('F1')
  await line(page, second).getByText('în convorbire').waitFor()
  await openedOrder(page, second)
  await page.getByRole('combobox', { name: 'A. Preluare' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('F1')
  await line(page, first).getByText('în convorbire').waitFor()
  await line(page, second).getByText('în așteptare').waitFor()
  await expect.poll(async () => [await stateOf(first), await stateOf(second)]).toEqual(['started', 'on_hold'])

  // With nothing left to close and no field to leave, Escape ends the call.
  await blurAll(page)
  await page.locator('[role="combobox"][aria-expanded="true"]').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await expect.poll(() => stateOf(first)).toBe('ended')
  await line(page, first).waitFor({ state: 'detached' })
  expect((await api.request(readOrder, { params: { id: orderId } })).data.call_state).toBe('ended')
  expect(['created', 'assigned']).toContain((await api.request(readOrder, { params: { id: orderId } })).data.state)
  await line(page, second).getByRole('button', { name: /Reia/ }).click()
  await expect.poll(() => stateOf(second)).toBe('started')
})

test("what is typed before the server's accept goes to the caller's form; if a colleague was quicker, everything comes back", async () => {
  await page.goto('/operator/order/0')
  await phoneField(page).fill('0733 111 222')
  let letGo: () => void = () => undefined
  const accepted = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await intercept(page, '**/api/calls/accept', async (route) => {
    await accepted
    await route.continue()
  })
  const call = await ring()
  await corner(page).waitFor()
  await page.keyboard.press('F1')
  await page.keyboard.type('Strada')
  const pickup = page.getByRole('combobox', { name: 'A. Preluare' })
  await expect.poll(() => pickup.inputValue()).toBe('Strada')
  await expect.poll(() => phoneField(page).inputValue()).toBe(prettyPhone(call.phone))
  expect(page.url()).toContain('/order/0')
  letGo()
  await openedOrder(page, call)
  await page.keyboard.type(' L')
  await expect.poll(() => pickup.inputValue()).toBe('Strada L')
  await page.unroute('**/api/calls/accept')
  const letToastsGo = await keepToasts(page)
  await api.request(endCall, { body: { phone_number: call.phone } })
  await page.waitForURL('**/order/0')
  await expect.poll(() => pickup.inputValue()).toBe('Strada L')
  await page.getByRole('button', { name: 'Adu-o înapoi' }).press('Enter')
  await expect.poll(() => phoneField(page).inputValue()).toBe('0733 111 222')
  await letToastsGo()

  await ring()
  await corner(page).waitFor()
  await intercept(page, '**/api/calls/accept', (route) =>
    route.fulfill({ status: 409, json: { code: 'call.taken', message: 'Apel preluat' } }),
  )
  await phoneField(page).focus()
  await page.keyboard.press('F1')
  await waitForToast(page, 'Apel preluat de un coleg')
  await expect.poll(() => page.locator(':focus').inputValue()).toBe('0733 111 222')
  await page.unroute('**/api/calls/accept')
})

test('in lines mode backtick answers, also while typing, F2 is the second line, and F6 on a free line still searches', async () => {
  await page.evaluate(() => localStorage.setItem('dispecerat.lineAnswer', 'lines'))
  const calls = [await ring(), await ring()]
  await expect.poll(() => waiting(page).count()).toBe(2)
  for (const call of calls) {
    await page.keyboard.press('Backquote')
    await line(page, call).getByText('în convorbire').waitFor()
  }
  const [first, second] = calls
  if (!first || !second) throw new Error('two rang')
  await line(page, first).getByText('în așteptare').waitFor()
  await page.keyboard.press('F1')
  await expect.poll(async () => [await stateOf(first), await stateOf(second)]).toEqual(['started', 'on_hold'])
  await page.keyboard.press('F2')
  await expect.poll(async () => [await stateOf(first), await stateOf(second)]).toEqual(['on_hold', 'started'])
  await page.keyboard.press('F6')
  await page.getByRole('dialog').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
  expect(await stateOf(second)).toBe('started')
  await page.evaluate(() => localStorage.removeItem('dispecerat.lineAnswer'))
})

test('two dispatchers answer at once: one has the call, the other gets a toast; a reload keeps the calls', async () => {
  const { context, page: colleague } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
  await colleague.goto('/operator/v2')
  const call = await ring()
  await Promise.all([waiting(page).first().waitFor(), waiting(colleague).first().waitFor()])
  await blurAll(colleague)
  // Both press before either receives the other's event.
  const letGo = await requestAtOnce([page, colleague], '**/api/calls/accept', 2)
  await Promise.all([page.keyboard.press('F1'), colleague.keyboard.press('Space')])
  await Promise.all([
    waiting(page).first().waitFor({ state: 'detached' }),
    waiting(colleague).first().waitFor({ state: 'detached' }),
  ])
  await expect.poll(async () => (await line(page, call).count()) + (await line(colleague, call).count())).toBe(1)
  await letGo()
  // Keys are buffered until the call's form has the focus.
  const winner = (await line(page, call).count()) === 1 ? page : colleague
  await pickupOn(winner).and(winner.locator(':focus')).waitFor()
  await waitForToast(winner === page ? colleague : page, 'Apel preluat de un coleg')

  const contested = await ring()
  await intercept(colleague, '**/api/calls/accept', async (route) => {
    // The dispatcher of `api` gets the call before the colleague's own accept arrives.
    const { phone, sip_caller_id } = contested
    await api.request(acceptCall, { body: { phone_number: phone, sip_caller_id } })
    await route.continue()
  })
  await waiting(colleague).first().waitFor()
  await blurAll(colleague)
  await colleague.keyboard.press('Space')
  await waitForToast(colleague, 'Apel preluat de un coleg')
  await waiting(colleague).first().waitFor({ state: 'detached' })

  await page.reload()
  await line(page, contested).getByText('în convorbire').waitFor()
  await context.close()
})

test('fifteen callers have a line each, the sixteenth gets busy, and everything still fits the screen', async () => {
  await page.goto('/operator/order/0')
  for (let n = 0; n < 15; n++) await ring()
  expect((await ring()).reason_type).toBe('busy')
  await expect.poll(() => waiting(page).count()).toBe(15)
  await waiting(page).first().focus()
  await page.keyboard.press('End')
  await waiting(page).last().and(page.locator(':focus')).waitFor()
})
