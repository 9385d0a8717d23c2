import { setPause } from '@dispecerat/contract/dispatch/driver'
import { banUser } from '@dispecerat/contract/fleet/bans'
import type { ClientView } from '@dispecerat/contract/orders/clients'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders/orders'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { clientsWithAnAddress, nth } from './fixtures/known-clients.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { highlighted } from './pages/form-helpers.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

/** Near, farther, paused, banned: ids are call signs in the demo. */
const [NEAR, FARTHER, PAUSED, BANNED] = [101, 102, 103, 105]

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page
let client: ClientView
const phones = new Map<number, TestDriverPhone>()

beforeAll(async () => {
  server = await startDemo()
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  client = nth(await clientsWithAnAddress(api, 1), 0)
  const home = homeOf(client)
  for (const [index, sign] of [NEAR, FARTHER, PAUSED, BANNED].entries()) {
    const at = { lat: home.lat + 0.0005 * (index + 1), long: home.long }
    phones.set(sign, await aPhone(server.url, `sofer${sign}@demo.ro`, at))
  }
  await phoneOf(PAUSED).request('PATCH', setPause.path, { is_paused: true })
  await api.request(banUser, { params: { id: BANNED }, body: { unit: 'hour', amount: 3, reason: 'Reclamație' } })
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  for (const phone of phones.values()) await phone[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

describe('before the order is saved', () => {
  test('the form shows who would get the offer and why others would not, as soon as the address is known', async () => {
    await page.goto('/operator/order/0')
    await page.getByLabel('Telefon', { exact: true }).and(page.locator(':focus')).waitFor()
    expect(await line(page).count()).toBe(0)
    await page.keyboard.type(showPhone(client.phone))
    await page.keyboard.press('Enter')
    await highlighted(page)
    await page.keyboard.press('Enter')
    await line(page)
      .filter({
        hasText: new RegExp(
          `ar primi acum: ${NEAR}, ${FARTHER}; nu: ${PAUSED} în pauză, ${BANNED} blocat până la \\d\\d:\\d\\d`,
        ),
      })
      .waitFor()
  })

  test('the whole list opens by a key, step by step', async () => {
    await line(page).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Pasul 1 ·').waitFor()
    const reasons = page.locator('.preview-passed').first()
    await reasons.getByText('În pauză (1)').waitFor()
    await reasons.getByText(new RegExp(`^${BANNED} \\(până la \\d\\d:\\d\\d\\)$`)).waitFor()
    await reasons.getByText(/^În afara turei \(\d+\)$/).waitFor()
    await line(page).focus()
    await page.keyboard.press('Enter')
  })

  test('it follows changes: a driver returns from a pause', async () => {
    await phoneOf(PAUSED).request('PATCH', setPause.path, { is_paused: false })
    await line(page)
      .filter({ hasText: `ar primi acum: ${NEAR}, ${FARTHER}, ${PAUSED}` })
      .waitFor()
    await phoneOf(PAUSED).request('PATCH', setPause.path, { is_paused: true })
  })

  test('a slow server delays neither typing nor the order', async () => {
    await intercept(page, '**/order-drivers/preview', () => new Promise(() => undefined))
    await page.getByLabel('Observații').first().focus()
    await page.keyboard.type('la poartă')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/operator\/order\/[1-9]\d*/)
    await page.unroute('**/order-drivers/preview')
  })
})

describe('after it was placed', () => {
  let searchedId = 0

  test('De ce nu…? answers for every round in a sentence', async () => {
    const offer = await phoneOf(NEAR).offer()
    searchedId = offer.order.id
    phoneOf(NEAR).viewed(offer)
    await phoneOf(NEAR).request('POST', `/api/driver/orders/${offer.order.id}/refuse`, {})
    await page.getByLabel('De ce nu…?').focus()
    await page.keyboard.type(String(PAUSED))
    const answer = page.getByRole('list', { name: `De ce nu ${PAUSED}?` })
    await answer.getByText(/^Pasul 1, \d\d:\d\d:\d\d: nu a fost întrebat: în pauză$/).waitFor()
    await page.getByLabel('De ce nu…?').fill(String(NEAR))
    const near = page.getByRole('list', { name: `De ce nu ${NEAR}?` })
    await near.getByText(/Pasul 1, .*: întrebat (primul|al 2-lea) \(\d+ m\), refuzat/).waitFor()
    await page.getByLabel('De ce nu…?').fill('9999')
    await page.getByText('Niciun șofer cu indicativul 9999 în aceste runde.').waitFor()
  })

  test('a call sign in a round opens the card, and Esc returns the focus', async () => {
    const sign = page.getByRole('button', { name: `Fișa șoferului ${NEAR}`, exact: true }).first()
    await sign.focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Fișa șoferului' })
    await drawer.getByRole('heading', { name: new RegExp(`^${NEAR} `) }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await sign.and(page.locator(':focus')).waitFor()
  })

  test('the driver of an order has the same card, with the order on it', async () => {
    // A phone has one offer at a time, so the first order is cancelled.
    await api.request(cancelOrder, { params: { id: searchedId }, body: {} })
    const home = homeOf(client)
    const places = [{ name: home.name, lat: home.lat, long: home.long }]
    const { data } = await api.request(createOrder, {
      body: { phone: '0744999888', client_phone: '0744999888', places },
    })
    await phoneOf(FARTHER).waitForEvent('order_available', (offer) => (offer.order as { id: number }).id === data.id)
    await phoneOf(FARTHER).request('POST', `/api/driver/orders/${data.id}/accept`, { waiting_driver_time: 5 })
    await page.goto(`/operator/order/${data.id}`)
    await page.getByRole('region', { name: 'Șofer alocat' }).getByRole('button', { name: 'Fișa șoferului' }).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Fișa șoferului' })
    await drawer.getByRole('link', { name: `Comanda ${data.id}` }).waitFor()
    await drawer.getByText(/acceptat[ăe]/).waitFor()
    await page.keyboard.press('Escape')
  })
})

function line(on: Page) {
  return on.locator('.search-preview summary')
}

function homeOf({ addresses }: ClientView) {
  const [home] = addresses
  if (!home) throw new Error('a known client has an address')
  return home
}

function phoneOf(sign: number): TestDriverPhone {
  const phone = phones.get(sign)
  if (!phone) throw new Error(`driver ${sign} has no phone`)
  return phone
}
