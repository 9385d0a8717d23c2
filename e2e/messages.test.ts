import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { confirmMessages, listDriverMessages, sendDriverMessage } from '@dispecerat/contract/office/driver-messages'
import { reportDriverIncident } from '@dispecerat/contract/office/incidents'
import { searchUsers } from '@dispecerat/contract/office/users'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, liveAfter, openWorkspace } from './browser/console-browser.ts'
import { intercept } from './browser/intercept.ts'
import { keepToasts } from './pages/toasts.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let driver: ApiClient
let driverName: string
let page: Page

beforeAll(async () => {
  server = await startDemo()
  driver = await createApiClient(server.url, 'sofer101@demo.ro')
  driverName = (await driver.request(whoAmI)).data.name ?? ''
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
  await page.goto('/outbox')
})
afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const panel = (): Locator => page.getByRole('complementary', { name: 'Mesaje' })
const talk = (): Locator => panel().getByRole('region', { name: new RegExp(`Conversația cu .*${driverName}`) })
const bubble = (text: string): Locator => talk().locator('.chat-bubble').filter({ hasText: text })

/** Reads as a driver's phone does, whether the panel is open or not. */
const receivedByDriver = (message: string) =>
  expect
    .poll(async () => (await driver.request(listDriverMessages)).data.some((one) => one.message === message))
    .toBe(true)

test('a driver writes, and the answer is shown as sent, delivered and read', async () => {
  await page.getByRole('heading', { name: 'Mesaje trimise' }).waitFor()
  await page.locator('.chat-badge').waitFor()
  await driver.request(sendDriverMessage, { body: { message: 'Clientul <b>nu</b> iese' } })
  await page.keyboard.press('Alt+m')
  await panel()
    .getByRole('button', { name: /Clientul <b>nu<\/b> iese/ })
    .click()
  await bubble('Clientul <b>nu</b> iese').waitFor()

  const field = talk().getByRole('textbox')
  await field.fill('Îl sun')
  await field.press('Shift+Enter')
  await field.pressSequentially('acum')
  await field.press('Enter')
  await bubble('Îl sun').getByRole('img', { name: 'trimis' }).waitFor()
  await receivedByDriver('Îl sun\nacum')
  const last = (await driver.request(listDriverMessages)).data.find(({ message }) => message === 'Îl sun\nacum')
  await driver.request(confirmMessages, { body: { delivered_to: last?.id ?? 0 } })
  await bubble('Îl sun').getByRole('img', { name: 'livrat' }).waitFor()
  await driver.request(confirmMessages, { body: { read_to: last?.id ?? 0 } })
  await bubble('Îl sun').getByRole('img', { name: 'citit' }).waitFor()
})

test('a message that could not be sent keeps its text, and is sent at the second try', async () => {
  await intercept(page, '**/api/messages/to-user', (route) =>
    route.fulfill({ status: 500, json: { message: 'Eroare' } }),
  )
  const field = talk().getByRole('textbox')
  await field.fill('Vino la bază')
  await field.press('Enter')
  await bubble('Vino la bază').getByText('netrimis').waitFor()
  await page.unroute('**/api/messages/to-user')
  await bubble('Vino la bază').getByRole('button', { name: 'Reîncearcă' }).click()
  await bubble('Vino la bază').getByRole('img', { name: 'trimis' }).waitFor()
})

test('a quick reply is written once and appears in their list', async () => {
  await talk().getByRole('button', { name: 'Răspunsuri rapide' }).click()
  await page.getByRole('menuitem', { name: 'Editează răspunsurile…' }).click()
  const editor = page.getByRole('dialog', { name: 'Răspunsuri rapide' })
  await editor.getByLabel('Răspuns nou').fill('Ocolește pe Gării')
  await editor.getByRole('button', { name: 'Adaugă' }).click()
  await editor.getByRole('button', { name: 'Șterge răspunsul „Ocolește pe Gării”' }).waitFor()
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached' })
})

test('a message to all drivers needs confirmation with their number', async () => {
  await panel().getByRole('button', { name: 'Tuturor șoferilor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tuturor șoferilor' })
  await dialog.getByLabel('Mesaj').fill('Polei pe tot drumul')
  await dialog.getByRole('button', { name: 'Continuă' }).click()
  await dialog.getByText(/^Trimite la \d+ .*șofer.*\?$/).waitFor()
  await dialog.getByRole('button', { name: 'Trimite' }).click()
  await dialog.waitFor({ state: 'detached' })
  await receivedByDriver('Polei pe tot drumul')
  await panel().getByRole('button', { name: 'Închide mesajele' }).click()
  await panel().waitFor({ state: 'detached' })
})

test('an SOS stays over the screen, also after a reload, until somebody takes it, and is closed with a note', async () => {
  await driver.request(reportDriverIncident, { body: { type: 'sos', text: 'Ajutor', lat: 45.65, long: 25.6 } })
  const alarm = page.getByRole('region', { name: 'Alarme SOS' })
  await alarm.getByText('Ajutor').waitFor()
  await page.goto('/incidents')
  await alarm.getByText('Ajutor').waitFor()
  await alarm.getByRole('button', { name: /^Preiau alarma/ }).click()
  await alarm.waitFor({ state: 'detached' })
  const sheet = page.getByRole('dialog', { name: /^SOS #/ })
  await sheet.locator('.incident-status').filter({ hasText: 'În lucru' }).waitFor()
  await sheet.getByRole('img', { name: /^!: / }).waitFor()
  await sheet.getByLabel('Notă').fill('Poliția este acolo')
  await sheet.getByRole('button', { name: 'Închide incidentul' }).click()
  await sheet.locator('.incident-step').filter({ hasText: 'Poliția este acolo' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

test('on the announcements screen an accident is reported and opens; an announcement is published', async () => {
  // Ends the requests of the previous screen, so that only this screen's are matched.
  await page.goto('about:blank')
  const listening = page.waitForResponse((answer) => answer.url().includes('type=sos'))
  await liveAfter(page, () => page.goto('/announcements'))
  await page.getByRole('button', { name: '+ Anunț' }).waitFor()
  await page.locator('.chat-badge').waitFor()
  await listening
  const letToastsGo = await keepToasts(page)
  await driver.request(reportDriverIncident, { body: { type: 'accident', text: 'Tamponare la gară' } })
  const toast = page.getByRole('status').filter({ hasText: 'Incident nou: Accident, ' })
  await toast.getByText('Tamponare la gară').waitFor()
  await toast.getByRole('button', { name: /^Deschide Accident #/ }).click()
  await letToastsGo()
  const sheet = page.getByRole('dialog', { name: /^Accident #/ })
  await sheet.getByText('Tamponare la gară').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: '+ Anunț' }).click()
  const form = page.getByRole('dialog', { name: 'Anunț nou' })
  await form.getByLabel('Titlu').fill('Ședință vineri')
  await form.getByLabel('Text').fill('La bază, la ora 8.')
  await form.getByRole('button', { name: 'Publică' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Ședință vineri' }).waitFor()
})

test('an incident reported by telephone shows its client and its place, in the card and in the list', async () => {
  const manager = await createApiClient(server.url, 'manager@demo.ro')
  const { data: clients } = await manager.request(searchUsers, { body: { roles: ['client'], per_page: 1 } })
  const shown = prettyPhone(clients[0]?.phone ?? '')
  await page.goto('/incidents')
  await page.getByRole('button', { name: '+ Incident' }).click()
  const form = page.getByRole('dialog', { name: 'Incident nou' })
  await form.getByLabel('Ce s-a întâmplat').fill('Umbrelă uitată')
  await form.getByLabel('Locul').fill('Lungă 12')
  await page
    .getByRole('option', { name: /Lungă 12/ })
    .first()
    .click()
  await form.getByLabel('Client', { exact: true }).fill(shown)
  await page.getByRole('option', { name: new RegExp(`${shown}$`) }).click()
  await form.getByRole('button', { name: 'Înregistrează' }).click()
  await form.waitFor({ state: 'detached' })

  const row = page.getByRole('row').filter({ hasText: 'Umbrelă uitată' })
  await row.getByText(/Lungă 12/).waitFor()
  await row.getByText(clients[0]?.name ?? shown).waitFor()
  await row.getByRole('button', { name: /^Deschide Obiect pierdut #/ }).click()
  const sheet = page.getByRole('dialog', { name: /^Obiect pierdut #/ })
  await sheet.getByText(shown, { exact: true }).waitFor()
  await sheet.getByText(/Lungă 12/).waitFor()
  await sheet.getByRole('img', { name: '!: Locul incidentului' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})
