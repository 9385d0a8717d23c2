import { changeScheduleRules, listScheduledOrders } from '@dispecerat/contract/dispatch/scheduled-orders'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, liveAfter, openWorkspace } from './browser/console-browser.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { clicksReady, highlighted, noToasts } from './pages/form-helpers.ts'
import { keepToasts } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const SIGN = '101'
const SQUARE: Point = { lat: 45.6423, long: 25.5889 }
const A = { name: 'Piața Sfatului nr. 3', ...SQUARE }
const B = { name: 'Gara Brașov', lat: 45.6608, long: 25.613 }

let server: DemoServer
let browser: Browser
let api: ApiClient
let manager: ApiClient
let phone: TestDriverPhone
let page: Page
let thisHour: number

beforeAll(async () => {
  // Without roads every figure is an estimate, and the screens have to say so.
  server = await startDemo({ env: { ROUTER: 'off' } })
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  manager = await createApiClient(server.url, 'manager@demo.ro')
  phone = await aPhone(server.url, `sofer${SIGN}@demo.ro`, { lat: 45.6503, long: 25.5989 })
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
  thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
})

afterAll(async () => {
  await browser?.close()
  await phone?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

let callers = 0
async function place(body: object): Promise<number> {
  callers += 1
  const client_phone = `+40743${String(callers).padStart(6, '0')}`
  return (await api.request(createOrder, { body: { client_phone, places: [A, B], ...body } })).data.id
}

/** The start of the hour so many full hours ahead; the same one when the next hour begins in the middle of the file. */
const hourAhead = (hours: number) => new Date(thisHour + hours * HOUR_MS)
const departureOf = async (id: number) => (await api.request(readOrder, { params: { id } })).data.departure_time
const card = (name: string) => page.locator('.scheduled-card').filter({ hasText: name })

test('while a dispatcher types, the form shows price, distance and the nearest free car; the order keeps the shown values', async () => {
  await page.goto('/operator/order/0')
  await page.getByLabel('Telefon', { exact: true }).fill('0743 900 100')
  const pickup = page.getByRole('combobox').first()
  await pickup.fill('piata sfatului 3')
  await page.getByRole('option').first().click()
  const line = page.locator('.estimate summary')
  await line.getByText(/fără destinație.*cel mai apropiat liber: 101, ~\d+ min/).waitFor()

  await page.keyboard.press('Alt+a')
  await page.getByRole('combobox', { name: /^B\./ }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('gara 1')
  await highlighted(page)
  await page.keyboard.press('Enter')
  await line.getByText(/≈ \d+,\d\d RON · \d+,\d km · \d+ min · cel mai apropiat liber: 101/).waitFor()
  await line.getByText('aproximativ').waitFor()
  await line.click()
  await page.getByText('Taxi standard').waitFor()

  const shownPrice = (await line.textContent())?.match(/≈ ([\d.,]+) RON/)?.[1]
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/order\/[1-9]/)
  const id = Number(page.url().match(/order\/(\d+)/)?.[1])
  const { estimated_cost } = (await api.request(readOrder, { params: { id } })).data
  expect(estimated_cost?.toFixed(2).replace('.', ',')).toBe(shownPrice)
})

test('the map of an approaching driver describes its lines in text, and follows the driver', async () => {
  const offer = await phone.offer()
  const { id } = offer.order
  await phone.request('POST', `/api/driver/orders/${id}/accept`, { waiting_driver_time: 5 })
  await page.goto(`/operator/order/${id}`)
  await page.getByText(/pe drum: ≈ \d+,\d km, ~\d+ min/).waitFor()
  await page.getByRole('button', { name: 'Locația șoferului' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Mașina ${SIGN}`).waitFor()
  await dialog.getByText(/≈ \d+,\d km, ~\d+ min până la/).waitFor()
  await dialog.getByRole('link', { name: /Sună/ }).waitFor()

  const farAway = await dialog.locator('.driver-line .digits').first().textContent()
  await phone.moveTo({ lat: 45.6433, long: 25.5899 })
  await expect
    .poll(() => dialog.locator('.driver-line .digits').first().textContent(), { timeout: 15_000 })
    .not.toBe(farAway)
  await page.keyboard.press('Escape')
})

test('scheduled orders are shown in their hours, moved by a dialog and by dragging, and cancelled; each step can be undone', async () => {
  const at = hourAhead(3)
  const id = await place({ name: 'Ioana Țâru', departure_time: toWireTime(new Date(at.getTime() + 30 * MINUTE_MS)) })
  await place({ name: 'Hotel Aro', departure_time: toWireTime(hourAhead(50)), lead_minutes: 45 })
  await page.goto('/operator/scheduled')
  await card('Ioana Țâru').waitFor()

  await card('Ioana Țâru').getByRole('button', { name: /^Mută/ }).click()
  const lead = page.getByLabel('Căutarea pornește înainte cu (min)')
  await lead.fill('40')
  await page.getByRole('dialog').getByRole('button', { name: 'Salvează' }).click()
  await card('Ioana Țâru').getByText('(cu 40 min înainte)').waitFor()

  // The undo button pressed below belongs to the drag, not to the dialog.
  await page.getByRole('button', { name: 'Anulează mutarea' }).waitFor()
  await noToasts(page)
  await keepToasts(page)
  const hour = page.locator('.agenda > ol > li').filter({ has: card('Ioana Țâru') })
  const grip = await card('Ioana Țâru').locator('.scheduled-grip').boundingBox()
  const twoLater = hour.locator('xpath=following-sibling::li[2]').locator('.agenda-hour')
  const target = await twoLater.boundingBox()
  if (!grip || !target) throw new Error('nothing to drag, or nowhere to drop it')
  await page.mouse.move(grip.x + 6, grip.y + 8)
  await page.mouse.down()
  await page.mouse.move(target.x + 120, target.y + 12, { steps: 8 })
  // The drop target is known a moment after the pointer is there.
  await twoLater.and(page.locator('.agenda-over')).waitFor()
  await page.mouse.up()
  await expect.poll(() => departureOf(id)).toBe(toWireTime(new Date(hourAhead(5).getTime() + 30 * MINUTE_MS)))
  await clicksReady(page)
  await page.getByRole('button', { name: 'Anulează mutarea' }).click()
  await expect.poll(() => departureOf(id)).toBe(toWireTime(new Date(at.getTime() + 30 * MINUTE_MS)))
  await noToasts(page)

  await card('Ioana Țâru')
    .getByRole('button', { name: /^Șterge/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Șterge comanda' }).click()
  await expect.poll(() => page.getByText('Ioana Țâru').count()).toBe(0)
  await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
  await card('Ioana Țâru').waitFor()
})

test('a week and a month count the departures of each day; a search covers the whole period', async () => {
  await page.goto('/operator/scheduled?view=7d')
  await page
    .getByRole('button', { name: /: 1 comenzi/ })
    .first()
    .waitFor()
  await page.getByRole('textbox', { name: 'Caută client, adresă sau telefon' }).fill('hotel')
  await card('Hotel Aro').waitFor()
  expect(page.url()).not.toContain('hotel')
  await page.reload()
  await card('Hotel Aro').waitFor()
  expect(await page.getByRole('textbox', { name: 'Caută client, adresă sau telefon' }).inputValue()).toBe('hotel')
  await page.getByText('Lună', { exact: true }).click()
  await page.getByRole('button', { name: 'Șterge căutarea' }).click()
  await page.getByRole('button', { name: 'Luna următoare' }).waitFor()
})

test('an order placed elsewhere appears by itself; dispatchers are notified when its hour comes near', async () => {
  const { data } = await manager.request(listScheduledOrders, {
    query: { from: toWireTime(hourAhead(0)), to: toWireTime(hourAhead(60)) },
  })
  const companyId = data[0]?.company_id ?? 0
  const rules = { params: { id: companyId }, body: { scheduled_lead_min: 15, remind_before_min: 240 } }
  await manager.request(changeScheduleRules, rules)
  await liveAfter(page, () => page.goto('/operator/scheduled'))
  await page.getByRole('button', { name: 'Reguli' }).click()
  await page.getByLabel(/Reamintire înainte/).waitFor()
  await page.keyboard.press('Escape')
  await keepToasts(page)

  await place({ name: 'Elena de mâine', departure_time: toWireTime(hourAhead(2)) })
  await card('Elena de mâine').waitFor()
  await page
    .getByText(/În curând: comanda programată/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Deschide', exact: true }).first().press('Enter')
  await page.waitForURL(/order\/[1-9]/)
})
