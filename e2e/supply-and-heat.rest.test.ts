import { readHeat } from '@dispecerat/contract/orders/heat'
import { createOrder, moveToPending } from '@dispecerat/contract/orders/orders'
import { readSupply } from '@dispecerat/contract/orders/supply'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

/** '7.760 de comenzi · …' → 7760. */
const ordersIn = (text: string) => Number(/^([\d.]+)/.exec(text)?.[1]?.replace(/\./g, '') ?? Number.NaN)

describe('the heat of orders', () => {
  test("is drawn hour by hour with the arrows, with the server's counts", async () => {
    await page.goto('/reports/heat')
    await page.getByRole('region', { name: 'Harta de căldură a comenzilor' }).locator('canvas').waitFor()
    await page.getByRole('switch', { name: 'Toată ziua' }).focus()
    await page.keyboard.press('Space')
    await page.waitForURL(/hour=18/)
    await page.getByRole('slider', { name: 'Ora plecării' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/hour=19/)
    await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuetext')).toBe('19:00–19:59')
    const day = async (label: string) => {
      const [d, m, y] = (await page.getByRole('textbox', { name: label }).inputValue()).split('.')
      return `${y}-${m}-${d}`
    }
    const period = { from: await day('De la'), to: await day('Până la') }
    const { meta } = await api.request(readHeat, { query: { ...period, hour: '19' } })
    expect(meta.orders).toBeGreaterThan(0)
    const summary = page.getByRole('status').filter({ hasText: /comand|comenzi/ })
    await expect.poll(async () => ordersIn(await summary.first().innerText())).toBe(meta.orders)
  })

  test('is shown as figures by zone and hour; a period without orders says so', async () => {
    await page.goto('/reports/heat?as=table&weekday=1&from=2020-01-01&to=2020-06-01')
    await page.getByText('Nicio comandă în această perioadă.').waitFor()
    await page.goto('/reports/heat?as=table')
    const table = page.getByRole('region', { name: 'Comenzi pe zone și ore' })
    await table.getByRole('row').nth(1).waitFor()
    const [name = '', ...figures] = await table.getByRole('row').nth(1).locator('th, td').allInnerTexts()
    const hours = figures.slice(0, 24).map((text) => ordersIn(text) || 0)
    expect(hours.reduce((sum, n) => sum + n, 0)).toBe(ordersIn(figures[24] ?? ''))
    expect(name.length).toBeGreaterThan(2)
  })
})

test('the zone sidebar forecasts ten minutes: waiting clients appear at once, zones that will lack cars come first', async () => {
  await page.goto('/operator/order/0')
  await page.getByRole('region', { name: 'Cifrele zilei' }).waitFor()
  // The form takes the focus when it opens; earlier keys would be typed into it.
  await page.locator('[data-phone]:focus').waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('z')
  const sidebar = page.getByRole('complementary', { name: 'Statistici zone' })
  await sidebar.getByRole('radio', { name: 'Acum' }).focus()
  await page.keyboard.press('ArrowRight')
  await sidebar.getByRole('button', { name: /uzual/ }).first().waitFor()
  const zone = (await api.request(readSupply)).data.find(({ name }) => name === 'Centrul Vechi')
  const waiting = zone?.waiting ?? 0
  for (const phone of ['0722000113', '0722000114', '0722000115']) {
    const { data } = await api.request(createOrder, {
      body: { client_phone: phone, places: [{ name: 'Piață', ...SQUARE }] },
    })
    await api.request(moveToPending, { params: { id: data.id } })
  }
  const row = sidebar.getByRole('button', { name: new RegExp(`^Centrul Vechi .*${waiting + 3} cereri`) })
  await row.waitFor()
  const missing = async () =>
    (await sidebar.locator('.zone-soon .zone-count:last-child b').allTextContents()).map(Number)
  await expect.poll(async () => (await missing()).length).toBeGreaterThan(5)
  const seen = await missing()
  expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  expect(seen[0]).toBeGreaterThanOrEqual(3)
  await sidebar.getByLabel('Caută zonă').fill('centrul vechi')
  await sidebar.getByLabel('Caută zonă').press('ArrowDown')
  await row.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await sidebar.getByRole('list', { name: 'Centrul Vechi' }).waitFor()
  await page.keyboard.press('Escape')
  await sidebar.waitFor({ state: 'detached' })
})
