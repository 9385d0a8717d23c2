import { readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import { createOrder } from '@dispecerat/contract/orders/orders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { blurAll } from './pages/form-helpers.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }
const FAR_AWAY = { lat: 45.9, long: 25.2 }
const SIGN = '101'
const FAR_SIGN = '102'

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page
let phones: TestDriverPhone[]

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  phones = [
    await aPhone(server.url, `sofer${SIGN}@demo.ro`, SQUARE),
    await aPhone(server.url, `sofer${FAR_SIGN}@demo.ro`, FAR_AWAY),
  ]
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, at: '/operator' })).page
  await page.getByRole('region', { name: 'Cifrele zilei' }).waitFor()
})

afterAll(async () => {
  await browser?.close()
  for (const phone of phones ?? []) await phone[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

describe('the numbers at the bottom of the workspace', () => {
  const stat = (name: string) => page.getByRole('region', { name: 'Cifrele zilei' }).getByText(name, { exact: false })

  test('each is a button: cancelled opens its tab, a driver count opens the counted drivers', async () => {
    await page.getByRole('button', { name: /^Anulate / }).press('Enter')
    await page.waitForURL(/tab=canceled/)
    const online = page.getByRole('button', { name: /^Șoferi online 2$/ })
    await online.press('Enter')
    const who = page.getByRole('dialog', { name: 'Șoferi online' })
    await who.getByRole('button', { name: new RegExp(`^${SIGN} .*Liber`) }).waitFor()
    await page.keyboard.press('Escape')
    await who.waitFor({ state: 'detached' })
    await online.and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('link', { name: /^Comenzi 24h / }).getAttribute('href')).toMatch(
      /^\/orders\/all\?from=/,
    )
  })

  test('they update without a reload', async () => {
    const total = async () => (await api.request(readStatistics, {})).ordersLast24hCount
    const shown = async () => Number((await stat('Comenzi 24h').innerText()).replace(/^Comenzi 24h|\D/g, ''))
    await expect.poll(shown).toBeGreaterThan(0)
    const before = await shown()
    for (const client_phone of ['0722000111', '0722000112', '0722000113'])
      await api.request(createOrder, { body: { client_phone, places: [{ name: 'Gara', ...SQUARE }] } })
    // Meanwhile orders of yesterday leave the last 24 hours, without an event.
    await expect.poll(shown).toBeGreaterThan(before)
    await expect.poll(async () => Math.abs((await shown()) - (await total()))).toBeLessThan(3)
  })
})

test('Z opens the zones: each lists its waiting drivers, then the drivers outside of all zones; sorted by name or by demand', async () => {
  const sidebar = () => page.getByRole('complementary', { name: 'Statistici zone' })

  /** A position older than two minutes no longer counts, and a slow machine may take that long. */
  const standThere = () => {
    phones[0]?.standAt(SQUARE)
    phones[1]?.standAt(FAR_AWAY)
  }

  standThere()
  await page.locator('body').press('Escape')
  await blurAll(page)
  await page.keyboard.press('z')
  await sidebar().getByLabel('Caută zonă').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('centrul')
  await expect.poll(() => sidebar().locator('.zone-line').count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await page
    .locator(':focus')
    .and(sidebar().getByRole('button', { name: /Centrul/ }))
    .waitFor()
  await sidebar()
    .getByRole('button', { name: /1 liberi/ })
    .press('Enter')
  const driver = sidebar().getByRole('button', { name: new RegExp(`^${SIGN} `) })
  await driver.waitFor()
  const before = await driver.innerText()
  await expect.poll(() => driver.innerText()).not.toBe(before)
  await driver.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: new RegExp(SIGN) })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  standThere()
  await sidebar().getByLabel('Caută zonă').fill('')
  await sidebar()
    .getByRole('button', { name: /În afara zonelor 1 liberi/ })
    .press('Enter')
  await sidebar()
    .getByRole('button', { name: new RegExp(`^${FAR_SIGN} `) })
    .waitFor()
  await sidebar().getByRole('radio', { name: 'După nevoie' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => sidebar().locator('.zone-name').first().innerText()).toBe('Astra')
  await sidebar().getByLabel('Caută zonă').focus()
  await page.keyboard.press('Escape')
  await sidebar().waitFor({ state: 'detached' })
})
