import type { ClientView } from '@dispecerat/contract/orders/clients'
import { createOrder, editOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { prettyPhone, showPhone } from '@dispecerat/domain/kernel/phone'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { clientsWithAnAddress, countOrdersOf, nth } from './fixtures/known-clients.ts'
import { highlighted, placed } from './pages/form-helpers.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const MAX_KEYS_AFTER_THE_PHONE = 6

let server: DemoServer
let browser: Browser
let api: ApiClient
let known: ClientView[]
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  known = await clientsWithAnAddress(api, 6)
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

describe('a dispatcher without a mouse', () => {
  test('logs in and reaches the operator screen', async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'ro-RO', viewport: WIDE })
    const fresh = await context.newPage()
    await fresh.goto('/login')
    await fresh.getByLabel('E-mail').and(fresh.locator(':focus')).waitFor()
    await fresh.keyboard.type('dispecer2@demo.ro')
    await fresh.keyboard.press('Tab')
    await fresh.keyboard.type('demo-parola')
    await fresh.keyboard.press('Enter')
    await fresh.getByRole('heading', { name: /Bună/ }).waitFor()
    await tabTo(fresh, 'link', 'Operator')
    await fresh.keyboard.press('Enter')
    await fresh.waitForURL('**/operator/order/0**')
    await focusIs(fresh, 'Telefon')
    await context.close()
  })

  test('logs out: the login page stays, and the old token gets 401', async () => {
    const { context, page: leaving } = await openWorkspace(browser, {
      address: server.url,
      email: 'dispecer2@demo.ro',
      at: '/dashboard',
    })
    const token = await leaving.evaluate(() => JSON.parse(localStorage.getItem('dispecerat.session') ?? '{}').token)
    await leaving.goto('/logout')
    await leaving.waitForURL((url) => url.pathname === '/')
    await leaving.goto('/login')
    await leaving.getByLabel('E-mail').waitFor()
    expect(new URL(leaving.url()).pathname).toBe('/login')
    await expect.poll(() => statusWith(token)).toBe(401)
    await context.close()
  })

  test('places an order for a known client with few keys', async () => {
    const client = nth(known, 0)
    await page.goto('/operator/order/0')
    await focusIs(page, 'Telefon')
    await page.keyboard.type(showPhone(client.phone))
    const keys = ['Enter', 'Enter', 'Control+Enter']
    await page.keyboard.press('Enter')
    await highlighted(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await placed(page)
    console.log(`  keys after the number of a known client: ${keys.length} (${keys.join(', ')})`)
    expect(keys.length).toBeLessThanOrEqual(MAX_KEYS_AFTER_THE_PHONE)
    const order = await openOrder(page)
    expect(order.client_phone).toBe(client.phone)
    expect(order.places[0]?.name).toBe(client.addresses[0]?.name)
  })

  test('places an order for an unknown caller by the letters of an address and a house number', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('+')
    await page.waitForURL('**/operator/order/0**')
    await focusIs(page, 'Telefon')
    await page.keyboard.type('0755 901 234')
    await page.keyboard.press('Enter')
    await page.keyboard.type('strada lunga 12')
    await highlighted(page, /Lungă 12/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await placed(page)
    const order = await openOrder(page)
    expect(order.client_phone).toBe('+40755901234')
    expect(order.places[0]?.name).toMatch(/Lungă 12/)
  })

  test('adds a destination with Alt+A and selects the voucher with Alt+V', async () => {
    await page.keyboard.press('+')
    await focusIs(page, 'Telefon')
    await page.keyboard.press('Alt+a')
    await focusIs(page, /^B\./)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+v')
    await page.getByRole('switch', { name: 'Voucher/Protocol' }).and(page.locator(':checked')).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('-')
    await page.getByRole('combobox', { name: /^B\./ }).waitFor({ state: 'detached' })
  })

  test('a double Ctrl+Enter places one order', async () => {
    const client = nth(known, 1)
    const before = await countOrdersOf(api, client.phone)
    await page.goto('/operator/order/0')
    await focusIs(page, 'Telefon')
    await page.keyboard.type(showPhone(client.phone))
    await page.keyboard.press('Enter')
    await highlighted(page)
    await page.keyboard.press('Enter')
    await Promise.all([page.keyboard.press('Control+Enter'), page.keyboard.press('Control+Enter')])
    await placed(page)
    await page.keyboard.press('Control+Enter')
    expect((await openOrder(page)).client_phone).toBe(client.phone)
    expect(await countOrdersOf(api, client.phone)).toBe(before + 1)
  })
})

describe('the lists', () => {
  test('open with Alt and a digit, are searched with / and navigated with arrows', async () => {
    await page.goto('/operator/order/0')
    await focusIs(page, 'Telefon')
    for (const [digit, name] of [
      ['1', /Live/],
      ['2', /Confirmate/],
      ['4', /Anulat/],
      ['3', /Final/],
    ] as const) {
      await page.keyboard.press(`Alt+${digit}`)
      await page.getByRole('tab', { name, selected: true }).waitFor()
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await focusIs(page, 'Caută adresă sau indicativ')
    await page.keyboard.type('strada')
    await page.waitForURL(/[?&]q=strada(&|$)/)
    await page.locator('[data-order]').first().waitFor()
    await pressUntilFocused(page, 'Tab', page.locator('.order-link'))
    const first = await focusedOrder(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedOrder(page)).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => focusedOrder(page)).toBe(first)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/operator/order/${first}**`)
    expect(new URL(page.url()).searchParams.get('tab')).toBe('finished')
    expect(await page.getByRole('link', { name: 'Operator' }).getAttribute('aria-current')).toBe('page')
  })

  test('the Menu key duplicates an order into a draft with the same address', async () => {
    await page.getByRole('heading', { name: /^Comanda / }).waitFor()
    const original = await openOrder(page)
    await page.locator(`[data-order="${original.id}"] .order-link`).focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Duplică' }).waitFor()
    await page.getByRole('menuitem').and(page.locator(':focus')).waitFor()
    await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Duplică' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Ciornă/ }).waitFor()
    const copy = await openOrder(page)
    expect(copy.id).not.toBe(original.id)
    expect(copy.state).toBe('new')
    expect(copy.places[0]?.name).toBe(original.places[0]?.name)
  })
})

describe('Esc', () => {
  test('Esc closes the list first, then leaves the field, then does nothing', async () => {
    const client = nth(known, 2)
    await page.goto('/operator/order/0')
    await focusIs(page, 'Telefon')
    await page.keyboard.type(showPhone(client.phone))
    await page.keyboard.press('Enter')
    const options = page.getByRole('option')
    await options.first().waitFor()
    await page.keyboard.press('Escape')
    await options.first().waitFor({ state: 'hidden' })
    await focusIs(page, /^A\./)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Telefon', exact: true }).inputValue()).toBe(
      prettyPhone(client.phone),
    )
  })

  test("Esc closes an order's dialog and returns the focus", async () => {
    const order = await placedFor(nth(known, 3))
    await page.goto(`/operator/order/${order.id}`)
    const button = page.getByRole('button', { name: 'Istoric procesare' })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Istoric procesare' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button.and(page.locator(':focus')).waitFor()
  })
})

test('two dispatchers change one field: the second sees the change, keeps the typed text and may overwrite', async () => {
  const order = await placedFor(nth(known, 4))
  const second = await createApiClient(server.url, 'dispecer2@demo.ro')
  await page.goto(`/operator/order/${order.id}`)
  await page.getByRole('button', { name: 'Modifică: Telefon de contact' }).focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Telefon de contact' })
  await field.waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('0755 111 222')

  await second.request(editOrder, { params: { id: order.id }, body: { phone: '0755 333 444' } })
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('0755 333 444').waitFor()
  // The event of the change may arrive before the reply to the save; then the focus is on the choice.
  await page.getByRole('button', { name: 'Salvează ce am tastat' }).and(page.locator(':focus')).waitFor()
  expect(await field.inputValue()).toBe('0755 111 222')
  expect(await contactPhone(order.id)).toBe('+40755333444')

  await field.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('0755 333 444').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Modifică: Telefon de contact' }).and(page.locator(':focus')).waitFor()
  expect(await contactPhone(order.id)).toBe('+40755111222')
})

async function contactPhone(id: number): Promise<string | null> {
  return (await api.request(readOrder, { params: { id } })).data.phone
}

/** For hours ahead, so that no search starts and nothing changes by itself. */
async function placedFor(client: ClientView) {
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = client.addresses
  const departure_time = toWireTime(new Date(Date.now() + 5 * 3_600_000))
  const body = { phone: client.phone, client_phone: client.phone, places: [{ name, lat, long }], departure_time }
  return (await api.request(createOrder, { body })).data
}

async function openOrder(from: Page) {
  const id = Number(new URL(from.url()).pathname.split('/').pop())
  return (await api.request(readOrder, { params: { id } })).data
}

async function statusWith(token: string): Promise<number> {
  return (await fetch(`${server.url}/api/account`, { headers: { authorization: `Bearer ${token}` } })).status
}

function focusIs(from: Page, label: string | RegExp) {
  return from
    .getByLabel(label, { exact: typeof label === 'string' })
    .and(from.locator(':focus'))
    .waitFor()
}

async function tabTo(from: Page, role: 'link' | 'button', name: string) {
  await pressUntilFocused(from, 'Tab', from.getByRole(role, { name, exact: true }))
}

async function pressUntilFocused(from: Page, key: string, wanted: ReturnType<Page['locator']>) {
  for (let presses = 0; presses < 60; presses++) {
    if ((await wanted.and(from.locator(':focus')).count()) > 0) return
    await from.keyboard.press(key)
  }
  throw new Error(`${key} never reached it`)
}

function focusedOrder(from: Page): Promise<string | null> {
  return from.evaluate(() => document.activeElement?.closest('[data-order]')?.getAttribute('data-order') ?? null)
}
