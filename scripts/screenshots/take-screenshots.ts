import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setCallRate } from '@dispecerat/contract/demo/pretend-callers'
import { readSimulator } from '@dispecerat/contract/demo/simulator'
import { createOrder, listOrders } from '@dispecerat/contract/orders/orders'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import type { Page } from 'playwright-core'
import { type ApiClient, createApiClient } from '../../e2e/api/api-client.ts'
import { launchBrowser, openWorkspace, SMALL, WIDE } from '../../e2e/browser/console-browser.ts'
import { startServer } from '../../e2e/servers/running-server.ts'
import { screenshotsOfTheOffice } from './screenshots-of-the-office.ts'
import { screenshotsOfTheWorkspace, someForTomorrow } from './screenshots-of-the-workspace.ts'

/**
 * Takes screenshots of the running product, with the simulated city. `npm run screenshots` renews the README's;
 * `npm run screenshots -- folder` takes every screen in both schemes and sizes into a folder, for review.
 */
const everything = process.argv[2]
const folder = path.resolve(everything ?? 'docs/screenshots')
let pass = 0
fs.mkdirSync(folder, { recursive: true })

const server = await startServer({ env: { DEMO: 'on', DEMO_CITY: 'on' } })
const browser = await launchBrowser({ drawsMaps: true })
try {
  // Simulated callers would ring into pictures of other screens.
  const manager = await createApiClient(server.url, 'manager@demo.ro')
  const { companies } = (await manager.request(readSimulator)).data
  for (const { id } of companies) await manager.request(setCallRate, { body: { company_id: id, per_hour: 0 } })
  const apiClient = await createApiClient(server.url, 'dispecer2@demo.ro')
  await sleep(20_000)
  await busyEvening(apiClient)
  await someForTomorrow(apiClient)
  const schemes = everything ? (['dark', 'light'] as const) : (['light'] as const)
  const sizes = everything ? [WIDE, SMALL] : [WIDE]
  for (const scheme of schemes) for (const size of sizes) await everyScreen(apiClient, scheme, size)
  if (!everything) await oneInTheDark()
} finally {
  await browser.close()
  await server[Symbol.asyncDispose]()
}

/** Repeats some orders of the demo month now, so that the lists are not empty. */
async function busyEvening(caller: ApiClient): Promise<void> {
  const { data } = await caller.request(listOrders, { query: { states: ['finished'], per_page: 24 } })
  for (const past of data) {
    const places = past.places.map(({ name, lat, long }) => ({ name, lat, long }))
    if (!past.client_phone || places.length === 0) continue
    await caller.request(createOrder, { body: { phone: past.client_phone, client_phone: past.client_phone, places } })
  }
}

async function everyScreen(caller: ApiClient, scheme: 'light' | 'dark', size: typeof WIDE): Promise<void> {
  const suffix = everything ? `-${scheme}-${size.width}` : ''
  const { context, page } = await openWorkspace(browser, { address: server.url, scheme, size })
  const shot = async (name: string, of: Page = page): Promise<void> => {
    await of.screenshot({ path: path.join(folder, `${name}${suffix}.png`) })
    console.log(`${name}${suffix}`)
  }
  await page.getByText('Comenzi recente').waitFor()
  await sleep(1500)
  await shot('dashboard')
  await page.goto('/operator/order/0?tab=live')
  await knownCaller(page, caller)
  await shot('order-known-client')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/operator\/order\/[1-9]\d*/)
  await sleep(1500)
  await shot('order-searching')
  await page.getByRole('region', { name: 'Șofer alocat' }).waitFor({ timeout: 60_000 })
  await sleep(4000)
  await shot('order-assigned')
  await page.goto('/operator/map')
  await sleep(6000)
  await shot('map')
  await page.keyboard.press('p')
  await sleep(1500)
  if (everything) await shot('priority')
  await page.keyboard.press('Escape')
  await managerScreens(shot, { scheme, size })
  await screenshotsOfTheWorkspace({ browser, address: server.url, scheme, size, shot, fewOnly: !everything })
  if (everything) {
    await page.goto('/settings/account')
    await sleep(1200)
    await shot('settings')
    await page.goto('/logout')
    await page.goto('/login')
    await page.getByLabel('E-mail').waitFor()
    await shot('login')
  }
  await context.close()
}

/** Screens that only a manager of a company sees. */
async function managerScreens(
  shot: (name: string, of: Page) => Promise<void>,
  { scheme, size }: { scheme: 'light' | 'dark'; size: typeof WIDE },
): Promise<void> {
  const { context, page } = await openWorkspace(browser, {
    address: server.url,
    email: 'manager@demo.ro',
    scheme,
    size,
  })
  await page.goto('/builder')
  await page.locator('.rule-row').nth(1).waitFor()
  await sleep(1500)
  await shot('builder', page)
  await page.getByRole('button', { name: 'Probă pe comenzile de ieri' }).click()
  await page.getByRole('table', { name: 'Rezultate' }).waitFor({ timeout: 120_000 })
  await page.getByRole('table', { name: 'Rezultate' }).scrollIntoViewIfNeeded()
  await sleep(500)
  await shot('replay', page)
  await page.goto('/settings/polygons')
  await sleep(5000)
  await shot('zones', page)
  await page.goto('/simulator')
  await page.getByRole('button', { name: 'Creează' }).click()
  await page.locator('.driver-table tbody tr').nth(2).waitFor()
  await sleep(6000)
  await shot('simulator', page)
  await screenshotsOfTheOffice(page, shot)
  await context.close()
}

/** Uses another client each time, one without an open order. Types the phone number and leaves the suggestion list open. */
async function knownCaller(page: Page, caller: ApiClient): Promise<void> {
  const { data } = await caller.request(listOrders, { query: { states: ['finished'], per_page: 100, page: 2 } })
  const { data: open } = await caller.request(listOrders, {
    query: { states: ['created', 'assigned', 'pending'], per_page: 100 },
  })
  const waiting = new Set(open.map((order) => order.client_phone))
  const past = data.filter((order) => order.client && !waiting.has(order.client_phone))[pass++ * 7]
  await page.getByRole('textbox', { name: 'Telefon', exact: true }).click()
  await page.keyboard.type(showPhone(past?.client_phone ?? '0722333444'))
  await page.keyboard.press('Enter')
  await sleep(1500)
}

async function oneInTheDark(): Promise<void> {
  const { context, page } = await openWorkspace(browser, { address: server.url, scheme: 'dark', size: WIDE })
  await page.goto('/operator/map')
  await sleep(6000)
  await page.screenshot({ path: path.join(folder, 'map-dark.png') })
  await context.close()
}
