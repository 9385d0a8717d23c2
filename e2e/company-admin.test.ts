import { changeCompanyStatus } from '@dispecerat/contract/identity/companies'
import { approveCompanyCui } from '@dispecerat/contract/identity/company-cuis'
import { acceptPartner } from '@dispecerat/contract/identity/partners'
import { signUp } from '@dispecerat/contract/site/sign-up'
import { acceptCall, listCalls } from '@dispecerat/contract/telephony/calls'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { freshForm, phoneField, pickup, placed, submit } from './pages/form-helpers.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

const BOSS = 'sefa@taxi-nou.ro'
const NAME = 'Taxi Nou Brașov'

let server: DemoServer
let browser: Browser
let platform: ApiClient
let companyId: number
let page: Page
let admin: Page

beforeAll(async () => {
  server = await startDemo()
  platform = await createApiClient(server.url, 'admin@demo.ro')
  const { company } = await platform.request(signUp, {
    body: {
      cui: '14399840',
      name: NAME,
      address: 'Strada Lungă 1, Brașov',
      phone: '0268 555 111',
      package_id: 1,
      user_name: 'Ana Șefa',
      user_email: BOSS,
      user_password: 'demo-parola',
      consent: true,
    },
  })
  companyId = company.id
  browser = await launchBrowser({ drawsMaps: true })
  page = (await openWorkspace(browser, { address: server.url, email: BOSS })).page
  admin = (await openWorkspace(browser, { address: server.url, email: 'admin@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

test('the platform finds the new company, and a company writes its own profile', async () => {
  await admin.goto('/companies')
  const row = admin.getByRole('table', { name: 'Companii' }).getByRole('row').filter({ hasText: NAME })
  await row.getByText('Probă').waitFor()
  await row.getByRole('link', { name: NAME }).click()
  await admin.waitForURL(`**/settings/company?company=${companyId}`)
  await admin.getByRole('button', { name: 'Schimbă starea' }).waitFor()

  await page.goto('/settings/company')
  await page.getByLabel('Telefon', { exact: true }).fill('123')
  await page.keyboard.press('Control+s')
  await page.getByText('Număr de telefon invalid', { exact: true }).first().waitFor()
  await page.getByLabel('Telefon', { exact: true }).fill('0268 555 222')
  await page.keyboard.press('Control+s')
  await page.locator('.change-list').getByText('0268 555 222').waitFor()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#1864ab"/></svg>'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sigla.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByRole('img', { name: `Sigla companiei ${NAME}` }).waitFor()
  const consents = page.getByRole('table', { name: 'Acorduri' })
  await consents.getByText(`Ana Șefa · ${BOSS}`).waitFor()
  await consents.getByRole('link', { name: 'termeni' }).waitFor()
})

test('a new company is guided from its place on the map to an answered call', async () => {
  await page.goto('/dashboard')
  const invite = page.getByRole('region', { name: 'Primii pași' })
  await invite.getByText('0 din 4').waitFor()
  await invite.getByRole('link', { name: 'Continuă' }).click()
  const steps = page.getByRole('list', { name: 'Pașii' })
  const isDone = (n: number) => steps.getByRole('listitem').nth(n).getByText('gata').waitFor()
  const next = () => page.getByRole('button', { name: 'Pasul următor' }).click()

  await page.getByRole('button', { name: 'Salvează locul' }).click()
  await page.getByText('Puneți acul pe hartă').waitFor()
  await page.getByRole('button', { name: 'Acul în mijlocul hărții' }).click()
  await page.getByRole('button', { name: 'Salvează locul' }).click()
  await isDone(0)
  await next()
  await page.getByRole('button', { name: 'Creează zona' }).waitFor()
  await page.locator('.first-step-map canvas').waitFor()
  await page.getByRole('button', { name: 'Creează zona' }).click()
  await isDone(1)
  await next()
  await page.getByLabel('Numele șoferului').fill('Ion Primul')
  await phoneField(page).fill('0733 555 111')
  await page.getByLabel('Indicativul mașinii').fill('1')
  await page.getByLabel('Număr de înmatriculare').fill('taxi')
  await page.getByRole('button', { name: 'Adaugă șoferul și mașina' }).click()
  await page.getByText('Șoferul este adăugat; mai trebuie mașina lui.').waitFor()
  await page.getByLabel('Număr de înmatriculare').fill('BV 77 NOU')
  await page.getByRole('button', { name: 'Adaugă șoferul și mașina' }).click()
  await isDone(2)
  await next()
  await page.getByRole('button', { name: 'Sună-mă de probă' }).click()
  await page.getByText('Sună acum').waitFor()
  const calls = await createApiClient(server.url, BOSS)
  const { data: ringing } = await calls.request(listCalls)
  const [{ phone, sip_caller_id }] = ringing as [(typeof ringing)[number]]
  await calls.request(acceptCall, { body: { phone_number: phone, sip_caller_id } })
  await isDone(3)
  await page.getByText('Primii pași sunt încheiați.').waitFor()
})

test('after the trial and its grace period an order is refused with the reason, stays as typed, and is placed once the company is active', async () => {
  const say = (body: { status: 'trial' | 'active'; trial_until?: string }) =>
    platform.request(changeCompanyStatus, { params: { id: companyId }, body })
  await freshForm(page)
  const banner = page.getByRole('region', { name: 'Starea contului companiei' })
  await say({ status: 'trial', trial_until: '2020-01-01' })
  await banner.getByText('nu se mai pot plasa comenzi noi').waitFor()
  await phoneField(page).fill('0744 555 333')
  await pickup(page).fill('lunga 12')
  await page
    .getByRole('option', { name: /Lungă 12/ })
    .first()
    .click()
  await submit(page)
  const form = page.getByRole('form', { name: 'Comandă nouă' })
  await form.getByRole('alert').getByText('Perioada de probă s-a încheiat: nu se pot plasa comenzi noi.').waitFor()
  expect(await phoneField(page).inputValue()).toBe('0744 555 333')
  await say({ status: 'active' })
  // The banner still says that the e-mail is not confirmed.
  await banner.getByText('nu se mai pot plasa comenzi noi').waitFor({ state: 'hidden' })
  await banner.getByText(/e-mail/).waitFor()
  await submit(page)
  await placed(page)
})

test('a company requests a partnership by CUI; the other accepts on its own page, and ends it', async () => {
  const { company } = await platform.request(signUp, {
    body: {
      cui: '1590082',
      name: 'Curier Vecin',
      address: 'Strada Castelului 2',
      phone: '0268 555 333',
      package_id: 2,
      user_name: 'Dan Vecinul',
      user_email: 'sef@curier-vecin.ro',
      user_password: 'demo-parola',
      consent: true,
    },
  })
  await platform.request(approveCompanyCui, { params: { id: company.id }, body: { cui: '1590082' } })
  const neighbour = await createApiClient(server.url, 'sef@curier-vecin.ro')
  await page.goto('/settings/partners')
  const partnerForm = page.getByRole('form', { name: 'Cere parteneriat' })
  await partnerForm.getByLabel('CUI-ul companiei').fill('1590083')
  await partnerForm.getByRole('button', { name: 'Cere parteneriat' }).click()
  await partnerForm.getByText('CUI invalid').waitFor()
  await partnerForm.getByLabel('CUI-ul companiei').fill('RO 1590082')
  await partnerForm.getByRole('button', { name: 'Cere parteneriat' }).click()
  const row = page.getByRole('region', { name: 'Partenerii companiei' }).getByRole('listitem')
  await row.filter({ hasText: 'Curier Vecin' }).getByText('Cerere trimisă').waitFor()
  await neighbour.request(acceptPartner, { params: { id: company.id, partnerId: companyId } })
  await row.filter({ hasText: 'Curier Vecin' }).getByText('Partener', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Încheie parteneriatul: Curier Vecin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Încheie parteneriatul' }).click()
  await page.getByText('Niciun partener.').waitFor()
})

test('a permission revoked from dispatchers stays revoked; administrators keep their own', async () => {
  await page.goto('/settings/permissions')
  const box = page.getByRole('checkbox', { name: 'Blochează numere de telefon: Dispecer' })
  await box.click()
  await page.locator('.change-list').getByText('Blochează numere de telefon: Dispecer').waitFor()
  await page.reload()
  await box.waitFor()
  expect(await box.isChecked()).toBe(false)
  expect(await page.getByRole('checkbox', { name: 'Blochează numere de telefon: Administrator' }).isDisabled()).toBe(
    true,
  )
})
