import { createOrder } from '@dispecerat/contract/orders'
import { readOrdersByDay } from '@dispecerat/contract/statistics'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, liveAfter, openDesk } from './console-browser.ts'
import { type DemoServer, startDemo } from './demo-server.ts'
import { handsOff } from './form-hands.ts'
import { intercept } from './intercept.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }
/** A map drawn by the processor of a busy machine. */
const DRAWN = { timeout: 60_000 }

let server: DemoServer
let browser: Browser
let api: ApiDesk
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await apiDesk(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openDesk(browser, { address: server.url, at: '/dashboard' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const card = (title: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${title}`) })

describe('the dashboard', () => {
  test('greets by name and counts what happened, each card leading to what it counts', async () => {
    await page.getByRole('heading', { level: 1, name: /^Bună (dimineața|ziua|seara), .+!$/ }).waitFor()
    for (const title of ['Comenzi azi', 'Șoferi', 'Clienți', 'Comenzi în total', 'Anunțuri', 'Incidente']) {
      await card(title)
        .getByText(/^[\d.]+$/)
        .waitFor()
    }
    expect(await card('Comenzi azi').getByRole('link').getAttribute('href')).toBe('/reports/orders')
    expect(await card('Șoferi').getByRole('link').getAttribute('href')).toBe('/users/driver')
    expect(await card('Clienți').getByRole('link').getAttribute('href')).toBe('/users/client')
    expect(await card('Comenzi în total').getByRole('link').getAttribute('href')).toBe('/orders/all')
    expect(await card('Anunțuri').getByRole('link').getAttribute('href')).toBe('/announcements')
    expect(await card('Incidente').getByRole('link').getAttribute('href')).toBe('/incidents')
    await page.locator('.recharts-area-curve').first().waitFor()
    await page.getByRole('region', { name: 'Harta zonelor' }).locator('canvas').waitFor()
  })

  test('the chart’s length is chosen by keyboard and kept in the address', async () => {
    await page.getByRole('radio', { name: '1 lună' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/range=6m/)
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/range=1y/)
    await page.reload()
    await page.getByRole('radio', { name: 'Anual', checked: true }).waitFor({ state: 'attached' })
    await page.goto('/dashboard?range=nothing')
    await page.getByRole('radio', { name: '1 lună', checked: true }).waitFor({ state: 'attached' })
  })

  test('the table says the same as the server’s days', async () => {
    await page.getByRole('switch', { name: 'Arată ca tabel' }).focus()
    await page.keyboard.press('Space')
    const { data } = await api.call(readOrdersByDay, { query: { range: '1m' } })
    const yesterday = data.at(-2)
    const [year, month, day] = yesterday?.day.split('-') ?? []
    const row = page.getByRole('row', { name: new RegExp(`^${day}\\.${month}\\.${year}`) })
    await row.waitFor()
    expect((await row.getByRole('cell').allInnerTexts()).slice(1)).toEqual(
      [yesterday?.orders, yesterday?.finished, yesterday?.canceled].map(String),
    )
    await page.getByRole('switch', { name: 'Arată ca tabel' }).press('Space')
  })

  test('a zone chosen by name shows itself on the map', async () => {
    const zone = page.locator('.coverage-zone').first()
    await zone.focus()
    await page.keyboard.press('Enter')
    const name = await zone.innerText()
    await page.locator('.maplibregl-popup').getByText(name, { exact: true }).waitFor()
    await page.locator('.maplibregl-popup').getByRole('button', { name: 'Închide' }).press('Enter')
    await page.locator('.maplibregl-popup').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Modifică zonele', disabled: true }).waitFor()
  })

  test('zones that are hidden with their eyes are off the coverage, and come back', async () => {
    await page.goto('/dashboard')
    const coverage = page.getByRole('region', { name: 'Acoperire' })
    const canvas = coverage.locator('.maplibregl-canvas')
    let aside = 0
    // The company stands in a zone, and the map begins with the company in its middle. Above a zone that is drawn the pointer is a hand.
    const isZoneInTheMiddle = async () => {
      const box = await canvas.boundingBox()
      aside = 1 - aside
      await canvas.hover({
        position: { x: Math.round((box?.width ?? 0) / 2) + aside, y: Math.round((box?.height ?? 0) / 2) },
      })
      return canvas.evaluate((element) => (element as HTMLElement).style.cursor === 'pointer')
    }
    const choose = async (which: string, button: RegExp) => {
      await coverage.getByRole('button', { name: button }).press('Enter')
      await page.getByRole('button', { name: which }).press('Enter')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: which }).waitFor({ state: 'detached' })
    }
    await expect.poll(isZoneInTheMiddle, DRAWN).toBe(true)
    await choose('Ascunde toate', /^toate zonele$/)
    await expect.poll(isZoneInTheMiddle, DRAWN).toBe(false)
    await choose('Arată toate', /ascuns[ăe]$/)
    await expect.poll(isZoneInTheMiddle, DRAWN).toBe(true)
  })

  test('cards whose server is silent keep their last numbers and say how old they are; the rest goes on', async () => {
    await card('Comenzi în total')
      .getByText(/^[\d.]+$/)
      .waitFor()
    const before = await card('Comenzi în total').innerText()
    await intercept(page, '**/api/statistics/common', (route) => route.abort())
    await page.getByRole('button', { name: 'Reîmprospătează cifrele' }).press('Enter')
    await card('Comenzi în total')
      .getByText(/^ultima dată: \d\d:\d\d:\d\d$/)
      .waitFor()
    expect(await card('Comenzi în total').innerText()).toContain(before.trim())
    await page.unroute('**/api/statistics/common')
    await page.getByRole('button', { name: 'Reîmprospătează cifrele' }).press('Enter')
    await card('Comenzi în total')
      .getByText(/ultima dată/)
      .waitFor({ state: 'detached' })
  })

  test('a recent order opens beside the page and gives the focus back', async () => {
    const recent = page.getByRole('region', { name: 'Comenzi recente' })
    await expect.poll(() => recent.getByRole('listitem').count()).toBe(7)
    await recent.getByRole('button', { name: 'Reîmprospătează' }).press('Enter')
    await recent.getByRole('listitem').first().getByRole('button').press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.waitForURL(/preview=\d+/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

test('while nobody calls, there is a game; it goes when an order comes', async () => {
  await liveAfter(page, () => page.goto('/operator/order/0?tab=in-call'))
  const game = page.getByRole('region', { name: 'Piatră, hârtie, foarfecă' })
  await game.getByRole('button', { name: /^Piatră/ }).waitFor()
  await handsOff(page)
  for (
    let round = 0;
    round < 60 && (await game.getByRole('button', { name: 'Joacă din nou' }).count()) === 0;
    round++
  ) {
    await page.keyboard.press(String(1 + (round % 3)))
  }
  await game.getByText(/Ai câștigat!|Ai pierdut!/).waitFor()
  await game.getByRole('button', { name: 'Joacă din nou' }).press('Enter')
  await game.getByText('0–0, primul la 2').waitFor()
  await api.call(createOrder, { body: { client_phone: '0722000112', places: [{ name: 'Gara', ...SQUARE }] } })
  await game.getByRole('button', { name: 'Joacă până sună cineva' }).waitFor()
  await game.getByRole('button', { name: /^Piatră/ }).waitFor({ state: 'detached' })
})
