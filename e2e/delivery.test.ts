import { createOrder, editOrder, listOrders, readOrder } from '@dispecerat/contract/orders/orders'
import { finishBody } from '@dispecerat/simulation/proof-photo'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { highlighted } from './pages/form-helpers.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const COURIER_COMPANY = 2
const PIZZERIA = 'Strada Sforii 3'
const STATION = { name: 'Gara Brașov', lat: 45.6605, long: 25.6135 }

const NEAR_THE_PIZZERIA = { lat: 45.6405, long: 25.5884 }

let server: DemoServer
let courier: TestDriverPhone
let browser: Browser
let page: Page
let workspacePage: Page
let restaurant: ApiClient
let shop: ApiClient
/** Id of the order that the courier takes. */
let taken: number

beforeAll(async () => {
  server = await startDemo()
  await searchesPatiently(await createApiClient(server.url, 'admin@demo.ro'), COURIER_COMPANY)
  courier = await aPhone(server.url, 'curier201@demo.ro', NEAR_THE_PIZZERIA)
  restaurant = await createApiClient(server.url, 'restaurant@demo.ro')
  shop = await createApiClient(server.url, 'florarie@demo.ro')
  const departure_time = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const cake = { places: [STATION], departure_time, package_note: 'Tort', cod_amount: 61.25 }
  await restaurant.request(createOrder, { body: cake })
  browser = await launchBrowser()
  page = await accountPage('restaurant@demo.ro')
})

afterAll(async () => {
  await browser?.close()
  await courier?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

/** Logs in by keyboard; the orders page opens whatever page the login leads to. */
async function accountPage(email: string, greeting = 'Luna aceasta'): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'ro-RO', viewport: WIDE })
  const fresh = await context.newPage()
  await fresh.goto('/login')
  await fresh.getByLabel('E-mail').and(fresh.locator(':focus')).waitFor()
  await fresh.keyboard.type(email)
  await fresh.keyboard.press('Tab')
  await fresh.keyboard.type('demo-parola')
  await fresh.keyboard.press('Enter')
  await fresh.getByText(greeting).waitFor()
  return fresh
}

const isOn = async (name: string) => {
  await page.locator(':focus').and(page.getByRole('textbox', { name })).waitFor()
}
const openId = () => Number(/order\/(\d+)/.exec(page.url())?.[1])

describe('a restaurant that orders on account', () => {
  test('sees its own header and orders page: its orders and months, no map, no blocked phones, the cost of the month', async () => {
    expect(new URL(page.url()).pathname).toBe('/delivery/order/0')
    const menu = page.getByRole('navigation', { name: 'Meniu principal' })
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Comenzi',
      'Istoric comenzi',
      'Clienții mei',
      'Situații lunare',
    ])
    await page.getByText(/mai sunt/).waitFor()
    expect(await page.getByText('Telefoane blocate').count()).toBe(0)
    await expect.poll(() => page.getByText(PIZZERIA).count()).toBe(1)
  })

  test('places a delivery by keyboard and sees the courier who takes it', async () => {
    await page.goto('/delivery/order/0')
    await isOn('Telefon')
    await page.keyboard.type('0744 555 666')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Strada Lungă 12')
    await highlighted(page, /Strada Lungă 12/)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Conținut' }).focus()
    await page.keyboard.type('Pizza Diavola')
    await page.keyboard.press('Tab')
    await isOn('Ramburs')
    await page.keyboard.type('54,50')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/delivery\/order\/[1-9]/)
    taken = openId()
    const order = (await restaurant.request(readOrder, { params: { id: taken } })).data
    expect(order).toMatchObject({ payment_type: 'protocol', package_note: 'Pizza Diavola', cod_amount: 54.5 })
    expect(order.places.map(({ name }) => name)[0]).toBe(PIZZERIA)

    await courier.waitForEvent('order_available', ({ order: offered }) => (offered as { id: number }).id === taken)
    await courier.request('POST', `/api/driver/orders/${taken}/accept`, { waiting_driver_time: 6 })
    const card = page.getByRole('article')
    await card.getByText('Alocat').waitFor()
    await card.getByRole('region', { name: 'Curier' }).getByText('201', { exact: true }).waitFor()
    await card.getByText(/^Ajunge/).waitFor()
    expect(await page.locator('a[href^="tel:+40700000"]').count()).toBe(0)
    await page.getByRole('list', { name: 'În lucru' }).getByText('Strada Lungă 12').first().waitFor()
  })

  test('repeats an order with two key presses', async () => {
    await page.getByRole('button', { name: 'Comandă la fel' }).press('Enter')
    await page.waitForURL(/\/delivery\/order\/0/)
    await page.getByRole('textbox', { name: 'Conținut' }).and(page.locator('[value="Pizza Diavola"]')).waitFor()
    await page.getByRole('combobox').first().and(page.locator('[value^="Strada Lungă 12"]')).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/delivery\/order\/[1-9]/)
    const again = (await restaurant.request(readOrder, { params: { id: openId() } })).data
    expect(again.places).toHaveLength(2)
  })

  test('cancels an order under its own name', async () => {
    await page.getByRole('button', { name: 'Anulează comanda' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Anulează comanda' }).click()
    await page.getByRole('article').locator('.state-canceled').waitFor()
    const { data } = await restaurant.request(readOrder, { params: { id: openId() } })
    expect(data).toMatchObject({ cancellation_reason_type: 'client_canceled', cancelled_by: 'company' })
    await page.keyboard.press('Alt+4')
    await page.getByRole('list', { name: 'Anulate' }).getByRole('link').first().waitFor()
  })

  test("opens no order of another account by URL, and another screen's URL leads back to its own page", async () => {
    const [theirs] = (await shop.request(listOrders, { query: { per_page: 1 } })).data
    await page.goto(`/delivery/order/${theirs?.id}`)
    await page.getByText('Comanda nu există').waitFor()
    await page.goto('/dashboard')
    await page.waitForURL('**/delivery/order/0')
  })

  test('sees that its order was refused for lack of credit, and keeps the typed text', async () => {
    const dispatcher = await createApiClient(server.url, 'livrari@demo.ro')
    const me = (await restaurant.request(listOrders, { query: { per_page: 1 } })).data[0]?.protocol_user?.id
    const body = {
      client_phone: '+40744000111',
      places: [STATION],
      payment_type: 'protocol' as const,
      protocol_user_id: me,
    }
    const { data } = await dispatcher.request(createOrder, { body })
    const admin = await createApiClient(server.url, 'admin@demo.ro')
    await admin.request(editOrder, { params: { id: data.id }, body: { cost: 99_999 } })
    await page.goto('/delivery/order/0')
    await page.getByRole('combobox').first().fill('Gara Brașov')
    await highlighted(page)
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+Enter')
    await page.getByText('Limita de credit a companiei este depășită').first().waitFor()
    await page.getByText(/Limita de credit este depășită/).waitFor()
    expect(await page.getByRole('combobox').first().inputValue()).toContain('Gara')
  })
})

test('a courier who logs in is sent to the app, and the phone stays connected', async () => {
  const before = courier.timesLost()
  const own = await accountPage('curier201@demo.ro', 'Acest cont folosește aplicația mobilă')
  await own.goto('/operator/order/0')
  await own.waitForURL('**/settings/account')
  expect(courier.timesLost()).toBe(before)
  await own.context().close()
})

describe('the dispatcher of the delivery company', () => {
  test("sees the restaurant's order without a map, with what to collect and where to", async () => {
    workspacePage = (await openWorkspace(browser, { address: server.url, email: 'livrari@demo.ro' })).page
    await workspacePage.goto('/delivery/order/0')
    const row = workspacePage.getByRole('link').filter({ hasText: '61,25 RON' }).first()
    await row.waitFor()
    expect(await row.textContent()).toContain('Gara Brașov')
    expect(await row.textContent()).toContain(PIZZERIA)
    await workspacePage.getByRole('textbox', { name: 'Conținut' }).waitFor()
    await row.click()
    await workspacePage.getByRole('region', { name: 'Colet' }).getByText('Tort').waitFor()
  })

  test('sees the photo that the courier took at the delivery', async () => {
    const step = (name: string, body: object = {}) =>
      courier.request('PATCH', `/api/driver/orders/${taken}/${name}`, body)
    await step('arrived')
    await step('start')
    await step('finish', finishBody({ do: 'finish', orderId: taken, costRon: 20, metres: 900, withPhoto: true }))
    await workspacePage.goto(`/delivery/order/${taken}`)
    await workspacePage.getByRole('button', { name: 'Arată fotografia' }).click()
    await workspacePage.getByRole('img', { name: 'Fotografia livrării' }).waitFor()
  })
})
