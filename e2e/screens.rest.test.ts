import type { ClientView } from '@dispecerat/contract/clients'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders'
import { showPhone } from '@dispecerat/domain/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiDesk, apiDesk } from './api-desk.ts'
import { launchBrowser, openDesk, SMALL } from './console-browser.ts'
import { type DemoServer, startDemo } from './demo-server.ts'
import { aPhone } from './hand-held-phone.ts'
import { clientsWithAnAddress, nth } from './known-clients.ts'
import { looksRightOn } from './looks-right.ts'
import { searchesPatiently } from './patient-search.ts'
import { startServer } from './running-server.ts'

/** Nine looks at a screen, each in two schemes on two screens. */
const MANY_LOOKS_MS = 400_000

let server: DemoServer
let browser: Browser
let api: ApiDesk
let known: ClientView[]
let page: Page

beforeAll(async () => {
  server = await startDemo()
  await searchesPatiently(await apiDesk(server.url, 'manager@demo.ro'))
  api = await apiDesk(server.url, 'dispecer@demo.ro')
  known = await clientsWithAnAddress(api, 5)
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openDesk(browser, { address: server.url, size: SMALL })).page
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

describe('at the door', () => {
  test('the login form, and the form that said no', async () => {
    const door = await stranger()
    await door.goto('/login')
    await door.getByLabel('E-mail').waitFor()
    await looksRight('login', door)
    await door.keyboard.press('Enter')
    await door.getByText('Câmp obligatoriu').first().waitFor()
    await looksRight('login-missing', door)
    await door.getByLabel('E-mail').fill('dispecer@demo.ro')
    await door.getByLabel('Parolă', { exact: true }).fill('nu-e-aceasta')
    await door.keyboard.press('Enter')
    await door.getByRole('alert').waitFor()
    await looksRight('login-refused', door)
    await door.context().close()
  })

  test('the first administrator: an incomplete link, mistakes, a link that is over', async () => {
    const door = await stranger()
    await door.goto('/set-up')
    await door.getByRole('alert').waitFor()
    await looksRight('set-up-no-link', door)
    await door.goto('/login')
    await door.goto('/set-up#tx_legatura-veche')
    await door.getByRole('button', { name: 'Creează contul' }).click()
    await door.getByText('Câmp obligatoriu').first().waitFor()
    await looksRight('set-up-mistakes', door)
    await fillSetUp(door, 'parola-lunga', 'parola-lungă')
    await door.getByText('Parolele nu sunt la fel').waitFor()
    await fillSetUp(door, 'scurt', 'scurt')
    await door.getByLabel('Parolă', { exact: true }).and(door.locator('[aria-invalid="true"]:focus')).waitFor()
    await fillSetUp(door, 'parola-lunga', 'parola-lunga')
    await door.getByRole('alert').waitFor()
    await looksRight('set-up-over', door)
    await door.context().close()
  })

  test('the link of a fresh production server makes the first administrator and lets him in', async () => {
    await using fresh = await startServer()
    const link = /https?:\S+\/set-up#\S+/.exec(fresh.stdout())?.[0]
    if (!link) throw new Error(`no link was printed:\n${fresh.stdout()}`)
    const door = await stranger()
    const { pathname, hash } = new URL(link)
    await door.goto(`${fresh.url}${pathname}${hash}`)
    await fillSetUp(door, 'parola-lunga', 'parola-lunga')
    await door.waitForURL('**/dashboard')
    expect(door.url()).not.toContain('#')
    await door.getByText('Mihai Popa').first().waitFor()
    await looksRight('dashboard-of-an-empty-house', door)
    await door.context().close()
  })
})

test('the dashboard, the account and an address nobody knows', async () => {
  await page.goto('/dashboard')
  await page.getByText('Comenzi recente').waitFor()
  await looksRight('dashboard')
  await page.getByRole('button', { name: 'Dana Șerban' }).click()
  await page.getByRole('menuitem', { name: 'Deconectare' }).waitFor()
  await looksRight('profile-menu')
  await page.goto('/settings/account')
  await page.getByText('sesiunea aceasta').waitFor()
  await looksRight('account')
  await page.goto('/nicaieri')
  await page.getByText('Pagina nu există.').waitFor()
  await looksRight('not-found')
})

describe('the operator', () => {
  test('lists that are empty, full, searched in vain', async () => {
    await page.goto('/operator/order/0?tab=in-call')
    await page.getByText('Bravo, nu ai niciun client în așteptare!').waitFor()
    await looksRight('operator-empty-list')
    await page.getByRole('tab', { name: /Final/ }).click()
    await page.locator('[data-order]').nth(14).waitFor()
    await looksRight('operator-full-list')
    await page.getByRole('textbox', { name: 'Caută adresă sau indicativ' }).fill('nicăieri')
    await page.getByText('Nicio comandă nu se potrivește.').waitFor()
    await looksRight('operator-search-in-vain')
  })

  test('the menu of a row, the sheet of keys, a question', async () => {
    await page.goto('/operator/order/0?tab=canceled')
    await page.locator('[data-order] .order-link').nth(3).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Șterge comanda' }).waitFor()
    await looksRight('row-menu')
    await page.getByRole('menuitem', { name: 'Șterge comanda' }).click()
    await page.getByRole('dialog', { name: 'Sigur vrei să ștergi comanda?' }).waitFor()
    await looksRight('question')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Scurtături de tastatură' }).waitFor()
    await looksRight('cheat-sheet')
    await page.keyboard.press('Escape')
  })

  test(
    'a new order: known client with suggestions, mistakes, every field open',
    async () => {
      const client = nth(known, 0)
      await page.goto('/operator/order/0')
      await page.getByRole('textbox', { name: 'Telefon', exact: true }).click()
      await page.keyboard.type(showPhone(client.phone))
      await page.keyboard.press('Enter')
      await page.getByRole('option').first().waitFor()
      await looksRight('new-order-suggestions')
      await page.keyboard.type('strada lun')
      await page
        .getByRole('option', { name: /adresă/ })
        .first()
        .waitFor()
      await looksRight('new-order-found-addresses')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Alegeți adresa din listă').waitFor()
      await looksRight('new-order-mistakes')

      await page.getByText('alege…').click()
      await page.getByRole('button', { name: 'Data și ora plecării' }).waitFor()
      await page.keyboard.press('Alt+a')
      await page.getByRole('combobox', { name: /^B\./ }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Alt+v')
      await page.getByRole('combobox', { name: 'Compania' }).waitFor()
      await looksRight('new-order-all-fields')
      await page.getByRole('button', { name: 'Data și ora plecării' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Luna următoare' }).waitFor()
      await looksRight('new-order-calendar')
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Alte opțiuni' }).click()
      await page.getByRole('option').first().waitFor()
      await looksRight('new-order-more-options')
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Trimite la partener' }).click()
      await page.getByRole('option', { name: 'Toți partenerii' }).waitFor()
      await looksRight('new-order-partners')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Închide formularul' }).click()
      await page.getByText('Formular închis').waitFor()
      await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(0)
      await looksRight('new-order-closed')
    },
    MANY_LOOKS_MS,
  )

  test(
    'an order that searches, drives and is finished',
    async () => {
      const client = nth(known, 1)
      const [home] = client.addresses
      if (!home) throw new Error('a known client has an address')
      await using phone = await aPhone(server.url, 'sofer101@demo.ro', { lat: home.lat + 0.001, long: home.long })
      const id = await placeFor(client)
      await page.goto(`/operator/order/${id}?tab=live`)
      const offer = await phone.offer()
      phone.viewed(offer)
      await page.getByText('văzut, sună').first().waitFor()
      await looksRight('order-searching', page, { schemes: ['light'] })
      await phone.call('POST', `/api/driver/orders/${id}/accept`, { waiting_driver_time: 6 })
      await page.getByRole('region', { name: 'Șofer alocat' }).getByText('101', { exact: true }).waitFor()
      await page.locator(`[data-order="${id}"]`).getByText('spre client').waitFor()
      await looksRight('order-assigned')
      await page.getByRole('button', { name: 'Istoric procesare' }).click()
      await page.getByRole('dialog', { name: 'Istoric procesare' }).getByRole('table').waitFor()
      await looksRight('order-history')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Modifică: Observații' }).click()
      await page.getByRole('textbox', { name: 'Observații' }).waitFor()
      await looksRight('order-field-open')
      await page.keyboard.press('Escape')

      await page.goto('/operator/map')
      await page.getByText(/actualizat acum/).waitFor()
      await page.locator('.maplibregl-canvas').waitFor()
      await looksRight('map')
      await page.getByRole('switch', { name: 'Arată ca listă' }).click()
      await page
        .getByRole('cell', { name: '101', exact: true })
        .or(page.getByText('101', { exact: true }))
        .first()
        .waitFor()
      await looksRight('map-as-list')

      await phone.call('PATCH', `/api/driver/orders/${id}/arrived`, {})
      await phone.call('PATCH', `/api/driver/orders/${id}/start`, {})
      await phone.call('PATCH', `/api/driver/orders/${id}/finish`, { cost: 23.5 })
      await page.goto(`/operator/order/${id}?tab=finished`)
      await page.getByText('23,50 RON').first().waitFor()
      await looksRight('order-finished')
    },
    MANY_LOOKS_MS,
  )

  test('a canceled order and its manual assignment', async () => {
    const id = await placeFor(nth(known, 2))
    await api.call(cancelOrder, { params: { id }, body: {} }).catch(() => undefined)
    await page.goto(`/operator/order/${id}?tab=canceled`)
    await page.getByRole('button', { name: 'Alocare manuală' }).waitFor()
    await looksRight('order-canceled')
    await page.getByRole('button', { name: 'Alocare manuală' }).click()
    await page.getByRole('dialog', { name: 'Alocare manuală' }).getByRole('combobox').click()
    await page.getByRole('option').first().waitFor()
    await looksRight('manual-assignment')
    await page.keyboard.press('Escape')
  })
})

/** Of the page all these tests share, unless they say another. */
function looksRight(name: string, on: Page = page, how: Parameters<typeof looksRightOn>[2] = {}) {
  return looksRightOn(on, name, how)
}

/** A browser nobody is logged in with. */
async function stranger(): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'ro-RO', viewport: SMALL })
  return context.newPage()
}

async function fillSetUp(door: Page, password: string, again: string) {
  await door.getByLabel('Nume').fill('Mihai Popa')
  await door.getByLabel('E-mail').fill('mihai@taxi.ro')
  await door.getByLabel('Parolă', { exact: true }).fill(password)
  await door.getByLabel('Parola încă o dată').fill(again)
  await door.getByRole('button', { name: 'Creează contul' }).click()
}

async function placeFor(client: ClientView): Promise<number> {
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = client.addresses
  const body = { phone: client.phone, client_phone: client.phone, places: [{ name, lat, long }] }
  return (await api.call(createOrder, { body })).data.id
}
