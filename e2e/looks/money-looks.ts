import { transferMoney } from '@dispecerat/contract/billing/finance'
import { fileInvoice } from '@dispecerat/contract/billing/invoice-filing'
import { correctInvoice, issueInvoice, listInvoices, payInvoice } from '@dispecerat/contract/billing/invoices'
import { createDiscount, deleteDiscount } from '@dispecerat/contract/orders/discounts'
import type { Page } from 'playwright-core'
import { daysBefore } from '../../apps/console/src/shared/totals/days.ts'
import { toWallTime } from '../../apps/console/src/text/format.ts'
import type { DemoFixture } from './demo-fixture.ts'
import { MANAGER, type Screen } from './screen.ts'

const manager = { who: MANAGER }
/** The hotel of the demo, which orders on account. */
const HOTEL = 5
const TODAY = toWallTime(new Date()).slice(0, 10)
const period = (days: number) => `from=${daysBefore(TODAY, days - 1)}&to=${TODAY}`

/** Balances, discounts, invoices. */
export const moneyScreens: Screen[] = [
  {
    ...manager,
    at: '/finances/transfer',
    states: {
      'finances-transfer': async (page) => {
        const form = page.getByRole('form', { name: 'Transfer sold' })
        await form.getByLabel('Șofer', { exact: true }).fill('105')
        await page.getByRole('option', { name: /^105 · / }).click()
        await form.getByLabel('Suma (RON)').fill('12,5')
        await form.getByRole('region', { name: 'Soldul după operațiune' }).getByText(/RON/).first().waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/finances/transfer-discount?driver=107',
    states: {
      'finances-transfer-discount': async (page) => {
        const form = page.getByRole('form', { name: 'Transfer cu discount' })
        await form.getByLabel('Suma plătită (RON)').fill('100')
        await form.getByLabel('Bonus (%)').fill('7,5')
        await form.getByText(/RON$/).first().waitFor()
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      const body = { driver_id: 108, amount: 33.3, direction: 'in', method: 'cash' } as const
      await (await demo.api(MANAGER)).request(transferMoney, { body })
      return '/finances/history?driver=108'
    },
    states: {
      'finances-history': (page) => page.getByRole('button', { name: 'Stornează' }).first().waitFor(),
    },
  },
  {
    ...manager,
    at: '/finances/payments',
    states: {
      'finances-payments': async (page) => {
        await firstRow(page, 'Plăți către șoferi').waitFor()
        await page.getByRole('region', { name: 'Plăți în lucru' }).getByText('în curs · 40 din 100').waitFor()
      },
    },
  },
  { ...manager, at: '/finances/sold', states: { 'finances-sold': (page) => firstRow(page, 'Sold șoferi').waitFor() } },
  {
    ...manager,
    // Not the current month, which is the default: on its first day it is empty.
    at: `/finances/reports?${period(30)}`,
    states: {
      'finances-reports': (page) => report(page).locator('tfoot td').first().waitFor(),
      'finances-reports-months': async (page) => {
        await page.getByRole('radiogroup', { name: 'Grupare' }).getByText('Pe luni').click()
        await report(page).getByRole('columnheader', { name: 'Luna' }).waitFor()
        await page.getByRole('region', { name: 'Grafic' }).waitFor()
      },
      'finances-reports-companies': async (page) => {
        await page.getByRole('radiogroup', { name: 'Grupare' }).getByText('Pe companii').click()
        await report(page).getByRole('columnheader', { name: 'Companie' }).waitFor()
      },
    },
  },
  {
    ...manager,
    at: `/finances/reports?${period(76)}&group=month`,
    states: {
      'finances-reports-asks-first': async (page) => {
        const question = page.getByRole('status').filter({ hasText: 'Perioada are 76 de zile.' })
        await question.getByText(/Se citesc cam/).waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/finances',
    isForPhones: true,
    states: {
      finances: async (page) => {
        await page.getByRole('button', { name: 'Verifică acum' }).click()
        await page.getByText(/Totul se potrivește/).waitFor()
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      const api = await demo.api(MANAGER)
      const body = { name: 'Zece la sută', type: 'percent', value: 10, trigger: 'weekday_time' } as const
      const { id } = (await api.request(createDiscount, { body })).data
      demo.afterwards(() => api.request(deleteDiscount, { params: { id } }))
      return `/discount/${id}`
    },
    states: {
      discount: async (page) => {
        const trial = page.getByRole('region', { name: 'Probă' })
        await trial.getByText('Zece la sută: −3,00 RON, rămân 27,00 RON').waitFor()
      },
      discounts: async (page) => {
        await page.goto('/discounts')
        await page.getByRole('table', { name: 'Discounturi' }).getByText('Zece la sută').waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/protocol/billing',
    states: { 'billing-profile': (page) => page.getByLabel('Seria stornărilor').waitFor() },
  },
  {
    ...manager,
    at: '/protocol',
    states: {
      'protocol-contracts': (page) =>
        page.getByRole('table', { name: 'Contracte protocol' }).getByText('PR-17').first().waitFor(),
    },
  },
  {
    ...manager,
    at: async (demo) => {
      await invoiceOfLastMonth(demo)
      return `/protocol/${HOTEL}`
    },
    states: {
      'protocol-month': (page) => invoiceOfMonth(page).waitFor(),
      'protocol-payment': async (page) => {
        await invoiceOfMonth(page).getByRole('button', { name: 'Încasează' }).click()
        const payment = page.getByRole('dialog', { name: /^Încasare, factura / })
        await payment.getByLabel('Suma (RON)').fill('10')
        await payment.getByLabel('Document (extras, chitanță)').fill('OP 17')
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      const id = await invoiceOfLastMonth(demo)
      const api = await demo.api(MANAGER)
      await api.request(payInvoice, { params: { id }, body: { amount: 1, method: 'bank', reference: 'OP 17' } })
      await api.request(correctInvoice, {
        params: { id },
        body: { reason: 'reclamată', lines: [{ line: 1, amount: 1 }] },
      })
      return `/protocol/invoices/${id}`
    },
    states: {
      'protocol-invoice': async (page) => {
        await page.getByRole('region', { name: 'Încasări' }).getByText('OP 17').waitFor()
        await page.getByRole('region', { name: 'Stornări' }).getByRole('link').waitFor()
      },
    },
  },
  {
    ...manager,
    at: async (demo) => {
      const id = await invoiceOfLastMonth(demo)
      await (await demo.api(MANAGER)).request(fileInvoice, { params: { id } })
      return '/protocol/invoices'
    },
    states: {
      'protocol-invoices': async (page) => {
        await page.getByRole('region', { name: 'Ciorne de emis' }).waitFor()
        const table = page.getByRole('table', { name: 'Facturi protocol' })
        await table
          .getByText(/^✓ Acceptată/)
          .first()
          .waitFor()
      },
    },
  },
  {
    ...manager,
    at: '/outbox/filings',
    states: {
      filings: async (page) => {
        await page.getByText(/^Fără legătură cu autoritatea: Registru primărie\./).waitFor()
        const register = page.getByRole('form', { name: 'Registrul de dispecerat pentru primărie' })
        await register.getByRole('button', { name: 'Pune în coadă' }).click()
        const filings = page.getByRole('table', { name: 'Trimise la autorități' })
        await filings.getByText('Ar fi trimisă').first().waitFor()
      },
    },
  },
]

const firstRow = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr[data-row]').first()
const report = (page: Page) => page.getByRole('table', { name: 'Raport financiar' })
const invoiceOfMonth = (page: Page) =>
  page.getByRole('region', { name: 'Situația lunii' }).getByRole('listitem').filter({ hasText: 'Factură TXD' })

/** Issued once. A demo filled on the first day of a month has its orders in the previous month. */
export async function invoiceOfLastMonth(demo: DemoFixture): Promise<number> {
  const api = await demo.api(MANAGER)
  const [issued] = (await api.request(listInvoices, { query: { account_id: String(HOTEL) } })).data
  if (issued) return issued.id
  const month = daysBefore(`${TODAY.slice(0, 7)}-01`, 1).slice(0, 7)
  return (await api.request(issueInvoice, { params: { id: HOTEL }, body: { month } })).data.id
}
