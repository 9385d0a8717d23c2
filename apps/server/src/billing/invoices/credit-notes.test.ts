import * as billing from '@dispecerat/contract/billing/invoices'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { expect, test } from 'vitest'
import { anInvoice, balances, expectNothingBroken } from './testing/an-invoice.ts'

test('a partial credit note: the account owes less, the orders stay on the invoice, the ledger follows', async () => {
  await using billed = await anInvoice()
  const { credit, read, open, statement, orders, server, fixture, pay } = billed
  const note = (await credit({ reason: 'ocol', lines: [{ line: 1, amount: 30.04 }] })).reply.data
  expect(note).toMatchObject({ kind: 'credit_note', is_partial: true, total: 30.04, corrects: { number: 'DSP 1' } })
  expect(await read()).toMatchObject({
    state: 'owed',
    credited: 30.04,
    owed: 70,
    corrected_by: null,
    lines: [{ line: 1, amount: 100.04, left: 70 }],
    credit_notes: [{ id: note.id, total: 30.04 }],
  })
  expect(await balances(billed)).toMatchObject({ protocol_receivable: -70_00, credit_notes: -30_04 })
  expect([await open(), (await statement()).totals.not_invoiced]).toEqual([70, 0])
  const edit = { params: { id: Number(orders[0]) }, body: { cost: 1 } }
  expect((await server.request(editOrder, edit, fixture.dispatcher)).body.code).toBe('order.field_locked')
  expect((await pay(70)).reply.data.state).toBe('paid')
  expect([await open(), (await balances(billed)).protocol_receivable]).toEqual([0, 0])
  await expectNothingBroken(billed)
})

test('all credit notes of an invoice together never exceed it, however many are issued at once', async () => {
  await using billed = await anInvoice()
  const { credit, read } = billed
  const answers = await Promise.all(Array.from({ length: 4 }, () => credit({ lines: [{ line: 1, amount: 40 }] })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422])
  const refused = answers.find(({ status }) => status === 422)
  expect(refused?.body.errors).toEqual({
    'lines.0.amount': [expect.stringMatching(/^Cel mult .* RON din această linie$/)],
  })
  const lines = [
    { line: 1, amount: 1 },
    { line: 1, amount: 1 },
    { line: 7, amount: 1 },
  ]
  expect((await credit({ lines })).body.errors).toEqual({
    'lines.1.line': ['Linia este scrisă de două ori'],
    'lines.2.line': ['Linia nu există pe factură'],
  })
  expect((await credit({ lines: [] })).body.errors).toEqual({ lines: ['Scrieți cel puțin o sumă'] })
  expect((await credit({ lines: [{ line: 1, amount: 20.04 }] })).status).toBe(201)
  expect(await read()).toMatchObject({ credited: 100.04, owed: 0, state: 'corrected' })
  expect((await credit({ lines: [{ line: 1, amount: 0.01 }] })).body.code).toBe('invoice.nothing_to_credit')
  await expectNothingBroken(billed)
})

test('crediting the whole rest frees the orders, and they are owed in full again', async () => {
  await using billed = await anInvoice()
  const { credit, issue, open, statement } = billed
  await credit({ lines: [{ line: 1, amount: 30.04 }] })
  const rest = (await credit({ reason: 'tot' })).reply.data
  expect(rest).toMatchObject({ is_partial: false, total: 70 })
  expect(await balances(billed)).toMatchObject({ protocol_receivable: -100_04, credit_notes: 0 })
  expect([await open(), (await statement()).totals.not_invoiced]).toEqual([100.04, 100.04])
  expect((await issue()).reply.data).toMatchObject({ number: 'DSP 2', total: 100.04, state: 'owed' })
  expect(await open()).toBe(100.04)
  await expectNothingBroken(billed)
})

test('a payment before a credit note can be refunded up to the surplus; a paid invoice cannot be credited in full', async () => {
  await using billed = await anInvoice()
  const { credit, pay, read, open } = billed
  await pay(100.04)
  expect((await credit({})).body.code).toBe('invoice.has_payments')
  expect((await pay(1, { direction: 'out' })).body.code).toBe('invoice.nothing_owed')
  await credit({ lines: [{ line: 1, amount: 20 }] })
  expect(await read()).toMatchObject({ state: 'overpaid', owed: -20 })
  expect(await open()).toBe(-20)
  const tooMuch = await pay(20.01, { direction: 'out' })
  expect(tooMuch.body.errors).toEqual({ amount: ['Cel mult 20,00 RON'] })
  expect((await pay(20, { direction: 'out', method: 'cash' })).reply.data).toMatchObject({ state: 'paid', owed: 0 })
  expect(await balances(billed)).toMatchObject({
    protocol_receivable: 0,
    bank: -100_04,
    cash: 20_00,
    credit_notes: -20_00,
  })
  await expectNothingBroken(billed)
})

test('a credit note over an invoice of a company that pays no VAT has its VAT category', async () => {
  await using billed = await anInvoice({ vat_state: 'not_registered' })
  const { credit, xml, server, boss } = billed
  const { id } = (await credit({ lines: [{ line: 1, amount: 10 }] })).reply.data
  const text = await xml(id)
  expect(text).toContain('<cbc:ID>O</cbc:ID>')
  expect(text).toContain('<cbc:TaxAmount currencyID="RON">0.00</cbc:TaxAmount>')
  expect((await server.request(billing.readInvoice, { params: { id } }, boss)).reply.data).toMatchObject({
    kind: 'credit_note',
    state: 'credit_note',
    owed: 0,
    total: 10,
    vat: 0,
  })
})
