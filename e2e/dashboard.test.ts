import { readOrdersByDay } from '@dispecerat/contract/orders/statistics'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

/** Timeout of a map rendered in software on a busy machine. */
const DRAWN = { timeout: 60_000 }

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url, at: '/dashboard' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const card = (title: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${title}`) })

describe('the dashboard', () => {
  test('greets by name and counts events', async () => {
    await page.getByRole('heading', { level: 1, name: /^Bună (dimineața|ziua|seara), .+!$/ }).waitFor()
    for (const title of ['Comenzi azi', 'Șoferi', 'Clienți', 'Comenzi în total', 'Anunțuri', 'Incidente']) {
      await card(title)
        .getByText(/^[\d.]+$/)
        .waitFor()
    }
    await page.locator('.recharts-area-curve').first().waitFor()
    await page.getByRole('region', { name: 'Harta zonelor' }).locator('canvas').waitFor()
  })

  test("the table matches the server's days", async () => {
    await page.getByRole('switch', { name: 'Arată ca tabel' }).focus()
    await page.keyboard.press('Space')
    const { data } = await api.request(readOrdersByDay, { query: { range: '1m' } })
    const yesterday = data.at(-2)
    const [year, month, day] = yesterday?.day.split('-') ?? []
    const row = page.getByRole('row', { name: new RegExp(`^${day}\\.${month}\\.${year}`) })
    await row.waitFor()
    expect((await row.getByRole('cell').allInnerTexts()).slice(1)).toEqual(
      [yesterday?.orders, yesterday?.finished, yesterday?.canceled].map(String),
    )
    await page.getByRole('switch', { name: 'Arată ca tabel' }).press('Space')
  })

  test('a zone chosen by name is shown on the map', async () => {
    const zone = page.locator('.coverage-zone').first()
    await zone.focus()
    await page.keyboard.press('Enter')
    const name = await zone.innerText()
    await page.locator('.maplibregl-popup').getByText(name, { exact: true }).waitFor()
    await page.locator('.maplibregl-popup').getByRole('button', { name: 'Închide' }).press('Enter')
    await page.locator('.maplibregl-popup').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Modifică zonele', disabled: true }).waitFor()
  })

  test('zones hidden with their eye buttons disappear from the coverage, and come back', async () => {
    await page.goto('/dashboard')
    const coverage = page.getByRole('region', { name: 'Acoperire' })
    const canvas = coverage.locator('.maplibregl-canvas')
    let aside = 0
    // The company is inside a zone, and the map is centred on the company. Over a drawn zone the pointer is a hand.
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
      // The dialog focuses its first button a moment after it is drawn.
      await page.getByRole('button', { name: 'Arată toate' }).and(page.locator(':focus')).waitFor()
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

  test('a recent order opens beside the page and returns the focus', async () => {
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
