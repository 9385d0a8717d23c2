import { type InvoiceDetail, readInvoice } from '@dispecerat/contract/billing/invoices'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { protocolRoutes } from '../../routes/protocol-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const CREDIT_NOTE: InvoiceDetail = {
  id: 2,
  company_id: 1,
  account: { id: 5, name: 'Hotel' },
  kind: 'credit_note',
  number: 'TXS 1',
  month: '2026-10',
  issued_on: '2026-11-26',
  due_on: '2026-11-26',
  net: 27.55,
  vat: 5.79,
  total: 33.33,
  paid_on: null,
  paid: 0,
  credited: 0,
  owed: 0,
  state: 'credit_note',
  is_partial: true,
  corrected_by: null,
  efactura: null,
  corrects: { id: 1, number: 'TXD 1' },
  payments: [],
  credit_notes: [],
  lines: [{ line: 1, name: 'Taxi', description: '10.2026', amount: 33.33, left: 0 }],
}

test.each([
  { total: 33.33, shown: ['Fără TVA', 'TVA', 'Rotunjire', 'Total'], rounding: '−0,01' },
  { total: 33.34, shown: ['Fără TVA', 'TVA', 'Total'], rounding: null },
])('the amounts of an invoice of $total add up to it on the screen', async ({ total, shown, rounding }) => {
  const server = fakeServer()
  server.ignoreOthers()
  server.reply(readInvoice, { data: { ...CREDIT_NOTE, total } })
  renderScreen('/protocol/invoices/2', protocolRoutes, { role: 'admin' })
  const facts = within(await screen.findByRole('region', { name: 'Stare' }))
  const names = facts.getAllByRole('term').map(({ textContent }) => textContent ?? '')
  expect(names.filter((name) => ['Fără TVA', 'TVA', 'Rotunjire', 'Total'].includes(name))).toEqual(shown)
  if (rounding) facts.getByText(rounding, { exact: false })
})
