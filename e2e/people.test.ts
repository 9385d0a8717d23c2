import { createPerson, listMyCompanies, listPeople, readPerson, updatePerson } from '@dispecerat/contract/office/people'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { linkMailedTo } from './fixtures/mailed-link.ts'
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
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro', at: '/dashboard' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

async function driverCalled(search: string) {
  const { data } = await api.request(listPeople, { body: { type: 'driver', search } })
  const driver = data[0]
  if (!driver) throw new Error(`no driver is found by ${search}`)
  return driver
}

const table = (name: string) => page.getByRole('table', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })

test("drivers are found, filtered and sorted in the URL; a row opens the driver's card and page", async () => {
  await page.getByRole('button', { name: 'Utilizatori' }).click()
  await page.getByRole('menuitem', { name: 'Șoferi', exact: true }).click()
  await page.waitForURL('**/users/driver')
  await table('Șoferi').locator('tbody tr[data-row]').first().waitFor()

  await table('Șoferi').getByRole('button', { name: 'Indicativ' }).click()
  await page.waitForURL(/sort=indicativ/)
  await table('Șoferi')
    .getByRole('columnheader', { name: 'Indicativ' })
    .and(page.locator('[aria-sort="ascending"]'))
    .waitFor()

  const { id, name } = await driverCalled('sofer117')
  await page.keyboard.press('/')
  await page.keyboard.type('sofer117')
  await page.waitForURL(/search=sofer117/)
  await expect.poll(() => table('Șoferi').locator('tbody tr[data-row]').count(), { timeout: 15_000 }).toBe(1)
  await table('Șoferi').locator(`tr[data-row="${id}"]`).waitFor()
  await table('Șoferi')
    .getByRole('button', { name: `Fișa: ${name}`, exact: true })
    .press('Enter')
  const card = page.getByRole('dialog', { name: 'Fișa șoferului' })
  await card.getByRole('button', { name: 'Blochează' }).waitFor()
  await card.getByRole('button', { name: 'Închide fișa șoferului' }).press('Enter')
  await card.waitFor({ state: 'detached' })

  await page.getByLabel('Stare', { exact: true }).selectOption('deactivated')
  await page.waitForURL(/state=deactivated/)
  await page.getByText('Nimic de afișat.').waitFor()
  await page.goBack()
  await table('Șoferi').locator(`tr[data-row="${id}"]`).getByRole('link').press('Enter')
  await page.waitForURL(`**/user/${id}/driver`)
})

test("a driver's page keeps the typed text while another manager saves; the account is closed and reopened", async () => {
  const { id, name } = await driverCalled('sofer118')
  // A page opens in the role that its user has.
  await page.goto(`/user/${id}/dispatcher`)
  await page.waitForURL(`**/user/${id}/driver`)
  await page.getByRole('heading', { name: `Șofer: ${name}` }).waitFor()
  await field('Număr permis').fill('B-4412')
  await page.getByText('1 modificare nesalvată').waitFor()
  await api.request(updatePerson, { params: { id }, body: { name: 'Numele Celuilalt' } })
  await page.keyboard.press('Control+s')
  const conflict = page.getByRole('alert').filter({ hasText: 'Altcineva a schimbat între timp' })
  await conflict.getByRole('button', { name: 'Arată ce s-a schimbat' }).click()
  await page.getByText('Puteți salva').waitFor()
  const nameField = page.getByRole('textbox', { name: 'Nume', exact: false }).first()
  await expect.poll(() => nameField.inputValue()).toBe('Numele Celuilalt')
  expect(await field('Număr permis').inputValue()).toBe('B-4412')
  await page.keyboard.press('Control+s')
  await expect
    .poll(async () => (await api.request(readPerson, { params: { id } })).data.licence_no, { timeout: 15_000 })
    .toBe('B-4412')
  const history = page.getByRole('region', { name: 'Istoricul modificărilor' })
  await history.getByText('B-4412').waitFor()

  await page.getByRole('button', { name: 'Dezactivează contul' }).click()
  await keepToasts(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Dezactivează contul' }).click()
  await page.getByRole('button', { name: 'Anulează dezactivarea' }).click()
  await waitForToast(page, 'Cont activat.')
  expect((await api.request(readPerson, { params: { id } })).data).toMatchObject({
    name: 'Numele Celuilalt',
    state: 'active',
  })
})

test('a new operator is refused with an error at the field, then added', async () => {
  await page.goto('/users/dispatcher')
  await page.getByRole('link', { name: '+ Adaugă' }).click()
  await page.waitForURL('**/user/new/dispatcher')
  await page.getByRole('textbox', { name: /^Nume/ }).fill('Ana Nouă')
  await page.getByRole('textbox', { name: /^E-mail/ }).fill('dispecer@demo.ro')
  await page.getByRole('button', { name: /^Adaugă/ }).click()
  await page.getByText('E-mailul este folosit de alt cont').waitFor()
  await page.getByRole('textbox', { name: /^E-mail/ }).fill('ana.noua@proba.ro')
  await page.getByRole('button', { name: /^Adaugă/ }).click()
  await page.waitForURL(/\/user\/\d+\/dispatcher/)
  await page.getByRole('heading', { name: 'Operator: Ana Nouă' }).waitFor()
})

test('a message is sent to a client from the list', async () => {
  await page.goto('/users/client')
  await table('Clienți').locator('tbody tr[data-row]').first().waitFor()
  await table('Clienți')
    .getByRole('button', { name: /^Mesaj: / })
    .first()
    .press('Enter')
  await page
    .getByRole('dialog', { name: /^Mesaj pentru / })
    .getByRole('textbox')
    .waitFor()
})

test('a client with another phone has another page: saving the phone opens it, with the history', async () => {
  const { data } = await api.request(listPeople, { body: { type: 'client', sort: 'name' } })
  const client = data[0]
  if (!client) throw new Error('the demo has no client')
  await page.goto(`/user/${client.id}/client`)
  await page.getByRole('region', { name: 'Date personale' }).waitFor()
  expect(await page.getByRole('region', { name: 'Proprietăți' }).count()).toBe(0)
  await page.getByRole('textbox', { name: /^Telefon/ }).fill('0722 555 901')
  await page.keyboard.press('Control+s')
  await page.waitForURL((url) => /\/user\/\d+\/client/.test(url.pathname) && !url.pathname.includes(`/${client.id}/`))
  await page.getByRole('region', { name: 'Istoricul modificărilor' }).getByText('0722 555 901').waitFor()
  const { data: moved } = await api.request(listPeople, { body: { type: 'client', search: '0722555901' } })
  expect(moved).toMatchObject([{ name: client.name, about: client.about }])
})

test("a driver's photo is uploaded and removed; a dispatcher sees it, and the account is read-only", async () => {
  const { id, name } = await driverCalled('sofer120')
  await page.goto(`/user/${id}/driver`)
  const photo = page.getByRole('region', { name: 'Fotografie' })
  await photo.getByText('Fără fotografie.').waitFor()
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const file = { name: 'sofer.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }
  await photo.locator('input[type=file]').setInputFiles(file)
  await photo.getByRole('img', { name: `Fotografia lui ${name}` }).waitFor()
  const { page: workspacePage } = await openWorkspace(browser, { address: server.url, at: `/user/${id}/driver` })
  await workspacePage.getByRole('img', { name: `Fotografia lui ${name}` }).waitFor()
  await workspacePage.getByText('Puteți doar citi acest cont.').waitFor()
  expect(await workspacePage.getByRole('textbox', { name: /^Nume/ }).isDisabled()).toBe(true)
  expect(await workspacePage.getByRole('button', { name: 'Șterge fotografia' }).count()).toBe(0)
  await workspacePage.context().close()
  await photo.getByRole('button', { name: 'Șterge fotografia' }).click()
  await photo.getByText('Fără fotografie.').waitFor()
})

test('users change their own name', async () => {
  await page.goto('/settings/account')
  await page.getByRole('textbox', { name: 'Nume', exact: true }).fill('Carmen Schimbată')
  await page.getByRole('button', { name: 'Salvează', exact: true }).click()
  await waitForToast(page, 'Cont salvat')
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('alta@proba.ro')
  await page.getByText('Cerută ca să schimbați e-mailul').waitFor()
})

test('a forgotten password is reset once by the mailed link', async () => {
  const email = 'uituc@proba.ro'
  const company_ids = (await api.request(listMyCompanies)).data.map((company) => company.id).slice(0, 1)
  const forgetful = { name: 'Uituc Ion', email, roles: ['dispatcher' as const], company_ids }
  const { id } = (await api.request(createPerson, { body: forgetful })).data
  const context = await browser.newContext({ baseURL: server.url, locale: 'ro-RO' })
  context.setDefaultTimeout(45_000)
  const unknownCaller = await context.newPage()
  await unknownCaller.goto('/login')
  await unknownCaller.getByRole('link', { name: 'Ați uitat parola?' }).click()
  await unknownCaller.waitForURL('**/reset-password')
  // The URL changes first: an e-mail field of the login page may still be there.
  await unknownCaller.getByRole('heading', { name: 'Parolă nouă', exact: true }).waitFor()
  const emailField = unknownCaller.getByLabel('E-mail', { exact: true })
  await emailField.fill(email)
  expect(await emailField.inputValue()).toBe(email)
  await unknownCaller.getByRole('button', { name: 'Trimite legătura', exact: true }).click()
  await unknownCaller.getByRole('status').filter({ hasText: 'legătura este pe drum' }).waitFor()

  await unknownCaller.goto(await linkMailedTo(server, email))
  await unknownCaller.getByRole('heading', { name: 'Alege parola nouă' }).waitFor()
  const type = async (password: string, again: string) => {
    await unknownCaller.getByLabel('Parola nouă', { exact: true }).fill(password)
    await unknownCaller.getByLabel('Parola nouă încă o dată', { exact: true }).fill(again)
    await unknownCaller.getByRole('button', { name: 'Salvează parola', exact: true }).click()
  }
  await type('Cerb-albastru-41', 'Cerb-albastru-14')
  await unknownCaller.getByText('Parolele nu sunt la fel').waitFor()
  await type('parola123', 'parola123')
  await unknownCaller
    .getByText('Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură')
    .waitFor()
  await type('Cerb-albastru-41', 'Cerb-albastru-41')
  await unknownCaller.getByRole('status').filter({ hasText: 'Parola a fost schimbată' }).waitFor()
  await unknownCaller.getByRole('link', { name: 'Mergi la autentificare' }).click()
  await unknownCaller.getByLabel('E-mail').fill(email)
  await unknownCaller.getByLabel('Parolă', { exact: true }).fill('Cerb-albastru-41')
  await unknownCaller.keyboard.press('Enter')
  await unknownCaller.waitForURL('**/dashboard')
  expect((await api.request(readPerson, { params: { id } })).data.has_password).toBe(true)
  await context.close()
})
