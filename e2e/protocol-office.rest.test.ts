import { listInvoices, payInvoice } from '@dispecerat/contract/billing/invoices'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AnAuthority, anArchive, anaf } from '../apps/server/src/billing/filings/testing/an-authority.ts'
import { createApiClient } from './api/api-client.ts'
import { launchBrowser, liveAfter, openWorkspace } from './browser/console-browser.ts'
import { aDemoDatabase } from './servers/demo-data.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

/** The hotel of the demo. */
const HOTEL = 5
const CUI = '361757'

/**
 * apps/server/src/billing/protocol/invoice-drafts.test.ts covers the job that makes drafts on an account's invoicing day; here the row
 * exists from the beginning. The screen lists it while the month has orders without an invoice.
 */
const DRAFT_OF_LAST_MONTH = `
  insert into invoice_drafts (protocol_user_id, month, company_id, orders, charged_bani, made_at)
  select user_id, date_trunc('month', now() at time zone 'Europe/Bucharest') - interval '1 month', company_id, 1, 1, now()
  from protocol_companies where user_id = $1`

const authority = new AnAuthority()

let server: DemoServer
let browser: Browser
let page: Page

beforeAll(async () => {
  authority.says.set('upload', () => anaf.taken('5001'))
  authority.says.set('stareMesaj', () => anaf.state('ok', '9001'))
  const archive = await anArchive('5001', '<Invoice/>')
  authority.says.set('descarcare', () => ({ body: archive }))
  const spv = {
    EFACTURA_URL: `${await authority.open()}/rest`,
    EFACTURA_TOKEN: 'jeton-de-proba',
    EFACTURA_TOKEN_CUI: '18547290',
  }
  const database = await aDemoDatabase()
  await database.pool.query(DRAFT_OF_LAST_MONTH, [HOTEL])
  server = await startDemo({ database, env: spv })
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
  await authority[Symbol.asyncDispose]()
})

test('a discount is created, tried out, listed, and shown while an order is typed', async () => {
  await page.goto('/discount/new')
  await page.getByRole('textbox', { name: 'Nume' }).fill('Zece la sută')
  await page.getByLabel('Procent (%)').fill('10')
  await page.getByRole('button', { name: 'Adaugă' }).click()
  await page.waitForURL(/\/discount\/\d+$/)
  const trial = page.getByRole('region', { name: 'Probă' })
  await trial.getByText('Zece la sută: −3,00 RON, rămân 27,00 RON').waitFor()
  await page.goto('/discounts')
  await page.getByRole('table', { name: 'Discounturi' }).getByText('Zece la sută').waitFor()
  await page.goto('/operator/order/0')
  await page.getByText('Zece la sută (suma se află din cost)').waitFor()
})

test("an account's month is invoiced, downloaded as e-Factura and cancelled by a credit note", async () => {
  await page.goto('/protocol/billing')
  const typed: [string, string][] = [
    ['Denumire', 'Taxi Demo SRL'],
    ['CUI', '18547290'],
    ['Strada și numărul', 'Str. Lungă 7'],
    ['Localitate', 'Brașov'],
    ['Seria facturilor', 'TXD'],
    ['Seria stornărilor', 'TXS'],
  ]
  for (const [label, text] of typed) await page.getByLabel(label).fill(text)
  await page.getByLabel('Județ').selectOption('BV')
  await page.getByRole('button', { name: 'Salvează' }).click()
  await page.getByText('Saved').first().waitFor()

  await page.goto('/protocol')
  await page.getByRole('table', { name: 'Contracte protocol' }).getByText('PR-17').first().waitFor()
  await page.goto(`/protocol/${HOTEL}`)
  const buyer = page.getByRole('region', { name: 'Pe cine facturăm' })
  await buyer.getByLabel('Denumire').fill('Hotel Demo SA')
  await buyer.getByLabel('CUI').fill(CUI)
  await buyer.getByLabel('Strada și numărul').fill('Bd. Eroilor 1')
  await buyer.getByLabel('Localitate').fill('Brașov')
  await buyer.getByLabel('Județ').selectOption('BV')
  await page.getByRole('button', { name: 'Salvează' }).click()
  await page.getByRole('region', { name: 'Modificări nesalvate' }).waitFor({ state: 'detached' })

  const month = page.getByRole('region', { name: 'Situația lunii' })
  await month.getByRole('button', { name: 'Emite factura' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Emite factura' }).click()
  const invoice = month.getByRole('listitem').filter({ hasText: 'Factură TXD 1' })
  await invoice.waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    invoice.getByRole('button', { name: 'XML e-Factura' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('efactura_TXD_1.xml')
  const [printed] = await Promise.all([
    page.waitForEvent('download'),
    invoice.getByRole('button', { name: 'PDF: TXD 1' }).click(),
  ])
  expect(printed.suggestedFilename()).toBe('factura_TXD_1.pdf')
})

test('a part is paid, a part credited, the payment reversed by its opposite', async () => {
  const month = page.getByRole('region', { name: 'Situația lunii' })
  const invoice = month.getByRole('listitem').filter({ hasText: 'Factură TXD 1' })
  await invoice.getByRole('button', { name: 'Încasează' }).click()
  const payment = page.getByRole('dialog', { name: 'Încasare, factura TXD 1' })
  await payment.getByLabel('Suma (RON)').fill('10')
  await payment.getByLabel('Document (extras, chitanță)').fill('OP 17')
  await payment.getByRole('button', { name: 'Înregistrează' }).click()
  await invoice.getByText('încasat 10,00 RON din').waitFor()
  expect(await invoice.getByRole('button', { name: 'Stornează' }).isDisabled()).toBe(true)

  await invoice.getByRole('link', { name: 'Factură TXD 1' }).click()
  await page.getByRole('heading', { name: 'Factură TXD 1' }).waitFor()
  await page.getByRole('region', { name: 'Încasări' }).getByText('OP 17').waitFor()
  await page.getByRole('button', { name: 'Stornează o parte' }).click()
  const credit = page.getByRole('dialog', { name: 'Stornare parțială, factura TXD 1' })
  await credit.getByRole('textbox').first().fill('5')
  await credit.getByLabel('Motiv').fill('cursă reclamată')
  await credit.getByRole('button', { name: 'Emite stornarea' }).click()
  await page.getByRole('region', { name: 'Stornări' }).getByRole('link', { name: 'Stornare TXS 1' }).waitFor()
  await page.getByRole('button', { name: 'Anulează încasarea de 10,00 RON' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Anulează', exact: true }).click()
  await page.getByRole('region', { name: 'Încasări' }).getByText('anulată').waitFor()
})

test('the cost of an invoiced order has its pencil disabled, with the reason', async () => {
  const { rows } = await server.database.pool.query<{ id: number }>(
    'select min(id) as id from orders where invoice_id is not null',
  )
  const other = await page.context().newPage()
  await other.goto(new URL(`/operator/order/${rows[0]?.id}`, server.url).href)
  const pencil = other.getByRole('button', { name: 'Modifică: Cost', exact: true })
  await pencil.waitFor()
  expect(await pencil.getAttribute('aria-disabled')).toBe('true')
  expect(await pencil.getAttribute('title')).toBe('Comanda este pe o factură; tariful se schimbă după stornarea ei.')
  await other.close()
})

test('the rest is credited in full; the month waits as a draft until one key issues it again', async () => {
  await page.getByRole('button', { name: 'Stornează', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stornează' }).click()
  await page.getByRole('region', { name: 'Stornări' }).getByRole('link', { name: 'Stornare TXS 2' }).waitFor()
  await page.goto('/protocol/invoices')
  const table = page.getByRole('table', { name: 'Facturi protocol' })
  await table.getByText('stornată prin TXS 2').waitFor()
  const drafts = page.getByRole('region', { name: 'Ciorne de emis' })
  await drafts.waitFor()
  await drafts.getByRole('button', { name: /^Emite factura: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Emite factura' }).click()
  await table.getByRole('link', { name: 'Factură TXD 2' }).waitFor()
  await drafts.waitFor({ state: 'detached' })
})

test('an invoice goes to SPV and its result appears by itself; an undeliverable register stays listed', async () => {
  const table = page.getByRole('table', { name: 'Facturi protocol' })
  const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'Factură TXD 2' }) })
  await row.getByRole('button', { name: 'Trimite în SPV Factură TXD 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trimite în SPV' }).click()
  await row.getByText(/^✓ Acceptată/).waitFor()
  await row.getByText('index 5001').waitFor()
  expect(await row.getByRole('button', { name: /^Trimite în SPV/ }).count()).toBe(0)
  expect(authority.asked('upload')).toHaveLength(1)

  await page.goto('/outbox/filings')
  const filings = page.getByRole('table', { name: 'Trimise la autorități' })
  await filings.getByRole('link', { name: 'Factură TXD 2' }).waitFor()
  const archive = page.waitForEvent('download')
  await filings.getByRole('button', { name: /^Descarcă răspunsul/ }).click()
  expect((await archive).suggestedFilename()).toBe('efactura_TXD_2_raspuns.zip')
  await page.getByText(/^Fără legătură cu autoritatea: Registru primărie\./).waitFor()
  await page
    .getByRole('form', { name: 'Registrul de dispecerat pentru primărie' })
    .getByRole('button', { name: 'Pune în coadă' })
    .click()
  await filings.getByText('Ar fi trimisă').waitFor()
})

test('the account sees its own months, and a payment as soon as it is recorded', async () => {
  const { page: own } = await openWorkspace(browser, { address: server.url, email: 'protocol@demo.ro' })
  await liveAfter(own, () => own.goto('/statements'))
  await own.getByRole('region', { name: 'Situația lunii' }).waitFor()
  const invoices = own.getByRole('table', { name: 'Facturile mele' })
  await invoices.getByText('TXD 2').waitFor()
  const office = await createApiClient(server.url, 'manager@demo.ro')
  const [unpaid] = (await office.request(listInvoices, { query: { state: 'unpaid' } })).data
  const body = { amount: 12.5, method: 'bank' } as const
  await office.request(payInvoice, { params: { id: unpaid?.id ?? 0 }, body })
  await invoices.getByText(/încasat 12,50 RON din/).waitFor()
})
