import { beginTwoFactor, confirmTwoFactor } from '@dispecerat/contract/identity/two-factor'
import { cancelOrder, createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace, WIDE } from './browser/console-browser.ts'
import { searchesPatiently } from './fixtures/patient-search.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const TIMEOUT_MS = 45_000
const TAXI_COMPANY = 1
const PASSWORD = 'demo-parola'

let server: DemoServer
let browser: Browser

beforeAll(async () => {
  server = await startDemo({ env: { TWO_FACTOR_GRACE_DAYS: '0' } })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

/** The authenticator's current code. The server accepts it for at least 30 s, once: every further login here spends a recovery code. */
function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate()
}

async function street(): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'ro-RO', viewport: WIDE })
  context.setDefaultTimeout(TIMEOUT_MS)
  return context.newPage()
}

async function typeLogin(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
  await page.getByLabel('Parolă', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Intră în cont' }).click()
}

/** An administrator's page and API client, both past the second login step. */
async function administrator(email: string): Promise<{ page: Page; apiClient: ApiClient }> {
  const apiClient = await createApiClient(server.url, email)
  const { secret } = (await apiClient.request(beginTwoFactor, { body: { password: PASSWORD } })).data
  const { data } = await apiClient.request(confirmTwoFactor, { body: { code: codeOf(secret) } })
  const page = await street()
  await typeLogin(page, email)
  const code = page.getByRole('textbox', { name: 'Cod din aplicație sau de rezervă' })
  await code.fill(data.recovery_codes[0] ?? '')
  await code.press('Enter')
  await page.waitForURL('**/dashboard')
  return { page, apiClient }
}

test('a dispatcher enables two-factor login, and logs in with a recovery code after a wrong one', async () => {
  const { page, context } = await openWorkspace(browser, { address: server.url })
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.goto('/settings/account')
  const panel = page.getByRole('region', { name: 'Autentificare în doi pași' })
  await panel.getByLabel('Parola contului', { exact: true }).fill(PASSWORD)
  await panel.getByRole('button', { name: 'Activează' }).click()
  await panel.getByRole('img', { name: 'Pătratul de scanat cu aplicația de coduri' }).waitFor()
  const secret = (await panel.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')
  await panel.getByRole('textbox', { name: 'Cod din aplicație' }).scrollIntoViewIfNeeded()
  await panel.getByRole('textbox', { name: 'Cod din aplicație' }).fill(codeOf(secret))
  await panel.getByRole('button', { name: 'Confirmă codul' }).click()
  const codes = panel.getByRole('list', { name: 'Coduri de rezervă' }).getByRole('listitem')
  await expect.poll(() => codes.count(), { timeout: TIMEOUT_MS }).toBe(10)
  const paper = await codes.first().innerText()
  await panel.getByRole('button', { name: 'Le-am păstrat' }).click()
  await panel.getByText('Coduri de rezervă rămase').waitFor()
  await panel.getByRole('button', { name: 'Dezactivează' }).click()
  await panel.getByRole('textbox', { name: 'Cod din aplicație sau de rezervă' }).waitFor()
  await context.close()

  const door = await street()
  await typeLogin(door, 'dispecer@demo.ro')
  const code = door.getByRole('textbox', { name: 'Cod din aplicație sau de rezervă' })
  await code.fill('123')
  await code.press('Enter')
  await door.getByText('Codul nu este bun sau a fost deja folosit').waitFor()
  await code.fill(paper)
  await code.press('Enter')
  await door.waitForURL('**/dashboard')
  await door.context().close()
})

test('an administrator past the grace period can open only the two-factor set-up, and afterwards everything', async () => {
  const page = await street()
  await typeLogin(page, 'manager@demo.ro')
  await page.waitForURL('**/two-factor')
  await page.getByRole('heading', { name: 'Activează autentificarea în doi pași', level: 1 }).waitFor()
  await page.getByLabel('Parola contului', { exact: true }).waitFor()
  await page.goto('/users/client')
  await page.waitForURL('**/two-factor')
  await page.context().close()
  const { page: workspacePage } = await administrator('manager@demo.ro')
  await workspacePage.goto('/users/client')
  await workspacePage.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(workspacePage.url()).pathname).toBe('/users/client')
  await workspacePage.goto('/settings/retention')
  await workspacePage.getByRole('textbox', { name: 'Apelurile (zile)' }).waitFor()
  await workspacePage.getByText('Nicio noapte nu a avut ce șterge.').waitFor()
  await workspacePage.context().close()
})

test("a client is erased on request: the client's page is gone, the orders keep their figures", async () => {
  const { page, apiClient: admin } = await administrator('admin@demo.ro')
  await searchesPatiently(admin, TAXI_COMPANY)
  const apiClient = await createApiClient(server.url, 'dispecer2@demo.ro')
  const place = { name: 'Strada Uitării 7', lat: 45.6423, long: 25.5889 }
  const body = { client_phone: '0722000991', client_name: 'Client Uitat', places: [place] }
  const { id, client_id: clientId } = (await apiClient.request(createOrder, { body })).data
  await page.goto(`/user/${clientId}/client`)
  const panel = page.getByRole('region', { name: 'Date personale' })
  const saved = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Descarcă de citit (PDF)' }).click()
  expect((await saved).suggestedFilename()).toBe(`date-personale-${clientId}.pdf`)

  await panel.getByRole('button', { name: 'Șterge datele personale' }).click()
  await panel.getByRole('checkbox', { name: 'Am înțeles: ștergerea nu se poate anula' }).check()
  await panel.getByRole('textbox', { name: /Motivul/ }).scrollIntoViewIfNeeded()
  await panel.getByRole('button', { name: 'Șterge datele personale' }).click()
  await page.getByRole('alert').filter({ hasText: 'Clientul are o comandă sau un apel în curs' }).waitFor()
  await apiClient.request(cancelOrder, { params: { id } })
  await panel.getByRole('button', { name: 'Șterge datele personale' }).click()
  await page.waitForURL('**/users/client')
  const order = (await apiClient.request(readOrder, { params: { id } })).data
  expect([order.client_phone, order.places[0]?.name]).toEqual([null, 'Adresă ștearsă'])
  await page.goto(`/user/${clientId}/client`)
  await page.getByRole('heading', { level: 1, name: 'nu există' }).waitFor()
  await page.context().close()
})
