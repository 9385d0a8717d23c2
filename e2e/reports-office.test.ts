import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { csvRows } from './browser/csv-rows.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await startDemo()
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro', at: '/dashboard' })).page
})
afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const digits = (text: string) => Number(text.replace(/\D/g, ''))

test('the index leads to every report; a figure of a report leads to exactly its orders and their file', async () => {
  await page
    .getByRole('navigation', { name: 'Meniu principal' })
    .getByRole('link', { name: 'Rapoarte', exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Rapoarte' }).waitFor()
  const cards = page.getByRole('main').getByRole('list').getByRole('link')
  await expect.poll(() => cards.count()).toBe(9)
  await cards
    .filter({ hasText: /^Dispeceri/ })
    .first()
    .click()
  const table = page.getByRole('table', { name: 'Dispeceri' })
  await table.locator('tfoot').waitFor()

  await page.goto('/reports/dispatchers?sort=-canceled')
  const figure = table
    .locator('tbody tr')
    .first()
    .getByRole('link', { name: / – Anulate, / })
  await figure.waitFor()
  const canceled = digits((await figure.textContent()) ?? '')
  expect(canceled).toBeGreaterThan(0)
  await figure.click()
  await page.getByRole('heading', { level: 1, name: 'Raport comenzi' }).waitFor()
  const counted = page
    .getByRole('main')
    .locator('.report-totals > div')
    .filter({ hasText: /^Comenzi/ })
    .locator('dd')
  await expect.poll(async () => digits((await counted.textContent()) ?? ''), { timeout: 15_000 }).toBe(canceled)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^comenzi_\d{4}-\d{2}-\d{2}_\d{4}-\d{2}-\d{2}\.csv$/)
})

test('each report shows its totals grouped as in its URL', async () => {
  await page.goto('/reports/cancellations?group=dispatcher')
  await page
    .getByRole('table', { name: 'Anulări' })
    .getByRole('columnheader', { name: 'Dispecer', exact: true })
    .waitFor()
  await page.goto('/reports/search?group=hour')
  await page
    .getByRole('table', { name: 'Performanța căutării' })
    .getByRole('row', { name: /^23:00–23:59/ })
    .waitFor()
  await page.goto('/reports/fairness')
  await page.getByRole('table', { name: 'Echitate' }).locator('tbody tr').first().waitFor()
})

test('a year shows first how much it would read; once read, its file follows the sorted column', async () => {
  await page.goto('/reports/drivers?sort=-cost')
  await page.getByRole('button', { name: '1 an' }).click()
  const question = page.getByRole('status').filter({ hasText: 'Perioada are 365 de zile.' })
  await question.getByText(/Se citesc cam [\d.]+ (de )?comenzi\. Raportul poate dura mai mult\./).waitFor()
  expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true)
  await question.getByRole('button', { name: 'Arată raportul' }).click()
  const names = page.getByRole('table', { name: 'Șoferi' }).locator('tbody th')
  await names.first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const { lines } = await csvRows(await saved)
  expect(lines.map(([name]) => name)).toEqual(await names.allTextContents())
})

test('a manager creates the link with which a driver reads the report without an account', async () => {
  await page.goto('/reports/drivers')
  const name = page.getByRole('table', { name: 'Șoferi' }).locator('tbody tr').first()
  await name.waitFor()
  const driverId = await name.getAttribute('data-row')
  await page.goto(`/user/${driverId}/driver`)
  await page.getByRole('button', { name: 'Fă legătura' }).click()
  const link = await page.getByLabel('Legătura raportului').inputValue()
  const unknownCaller = await (await browser.newContext()).newPage()
  await unknownCaller.goto(link)
  await unknownCaller.getByRole('heading', { name: 'Partea ta' }).waitFor()
  await unknownCaller.getByText('Încasări pe oră', { exact: true }).waitFor()
  await unknownCaller.context().close()
})
