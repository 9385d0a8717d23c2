import { searchPlacesNew } from '@dispecerat/contract/geography/addresses'
import { type ClientView, lookUpClient } from '@dispecerat/contract/orders/clients'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { showPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { clientsWithAnAddress, nth } from './fixtures/known-clients.ts'
import { clicksReady, highlighted, noToasts } from './pages/form-helpers.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

/** No address of the demo contains these words. */
const PIN_NAME = 'Ghereta paznicului'

let server: DemoServer
let browser: Browser
let api: ApiClient
let known: ClientView[]
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  known = (await clientsWithAnAddress(api, 40)).filter(({ addresses }) => addresses.length > 1)
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url })).page
  await page.goto('/operator/order/0')
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

describe('an address shown on the map', () => {
  test('shows errors line by line, is set by the click, stored for the company and used', async () => {
    await page.getByRole('button', { name: 'Alege adresa A pe hartă' }).click()
    const dialog = page.getByRole('dialog', { name: 'Adresa A pe hartă' })
    await dialog.getByRole('button', { name: 'Salvează adresa' }).click()
    const mistakes = dialog.getByRole('alert').getByRole('listitem')
    await mistakes.first().waitFor()
    expect(await mistakes.allTextContents()).toEqual(['Please enter address (name)', 'Puneți acul pe hartă (lat)'])

    // The map handles clicks once its style has loaded, which the cursor shows.
    const canvas = dialog.locator('canvas')
    await expect.poll(() => canvas.evaluate((element) => element.style.cursor)).toBe('crosshair')
    await canvas.click({ position: { x: 300, y: 150 } })
    await dialog.getByText(/^Sub ac:/).waitFor()
    const name = dialog.getByLabel('Numele adresei')
    await expect.poll(() => name.inputValue()).not.toBe('')
    await name.fill(PIN_NAME)
    await dialog.getByLabel('Reper').fill('lângă rampă')
    await dialog.getByRole('button', { name: 'Salvează adresa' }).click()
    await waitForToast(page, 'Adresa salvată')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(placeNames).toEqual([PIN_NAME])
    await expect.poll(() => page.getByLabel('Reper A').inputValue()).toBe('lângă rampă')
    await expect.poll(internalPlaces).toContain(PIN_NAME)
  })

  test('moves by the arrows of its pin, and to the middle of the map', async () => {
    await page.getByRole('button', { name: 'Alege adresa A pe hartă' }).click()
    const dialog = page.getByRole('dialog', { name: 'Adresa A pe hartă' })
    const pin = dialog.getByRole('button', { name: 'Acul adresei A' })
    await pin.waitFor()
    // The map moves without animation, in the same turn in which the pin is added.
    const before = await pin.boundingBox()
    await pin.focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(async () => (await pin.boundingBox())?.y ?? 0).toBeLessThan(before?.y ?? 0)
    await dialog.getByRole('button', { name: 'Acul în mijlocul hărții' }).press('Enter')
    await expect.poll(async () => Math.abs(((await pin.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test("is listed after the client's saved ones, deleted after confirmation, and restored", async () => {
    await emptyForm()
    await page.getByLabel('Telefon', { exact: true }).fill(showPhone(nth(known, 0).phone))
    await place('A').focus()
    await page.keyboard.type('ghereta paz')
    const option = page.getByRole('option', { name: new RegExp(`${PIN_NAME}.*internă`) })
    await option.and(page.locator('[data-combobox-selected]')).waitFor()
    await page.keyboard.press('Shift+Delete')
    const question = page.getByRole('dialog', { name: 'Sigur vrei să ștergi adresa?' })
    const letToastsGo = await keepToasts(page)
    await question.getByRole('button', { name: 'Șterge adresa' }).click()
    await waitForToast(page, 'Adresă ștearsă')
    await expect.poll(internalPlaces).not.toContain(PIN_NAME)
    await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
    await waitForToast(page, 'Adresa este din nou în listă')
    await expect.poll(internalPlaces).toContain(PIN_NAME)
    await letToastsGo()
  })
})

test('a saved address is deleted from the list with Shift+Delete and is gone for the client', async () => {
  const client = nth(known, 1)
  const saved = async () => (await api.request(lookUpClient, { body: { phone: client.phone } })).data.addresses
  const before = (await saved()).length
  await emptyForm()
  await page.getByLabel('Telefon', { exact: true }).fill(showPhone(client.phone))
  await page
    .getByText(client.name ?? '', { exact: true })
    .first()
    .waitFor()
  await place('A').focus()
  await highlighted(page)
  await page.keyboard.press('Shift+Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Renunță' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await saved()).length).toBe(before)
  await place('A').blur()
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await place('A').focus()
  await highlighted(page)
  await page.keyboard.press('Shift+Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Șterge adresa' }).click()
  await expect.poll(async () => (await saved()).length).toBe(before - 1)
})

describe('many addresses', () => {
  test('are dragged with the mouse, moved with buttons, removed and restored', async () => {
    await emptyForm()
    for (const name of ['unu', 'doi', 'trei']) {
      if (name !== 'unu') await page.keyboard.press('Alt+a')
      const letter = { unu: 'A', doi: 'B', trei: 'C' }[name] ?? ''
      await place(letter).fill(name)
    }
    // Late suggestions would cover the handles.
    await place('C').blur()
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    const handle = page.getByRole('button', { name: 'Trage adresa C în alt loc' })
    await handle.hover()
    await page.mouse.down()
    // Content above the addresses may have moved them until now.
    const grip = await handle.boundingBox()
    if (!grip) throw new Error('the address is not on the screen')
    await page.mouse.move(grip.x + 12, grip.y - 20, { steps: 4 })
    await page.locator('.place.is-dragged').waitFor()
    const first = await page.locator('.place').first().boundingBox()
    await page.mouse.move(grip.x + 12, (first?.y ?? 0) - 10, { steps: 8 })
    await page.locator('.place.drop-before').waitFor()
    await page.mouse.up()
    await expect.poll(placeNames).toEqual(['trei', 'unu', 'doi'])
    await clicksReady(page)

    await page.getByRole('button', { name: 'Mută adresa A mai jos' }).click()
    await expect.poll(placeNames).toEqual(['unu', 'trei', 'doi'])
    const letToastsGo = await keepToasts(page)
    await page.getByRole('button', { name: 'Elimină adresa B' }).click()
    await expect.poll(placeNames).toEqual(['unu', 'doi'])
    // Another deletion's toast may still be beside it.
    const undo = page.getByRole('status').filter({ hasText: 'Adresa B a fost scoasă' })
    await undo.getByRole('button', { name: 'Anulează', exact: true }).click()
    await expect.poll(placeNames).toEqual(['unu', 'trei', 'doi'])
    await letToastsGo()
  })
})

test("Alt+I shows the client's past orders, and Enter copies the places of one", async () => {
  const client = nth(known, 2)
  await emptyForm()
  await page.getByLabel('Telefon', { exact: true }).fill(showPhone(client.phone))
  await page
    .getByText(client.name ?? '', { exact: true })
    .first()
    .waitFor()
  await page.keyboard.press('Alt+i')
  const dialog = page.getByRole('dialog', { name: 'Istoric client' })
  await dialog.getByRole('button', { name: 'Copiază' }).first().click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await placeNames())[0]).not.toBe('')
})

describe('the older layout', () => {
  test('is chosen in the account page and remembered', async () => {
    await page.goto('/settings/account')
    const layouts = page.getByRole('radiogroup', { name: 'Formularul de comandă' })
    await layouts.getByText('Clasic', { exact: true }).click()
    await page.goto('/operator/order/0')
    await page.getByRole('radio', { name: '90 min' }).waitFor()
    await page.reload()
    await page.getByRole('radio', { name: '90 min' }).waitFor()
  })

  test('has its own labels, searches from one letter with the older service, and orders in minutes', async () => {
    const client = nth(known, 3)
    await emptyForm()
    await page.getByLabel('Telefon', { exact: true }).fill(showPhone(client.phone))
    const history = page.getByRole('region', { name: 'Adresele clientului' })
    await history.getByRole('listitem').first().waitFor()
    for (const caption of ['Livrare la ușă', 'Ramburs', 'Card online', 'POS la livrare'])
      await page.getByRole('checkbox', { name: caption }).waitFor()

    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/places-search')
    const found = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/place-details')
    await place('A').focus()
    await page.keyboard.type('z')
    const query = new URL((await requested).url()).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      input: 'z',
      language: 'ro',
      components: 'country:ro',
      strictbounds: 'true',
      radius: '50000',
    })
    expect(query.get('locationbias')).toMatch(/^circle:25000@/)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('lunga 12')
    await highlighted(page, /Lungă 12/)
    await page.keyboard.press('Enter')
    await found
    // An address without its details cannot be placed.
    await expect.poll(async () => (await placeNames())[0]).toMatch(/Lungă 12/)
    await page.getByRole('radio', { name: '45 min' }).check()
    await page.getByRole('checkbox', { name: 'Ramburs' }).check()
    const placedAfter = Date.now()
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/operator\/order\/[1-9]\d*/)
    const id = Number(new URL(page.url()).pathname.split('/').pop())
    const order = (await api.request(readOrder, { params: { id } })).data
    expect(order.options).toEqual({ cash_on_delivery: true })
    expect(order.places[0]?.name).toMatch(/Lungă 12/)
    const minutes = (Date.parse(`${order.departure_time.replace(' ', 'T')}Z`) - placedAfter) / 60_000
    expect(Math.round(minutes)).toBeGreaterThanOrEqual(43)
  })

  test('picks a past address, and removes one after confirmation', async () => {
    await page.goto('/operator/order/0')
    await emptyForm()
    await page.getByLabel('Telefon', { exact: true }).fill(showPhone(nth(known, 4).phone))
    const items = page.getByRole('region', { name: 'Adresele clientului' }).getByRole('listitem')
    await items.first().waitFor()
    const before = await items.count()
    await items
      .first()
      .getByTitle(/^Folosește adresa/)
      .click()
    await expect.poll(async () => (await placeNames())[0]).not.toBe('')
    await items
      .last()
      .getByRole('button', { name: /^Șterge adresa/ })
      .click()
    const question = page.getByRole('dialog', { name: 'Sigur vrei să ștergi adresa?' })
    await keepToasts(page)
    await question.getByRole('button', { name: 'Șterge adresa' }).click()
    await expect.poll(() => items.count()).toBe(before - 1)
    await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
    await expect.poll(() => items.count()).toBe(before)
  })
})

async function emptyForm() {
  const phone = page.getByLabel('Telefon', { exact: true })
  await phone.waitFor()
  // By its key, since a toast may cover the button.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('-')
  await expect.poll(async () => [await phone.inputValue(), await placeNames()]).toEqual(['', ['']])
  // The toast about the closed form would cover the buttons of the addresses.
  await noToasts(page)
}

function place(letter: string) {
  return page.getByRole('combobox', { name: new RegExp(`^${letter}\\.`) })
}

function placeNames(): Promise<string[]> {
  return page
    .locator('.place [role="combobox"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
}

async function internalPlaces(): Promise<string[]> {
  const found = await api.request(searchPlacesNew, { query: { input: 'ghereta paz' } })
  return found.filter(({ is_internal }) => is_internal).map(({ name }) => name)
}
