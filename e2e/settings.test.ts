import { createService, listCatalogueServices } from '@dispecerat/contract/identity/catalogue'
import { readGroupSettings } from '@dispecerat/contract/identity/settings'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { keepToasts, waitForToast } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let api: ApiClient
let page: Page

beforeAll(async () => {
  server = await startDemo()
  api = await createApiClient(server.url, 'manager@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const listHours = async () => {
  const { data } = await api.request(readGroupSettings, { params: { group: 'orders' } })
  return data.values.operator_list_hours
}

test('a setting is found from the index, saved by Ctrl+S and reverted by the toast', async () => {
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Setări', exact: true }).waitFor()
  await page.locator('main').getByRole('link', { name: 'Comenzi', exact: true }).click()
  const hours = page.getByRole('textbox', { name: 'Comenzi încheiate în liste (ore)', exact: true })
  await hours.fill('999')
  await page.keyboard.press('Control+s')
  await page.locator('main').getByText('Între 1 și 168', { exact: true }).waitFor()
  await hours.fill('12')
  await keepToasts(page)
  await page.keyboard.press('Control+s')
  const toast = page.locator('.mantine-Notification-root', { hasText: 'Setările au fost salvate' })
  await toast.waitFor()
  expect(await listHours()).toBe(12)
  await toast.getByRole('button', { name: 'Anulează', exact: true }).click()
  await expect.poll(listHours, { timeout: 15_000 }).toBe(24)
})

test('a service is renamed, gets a base tariff and a code, and is restored after deletion', async () => {
  const { id } = (await api.request(createService, { body: { name: 'Transfer aeroport' } })).data
  await page.goto('/settings/services')
  const services = page.getByRole('region', { name: 'Servicii', exact: true })
  await services.getByRole('row', { name: /Transfer aeroport/ }).waitFor()
  await services.getByRole('button', { name: 'Modifică: Transfer aeroport' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nume', { exact: true }).fill('Taxi')
  const bases = form.getByLabel('Tarif de bază')
  await expect.poll(() => bases.locator('option').count()).toBeGreaterThan(1)
  await bases.selectOption({ index: 1 })
  await form.getByLabel('Cod', { exact: true }).fill('otopeni')
  await form.getByRole('button', { name: 'Salvează' }).click()
  await form.getByText('Există deja unul cu numele acesta').waitFor()
  await form.getByLabel('Nume', { exact: true }).fill('Transfer Otopeni')
  await form.getByRole('button', { name: 'Salvează' }).click()
  const row = services.getByRole('row', { name: /Transfer Otopeni/ })
  await row.getByText('otopeni', { exact: true }).waitFor()
  const { data } = await api.request(listCatalogueServices, { query: {} })
  expect(data.find((service) => service.id === id)?.base_tariff_id).not.toBeNull()

  await keepToasts(page)
  await row.getByRole('button', { name: 'Șterge: Transfer Otopeni' }).click()
  const toast = page.locator('.mantine-Notification-root', { hasText: 'Serviciul a fost șters' })
  await row.waitFor({ state: 'detached' })
  await toast.getByRole('button', { name: 'Anulează ștergerea' }).click()
  await row.waitFor()
})

test("the company's ring sound reaches a user who chose none", async () => {
  await page.goto('/settings/ring')
  await page.getByLabel('Sunetul apelurilor', { exact: true }).selectOption('bell')
  await page.keyboard.press('Control+s')
  await waitForToast(page, 'Setările au fost salvate')
  const chooser = page.locator('header').getByRole('button', { name: /Sunetul apelurilor/ })
  await expect.poll(() => chooser.textContent(), { timeout: 15_000 }).toContain('Clopot')
})

test('a number is assigned to the company on the telephone page; a new password is shown once', async () => {
  await page.goto('/settings/telephone')
  const lines = page.getByRole('region', { name: 'Liniile companiei' })
  await lines.getByLabel('Număr', { exact: true }).fill('0268 999 111')
  await lines.getByLabel('Nume', { exact: true }).fill('Numărul scurt')
  await lines.getByRole('button', { name: 'Adaugă linia' }).click()
  await lines.getByRole('row', { name: /0268 999 111/ }).waitFor()
  await page
    .getByRole('button', { name: /^Parolă nouă pentru / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Fă o parolă nouă' }).click()
  const secret = page.getByRole('dialog', { name: 'Parola nouă' })
  expect((await secret.getByLabel('Parola', { exact: true }).inputValue()).length).toBeGreaterThan(20)
  await secret.getByRole('button', { name: 'Am notat-o' }).last().click()
  await secret.waitFor({ state: 'detached' })
})

test('the audit log shows the authors of these changes, and can be filtered by kind of row', async () => {
  await page.goto('/settings/changes?entity=phone_line')
  const journal = page.getByRole('region', { name: 'Jurnal de modificări' })
  await journal.getByRole('listitem').filter({ hasText: 'a adăugat Linie telefonică: 0268 999 111' }).first().waitFor()
  await page.getByLabel('Ce s-a modificat').selectOption({ label: 'Serviciu' })
  await page.waitForURL(/entity=service/)
  await journal.getByText('Transfer Otopeni').first().waitFor()
})
