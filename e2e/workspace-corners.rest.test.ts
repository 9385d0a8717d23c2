import { createSearchInterval, deleteSearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import type { ClientView } from '@dispecerat/contract/orders/clients'
import { listPartners } from '@dispecerat/contract/orders/company-dispatch'
import { cancelOrder, createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { hangUpSimulatedCall, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { prettyPhone, showPhone } from '@dispecerat/domain/kernel/phone'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromWallTime, toWallTime } from '../apps/console/src/text/format.ts'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { requestAtOnce } from './browser/at-once.ts'
import { launchBrowser, liveAfter, openWorkspace } from './browser/console-browser.ts'
import { goneByNow, stopClock } from './browser/page-clock.ts'
import { clientOfAnAccount, clientsWithAnAddress, nth } from './fixtures/known-clients.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import {
  action,
  emptied,
  freshForm,
  orderIdOn,
  phoneField,
  pickSaved,
  pickup,
  placed,
  submit,
} from './pages/form-helpers.ts'
import { laterOrderOf } from './pages/order-form-page.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let api: ApiClient
let manager: ApiClient
let known: ClientView[]
let context: BrowserContext
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  manager = await createApiClient(server.url, 'manager@demo.ro')
  await searchesPatiently(manager)
  known = await clientsWithAnAddress(api, 6)
  browser = await launchBrowser()
  const workspace = await openWorkspace(browser, { address: server.url })
  context = workspace.context
  page = workspace.page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const link = (name: string) => page.locator('.form-head').getByRole('button', { name })

describe('beside the order', () => {
  test('a message to the caller and a block of the phone start from the form; without a number both are disabled', async () => {
    const client = nth(known, 0)
    await freshForm(page)
    for (const name of ['Mesagerie', 'Blochează numărul', 'Istoric client']) {
      expect(await link(name).getAttribute('aria-description')).toBe('Scrieți întâi numărul de telefon')
    }
    await phoneField(page).fill(showPhone(client.phone))
    await expect.poll(() => link('Mesagerie').getAttribute('aria-disabled')).toBe(null)
    await link('Mesagerie').click()
    const messageDialog = page.getByRole('dialog', { name: `Mesaj pentru ${client.name}` })
    await messageDialog.getByRole('textbox', { name: 'Mesaj' }).fill('Mașina ajunge în 5 minute')
    await page.keyboard.press('Control+Enter')
    await waitForToast(page, /^(Mesaj trimis!|Clientul nu are aplicația: mesajul pleacă prin SMS)/)
    await messageDialog.waitFor({ state: 'detached' })

    const landline = '+40268700001'
    await laterOrderOf(api, { ...client, phone: landline })
    await phoneField(page).fill(showPhone(landline))
    await expect.poll(() => link('Mesagerie').getAttribute('aria-disabled')).toBe(null)
    await link('Mesagerie').click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Mesaj' }).fill('Mașina ajunge în 5 minute')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Clientul are telefon fix și nu are aplicația: sunați-l').waitFor()
    await page.keyboard.press('Escape')

    const nuisance = '0755 700 001'
    await phoneField(page).fill(nuisance)
    await page.getByText('client nou').waitFor()
    expect(await link('Mesagerie').getAttribute('aria-description')).toBe('Clientul nu este încă în evidență')
    await link('Blochează numărul').click()
    const refusal = page.getByRole('dialog', { name: 'Blochează numărul' })
    expect(await refusal.getByLabel('Telefon').inputValue()).toBe(showPhone('+40755700001'))
    await refusal.getByLabel('Motiv').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Nu plătește')
    await page.keyboard.press('Enter')
    await refusal.waitFor({ state: 'detached' })
    await page.locator('.client-memory').getByText('Număr blocat: Nu plătește').waitFor()
  })

  test('a second order of a client with an open one needs confirmation; a note about the client is saved', async () => {
    const client = nth(known, 5)
    const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = client.addresses
    await api.request(createOrder, { body: { client_phone: client.phone, places: [{ name, lat, long }] } })
    await freshForm(page)
    await phoneField(page).fill(showPhone(client.phone))
    const memory = page.getByRole('region', { name: 'Client', exact: true })
    await memory.getByText('Are deja o comandă deschisă').waitFor()
    await page.getByRole('textbox', { name: 'Observații', exact: true }).fill('Câine rău')
    await page.getByRole('button', { name: 'Salvează observațiile pentru clientul acesta' }).click()
    await memory.getByText('Câine rău').waitFor()
    await pickSaved(page)
    await page.keyboard.press('Escape')
    await submit(page)
    await memory.getByText('Apăsați încă o dată').waitFor()
    await submit(page)
    await placed(page)
  })

  test("a client of a protocol company pays by voucher by default, another phone switches it off, and the order keeps the client's", async () => {
    const client = await clientOfAnAccount(api)
    await freshForm(page)
    await phoneField(page).fill(showPhone(client.phone))
    const voucher = page.getByRole('switch', { name: 'Voucher/Protocol' })
    await expect.poll(() => voucher.isChecked()).toBe(true)
    const company = page.getByRole('combobox', { name: 'Compania' })
    await expect.poll(() => company.inputValue()).toBe(client.protocol_parent_user?.name)
    await phoneField(page).fill(showPhone(nth(known, 0).phone))
    await expect.poll(() => voucher.isChecked()).toBe(false)
    await phoneField(page).fill(showPhone(client.phone))
    await expect.poll(() => voucher.isChecked()).toBe(true)
    await pickSaved(page)
    await submit(page)
    await placed(page)
    expect(await openOrder(page)).toMatchObject({
      payment_type: 'protocol',
      protocol_user: { id: client.protocol_parent_user?.id },
    })
  })

  test('an order goes to the drivers of the chosen partner too', async () => {
    const [partner] = (await api.request(listPartners)).data
    if (!partner) throw new Error('the demo company has no partner')
    await freshForm(page)
    await phoneField(page).fill(showPhone(nth(known, 1).phone))
    await pickSaved(page)
    await page.getByRole('combobox', { name: 'Trimite la partener' }).click()
    await page.getByRole('option', { name: partner.name }).click()
    await submit(page)
    await placed(page)
    const order = await openOrder(page)
    expect(order.send_to_other_company).toBe(true)
    expect(order.search_company_ids).toContain(partner.id)
    await page.getByText(partner.name).first().waitFor()
  })

  test('a date and an hour are chosen, with the lead time of the search', async () => {
    await freshForm(page)
    await phoneField(page).fill(showPhone(nth(known, 2).phone))
    await pickSaved(page)
    await page.getByText('alege…').click()
    const at = page.getByRole('button', { name: 'Data și ora plecării' })
    await at.click()
    const calendar = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Confirmă data' }) })
    await calendar.getByRole('button', { name: 'Luna următoare' }).click()
    await calendar.getByRole('button', { name: /^15 / }).first().click()
    await calendar.getByLabel('Ore').fill('07')
    await calendar.getByLabel('Minute').fill('45')
    await calendar.getByRole('button', { name: 'Confirmă data' }).click()
    await page.getByLabel('Căutare înainte cu').fill('20')
    const shown = (await at.textContent()) ?? ''
    await submit(page)
    await placed(page)
    const order = await openOrder(page)
    const wall = toWallTime(fromWireTime(order.departure_time) ?? new Date(0))
    const [day = '', hour = ''] = shown.split(' ')
    expect(wall).toBe(`${day.split('.').reverse().join('-')} ${hour}:00`)
    expect(wall.slice(8)).toBe('15 07:45:00')
    expect(fromWallTime(wall)?.getTime()).toBeGreaterThan(Date.now())
    expect(order.lead_minutes).toBe(20)
  })
})

describe('what was typed', () => {
  test('in a closed tab is there in the next one', async () => {
    const closing = await context.newPage()
    await freshForm(closing)
    await phoneField(closing).fill('0755 700 002')
    await closing.getByLabel('Nume client').fill('Doamna din tren')
    closing.on('dialog', (dialog) => void dialog.accept())
    await Promise.all([closing.waitForEvent('close'), closing.close({ runBeforeUnload: true })])
    const next = await context.newPage()
    await next.goto('/operator/order/0')
    await expect.poll(() => phoneField(next).inputValue()).toBe('0755 700 002')
    expect(await next.getByLabel('Nume client').inputValue()).toBe('Doamna din tren')
    await next.keyboard.press('Escape')
    await emptied(next)
    await next.close()
  })

  test('into a draft with a number survives a reload', async () => {
    const id = await searched(3)
    await page.goto(`/operator/order/${id}`)
    await action(page, 'Duplică').click()
    await page.waitForURL((url) => /order\/[1-9]/.test(url.pathname) && !url.pathname.endsWith(`/${id}`))
    await page.getByLabel('Nume client').fill('Al doilea drum')
    await page.getByLabel('Obs. adresă A').fill('la bariera mare')
    await page.reload()
    await expect.poll(() => page.getByLabel('Nume client').inputValue()).toBe('Al doilea drum')
    expect(await page.getByLabel('Obs. adresă A').inputValue()).toBe('la bariera mare')
    await page.locator('.client-memory').getByText('Are deja o comandă deschisă').waitFor()
    await submit(page)
    await page.locator('.client-memory').getByText('Apăsați încă o dată').waitFor()
    await submit(page)
    await waitForToast(page, 'Order created')
    expect(await openOrder(page)).toMatchObject({ name: 'Al doilea drum', places: [{ comment: 'la bariera mare' }] })
  })
})

describe('how an order ends', () => {
  test('without a driver: shown for a minute on every screen', async () => {
    const fast = { type: 'weekdays' as const, position: 1, definitions: { items: [{ search_time: 1 }] } }
    const { data: rule } = await manager.request(createSearchInterval, { body: fast })
    const { page, context: own } = await openWorkspace(browser, { address: server.url })
    await page.clock.install()
    await liveAfter(page, () => page.goto('/dashboard'))
    await page.getByRole('heading', { name: /^Bună/ }).waitFor()
    await stopClock(page)
    await searched(4)
    const alert = page.getByRole('alert').filter({ hasText: 'Șoferii nu au fost găsiți' })
    await alert.first().waitFor()
    await page.clock.fastForward(59_000)
    expect(await alert.count()).toBeGreaterThan(0)
    await page.clock.fastForward(2000)
    await goneByNow(alert)
    await manager.request(deleteSearchInterval, { params: { id: rule.id } })
    await own.close()
  })

  test('by the caller hanging up: shown on the draft and elsewhere for five seconds', async () => {
    const { page, context: own } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
    await page.clock.install()
    const alert = page.getByRole('alert').filter({ hasText: 'Clientul a încheiat apelul' })
    for (const where of ['the draft', 'elsewhere']) {
      const phone = where === 'elsewhere' ? '+40755700004' : '+40755700003'
      await liveAfter(page, () => page.goto('/operator/order/0'))
      const { id } = (await manager.request(ringSimulatedCall, { body: { phone } })).data
      await page
        .getByRole('button', { name: new RegExp(prettyPhone(phone)) })
        .first()
        .waitFor()
      await page.keyboard.press('F1')
      await placed(page)
      await pickup(page).waitFor()
      if (where === 'elsewhere') {
        await page.getByRole('link', { name: 'Panou', exact: true }).click()
        await page.waitForURL('**/dashboard')
        await pickup(page).waitFor({ state: 'detached' })
      }
      await stopClock(page)
      await manager.request(hangUpSimulatedCall, { params: { id } })
      await alert.waitFor()
      await page.clock.runFor(4900)
      expect(await alert.count()).toBe(1)
      await page.clock.runFor(200)
      await goneByNow(alert)
      await page.clock.resume()
    }
    await own.close()
  })

  test('cancelled, and searched again from two windows at once: one search, the other window shows a message', async () => {
    const id = await searched(5)
    await api.request(cancelOrder, { params: { id }, body: {} })
    const copy = await context.newPage()
    for (const one of [page, copy]) {
      await one.goto(`/operator/order/${id}`)
      await expect.poll(() => action(one, 'Retrimite').getAttribute('aria-disabled')).toBe(null)
    }
    const letGo = await requestAtOnce([context], '**/api/orders/*/retry', 2)
    for (const one of [page, copy]) await keepToasts(one)
    await Promise.all([page, copy].map((one) => action(one, 'Retrimite').click()))
    const good = () => countOf([page, copy], 'Comanda retrimisa')
    await expect.poll(good).toBe(1)
    const refused = () => countOf([page, copy], 'Comanda este în altă stare; acțiunea nu mai este posibilă')
    await expect.poll(refused).toBe(1)
    expect(await good()).toBe(1)
    const history = (await api.request(readOrderHistory, { params: { id } })).data
    expect(history.filter(({ type }) => type === 'retried')).toHaveLength(1)
    await letGo()
    await copy.close()
  })
})

async function countOf(pages: Page[], text: string): Promise<number> {
  const counts = await Promise.all(pages.map((one) => one.getByText(text).count()))
  return counts.reduce((sum, n) => sum + n, 0)
}

async function openOrder(from: Page) {
  return (await api.request(readOrder, { params: { id: orderIdOn(from) } })).data
}

async function searched(index: number): Promise<number> {
  const { phone, addresses } = nth(known, index)
  const [{ name, lat, long } = { name: '', lat: 0, long: 0 }] = addresses
  const body = { phone, client_phone: phone, places: [{ name, lat, long }] }
  return (await api.request(createOrder, { body })).data.id
}
