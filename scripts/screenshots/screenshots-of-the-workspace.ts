import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder, listOrders } from '@dispecerat/contract/orders/orders'
import { hangUpSimulatedCall, listCalls, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { type ApiClient, createApiClient } from '../../e2e/api/api-client.ts'
import { openWorkspace } from '../../e2e/browser/console-browser.ts'

export interface Shooting {
  browser: Browser
  address: string
  scheme: 'light' | 'dark'
  size: { width: number; height: number }
  shot: (name: string, of: Page) => Promise<void>
  /** Only the pictures the README shows. */
  fewOnly: boolean
}

/** A dispatcher's evening: callers, the calendar, the search, colleagues, an account of a restaurant. */
export async function screenshotsOfTheWorkspace(shooting: Shooting): Promise<void> {
  const { browser, address, scheme, size, shot, fewOnly } = shooting
  const { context, page } = await openWorkspace(browser, { address, scheme, size })
  await callers(page, shooting)
  await page.goto('/operator/scheduled?view=7d')
  await sleep(2500)
  await shot('scheduled', page)
  await orderSearch(page, shooting)
  if (!fewOnly) {
    await sidebars(page, shooting)
    for (const [name, route] of [
      ['v2', '/operator/v2'],
      ['orders', '/orders/all'],
      ['report', '/reports/orders'],
      ['chart-table', '/dashboard?range=1y&as=table'],
    ] as const) {
      await page.goto(route)
      await sleep(2500)
      await shot(name, page)
    }
  }
  await context.close()
  await deliveries(shooting)
}

async function callers(page: Page, { address, shot }: Shooting): Promise<void> {
  const exchange = await createApiClient(address, 'manager@demo.ro')
  const { data } = await exchange.request(listOrders, { query: { states: ['finished'], per_page: 60, page: 3 } })
  const phones = [...new Set(data.flatMap(({ client_phone }) => client_phone ?? []))].slice(0, 4)
  await page.goto('/operator/order/0')
  await sleep(1500)
  for (const phone of phones) await exchange.request(ringSimulatedCall, { body: { phone } })
  await sleep(2500)
  await shot('calls', page)
  await page.keyboard.press('F1')
  await page.waitForURL(/order\/[1-9]/)
  await sleep(2000)
  await shot('call-answered', page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await hangUpEverybody(exchange)
}

async function hangUpEverybody(exchange: ApiClient): Promise<void> {
  const { data } = await exchange.request(listCalls)
  for (const { id } of data) await exchange.request(hangUpSimulatedCall, { params: { id } })
  await sleep(1000)
}

async function orderSearch(page: Page, { shot }: Shooting): Promise<void> {
  await page.goto('/operator/order/0?tab=live')
  await sleep(1000)
  await page.keyboard.press('F6')
  await page.getByRole('dialog').locator('input:focus').waitFor()
  await page.getByRole('dialog').getByText('Finalizat', { exact: true }).click()
  await page.getByRole('button', { name: 'Caută', exact: true }).click()
  await page.getByRole('dialog').getByRole('table').waitFor()
  await sleep(800)
  await shot('order-search', page)
  await page.getByRole('dialog').getByRole('table').getByRole('link').first().click()
  await page.getByRole('dialog').getByRole('img').first().waitFor()
  await sleep(1500)
  await shot('order-preview', page)
  await page.goto('/operator/order/0')
  await sleep(800)
}

async function sidebars(page: Page, { shot }: Shooting): Promise<void> {
  const away = async () => {
    await page.goto('/operator/order/0')
    await sleep(1200)
    await page.locator(':focus').blur()
  }
  for (const [name, key] of [
    ['zone-statistics', 'z'],
    ['blocked-phones', 'b'],
    ['commands', 'Control+k'],
  ] as const) {
    await away()
    await page.keyboard.press(key)
    await sleep(2000)
    await shot(name, page)
  }
  await page.goto('/operator/order/0?tab=in-call')
  await sleep(1500)
  await shot('mini-game', page)
}

async function deliveries({ browser, address, scheme, size, shot, fewOnly }: Shooting): Promise<void> {
  const restaurant = await openWorkspace(browser, { address, email: 'restaurant@demo.ro', scheme, size })
  await sleep(2500)
  await shot('account', restaurant.page)
  await restaurant.context.close()
  if (fewOnly) return
  const fixture = await openWorkspace(browser, { address, email: 'livrari@demo.ro', scheme, size })
  await fixture.page.goto('/delivery')
  await sleep(2500)
  await shot('delivery', fixture.page)
  await fixture.context.close()
}

/** Orders for tomorrow's early trains, so that the calendar is not empty. */
export async function someForTomorrow(apiClient: ApiClient): Promise<void> {
  const { data } = await apiClient.request(listOrders, { query: { states: ['finished'], per_page: 12, page: 4 } })
  for (const [n, past] of data.entries()) {
    const places = past.places.map(({ name, lat, long }) => ({ name, lat, long }))
    if (!past.client_phone || places.length === 0) continue
    const departure_time = toWireTime(new Date(Date.now() + (3 + n * 1.7) * 3_600_000))
    await apiClient.request(createOrder, {
      body: { phone: past.client_phone, client_phone: past.client_phone, places, departure_time },
    })
  }
}
