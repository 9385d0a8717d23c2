import { sendMessage } from '@dispecerat/contract/office/messages'
import { listOrders } from '@dispecerat/contract/orders/orders'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, liveAfter, openWorkspace } from './browser/console-browser.ts'
import { highlighted, pickup } from './pages/form-helpers.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

/** The hotel of the demo. */
const HOTEL = 5

let server: DemoServer
let browser: Browser
let page: Page
let hotel: ApiClient
let apiClient: ApiClient

beforeAll(async () => {
  server = await startDemo()
  hotel = await createApiClient(server.url, 'protocol@demo.ro')
  apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'protocol@demo.ro', at: '/dashboard' })).page
  await page.getByText('Luna aceasta').waitFor()
  await page.waitForURL(/\/operator\/order\/0/)
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const menu = (name: string) =>
  page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link', { name, exact: true })

test('an account finds any of its orders, opens it, and downloads the filtered list', async () => {
  const links = page.getByRole('navigation', { name: 'Meniu principal' }).getByRole('link')
  expect(await links.allTextContents()).toEqual(['Operator', 'Istoric comenzi', 'Clienții mei', 'Situații lunare'])
  await menu('Istoric comenzi').click()
  const table = page.getByRole('table', { name: 'Toate comenzile' })
  await table.getByRole('row').nth(1).waitFor()
  await page.getByRole('link', { name: 'Finalizate', exact: true }).click()
  const finished = page.getByRole('table', { name: 'Comenzi finalizate' })
  await finished.getByText('Finalizat').first().waitFor()
  const { data } = await hotel.request(listOrders, { query: { states: ['finished'], per_page: 1 } })
  const { id } = data[0] ?? { id: 0 }
  await page.getByRole('textbox', { name: /^Caută: / }).fill(String(id))
  await finished.getByRole('link', { name: String(id), exact: true }).waitFor()
  await expect.poll(() => finished.getByRole('row').count()).toBe(2)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('comenzi_finished.csv')
  await finished.getByRole('link', { name: String(id), exact: true }).click()
  await page.waitForURL(`**/operator/order/${id}`)
  await page
    .getByRole('article', { name: `Comanda ${id}` })
    .locator('.state-finished')
    .waitFor()
})

test('an account adds, changes, removes and restores the people who may order on it', async () => {
  await menu('Clienții mei').click()
  await page.getByRole('heading', { name: 'Clienții mei' }).waitFor()
  await page.getByRole('button', { name: '+ Adaugă client' }).click()
  const dialog = page.getByRole('dialog', { name: 'Client nou' })
  await dialog.getByLabel('Telefon').fill('12')
  await dialog.getByLabel('Nume').fill('Ștefania Recepție')
  await dialog.getByRole('button', { name: 'Salvează' }).click()
  await dialog.getByText('Număr de telefon invalid').waitFor()
  await dialog.getByLabel('Telefon').fill('0744 987 321')
  await dialog.getByRole('button', { name: 'Salvează' }).click()
  const table = page.getByRole('table', { name: 'Clienții mei' })
  const row = table.getByRole('row').filter({ hasText: 'Ștefania Recepție' })
  await row.waitFor()

  await row.getByRole('button', { name: 'Modifică: Ștefania Recepție' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifică: Ștefania Recepție' })
  await edit.getByLabel('Observație').fill('tura de noapte')
  await edit.getByRole('button', { name: 'Salvează' }).click()
  await row.getByText('tura de noapte').waitFor()

  const letToastsGo = await keepToasts(page)
  await row.getByRole('button', { name: 'Scoate de pe cont: Ștefania Recepție' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Scoate', exact: true }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Anulează ștergerea' }).click()
  await row.getByText('tura de noapte').waitFor()
  await letToastsGo()
  expect(page.url()).not.toMatch(/744|tefania/)
})

test('its months are shown against the limit; a saved address becomes the pickup of its orders', async () => {
  await menu('Situații lunare').click()
  const months = page.getByRole('region', { name: 'Cheltuieli pe luni' })
  await months.getByText('limita contractului: 8.000,00 RON').waitFor()
  await expect.poll(() => months.getByRole('row').count()).toBe(13)
  await page.getByRole('region', { name: 'Facturile mele' }).waitFor()

  await page.goto('/settings/account')
  const own = page.getByRole('region', { name: 'Adresa mea de ridicare' })
  await own.getByRole('button', { name: 'Salvează adresa' }).click()
  await own.getByText('Alegeți locul pe hartă sau din listă').waitFor()
  await own.getByRole('combobox', { name: 'Caută o adresă' }).fill('gara')
  await highlighted(page, /Gara/)
  await page.keyboard.press('Enter')
  await own.getByRole('textbox', { name: 'Adresa, cum o citește șoferul' }).fill('Gara Brașov, intrarea mare')
  await own.getByRole('button', { name: 'Salvează adresa' }).click()
  await waitForToast(page, 'Adresă salvată')
  await menu('Operator').click()
  await expect.poll(() => pickup(page).inputValue()).toBe('Gara Brașov, intrarea mare')
  // An account that orders taxis has no field for cash on delivery.
  expect(await page.getByRole('textbox', { name: 'Ramburs' }).count()).toBe(0)
})

test('it chats with the dispatchers: answers are counted as unread, then read', async () => {
  await liveAfter(page, () => page.goto('/operator/order/0'))
  await page.getByRole('button', { name: 'Mesaje, 0 necitite' }).click()
  const panel = page.getByRole('complementary', { name: 'Mesaje' })
  await panel.getByRole('textbox', { name: /^Mesaj pentru / }).fill('Așteptăm un microbuz la 9')
  await page.keyboard.press('Enter')
  await panel.getByRole('log').getByText('Așteptăm un microbuz la 9').waitFor()
  await panel.getByRole('img', { name: 'trimis' }).waitFor()
  await page.getByRole('button', { name: 'Închide mesajele' }).click()
  await apiClient.request(sendMessage, { body: { user_id: HOTEL, message: 'Vine la ora 9' } })
  await page.getByRole('button', { name: 'Mesaje, 1 necitit' }).click()
  await panel.getByText('Vine la ora 9').waitFor()
  await page.getByRole('button', { name: 'Mesaje, 0 necitite' }).waitFor()
})

test('the dispatcher sees the account as such, and finds the other workspaces in the user menu', async () => {
  const { page: fixture } = await openWorkspace(browser, {
    address: server.url,
    email: 'dispecer@demo.ro',
    at: '/dashboard',
  })
  await fixture.getByRole('button', { name: /^Mesaje, / }).click()
  const people = fixture.getByRole('region', { name: 'Conversații' })
  await people.getByRole('button').filter({ hasText: 'Vine la ora 9' }).click()
  await fixture
    .getByRole('region', { name: /^Conversația cu / })
    .getByText('cont protocol')
    .waitFor()
  await fixture.getByRole('button', { name: 'Închide mesajele' }).click()
  await fixture.locator('header.header').getByRole('button').last().click()
  expect(await fixture.getByRole('menuitem', { name: 'Documentație' }).getAttribute('href')).toBe('/documentation')
  await fixture.getByRole('menuitem', { name: 'Panou cu zone' }).click()
  await fixture.waitForURL('**/operator/v2/order/0**')
  await fixture.context().close()
  const { page: couriers } = await openWorkspace(browser, {
    address: server.url,
    email: 'livrari@demo.ro',
    at: '/dashboard',
  })
  await couriers.locator('header.header').getByRole('button').last().click()
  await couriers.getByRole('menuitem', { name: 'Panou livrări' }).click()
  await couriers.waitForURL('**/delivery/order/0**')
  await couriers.context().close()
})
