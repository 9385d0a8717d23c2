import { listBalances, transferMoney } from '@dispecerat/contract/billing/finance'
import { listFinanceHistory, readFinanceReport } from '@dispecerat/contract/billing/finance-history'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysBefore } from '../apps/console/src/shared/totals/days.ts'
import { fromWallTime, toWallTime } from '../apps/console/src/text/format.ts'
import { type ApiClient, createApiClient } from './api/api-client.ts'
import { launchBrowser, openWorkspace } from './browser/console-browser.ts'
import { csvRows } from './browser/csv-rows.ts'
import { type DemoServer, startDemo } from './servers/demo-server.ts'

let server: DemoServer
let browser: Browser
let manager: ApiClient
let page: Page

beforeAll(async () => {
  // Only these tests move money on this server.
  server = await startDemo()
  manager = await createApiClient(server.url, 'manager@demo.ro')
  browser = await launchBrowser()
  page = (await openWorkspace(browser, { address: server.url, email: 'manager@demo.ro' })).page
})

afterAll(async () => {
  await browser?.close()
  await server?.[Symbol.asyncDispose]()
})

const balanceOf = async (driver_id: number) =>
  (await manager.request(listBalances, { query: { driver_id } })).data[0]?.balance ?? Number.NaN
const ron = (sum: number) =>
  `${sum < 0 ? '−' : ''}${Math.abs(sum)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, '.')} RON`

async function chooseDriver(field: Locator, sign: string): Promise<void> {
  await field.fill(sign)
  await page.getByRole('option', { name: new RegExp(`^${sign} · `) }).click()
}

test('a driver pays in: a wrong amount is refused at the field, the confirmation names driver and amount, a double click pays once', async () => {
  const before = await balanceOf(106)
  await page.goto('/finances/transfer?kind=out')
  const form = page.getByRole('form', { name: 'Transfer sold' })
  await chooseDriver(form.getByLabel('Șofer', { exact: true }), '106')
  const amount = form.getByLabel('Suma (RON)')
  await form.getByRole('button', { name: 'Continuă' }).click()
  await form.getByText('Scrieți o sumă mai mare ca zero').waitFor()
  await amount.pressSequentially('-1234.567')
  await expect.poll(() => amount.inputValue()).toBe('1.234,56')
  await amount.fill('')
  await amount.pressSequentially('100,05')
  await expect.poll(() => amount.inputValue()).toBe('100,05')
  await amount.fill('9000')
  await form.getByRole('alert').waitFor()

  await form.getByRole('radiogroup', { name: 'Ce se face' }).getByText('Alimentare').click()
  await form.getByRole('alert').waitFor({ state: 'detached' })
  await amount.fill('12,5')
  const preview = form.getByRole('region', { name: 'Soldul după operațiune' })
  await preview.getByText(ron(before + 12.5)).waitFor()
  await form.getByRole('button', { name: 'Continuă' }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/Alimentați cu 12,50 RON contul șoferului 106 · /).waitFor()
  await question.getByRole('button', { name: 'Confirmă' }).dblclick()
  await form.locator('[data-move]').waitFor()
  expect(await balanceOf(106)).toBeCloseTo(before + 12.5, 2)
})

test('with a discount the driver is credited more than the payment', async () => {
  const before = await balanceOf(107)
  await page.goto('/finances/transfer-discount?driver=107')
  const form = page.getByRole('form', { name: 'Transfer cu discount' })
  await form.getByLabel('Suma plătită (RON)').fill('100')
  await form.getByLabel('Bonus (%)').fill('7,5')
  await form.getByText(ron(before + 107.5)).waitFor()
  await form.getByRole('button', { name: 'Continuă' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmă' }).click()
  await form.locator('[data-move]').first().waitFor()
  expect(await balanceOf(107)).toBeCloseTo(before + 107.5, 2)
})

test('a mistake is reversed from the history, only once', async () => {
  const body = { driver_id: 108, amount: 33.3, direction: 'in', method: 'cash' } as const
  const { transaction_id } = (await manager.request(transferMoney, { body })).data
  const [line] = (await manager.request(listFinanceHistory, { query: { driver_id: 108 } })).data
  await page.goto('/finances/history?driver=108')
  const row = page.locator(`tr[data-row="${line?.id}"]`)
  await row.waitFor()
  await toolsStandOnOneLine()
  await row.getByRole('button', { name: 'Stornează' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stornează' }).click()
  await row.getByText('stornată').waitFor()
  const history = (await manager.request(listFinanceHistory, { query: { driver_id: 108 } })).data
  expect(history[0]).toMatchObject({ type: 'correction', amount: -33.3, reverses_id: transaction_id })
})

test('due payments are paid together; balances, report and summary are shown right', async () => {
  await page.goto('/finances/payments')
  const table = page.getByRole('table', { name: 'Plăți către șoferi' })
  const first = table.locator('tbody tr[data-row]').first()
  await first.waitFor()
  await toolsStandOnOneLine()
  const orderId = Number(await first.getAttribute('data-row'))
  await first.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Plătește .*: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Plătește' }).click()
  await table.locator(`tr[data-row="${orderId}"]`).waitFor({ state: 'detached' })
  await page.goto('/finances/payments?state=paid')
  await table.locator(`tr[data-row="${orderId}"]`).waitFor()
  await page.goto(`/reports/orders?preview=${orderId}`)
  const order = page.getByRole('dialog', { name: `Comanda ${orderId}` })
  await order.getByText(/RON · ✓ plătită/).waitFor()

  await page.goto('/finances/sold')
  await page.getByRole('table', { name: 'Sold șoferi' }).locator('tbody tr[data-row]').first().waitFor()
  // Not the current month, which is the default: on its first day it is empty.
  await page.goto(`/finances/reports?from=${day(29)}&to=${day(0)}`)
  await page.getByRole('table', { name: 'Raport financiar' }).locator('tfoot td').first().waitFor()
  await toolsStandOnOneLine()
  await page.getByRole('radiogroup', { name: 'Grupare' }).getByText('Pe luni').click()
  await page.waitForURL(/group=month/)
  const report = page.getByRole('table', { name: 'Raport financiar' })
  await report.getByRole('columnheader', { name: 'Luna' }).waitFor()
  await page.getByRole('region', { name: 'Grafic' }).waitFor()
  await report
    .getByRole('link', { name: /Comision/ })
    .first()
    .click()
  await page.waitForURL(/\/finances\/history\?.*type=commission/)
  await page.goto('/finances')
  await page.getByRole('button', { name: 'Verifică acum' }).click()
  await page.getByText(/Totul se potrivește/).waitFor()
})

/** Start of the Bucharest day on which the file begins, also when midnight passes meanwhile. */
const TODAY = toWallTime(new Date()).slice(0, 10)
const day = (before: number) => daysBefore(TODAY, before)
const midnight = (of: string) => toWireTime(fromWallTime(`${of} 00:00:00`) ?? new Date(0))
const number = (text: string) =>
  Number(
    text
      .replace(/[^\d,−]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  )

test('a long period of the finance report needs confirmation; its rows, bars and totals match the server, and its file is sorted as shown', async () => {
  const [from, to] = [day(75), day(0)]
  const query = { date_from: midnight(from), date_to: midnight(day(-1)), group: 'month' } as const
  const report = await manager.request(readFinanceReport, { query })
  await page.goto(`/finances/reports?from=${from}&to=${to}&group=month`)
  const question = page.getByRole('status').filter({ hasText: 'Perioada are 76 de zile.' })
  const estimate = question.getByText(/Se citesc cam/)
  await estimate.waitFor()
  expect(Number(/cam ([\d.]+)/.exec((await estimate.textContent()) ?? '')?.[1]?.replace('.', ''))).toBe(
    report.totals.orders,
  )
  expect(await page.getByRole('button', { name: 'Export XLSX' }).isDisabled()).toBe(true)
  await question.getByRole('button', { name: 'Arată raportul' }).click()
  const table = page.getByRole('table', { name: 'Raport financiar' })
  const costs = async () => (await table.locator('tbody td:nth-of-type(2)').allTextContents()).map(number)
  await expect.poll(costs).toEqual(report.data.map(({ cost }) => cost))
  expect(number((await table.locator('tfoot td').nth(1).textContent()) ?? '')).toBe(report.totals.cost)
  await expect
    .poll(() => page.getByRole('region', { name: 'Grafic' }).locator('.sums-bar').count())
    .toBe(report.data.length)

  const groups = page.getByRole('radiogroup', { name: 'Grupare' })
  await groups.getByText('Pe companii').click()
  await page.waitForURL(/group=company/)
  await table.getByRole('columnheader', { name: 'Companie' }).waitFor()
  await groups.getByText('Pe șoferi').click()
  await table.getByRole('columnheader', { name: 'Șofer' }).waitFor()
  await table.getByRole('button', { name: 'Cost' }).click()
  await page.waitForURL(/sort=-cost/)
  // The rows of the previous grouping stay on the screen until the next ones arrive.
  const { data: drivers } = await manager.request(readFinanceReport, { query: { ...query, group: 'driver' } })
  const shown = drivers.map(({ cost }) => cost).toSorted((one, other) => other - one)
  await expect.poll(costs).toEqual(shown)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const { head, lines } = await csvRows(await saved)
  const cost = head.findIndex((name) => name.startsWith('Cost'))
  expect(lines.map((line) => number(line[cost] ?? ''))).toEqual(shown)
})

/** The fields above the table of the page are on one line, and so are its buttons. */
async function toolsStandOnOneLine(): Promise<void> {
  const tools = page.locator('search.is-labelled')
  await tools.getByRole('button', { name: 'Export CSV' }).waitFor()
  const fields = tools.locator('input:visible:not([type="radio"]), select:visible, .finance-groups')
  const feetOf = (those: Locator) =>
    those.evaluateAll((found) => [...new Set(found.map((one) => Math.round(one.getBoundingClientRect().bottom)))])
  await expect.poll(() => feetOf(fields)).toHaveLength(1)
  await expect.poll(() => feetOf(tools.locator('.mantine-Button-root'))).toHaveLength(1)
}
