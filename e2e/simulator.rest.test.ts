import { readSimulator } from '@dispecerat/contract/demo/simulator'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { cancelOrder, createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, SMALL, WIDE } from './browser/console-browser.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const WAIT = { timeout: 60_000, interval: 200 }

let server: DemoServer
let browser: Browser
let dispatcher: ApiClient
let manager: ApiClient
let page: Page
let context: BrowserContext

beforeAll(async () => {
  server = await startDemo()
  dispatcher = await createApiClient(server.url, 'dispecer@demo.ro')
  manager = await createApiClient(server.url, 'manager@demo.ro')
  await searchesPatiently(manager)
  browser = await launchBrowser({ drawsMaps: true })
  const workspace = await openWorkspace(browser, {
    address: server.url,
    email: 'manager@demo.ro',
    size: SMALL,
    at: '/dashboard',
  })
  page = workspace.page
  context = workspace.context
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

let callers = 0

/** Placed by the dispatcher, in the middle of the company's town. */
async function place(): Promise<number> {
  callers += 1
  const places = [
    { name: 'Piața Sfatului', lat: 45.6423, long: 25.5892 },
    { name: 'Gara Brașov', lat: 45.6608, long: 25.6135 },
  ]
  const body = { client_phone: `07003004${String(callers).padStart(2, '0')}`, places }
  return (await dispatcher.request(createOrder, { body })).data.id
}

async function fatesOf(orderId: number): Promise<Record<string, string>> {
  const { searches } = await dispatcher.request(readOrderDrivers, { query: { orderId, all: '1' } })
  return Object.fromEntries(searches.flatMap(({ drivers }) => drivers.map((one) => [one.driver.indicativ, one.fate])))
}

const line = (sign: string) =>
  page.locator('.driver-table tbody tr').filter({ has: page.getByRole('button', { name: sign, exact: true }) })

async function looksRight(name: string): Promise<void> {
  await looksRightOn(page, name)
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
}

describe('the simulator', () => {
  test('is in the menu of an administrator, and closed to a dispatcher', async () => {
    await page.getByRole('button', { name: 'Sistem' }).click()
    await page.getByRole('menuitem', { name: 'Simulator' }).click()
    await page.getByText('Niciun șofer simulat.').waitFor()
    await page.getByText('SIMULARE').waitFor()
    await page.getByText('Primesc comenzi reale').waitFor()

    const other = await openWorkspace(browser, { address: server.url, at: '/simulator' })
    await other.page.getByText('Simulatorul este doar pentru administratori.').waitFor()
    await other.context.close()
  })

  test('creates three drivers around the company and brings them on duty', async () => {
    await page.getByRole('button', { name: 'Creează' }).click()
    await page.getByText('3 șoferi simulați creați').waitFor()
    await expect.poll(() => page.locator('.driver-table tbody tr').count(), WAIT).toBe(3)
    await page.getByRole('button', { name: 'Pornește toți' }).click()
    await expect.poll(() => page.locator('.sim-free').count(), WAIT).toBe(3)
    const { data } = await manager.request(readSimulator)
    expect(data.drivers.map(({ indicativ, on_shift }) => [indicativ, on_shift])).toEqual([
      ['S1', true],
      ['S2', true],
      ['S3', true],
    ])
  })

  test('one of them accepts an order by itself, after the set time', async () => {
    await page.getByRole('button', { name: 'S1', exact: true }).click()
    await page.getByLabel('Refuză (%)').fill('0')
    await page.getByLabel('Ignoră (%)').fill('0')
    await page.getByLabel('Răspunde după (s)').fill('2')
    await page.getByRole('button', { name: 'Aplică tuturor' }).click()
    await page.getByText('Comportament aplicat tuturor').waitFor()

    const orderId = await place()
    await expect
      .poll(async () => (await dispatcher.request(readOrder, { params: { id: orderId } })).data.state, WAIT)
      .toBe('assigned')
    const { data } = await dispatcher.request(readOrder, { params: { id: orderId } })
    const sign = data.car_indicativ ?? ''
    await line(sign).getByText('spre client').waitFor()
    await line(sign)
      .getByRole('link', { name: String(orderId) })
      .waitFor()
    const events = page.getByRole('list', { name: 'Evenimente' })
    await events.getByText(`a acceptat · comanda ${orderId}`).first().waitFor()
    await events.getByText('order_available').first().waitFor()
    await looksRight('simulator-working')
  })

  test('answered by hand: one refuses with the mouse, one accepts with a key, and a cancelled order is no longer offered', async () => {
    const free = page
      .locator('.driver-table tbody tr')
      .filter({ has: page.locator('.sim-free') })
      .locator('.sign-button')
    await expect.poll(() => free.count(), WAIT).toBe(2)
    const [first = '', second = ''] = await free.allInnerTexts()
    await page.getByRole('button', { name: first, exact: true }).click()
    await page.getByRole('switch', { name: 'Răspunde singur' }).click()
    await page.getByRole('button', { name: 'Aplică tuturor' }).click()

    const orderId = await place()
    await page.getByRole('button', { name: `Nu, ${first} refuză comanda ${orderId}` }).click()
    await expect.poll(async () => (await fatesOf(orderId))[first], WAIT).toBe('refused')
    await page.getByRole('button', { name: second, exact: true }).click()
    // The key answers the ringing phone; the first phone's offer does not prove that the second has one.
    await page.getByRole('button', { name: `Nu, ${second} refuză comanda ${orderId}` }).waitFor()
    await page.keyboard.press('a')
    await expect.poll(async () => (await fatesOf(orderId))[second], WAIT).toBe('accepted')
    await line(second).getByText('spre client').waitFor()

    const another = await place()
    const ring = line(first).getByRole('img', { name: /mai sună \d+ s/ })
    await ring.waitFor()
    await looksRight('simulator-ringing')
    await dispatcher.request(cancelOrder, { params: { id: another }, body: {} })
    await ring.waitFor({ state: 'detached' })
  })

  test('a pause applies on the server too, and keys move through the table', async () => {
    await page.getByRole('button', { name: 'S1', exact: true }).click()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('heading', { name: 'Comportament S2' }).waitFor()
    await page.keyboard.press('p')
    const paused = async () => (await manager.request(readSimulator)).data.drivers.filter(({ is_paused }) => is_paused)
    await expect.poll(async () => (await paused()).map(({ indicativ }) => indicativ), WAIT).toEqual(['S2'])
    await page.keyboard.press('p')
    await expect.poll(paused, WAIT).toEqual([])
  })

  test('taking real orders is switched after a confirmation', async () => {
    await page.getByRole('button', { name: 'Oprește comenzile reale' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/nu vor mai primi comenzi/).waitFor()
    await dialog.getByRole('button', { name: 'Oprește comenzile reale' }).click()
    await page.getByText('Nu primesc comenzi reale').waitFor()
    const { data } = await manager.request(readSimulator)
    expect(data.companies.every(({ simulate_in_production }) => !simulate_in_production)).toBe(true)
  })

  test('leaving warns; staying keeps the drivers, leaving stops them', async () => {
    await page.getByRole('link', { name: 'Panou', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Plecați din simulator/).waitFor()
    await dialog.getByRole('button', { name: 'Renunță' }).click()
    expect(new URL(page.url()).pathname).toBe('/simulator')
    await page.getByRole('button', { name: 'Oprește toți' }).click()
    await expect.poll(() => page.locator('.sim-off').count(), WAIT).toBe(3)

    await page.getByRole('button', { name: 'Pornește toți' }).click()
    await expect.poll(() => page.locator('.sim-off, .sim-connecting').count(), WAIT).toBe(0)
    await page.getByRole('link', { name: 'Panou', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pleacă' }).click()
    await page.waitForURL('**/dashboard')
    const onDuty = async () =>
      (await manager.request(readSimulator)).data.drivers.filter((one) => one.on_shift && !one.is_busy)
    await expect.poll(onDuty, WAIT).toEqual([])
  })

  test('removes them all, and their orders return to the dispatcher', async () => {
    await page.getByRole('button', { name: 'Sistem' }).click()
    await page.getByRole('menuitem', { name: 'Simulator' }).click()
    await expect.poll(() => page.locator('.driver-table tbody tr').count(), WAIT).toBe(3)
    await page.getByRole('button', { name: 'Șterge toți' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Șterge toți' }).click()
    await page.getByText('Niciun șofer simulat.').waitFor()
    expect((await manager.request(readSimulator)).data.drivers).toEqual([])
    await context.close()
  })
})
