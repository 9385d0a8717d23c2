import { banUser, listBans } from '@dispecerat/contract/fleet/bans'
import { listBlockedPhones, listDrivers, readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MovedClock } from '../apps/server/src/testing/moved-clock.ts'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { aPhone, type TestDriverPhone } from './api/test-driver-phone.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { banPage } from './pages/ban-page.ts'
import { noToasts } from './pages/form-helpers.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const SQUARE = { lat: 45.6423, long: 25.5889 }
const SIGN = '101'
const YEAR_AHEAD = new Date().getFullYear() + 2

const clock = new MovedClock()

let server: DemoServer
let browser: Browser
let api: ApiClient
let phone: TestDriverPhone
let page: Page
let driverId: number

beforeAll(async () => {
  server = await startDemo({ clock })
  api = await createApiClient(server.url, 'dispecer@demo.ro')
  phone = await aPhone(server.url, `sofer${SIGN}@demo.ro`, SQUARE)
  driverId = (await api.request(listDrivers, { query: { search: SIGN } })).data[0]?.id ?? 0
  browser = await launchBrowser({ drawsMaps: false })
  page = (await openWorkspace(browser, { address: server.url })).page
})

afterAll(async () => {
  await browser?.close()
  await phone?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const { cardOf, openBanMenu, choose, clockOf } = banPage(() => driverId)

describe('bans, from the keyboard', () => {
  test("a driver's card opens from the list of cars", async () => {
    await page.goto('/operator/map')
    await page.getByRole('switch', { name: 'Arată ca listă' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: new RegExp(`^${SIGN} `) }).focus()
    await page.keyboard.press('Enter')
    const card = cardOf(page)
    await card.getByRole('heading', { name: new RegExp(SIGN) }).waitFor()
    for (const fact of [
      'Identificator',
      'Sold',
      'Ocupat',
      'Prioritar',
      'Versiune aplicație',
      'Comenzi active',
      'Azi',
    ]) {
      await card.getByText(fact, { exact: true }).waitFor()
    }
  })

  test("3 ore: shows the toast and the running countdown, and the driver's phone receives the ban", async () => {
    await openBanMenu(page)
    await choose(page, '3 ore')
    await page.getByRole('dialog').getByLabel('Motiv').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Refuză comenzi')
    await page.keyboard.press('Enter')
    await waitForToast(page, 'Driver banned')
    await phone.waitForEvent('ban_updated', ({ ban_reason }) => ban_reason === 'Refuză comenzi')
    await cardOf(page)
      .getByText(/Blocat până la .* încă 2:5\d:/)
      .waitFor()
    const first = await clockOf(page)
    await expect.poll(() => clockOf(page)).not.toBe(first)
    await page.getByRole('button', { name: new RegExp(`^${SIGN} .*Blocat`) }).waitFor()
  })

  test("a banned driver's card offers only to lift the ban, with the reason", async () => {
    await openBanMenu(page)
    await page.getByRole('menuitem', { name: /Deblochează/ }).waitFor()
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(1)
    await page.getByRole('menuitem').getByText('Refuză comenzi').waitFor()
    await choose(page, /Deblochează/)
    await waitForToast(page, 'Driver unbanned')
    await phone.waitForEvent('ban_updated', ({ ban_until }) => ban_until === null)
    await page.getByRole('button', { name: new RegExp(`^${SIGN} .*Liber`) }).waitFor()
    // The card receives the event too, and its menu is that of a driver without a ban.
    await cardOf(page).locator('.ban-clock').waitFor({ state: 'detached' })
  })

  test('the history shows who banned, when, why and how it ended', async () => {
    await api.request(banUser, {
      params: { id: driverId },
      body: { ban_until: `${YEAR_AHEAD}-06-14 21:00:00`, reason: 'Concediu' },
    })
    await page.getByText('Istoricul blocărilor').focus()
    await page.keyboard.press('Enter')
    const history = cardOf(page).getByRole('listitem')
    await history.filter({ hasText: 'Concediu' }).getByText('în curs').waitFor()
    await history
      .filter({ hasText: 'Refuză comenzi' })
      .getByText(/ridicată de/)
      .waitFor()
    expect((await api.request(listBans, { params: { id: driverId } })).data).toHaveLength(2)
  })

  test('a ban that expires frees the driver on the card and on the map without a reload', async () => {
    const freed = () =>
      phone.heard.filter(
        ({ event, data }) => event === 'ban_updated' && (data as { ban_until: unknown }).ban_until === null,
      ).length
    const before = freed()
    const banFor = (ms: number, reason: string) =>
      api.request(banUser, {
        params: { id: driverId },
        body: { ban_until: toWireTime(new Date(clock.now().getTime() + ms)), reason },
      })
    await banFor(30 * 60_000, 'Lung')
    await page.getByRole('button', { name: new RegExp(`^${SIGN} .*Blocat`) }).waitFor()
    await cardOf(page)
      .getByText(/încă 2\d:\d\d/)
      .waitFor()
    await banFor(5 * 60_000, 'Scurt')
    await cardOf(page)
      .getByText(/încă 04:\d\d/)
      .waitFor()
    clock.pass(5 * 60)
    // A driver without a position for a minute is not on the map.
    await phone.moveTo(SQUARE)
    await page.getByRole('button', { name: new RegExp(`^${SIGN} .*Liber`) }).waitFor()
    await cardOf(page)
      .getByText(/Blocat până la/)
      .waitFor({ state: 'detached' })
    await expect.poll(freed).toBe(before + 1)
    const last = async () => (await api.request(listBans, { params: { id: driverId } })).data[0]
    await expect.poll(last).toMatchObject({ reason: 'Scurt', end_reason: 'expired' })
  })

  test('a ban by one dispatcher appears at once for another', async () => {
    const { page: other, context } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
    await other.goto(`/operator/map?driver=${driverId}`)
    await cardOf(other)
      .getByRole('heading', { name: new RegExp(SIGN) })
      .waitFor()
    await api.request(banUser, { params: { id: driverId }, body: { ban_forever: true, reason: 'Acte' } })
    await cardOf(other).getByText('Blocat permanent').waitFor()
    await cardOf(page).getByText('Blocat permanent').waitFor()
    await api.request(banUser, { params: { id: driverId }, body: {} })
    await cardOf(other).getByText('Blocat permanent').waitFor({ state: 'detached' })
    await context.close()
  })
})

describe('priority windows', () => {
  const dialog = (on: Page) => on.getByRole('dialog', { name: 'Șoferi cu prioritate' })

  test('P opens them; a window is saved with the keyboard, and another dispatcher sees it start and end', async () => {
    await page.goto('/operator/order/0')
    await page.getByLabel('Telefon', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    const { page: other, context } = await openWorkspace(browser, { address: server.url, email: 'dispecer2@demo.ro' })
    await other.goto('/operator/order/0')
    const count = async (on: Page) =>
      Number((await on.getByRole('button', { name: /^Prioritari/ }).innerText()).replace(/\D/g, ''))
    // The button shows a dash until the server has counted.
    await page.getByRole('button', { name: /^Prioritari \d/ }).waitFor()
    const before = await count(page)
    await other.getByRole('button', { name: /^Prioritari/ }).click()
    await dialog(other).getByRole('table').waitFor()
    const rows = await dialog(other).getByRole('row').count()

    await page.keyboard.press('p')
    await dialog(page).getByRole('combobox', { name: 'Șoferi' }).or(dialog(page).getByLabel('Șoferi')).first().focus()
    await page.keyboard.type(SIGN)
    await page.getByRole('option', { name: new RegExp(`^${SIGN} `) }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Salvează' }).focus()
    await page.keyboard.press('Enter')
    await waitForToast(page, 'Prioritate salvată!')
    await phone.waitForEvent('priority_updated', ({ high_priority }) => high_priority === true)
    await expect.poll(() => dialog(other).getByRole('row').count()).toBe(rows + 1)
    await dialog(other).getByRole('row').filter({ hasText: SIGN }).getByText('acum').waitFor()
    expect((await api.request(readDriver, { params: { id: driverId } })).data.high_priority).toBe(true)
    await keepToasts(page)
    await expect.poll(() => count(page)).toBe(before + 1)

    await dialog(page)
      .getByRole('row')
      .filter({ hasText: SIGN })
      .getByRole('button', { name: /Șterge/ })
      .focus()
    await page.keyboard.press('Enter')
    await phone.waitForEvent('priority_updated', ({ high_priority }) => high_priority === false)
    await expect.poll(() => dialog(other).getByRole('row').count()).toBe(rows)
    await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
    await expect.poll(() => dialog(other).getByRole('row').count()).toBe(rows + 1)
    await noToasts(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await context.close()
  })
})

test('B opens the blocked phones; a phone is blocked once, and the block can be undone', async () => {
  const modal = page.getByRole('dialog', { name: 'Telefoane blocate' })
  const row = modal.getByRole('row', { name: /0722 999 888 Comenzi false/ })
  const fill = async (typed: string, reason: string) => {
    await modal.getByLabel('Telefon', { exact: true }).fill(typed)
    await modal.getByLabel('Motiv', { exact: true }).fill(reason)
    await page.keyboard.press('Enter')
  }
  const before = (await api.request(listBlockedPhones, {})).data.length
  await page.keyboard.press('b')
  await modal.getByLabel('Telefon', { exact: true }).and(page.locator(':focus')).waitFor()
  await fill('0040 722 999 888', 'Comenzi false')
  await waitForToast(page, 'Blocat!')
  await row.waitFor()
  await fill('+40722999888', 'Din nou')
  await modal.getByText('Numărul este deja blocat').waitFor()
  // The pointer is where toasts appear: hovering spreads them, and another toast would push the wanted one off the screen.
  await noToasts(page)
  await keepToasts(page)
  await modal.getByRole('button', { name: 'Șterge blocarea numărului 0722 999 888' }).press('Enter')
  await waitForToast(page, 'Sters!')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Anulează ștergerea' }).press('Enter')
  await row.waitFor()
  expect((await api.request(listBlockedPhones, {})).data).toHaveLength(before + 1)
})
