import { readUserMeta } from '@dispecerat/contract/identity/accounts'
import { listMessageTexts } from '@dispecerat/contract/office/message-texts'
import { listPeople } from '@dispecerat/contract/office/people'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
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

const arrived = async () => {
  const { data } = await api.request(listMessageTexts, { query: {} })
  return data.find(({ key }) => key === 'client_arrived')
}
const preview = () => page.getByRole('region', { name: 'Cum arată' })
const textField = () => page.getByLabel('Text', { exact: true })

test('a text is found from the index, edited with a placeholder by a press, previewed, refused, saved and reset', async () => {
  await page.goto('/settings')
  await page.locator('main').getByRole('link', { name: 'Texte trimise', exact: true }).click()
  await page.getByRole('region', { name: 'Către clienți' }).getByText('Oprit').first().waitFor()
  await page.locator('main').getByRole('link', { name: 'Mașina a ajuns', exact: true }).click()

  await page.getByLabel('Mesajul pleacă').check()
  await textField().fill('Vă așteaptă ')
  await page.getByRole('button', { name: 'Pune {indicativ} în text' }).press('Enter')
  await expect.poll(() => textField().inputValue()).toBe('Vă așteaptă {indicativ}')
  await preview().getByText('Va asteapta 27', { exact: true }).waitFor()
  await preview().getByText('14 caractere, 1 SMS', { exact: true }).waitFor()
  await page.getByLabel('Fără diacritice').uncheck()
  await preview().getByText('Vă așteaptă 27', { exact: true }).waitFor()
  await preview().getByText('14 caractere, 1 SMS. Scump din cauza: ă ș', { exact: true }).waitFor()

  await textField().fill('Vă așteaptă {trenul}')
  await page.keyboard.press('Control+s')
  await page
    .locator('main form')
    .getByText(/^Nu există \{trenul\} aici/)
    .first()
    .waitFor()
  await textField().fill('Vă așteaptă {indicativ}')
  await page.keyboard.press('Control+s')
  await expect
    .poll(arrived, { timeout: 15_000 })
    .toMatchObject({ text: 'Vă așteaptă {indicativ}', is_on: true, is_plain: false, is_own: true })
  await page
    .getByRole('region', { name: 'Istoricul modificărilor' })
    .getByText(/Versiunea: /)
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Textul casei' }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await arrived())?.is_own, { timeout: 15_000 }).toBe(false)
  expect((await arrived())?.is_on).toBe(true)
})

test("a property of a driver is written on the driver's page; a secret one is stored and never shown", async () => {
  const { data } = await api.request(listPeople, { body: { type: 'driver', search: 'sofer117' } })
  const id = data[0]?.id ?? 0
  await page.goto(`/user/${id}/driver`)
  await page.getByRole('region', { name: 'Evaluări' }).getByText('Nicio evaluare').waitFor()
  const part = page.getByRole('region', { name: 'Proprietăți' })
  await part.getByRole('button', { name: 'Adaugă o proprietate' }).click()
  const n = await part.getByRole('listitem').count()
  await part.getByLabel(`Numele proprietății ${n}`).fill('nume greșit')
  await part.getByLabel(`Valoarea proprietății ${n}`).fill('de nespus')
  await part.getByRole('checkbox', { name: `Proprietatea ${n} este secretă` }).check()
  await part.getByRole('button', { name: 'Salvează proprietățile' }).click()
  await part.getByText(/^Litere, cifre/).waitFor()
  await part.getByLabel(`Numele proprietății ${n}`).fill('apiKey')
  await part.getByRole('button', { name: 'Salvează proprietățile' }).click()
  const stored = { key: 'apiKey', value: null, is_secret: true }
  await expect
    .poll(async () => (await api.request(readUserMeta, { params: { id } })).data, { timeout: 15_000 })
    .toContainEqual(stored)
  await part.getByPlaceholder('scrisă; goală = rămâne cum este').waitFor()
  expect(await page.content()).not.toContain('de nespus')
})
