import { whoAmI } from '@dispecerat/contract/identity/accounts'
import type { ClientView } from '@dispecerat/contract/orders/clients'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, SMALL, WIDE } from './browser/console-browser.ts'
import { looksRightOn } from './browser/looks-right.ts'
import { clientsWithAnAddress, nth } from './fixtures/known-clients.ts'
import { freshForm, noToasts, phoneField } from './pages/form-helpers.ts'
import { keepToasts } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let api: ApiClient
let known: ClientView[]
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  known = await clientsWithAnAddress(api, 4)
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

describe('five toasts at once', () => {
  test.each([
    ['a new order', WIDE],
    ['a new order', SMALL],
    ['a placed order', WIDE],
    ['a placed order', SMALL],
  ] as const)('cover no button of %s at %o', async (what, size) => {
    await page.setViewportSize(size)
    if (what === 'a new order') await sixRowsTyped()
    else await page.goto(`/operator/order/${await orderWithSixPlaces()}`)
    const drop = page.getByRole('button', { name: /^Elimină adresa B/ })
    await drop.waitFor()
    expect(await toPress()).toBeGreaterThan(20)
    await keepToasts(page)
    // Clicks without moving the mouse, because its position decides how toasts are arranged.
    for (let row = 0; row < 5; row++) {
      await drop.evaluate((button) => (button as HTMLElement).click())
      await toasts(page).nth(row).waitFor()
    }
    // Toasts are still sliding to their places.
    await expect.poll(async () => [await toasts(page).count(), await covered()]).toEqual([5, []])
    await toasts(page).last().hover()
    await expect.poll(() => spread()).toBeGreaterThan(200)
    await page.mouse.move(10, 10)
    await noToasts(page)
  })
})

test('a dispatcher without input for five minutes is shown as away, and is back with the first move', async () => {
  const id = await laterOrder(3)
  const { page: his, context: own } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
  const { name } = (await (await createApiClient(server.url, 'dispecer2@demo.ro')).request(whoAmI)).data
  await his.clock.install()
  // The window that opens the order first may edit it, so the pages have to open in order.
  const isThere = page
    .waitForEvent('websocket', (socket) => new URL(socket.url()).pathname === '/ws')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"order_lookers"')),
    )
  await Promise.all([isThere, page.goto(`/operator/order/${id}`)])
  await his.goto(`/operator/order/${id}`)
  const colleagues = page.getByLabel('Colegi în comandă')
  await his.getByRole('button', { name: 'Modific totuși' }).click()
  await his.getByRole('button', { name: 'Modifică: Observații' }).click()
  await colleagues.getByText(`${name} modifică`).waitFor()
  await his.clock.runFor(5 * 60_000 + 1000)
  await colleagues.getByText(`${name} lipsește`).waitFor()
  await looksRightOn(page, 'looker-away')
  await his.mouse.move(200, 200)
  await colleagues.getByText(`${name} modifică`).waitFor()
  await own.close()
})

const toasts = (on: Page) => on.locator('.mantine-Notifications-notification')
const spread = async () => (await toasts(page).first().boundingBox())?.y ?? 0

async function sixRowsTyped() {
  await freshForm(page)
  await phoneField(page).fill(showPhone(nth(known, 0).phone))
  await page.locator('.memory-pick').first().waitFor()
  for (let row = 1; row < 6; row++) {
    await page.keyboard.press('Alt+a')
    await page.keyboard.type(`a${row}`)
  }
}

async function orderWithSixPlaces(): Promise<number> {
  const { phone, addresses } = nth(known, 2)
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = addresses
  const places = Array.from({ length: 6 }, (_, n) => ({ name: `${name} ${n}`, lat: lat + n / 1000, long }))
  const departure_time = toWireTime(new Date(Date.now() + 5 * 3_600_000))
  return (await api.request(createOrder, { body: { phone, client_phone: phone, places, departure_time } })).data.id
}

const PRESSABLE = 'button, input, textarea, a, [role=tab], [role=radio]'

/** Number of elements on the screen that can be pressed. */
function toPress(): Promise<number> {
  return page.evaluate(
    (pressable) =>
      [...document.querySelectorAll(pressable)].filter((one) => one.getBoundingClientRect().width > 2).length,
    PRESSABLE,
  )
}

/** Elements that are covered by a toast, in whole or in part. */
function covered(): Promise<string[]> {
  return page.evaluate((pressable) => {
    const boxes = [...document.querySelectorAll('.mantine-Notifications-notification')].map((one) =>
      one.getBoundingClientRect(),
    )
    const found: string[] = []
    for (const one of document.querySelectorAll(pressable)) {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
      const isUnder = boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
      if (isUnder && width > 2 && height > 2 && !one.closest('.mantine-Notifications-root'))
        found.push(one.getAttribute('aria-label') ?? one.textContent ?? one.tagName)
    }
    return found
  }, PRESSABLE)
}

/** For later today, so that no search starts and nothing changes by itself. */
async function laterOrder(index: number): Promise<number> {
  const { phone, addresses } = nth(known, index)
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = addresses
  const departure_time = toWireTime(new Date(Date.now() + 5 * 3_600_000))
  const body = { phone, client_phone: phone, places: [{ name, lat, long }], departure_time }
  return (await api.request(createOrder, { body })).data.id
}
