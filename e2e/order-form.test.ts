import type { ClientView } from '@dispecerat/contract/orders/clients'
import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { clientsWithAnAddress, nth, openOrdersOf } from './fixtures/known-clients.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { arrowKeysReady, highlighted } from './pages/form-helpers.ts'
import {
  chooseAddress,
  focusPlace,
  freshForm,
  isDone,
  laterOrderOf,
  OrderFormPage,
  openOrder,
  openSecondTab,
  phoneOf,
  placed,
  placeNames,
  readyToPlace,
  tabTo,
} from './pages/order-form-page.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let api: ApiClient
let known: ClientView[]
let page: Page

beforeAll(async () => {
  server = await startDemo()
  // An order without takers is open only while it is searched for.
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  known = await clientsWithAnAddress(api, 4)
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

describe('keys and seconds of an order', () => {
  test('a known caller takes three keys after the number', async () => {
    const client = nth(known, 0)
    await freshForm(page)
    await page.keyboard.type(showPhone(client.phone))
    const orderForm = new OrderFormPage(page)
    await orderForm.press('Enter')
    await highlighted(page)
    await orderForm.press('Enter')
    await orderForm.press('Control+Enter')
    await placed(page)
    orderForm.tell('a known caller')
    expect(orderForm.keys).toBe(3)
    expect((await openOrder(api, page)).places[0]?.name).toBe(client.addresses[0]?.name)
  })

  test('a new caller takes fourteen keys at most', async () => {
    await freshForm(page)
    await page.keyboard.type('0755 901 111')
    const orderForm = new OrderFormPage(page)
    await orderForm.press('Enter')
    await orderForm.type('lunga 12')
    await highlighted(page, /Lungă 12/)
    await orderForm.press('Enter')
    await orderForm.press('Control+Enter')
    await placed(page)
    orderForm.tell('a new caller')
    expect(orderForm.keys).toBeLessThanOrEqual(14)
    expect((await openOrder(api, page)).places[0]?.name).toMatch(/Lungă 12/)
  })

  test('a caller with an open order is warned first: one key more', async () => {
    const client = nth(known, 1)
    await laterOrderOf(api, client)
    await freshForm(page)
    await page.keyboard.type(showPhone(client.phone))
    const orderForm = new OrderFormPage(page)
    await orderForm.press('Enter')
    await highlighted(page)
    await orderForm.press('Enter')
    await orderForm.press('Control+Enter')
    await page.locator('.client-memory').getByRole('alert').waitFor()
    expect(await openOrdersOf(api, client.phone)).toHaveLength(1)
    await orderForm.press('Control+Enter')
    await placed(page)
    orderForm.tell('a duplicate')
    expect(orderForm.keys).toBe(4)
    expect(await openOrdersOf(api, client.phone)).toHaveLength(2)
  })
})

test('the whole form is filled without a mouse', async () => {
  await freshForm(page)
  await page.keyboard.type('0755 902 222')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ștefan Țîru')
  await page.keyboard.press('Tab')
  await page.keyboard.type('sună la sosire')
  await focusPlace(page, 'A')
  await chooseAddress(page, 'lunga 12')
  for (const [letter, typed] of [
    ['B', 'lunga 2'],
    ['C', 'muresenilor 3'],
  ] as const) {
    await page.keyboard.press('Alt+a')
    await page
      .getByRole('combobox', { name: new RegExp(`^${letter}\\.`) })
      .and(page.locator(':focus'))
      .waitFor()
    await chooseAddress(page, typed)
  }
  const names = await placeNames(page)

  await tabTo(page, page.getByRole('button', { name: 'Trage adresa C în alt loc' }))
  await page.keyboard.press('Space')
  await page.getByText('Ați luat C').waitFor({ state: 'attached' })
  await arrowKeysReady(page)
  await page.keyboard.press('ArrowUp')
  await page.getByText('C este pe poziția 2 din 3').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await expect.poll(() => placeNames(page)).toEqual([names[0], names[2], names[1]])

  await tabTo(page, page.getByRole('checkbox', { name: 'Bagaje' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('radio', { name: 'acum' }))
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: '30 min', checked: true }).waitFor({ state: 'attached' })
  await tabTo(page, page.getByLabel('Serviciu'))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Curierat' }).waitFor()
  await highlighted(page)
  await page.keyboard.press('ArrowDown')
  await highlighted(page, /Curierat/)
  await page.keyboard.press('Enter')
  const placedAfter = Date.now()
  await page.keyboard.press('Control+Enter')
  await placed(page)

  const order = await openOrder(api, page)
  expect(order).toMatchObject({
    client_phone: '+40755902222',
    name: 'Ștefan Țîru',
    about_client: 'sună la sosire',
    service_id: 2,
    options: { luggage: true },
    payment_type: 'cash',
  })
  expect(order.places.map(({ name }) => name)).toEqual([names[0], names[2], names[1]])
  const minutes = (Date.parse(`${order.departure_time.replace(' ', 'T')}Z`) - placedAfter) / 60_000
  expect(Math.round(minutes)).toBeGreaterThanOrEqual(28)
})

describe('typed text is never lost', () => {
  test('a reload asks first and restores everything; a second tab has a form of its own', async () => {
    await freshForm(page)
    await page.keyboard.type('0755 903 333')
    await page.getByLabel('Observații', { exact: true }).fill('etajul 7')
    await focusPlace(page, 'A')
    await page.keyboard.type('strada nimanui')
    const confirmed = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept()
      return dialog.type()
    })
    await page.reload()
    expect(await confirmed).toBe('beforeunload')
    await expect.poll(() => phoneOf(page)).toBe('0755 903 333')

    const second = await page.context().newPage()
    await second.goto('/operator/order/0')
    await second.getByLabel('Telefon', { exact: true }).and(second.locator(':focus')).waitFor()
    expect(await phoneOf(second)).toBe('')
    await second.keyboard.type('0755 904 444')
    await page.reload()
    await expect.poll(() => phoneOf(page)).toBe('0755 903 333')
    expect(await page.getByLabel('Observații', { exact: true }).inputValue()).toBe('etajul 7')
    expect(await placeNames(page)).toEqual(['strada nimanui'])
    await second.reload()
    await expect.poll(() => phoneOf(second)).toBe('0755 904 444')
    await second.close()
  })

  test('a session that ends in the middle of an order restores the order after the next login', async () => {
    const { context: other, page } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
    await page.goto('/operator/order/0')
    await page.getByLabel('Telefon', { exact: true }).fill('0755 905 555')
    await page.getByLabel('Nume client').fill('Ana')
    await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('dispecerat.session') ?? '{}')
      await fetch('/api/access-tokens/current', { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } })
    })
    await page.getByLabel('E-mail').waitFor()
    await page.getByLabel('E-mail').fill('dispecer2@demo.ro')
    await page.getByLabel('Parolă', { exact: true }).fill('demo-parola')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/operator/order/0**')
    await expect.poll(() => phoneOf(page)).toBe('0755 905 555')
    expect(await page.getByLabel('Nume client').inputValue()).toBe('Ana')

    let dialogCount = 0
    page.on('dialog', (dialog) => {
      dialogCount++
      void dialog.accept()
    })
    await page.goto('/logout')
    await page.waitForURL((url) => url.pathname === '/')
    dialogCount = 0
    await page.reload()
    expect(dialogCount).toBe(0)
    await other.close()
  })
})

describe('one order, however often it is submitted', () => {
  test('a double click and Ctrl+Enter at once', async () => {
    const phone = '0755 906 666'
    await freshForm(page)
    await readyToPlace(page, phone)
    const box = await page.locator('.order-form button[type="submit"]').boundingBox()
    if (!box) throw new Error('the form has no button')
    await Promise.all([page.mouse.dblclick(box.x + 20, box.y + 10), page.keyboard.press('Control+Enter')])
    await placed(page)
    expect(await openOrdersOf(api, phone)).toHaveLength(1)
  })

  test('two tabs that hold the same form', async () => {
    const phone = '0755 907 777'
    await freshForm(page)
    await readyToPlace(page, phone)
    const copy = await openSecondTab(page)
    await expect.poll(() => phoneOf(copy)).toBe(phone)
    await Promise.all([page.keyboard.press('Control+Enter'), copy.keyboard.press('Control+Enter')])
    await Promise.any([placed(page), placed(copy)])
    await expect.poll(() => isDone(page)).toBe(true)
    await expect.poll(() => isDone(copy)).toBe(true)
    expect(await openOrdersOf(api, phone)).toHaveLength(1)
    await copy.close()
  })
})

test('an error that the server finds is shown as a toast and at its field, until the field is changed', async () => {
  const phone = '0755 908 888'
  await api.request(blockPhone, { body: { phone, reason: 'Glume' } })
  await freshForm(page)
  await readyToPlace(page, phone)
  await page.getByLabel('Nume client').fill('Gheorghe')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('Număr blocat', { exact: true }).first().waitFor()
  const field = page.getByLabel('Telefon', { exact: true })
  await field.and(page.locator(':focus')).and(page.locator('[aria-invalid="true"]')).waitFor()
  expect(await page.getByLabel('Nume client').inputValue()).toBe('Gheorghe')
  await field.fill('0755 908 889')
  await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true')
  await page.keyboard.press('Control+Enter')
  await placed(page)
})
