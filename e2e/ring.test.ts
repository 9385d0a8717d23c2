import type { ClientView } from '@dispecerat/contract/orders/clients'
import { createOrder, moveToPending, readOrder } from '@dispecerat/contract/orders/orders'
import { type CallView, hangUpSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from './api/api-client.ts'
import { requestAtOnce } from './browser/at-once.ts'
import { LISTEN, notices, received, rings, STRICT, setHidden } from './browser/listening.ts'
import { clientsWithAnAddress, nth, openOrdersOf } from './fixtures/known-clients.ts'
import { type TwoDispatchers, twoDispatchers } from './fixtures/two-dispatchers.ts'
import { blurAll, phoneField } from './pages/form-helpers.ts'
import { corner, lineOf, waiting } from './pages/telephone-bar.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { callsPage } from './telephone/calls-page.ts'

let desks: TwoDispatchers
let exchange: ApiClient
let api: ApiClient
let known: ClientView[]
let page: Page
let colleague: Page

beforeAll(async () => {
  desks = await twoDispatchers()
  ;({ exchange, api, page, colleague } = desks)
  known = await clientsWithAnAddress(api, 6)
})

afterEach(async () => {
  await everybodyHangsUp()
  await desks.areQuiet()
})

afterAll(async () => {
  await desks?.[Symbol.asyncDispose]()
})

const { newUnknownCaller, openCalls, ring, stateOf, everybodyHangsUp } = callsPage({
  api: () => api,
  exchange: () => exchange,
  firstUnknownCaller: 7_000_000,
})
const line = (on: Page, { phone }: CallView) => lineOf(on, phone)
const addressOf = (client: ClientView, n: number) => {
  const address = client.addresses[n]
  if (!address) throw new Error('a known client has an address')
  return address
}

test('one key answers a known caller and places the order from the suggested address; the call goes on, and the order can be undone', async () => {
  const client = nth(known, 0)
  const call = await ring(client.phone)
  await corner(page)
    .getByRole('button', { name: addressOf(client, 0).name })
    .waitFor()
  await blurAll(page)
  const letToastsGo = await keepToasts(page)
  await page.keyboard.press('1')
  await line(page, call).getByText('în convorbire').waitFor()
  await page.getByText(/Comandă plasată/).waitFor()
  await page.waitForURL(/\/operator\/order\/[1-9]/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const order = (await api.request(readOrder, { params: { id } })).data
  expect([order.state, order.places[0]?.name, order.name]).toEqual(['created', addressOf(client, 0).name, client.name])
  expect(await stateOf(call)).toBe('started')

  const toast = page.getByRole('status').filter({ hasText: 'Comandă plasată' })
  await toast.getByRole('button', { name: 'Anulează' }).press('Enter')
  await expect.poll(async () => (await api.request(readOrder, { params: { id } })).data.state).toBe('canceled')
  await letToastsGo()
  expect(await stateOf(call)).toBe('started')
})

test('in a field digits are typed, and Shift with F1 does the same', async () => {
  const client = nth(known, 1)
  await page.goto('/operator/order/0')
  await phoneField(page).fill('')
  const call = await ring(client.phone)
  await corner(page).getByText('Shift+F1').waitFor()
  await page.keyboard.press('1')
  expect(await phoneField(page).inputValue()).toBe('1')
  expect(await stateOf(call)).toBe('pending')
  await phoneField(page).fill('')
  await page.keyboard.press('Shift+F1')
  await line(page, call).waitFor()
  await expect.poll(async () => (await openOrdersOf(api, client.phone)).length).toBe(1)
})

test('U answers a caller with an open order into that order; a second order needs a second press', async () => {
  const client = nth(known, 2)
  const { name, lat, long } = addressOf(client, 0)
  const first = (
    await api.request(createOrder, { body: { client_phone: client.phone, places: [{ name, lat, long }] } })
  ).data
  let call = await ring(client.phone)
  await corner(page).getByText('Are deja o comandă deschisă').waitFor()
  await blurAll(page)
  await page.keyboard.press('u')
  await line(page, call).waitFor()
  await page.waitForURL(`**/operator/order/${first.id}**`)
  await expect.poll(async () => (await openCalls())[0]?.order_id).toBe(first.id)
  await exchange.request(hangUpSimulatedCall, { params: { id: call.id } })
  await line(page, call).waitFor({ state: 'detached' })

  call = await ring(client.phone)
  await corner(page).getByText('Are deja o comandă deschisă').waitFor()
  await blurAll(page)
  await page.keyboard.press('1')
  await corner(page).getByText('Apăsați încă o dată').waitFor()
  expect(await stateOf(call)).toBe('pending')
  await page.keyboard.press('1')
  await line(page, call).waitFor()
  await expect.poll(async () => (await openOrdersOf(api, client.phone)).length).toBe(2)
})

test('two dispatchers press at once, one of them twice: one order, one call, the other gets a toast', async () => {
  const client = nth(known, 3)
  const call = await ring(client.phone)
  for (const workspacePage of [page, colleague]) {
    await corner(workspacePage)
      .getByRole('button', { name: addressOf(client, 0).name })
      .waitFor()
    await blurAll(workspacePage)
  }
  // Both press before either receives the other's event.
  const letGo = await requestAtOnce([page, colleague], '**/api/calls/accept', 2)
  await Promise.all([page.keyboard.press('1'), page.keyboard.press('1'), colleague.keyboard.press('1')])
  await expect.poll(async () => (await line(page, call).count()) + (await line(colleague, call).count())).toBe(1)
  const loser = (await line(page, call).count()) === 0 ? page : colleague
  await waitForToast(loser, 'Apel preluat de un coleg')
  await line(loser, call).waitFor({ state: 'detached' })
  await expect.poll(async () => (await openOrdersOf(api, client.phone)).length).toBe(1)
  await letGo()
})

test('a missed caller stays in the list until a dispatcher resolves the row, and all dispatchers see it', async () => {
  const missed = (on: Page) => on.getByRole('button', { name: /apel pierdut|apeluri pierdute/ })
  const unknownCaller = newUnknownCaller()
  for (let tries = 0; tries < 2; tries++) {
    const call = await ring(unknownCaller)
    await exchange.request(hangUpSimulatedCall, { params: { id: call.id } })
  }
  const seen = () => missed(colleague).getAttribute('aria-label')
  await expect.poll(seen).toBe('1 apel pierdut')
  await page.keyboard.press('Alt+KeyR')
  const drawer = page.getByRole('dialog', { name: 'Apeluri pierdute' })
  const row = drawer.getByRole('listitem').filter({ hasText: prettyPhone(unknownCaller) })
  await row.getByText('2 încercări').waitFor()
  const again = await ring(unknownCaller)
  await corner(page).waitFor()
  const between = async () => {
    const [place, beside] = [await corner(page).boundingBox(), await drawer.boundingBox()]
    return (beside?.x ?? 0) - (place?.x ?? 0) - (place?.width ?? 0)
  }
  await expect.poll(between).toBeGreaterThan(0)
  await exchange.request(hangUpSimulatedCall, { params: { id: again.id } })
  // The row is replaced from here on.
  await row.getByText('3 încercări').waitFor()
  await row.getByRole('button', { name: /Rezolvat/ }).click()
  await row.waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: /Arată și/ }).click()
  await row.getByText(/rezolvat de/).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(seen).not.toBe('1 apel pierdut')
})

test('seven sounds can be chosen by keyboard; the chosen one rings in one tab until the call is answered', async () => {
  const chooser = page.getByRole('button', { name: /Sunetul apelurilor/ })
  await chooser.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: /Sunetul apelurilor/ })
  await panel.waitFor()
  await expect
    .poll(() => panel.getByRole('radiogroup', { name: 'Sunetul apelurilor' }).getByRole('radio').count())
    .toBe(7)
  await expect.poll(() => page.locator(':focus').getAttribute('value')).toBe('sound')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => received(page)).toContain('bell')
  await panel.getByRole('switch').check({ force: true })
  await panel.getByRole('radio', { name: /Linii/ }).check()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => chooser.textContent()).toContain('Clopot')

  const second = await page.context().newPage()
  await second.goto('/operator/order/0')
  await second.getByRole('button', { name: /Sunetul apelurilor/ }).waitFor()
  const call = await ring()
  await waiting(second).first().waitFor()
  await waiting(page).getByText('`').waitFor()
  await expect.poll(() => rings(page)).toEqual(['bell'])
  expect(await rings(second)).toEqual([])

  await setHidden(page, true)
  await expect.poll(() => page.title()).toBe(`(1) ☎ ${prettyPhone(call.phone)}`)
  await expect.poll(() => notices(page)).toEqual([prettyPhone(call.phone)])
  await setHidden(page, false)
  await expect.poll(() => page.title()).toContain('Dispecerat')
  await expect.poll(() => notices(page)).toEqual([prettyPhone(call.phone), 'closed'])
  await page.keyboard.press('Backquote')
  await line(page, call).waitFor()
  await expect.poll(() => rings(page)).toEqual([])
  await second.close()
  await page.evaluate(() => localStorage.removeItem('dispecerat.lineAnswer'))
})

test('an order entering the pending queue plays its two tones, once', async () => {
  const { name, lat, long } = addressOf(nth(known, 4), 0)
  const body = { client_phone: newUnknownCaller(), places: [{ name, lat, long }] }
  const { id } = (await api.request(createOrder, { body })).data
  await api.request(moveToPending, { params: { id } })
  await expect.poll(async () => (await received(page)).filter((sound) => sound === 'queue').length).toBe(1)
})

test('a browser that may not play sound before the first press says so, and the press makes it ring', async () => {
  const storageState = await page.context().storageState()
  const context = await desks.browser.newContext({ baseURL: desks.server.url, storageState, locale: 'ro-RO' })
  desks.contexts.push(context)
  await context.addInitScript(LISTEN)
  await context.addInitScript(STRICT)
  const quiet = await context.newPage()
  await quiet.goto('/operator/order/0')
  const chip = quiet.getByRole('button', { name: /Sunet blocat/ })
  await chip.waitFor()
  await ring()
  await waiting(quiet).first().waitFor()
  expect(await rings(quiet)).toEqual([])
  await chip.click()
  await expect.poll(async () => (await rings(quiet)).length).toBe(1)
  await chip.waitFor({ state: 'detached' })
  await quiet.close()
})
