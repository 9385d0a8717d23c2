import { listBlockedPhones, readStatistics } from '@dispecerat/contract/company-desk'
import { createOrder } from '@dispecerat/contract/orders'
import { readOrdersByDay } from '@dispecerat/contract/statistics'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk } from './console-browser.ts'
import { handsOff } from './form-hands.ts'
import { aPhone, type HandHeldPhone } from './hand-held-phone.ts'
import { looksRightOn } from './looks-right.ts'
import { type RunningServer, startServer } from './running-server.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }
const FAR_AWAY = { lat: 45.9, long: 25.2 }
const SIGN = '101'
const FAR_SIGN = '102'

let server: RunningServer
let browser: Browser
let api: ApiDesk
let page: Page
let phones: HandHeldPhone[]

beforeAll(async () => {
  server = await startServer({ env: { DEMO: 'on' } })
  api = await apiDesk(server.url, 'dispecer@demo.ro')
  phones = [
    await aPhone(server.url, `sofer${SIGN}@demo.ro`, SQUARE),
    await aPhone(server.url, `sofer${FAR_SIGN}@demo.ro`, FAR_AWAY),
  ]
  browser = await launchBrowser()
  page = (await openDesk(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  for (const phone of phones ?? []) await phone[Symbol.asyncDispose]()
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
    await looksRightOn(page, 'dashboard-whole')
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
    await looksRightOn(page, 'dashboard-table')
    await page.getByRole('switch', { name: 'Arată ca tabel' }).press('Space')
  })

  test('a zone chosen by name shows itself on the map', async () => {
    const zone = page.locator('.coverage-zone').first()
    await zone.focus()
    await page.keyboard.press('Enter')
    const name = await zone.innerText()
    await page.locator('.maplibregl-popup').getByText(name, { exact: true }).waitFor()
    await looksRightOn(page, 'dashboard-zone', { schemes: ['dark'] })
    await page.locator('.maplibregl-popup').getByRole('button', { name: 'Închide' }).press('Enter')
    await page.locator('.maplibregl-popup').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Modifică zonele', disabled: true }).waitFor()
  })

  test('zones that are hidden with their eyes are off the coverage, and come back', async () => {
    const coverage = page.getByRole('region', { name: 'Acoperire' })
    const canvas = coverage.locator('canvas').first()
    const drawn = async () => {
      for (let before = ''; ; ) {
        const now = (await canvas.screenshot()).toString('base64')
        if (now === before) return now
        before = now
      }
    }
    const choose = async (which: string, button: RegExp) => {
      await coverage.getByRole('button', { name: button }).press('Enter')
      await page.getByRole('button', { name: which }).press('Enter')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: which }).waitFor({ state: 'detached' })
      return drawn()
    }
    // The map draws a moment after the button; a look that came too early is taken again.
    const changesTheMap = async () => {
      const without = await choose('Ascunde toate', /^toate zonele$/)
      return (await choose('Arată toate', /ascuns[ăe]$/)) !== without
    }
    await expect.poll(changesTheMap, { timeout: 60_000 }).toBe(true)
  })

  test('cards whose server is silent keep their last numbers and say how old they are; the rest goes on', async () => {
    const before = await card('Comenzi în total').innerText()
    await page.route('**/api/statistics/common', (route) => route.abort())
    await page.getByRole('button', { name: 'Reîmprospătează cifrele' }).press('Enter')
    await card('Comenzi în total')
      .getByText(/^ultima dată: \d\d:\d\d:\d\d$/)
      .waitFor()
    expect(await card('Comenzi în total').innerText()).toContain(before.trim())
    await looksRightOn(page, 'dashboard-silent', { schemes: ['light'] })
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
  await page.goto('/operator/order/0?tab=in-call')
  const game = page.getByRole('region', { name: 'Piatră, hârtie, foarfecă' })
  await game.getByRole('button', { name: /^Piatră/ }).waitFor()
  await looksRightOn(page, 'mini-game')
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

describe('the numbers under the desk', () => {
  beforeAll(async () => {
    await page.goto('/operator')
    await page.getByRole('region', { name: 'Cifrele zilei' }).waitFor()
  })
  const stat = (name: string) => page.getByRole('region', { name: 'Cifrele zilei' }).getByText(name, { exact: false })

  test('each is a button: canceled opens its tab, a driver’s number opens who is counted', async () => {
    await page.getByRole('button', { name: /^Anulate / }).press('Enter')
    await page.waitForURL(/tab=canceled/)
    const online = page.getByRole('button', { name: /^Șoferi online 2$/ })
    await online.press('Enter')
    const who = page.getByRole('dialog', { name: 'Șoferi online' })
    await who.getByRole('button', { name: new RegExp(`^${SIGN} .*Liber`) }).waitFor()
    await looksRightOn(page, 'drivers-now')
    await page.keyboard.press('Escape')
    await who.waitFor({ state: 'detached' })
    await online.and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('link', { name: /^Comenzi 24h / }).getAttribute('href')).toMatch(
      /^\/orders\/all\?from=/,
    )
  })

  test('they follow what happens without a reload', async () => {
    const total = async () => (await api.call(readStatistics, {})).ordersLast24hCount
    const shown = async () => Number((await stat('Comenzi 24h').innerText()).replace(/^Comenzi 24h|\D/g, ''))
    const before = await shown()
    expect(before).toBeGreaterThan(0)
    for (const client_phone of ['0722000111', '0722000112', '0722000113'])
      await api.call(createOrder, { body: { client_phone, places: [{ name: 'Gara', ...SQUARE }] } })
    // Meanwhile orders of yesterday leave the last 24 hours, without a word.
    await expect.poll(shown).toBeGreaterThan(before)
    await expect.poll(async () => Math.abs((await shown()) - (await total()))).toBeLessThan(3)
  })
})

describe('zone statistics', () => {
  const sidebar = () => page.getByRole('complementary', { name: 'Statistici zone' })

  /** A position older than two minutes counts no more, and the machine may be slow. */
  const standThere = () => {
    phones[0]?.standAt(SQUARE)
    phones[1]?.standAt(FAR_AWAY)
  }

  test('Z opens them; a zone opens to who waits there longest', async () => {
    standThere()
    await page.locator('body').press('Escape')
    await handsOff(page)
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
    await looksRightOn(page, 'zone-statistics')
    await driver.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('heading', { name: new RegExp(SIGN) })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('who stands in no zone is there too; the order is by name or by need', async () => {
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
})

test('the order screen blocks the phone that is typed: it is filled in, the reason is asked for', async () => {
  await page.goto('/operator/order/0')
  await page.locator('[data-phone]').fill('0722 444 555')
  await page.getByRole('button', { name: 'Blochează numărul' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Blochează numărul' })
  await dialog.getByLabel('Motiv').and(page.locator(':focus')).waitFor()
  expect(await dialog.getByLabel('Telefon').inputValue()).toBe('0722444555')
  await looksRightOn(page, 'block-phone', { schemes: ['light'] })
  await page.keyboard.press('Enter')
  await dialog.getByText('Motivul este obligatoriu').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Blochează numărul' }).and(page.locator(':focus')).waitFor()
  await page.locator('[data-phone]').fill('')
})

describe('blocked phones', () => {
  const modal = () => page.getByRole('dialog', { name: 'Telefoane blocate' })
  const fill = async (phone: string, reason: string) => {
    await modal().getByLabel('Telefon', { exact: true }).fill(phone)
    await modal().getByLabel('Motiv', { exact: true }).fill(reason)
    await page.keyboard.press('Enter')
  }

  test('B opens them; what is missing or wrong is said at its field', async () => {
    await handsOff(page)
    await page.keyboard.press('b')
    await modal().getByLabel('Telefon', { exact: true }).and(page.locator(':focus')).waitFor()
    await fill('', '')
    await modal().getByText('Numarul de telefon este obligatoriu').waitFor()
    await modal().getByText('Motivul este obligatoriu').waitFor()
    await fill('123', 'Glume')
    await modal().getByText('Număr de telefon invalid').waitFor()
    await looksRightOn(page, 'blocked-phones-wrong')
  })

  test('a phone is blocked once, found however it is typed, and accepted again with a way back', async () => {
    const before = (await api.call(listBlockedPhones, {})).data.length
    await fill('0040 722 999 888', 'Comenzi false')
    await page.getByText('Blocat!', { exact: true }).waitFor()
    await modal()
      .getByRole('row', { name: /0722 999 888 Comenzi false/ })
      .waitFor()
    await fill('+40722999888', 'Din nou')
    await modal().getByText('Numărul este deja blocat').waitFor()

    await modal().getByLabel('Caută telefon sau motiv').fill('0722.999.888')
    await expect.poll(() => modal().getByRole('row').count()).toBe(2)
    await looksRightOn(page, 'blocked-phones', { schemes: ['dark'] })
    await modal().getByRole('button', { name: 'Șterge blocarea numărului 0722 999 888' }).press('Enter')
    await page.getByText('Sters!', { exact: true }).waitFor()
    await modal().getByText('Niciun număr nu se potrivește.').waitFor()
    await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
    await modal()
      .getByRole('row', { name: /0722 999 888 Comenzi false/ })
      .waitFor()
    expect((await api.call(listBlockedPhones, {})).data).toHaveLength(before + 1)
    await page.keyboard.press('Escape')
    await modal().waitFor({ state: 'detached' })
  })
})
