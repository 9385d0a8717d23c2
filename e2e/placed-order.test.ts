import type { ClientView } from '@dispecerat/contract/orders/clients'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { endCall, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { clientsWithAnAddress, nth, openOrdersOf } from './fixtures/known-clients.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { arrowKeysReady, freshForm, noToasts, orderIdOn, pickSaved, submit } from './pages/form-helpers.ts'
import { corner } from './pages/telephone-bar.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const TIMEOUT_MS = 30_000

let server: DemoServer
let browser: Browser
let page: Page
let api: ApiClient
let known: ClientView[]

beforeAll(async () => {
  server = await startDemo()
  await searchesPatiently(await createApiClient(server.url, 'manager@demo.ro'))
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  known = await clientsWithAnAddress(api, 5)
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('each field is opened by its pencil, saved separately with its own message, and reset by Esc', async () => {
  const id = await placed(0)
  await page.goto(`/operator/order/${id}`)

  await edit('Nume client', 'Vasile Ionescu')
  await waitForToast(page, 'Nume client actualizat')
  await edit('Observații', 'Al doilea bloc')
  await waitForToast(page, 'Observatii actualizate')
  await pencil('Nume client').click()
  await field('Nume client').fill('Altcineva')
  await page.keyboard.press('Escape')
  await pencil('Nume client').and(page.locator(':focus')).waitFor({ state: 'attached' })

  await pencil('Telefon de contact').click()
  await field('Telefon de contact').fill('12')
  await page.keyboard.press('Enter')
  await order().getByText('Număr de telefon invalid').waitFor()
  expect(await field('Telefon de contact').inputValue()).toBe('12')
  await field('Telefon de contact').fill('0040 755 111 222')
  await page.keyboard.press('Enter')
  await updated()
  expect(await read(id)).toMatchObject({
    name: 'Vasile Ionescu',
    about_client: 'Al doilea bloc',
    phone: '+40755111222',
  })
})

test('options, service, payment and partners of a placed order are changed one at a time', async () => {
  const id = await placed(1)
  await page.goto(`/operator/order/${id}`)
  await pencil('Opțiuni').click()
  await order().getByRole('checkbox').first().check()
  await page.keyboard.press('Enter')
  await updated()
  await pencil('Plată').click()
  await page.getByRole('combobox', { name: 'Plată' }).click()
  await page.getByRole('option', { name: 'Protocol' }).click()
  await order().getByRole('button', { name: 'Salvează', exact: true }).click()
  await order().getByText('Compania este obligatorie').waitFor()
  await page.getByRole('combobox', { name: 'Plată' }).click()
  await page.getByRole('option', { name: 'Card' }).click()
  await order().getByRole('button', { name: 'Salvează', exact: true }).click()
  await updated()
  const now = await read(id)
  expect(Object.keys(now.options)).toHaveLength(1)
  expect(now.payment_type).toBe('card')
})

test('addresses are added, moved by keyboard, deleted and restored', async () => {
  const id = await placed(2, 3)
  const names = async () => (await read(id)).places.map(({ name }) => name)
  const [a = '', b = '', c = ''] = await names()
  await page.goto(`/operator/order/${id}`)
  await page.getByRole('button', { name: 'Mută adresa C mai sus' }).click()
  await waitForToast(page, 'Adresa actualizata')
  await shown(1, c)
  expect(await names()).toEqual([a, c, b])

  await page.getByRole('button', { name: 'Mută adresa B', exact: true }).focus()
  await page.keyboard.press('Space')
  await spoken('Ați luat B.')
  await arrowKeysReady(page)
  await page.keyboard.press('ArrowDown')
  await spoken('poziția 3 din 3')
  await page.keyboard.press('Space')
  // The reply contains the version that the next change has to send.
  await waitForToast(page, 'Adresa actualizata')
  expect(await names()).toEqual([a, b, c])

  await shown(1, b)
  await keepToasts(page)
  await page.getByRole('button', { name: 'Elimină adresa B' }).click()
  await expect.poll(names).toEqual([a, c])
  await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
  await expect.poll(names).toEqual([a, b, c])
  await order().getByText(b).first().waitFor()
  await noToasts(page)
})

test('during a search: changes that restart it warn; cancelling needs a reason; disabled actions show why', async () => {
  const id = await searched(0)
  await page.goto(`/operator/order/${id}`)
  await whyNot('Retrimite', 'Nu se poate în starea „Creat”')
  await whyNot('Alocare manuală', 'Nu se poate în starea „Creat”')
  await pencil('Serviciu').click()
  await order().getByText('Salvarea reîncepe căutarea de la primul pas.').waitFor()
  await page.keyboard.press('Escape')

  await action('Anulează').click()
  await page.getByLabel('Motiv (opțional)').fill('Clientul a luat tramvaiul')
  await page.getByRole('button', { name: 'Anulează comanda' }).click()
  await waitForToast(page, 'Order canceled')
  await order().getByText('Clientul a luat tramvaiul').waitFor()
  await whyNot('Anulează', 'Nu se poate în starea „Anulat”')
  expect(await pencil('Telefon de contact').getAttribute('aria-description')).toContain('Anulat')

  await action('Retrimite').click()
  await waitForToast(page, 'Comanda retrimisa')
  await action('Mută în așteptare').click()
  await waitForToast(page, 'Comanda a trecut în așteptare')
  await whyNot('Anulează', 'se retrimite și apoi se anulează')
  await whyNot('Mută în așteptare', 'Comanda este deja în așteptare')
})

test('a queued order is assigned by hand to a driver found by typing; then its price is entered and it is rated', async () => {
  const id = await placed(3)
  await page.goto(`/operator/order/${id}`)
  await action('Alocare manuală').click()
  const dialog = page.getByRole('dialog', { name: 'Alocare manuală' })
  await dialog.getByRole('option').first().waitFor()
  await dialog.getByRole('button', { name: 'Alocă și finalizează' }).click()
  await waitForToast(page, 'Please select driver')
  await dialog.getByRole('combobox').fill('101')
  await page.keyboard.press('Enter')
  await dialog.getByRole('option', { name: /^101 /, selected: true }).waitFor()
  await page.keyboard.press('Control+Enter')
  await waitForToast(page, 'Comanda finalizata')
  await page.getByRole('region', { name: 'Șofer alocat' }).getByText('Manual').waitFor()

  await edit('Cost', '24,5')
  await order().getByText('Scrieți motivul schimbării').waitFor()
  await field('Motivul schimbării').fill('spus prin stație')
  await page.keyboard.press('Enter')
  await updated()
  await edit('Reducere', '30')
  await field('Motivul schimbării').fill('client vechi')
  await page.keyboard.press('Enter')
  await order().getByText('Reducerea depășește costul').waitFor()
  await field('Reducere').fill('4,50')
  await page.keyboard.press('Enter')
  await order().getByText('20,00 RON').waitFor()

  await action('Evaluează').press('Enter')
  await page.getByRole('radio', { name: '0 stele' }).and(page.locator(':focus')).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Salvează evaluarea' }).click()
  await waitForToast(page, 'Alegeți între 1 și 5 stele')
  await page.getByRole('radio', { name: '4 stele' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('punctual').check()
  await page.getByRole('button', { name: 'Salvează evaluarea' }).click()
  await waitForToast(page, 'Evaluare salvată')
  await page.getByText('★★★★ · punctual').waitFor()
  await whyNot('Evaluează', 'Comanda a fost deja evaluată')

  await action('Istoric procesare').click()
  const history = page.getByRole('dialog', { name: 'Istoric procesare' })
  await history.getByText('Evaluată').waitFor()
  await history.getByText('costul').waitFor()
  const cells = (await history.getByRole('cell').allTextContents()).join(' ')
  expect(cells).not.toMatch(/[a-z]+_[a-z]+/)
})

test('an accepting driver appears at once, with everything the client requested', async () => {
  const { data: client } = { data: nth(known, 1) }
  const [at = { lat: 0, long: 0 }] = client.addresses
  await using phone = await aPhone(server.url, 'sofer102@demo.ro', { lat: at.lat, long: at.long })
  const id = await searched(1)
  await page.goto(`/operator/order/${id}`)
  await phone.offer()
  await phone.request('POST', `/api/driver/orders/${id}/accept`, { waiting_driver_time: 6 })
  const panel = page.getByRole('region', { name: 'Șofer alocat' })
  await panel.getByText('102', { exact: true }).waitFor()
  for (const text of [/6 minute promise/, /0[0-5]:\d\d/, 'fără evaluări']) await panel.getByText(text).first().waitFor()
  for (const name of ['Mesaj', 'Locația șoferului', 'Fișa șoferului']) {
    await panel.getByRole('button', { name, exact: true }).waitFor()
  }
  await whyNot('Șterge', 'Anulați întâi comanda alocată')
})

test('an order whose call is being answered is placed when its draft has a number, and once', async () => {
  const { phone } = nth(known, 4)
  const manager = await createApiClient(server.url, 'manager@demo.ro')
  await freshForm(page)
  let accept: () => void = () => undefined
  const accepted = new Promise<void>((resolve) => {
    accept = resolve
  })
  await intercept(page, '**/api/calls/accept', (route) => accepted.then(() => route.continue()))
  await manager.request(ringSimulatedCall, { body: { phone } })
  await corner(page).waitFor()
  await page.keyboard.press('F1')
  await pickSaved(page)
  await page.keyboard.press('Escape')
  await submit(page)
  await submit(page)
  accept()
  await page.waitForURL(/\/operator\/order\/[1-9]\d*/)
  const drawn = async () => (await api.request(readOrder, { params: { id: orderIdOn(page) } })).data.state
  await expect.poll(drawn).not.toBe('new')
  expect(await openOrdersOf(api, phone)).toHaveLength(1)
  await api.request(endCall, { body: { phone_number: phone } })
  await page.unroute('**/api/calls/accept')
})

/** Waits for the address on that line of the order. */
function shown(index: number, name: string) {
  return order().getByRole('listitem').nth(index).getByText(name, { exact: true }).waitFor()
}

async function spoken(text: string) {
  await page.locator('[id^="DndLiveRegion"]').filter({ hasText: text }).first().waitFor({ state: 'attached' })
}

const order = () => page.getByRole('region', { name: /^Comanda \d+$/ })
const pencil = (name: string) => page.getByRole('button', { name: `Modifică: ${name}` })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const action = (name: string) => page.getByRole('group', { name: 'Acțiuni' }).getByRole('button', { name, exact: true })

/** Waits until the action is disabled with this reason. */
async function whyNot(name: string, why: string) {
  await expect.poll(() => action(name).getAttribute('aria-description'), { timeout: TIMEOUT_MS }).toContain(why)
}

async function edit(name: string, text: string) {
  await pencil(name).click()
  await field(name).fill(text)
  await page.keyboard.press('Enter')
}

const updated = () => waitForToast(page, 'Actualizat')

async function read(id: number) {
  return (await api.request(readOrder, { params: { id } })).data
}

/** For hours ahead, so that no search starts and nothing changes by itself. */
function placed(index: number, places = 1): Promise<number> {
  return place(index, places, toWireTime(new Date(Date.now() + 5 * 3_600_000)))
}

function searched(index: number): Promise<number> {
  return place(index, 1, undefined)
}

async function place(index: number, count: number, departure_time: string | undefined): Promise<number> {
  const { phone, addresses } = nth(known, index)
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = addresses
  const others = [
    { name: 'Gara Brașov', lat: 45.6605, long: 25.6135 },
    { name: 'Spitalul Județean', lat: 45.6496, long: 25.6077 },
  ]
  const places = [{ name, lat, long }, ...others].slice(0, count)
  const body = { phone, client_phone: phone, places, ...(departure_time ? { departure_time } : {}) }
  return (await api.request(createOrder, { body })).data.id
}
