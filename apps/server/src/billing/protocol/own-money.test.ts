import * as billing from '@dispecerat/contract/billing/invoices'
import { listOwnInvoices, listOwnMonths } from '@dispecerat/contract/billing/own-money'
import * as protocol from '@dispecerat/contract/billing/protocol'
import { exportFoundOrders } from '@dispecerat/contract/orders/order-search'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { anAccount } from '../../orders/testing/an-account.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { aBilledOffice, onAccount } from './testing/a-billed-office.ts'

async function anOwnOffice() {
  const billed = await aBilledOffice()
  const { server, accountId } = billed
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...billed, token: await server.logIn(email ?? '') }
}

test('an account sees the cost of each month, what is not invoiced yet and what is owed', async () => {
  await using office = await anOwnOffice()
  const { server, token, boss, issue } = office
  const months = async () => (await server.request(listOwnMonths, {}, token)).reply.data
  const before = await months()
  expect(before.map(({ month }) => month).slice(0, 3)).toEqual(['2026-04', '2026-03', '2026-02'])
  expect(before).toHaveLength(12)
  expect(before[0]).toEqual({ month: '2026-04', orders: 0, charged: 0, not_invoiced: 0, owed: 0 })
  expect(before[1]).toEqual({ month: '2026-03', orders: 2, charged: 100.04, not_invoiced: 100.04, owed: 0 })
  const invoice = (await issue()).reply.data
  const body = { amount: 40, method: 'bank' } as const
  await server.request(billing.payInvoice, { params: { id: invoice.id }, body }, boss)
  expect((await months())[1]).toEqual({ month: '2026-03', orders: 2, charged: 100.04, not_invoiced: 0, owed: 60.04 })
})

test('this month’s total in the account’s header equals that in its list of months: without canceled orders and those of last month', async () => {
  await using office = await anOwnOffice()
  const { server, token, fixture } = office
  const canceled = await fixture.place(onAccount(office.office))
  expect((await server.request(cancelOrder, { params: { id: canceled.id } }, fixture.dispatcher)).status).toBe(200)
  const [last] = office.orders
  const late = { trip_finished_at: new Date('2026-04-01T08:00:00Z') }
  await server.db
    .updateTable('orders')
    .set(late)
    .where('id', '=', asId<OrderId>(Number(last)))
    .execute()
  const strip = (await server.request(readProtocolAccount, {}, token)).reply.data.month
  const [month] = (await server.request(listOwnMonths, {}, token)).reply.data
  expect(strip).toEqual({ orders: 0, finished: 1, cost: 40.01 })
  expect({ finished: month?.orders, cost: month?.charged }).toEqual({ finished: strip.finished, cost: strip.cost })
})

test('an account lists and downloads its invoices as PDF and e-Factura; another account’s do not exist', async () => {
  await using office = await anOwnOffice()
  const { server, token, issue, fixture } = office
  const { id } = (await issue()).reply.data
  const other = await anAccount(server, fixture.companyId)
  const listed = async (who: string) => (await server.request(listOwnInvoices, {}, who)).reply
  expect((await listed(token)).data).toMatchObject([{ id, number: 'DSP 1', owed: 100.04, state: 'owed' }])
  expect(await listed(other.token)).toMatchObject({ data: [], meta: { total: 0 } })
  const file = (format: string, who: string) =>
    server.inject({
      url: `/api/protocol-account/invoices/${id}/file?format=${format}`,
      headers: { authorization: `Bearer ${who}` },
    })
  const pdf = await file('pdf', token)
  expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  const xml = await file('xml', token)
  expect(xml.headers['content-disposition']).toBe('attachment; filename="efactura_DSP_1.xml"')
  expect(xml.body).toContain('Banca Verde SA')
  expect([(await file('pdf', other.token)).statusCode, (await file('xml', other.token)).statusCode]).toEqual([404, 404])
  expect((await file('pdf', fixture.dispatcher)).statusCode).toBe(403)
})

test('an account exports its orders as filtered, without the dispatchers’ columns', async () => {
  await using office = await anOwnOffice()
  const { server, token, orders, fixture } = office
  const taken = async (who: string, body: object) =>
    (
      await server.inject({
        method: exportFoundOrders.method,
        url: exportFoundOrders.path,
        headers: { authorization: `Bearer ${who}` },
        payload: { format: 'csv', ...body },
      })
    ).body
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
  const own = await taken(token, {})
  expect(own[0]).not.toMatch(/Dispecer|Companie protocol/)
  expect(own.slice(1).map((line) => Number(line.split(';')[0]))).toEqual(orders.toReversed())
  expect(await taken(token, { by: 'order', term: String(orders[0]) })).toHaveLength(2)
  expect(await taken(token, { date_from: '2030-01-01 00:00:00' })).toHaveLength(1)
  expect((await taken(fixture.dispatcher, {}))[0]).toMatch(/Dispecer.*Companie protocol/)
  expect(await taken(fixture.dispatcher, {})).toHaveLength(4)
})

test('dispatchers print the invoice and the credit note over it; another company’s does not exist', async () => {
  await using office = await anOwnOffice()
  const { server, issue, boss, token } = office
  const invoice = (await issue()).reply.data
  const pdf = (id: number, who: string) =>
    server.inject({ url: `/api/protocol/invoices/${id}/pdf`, headers: { authorization: `Bearer ${who}` } })
  const printed = await pdf(invoice.id, boss)
  expect([printed.headers['content-type'], printed.rawPayload.subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ])
  expect(printed.headers['content-disposition']).toBe('attachment; filename="factura_DSP_1.pdf"')
  const note = await server.request(billing.correctInvoice, { params: { id: invoice.id }, body: {} }, boss)
  expect((await pdf(note.reply.data.id, boss)).headers['content-disposition']).toBe(
    'attachment; filename="factura_STR_1.pdf"',
  )
  const other = (await aCompany(server)).companyId
  const unknown = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [other] })).email)
  expect([(await pdf(invoice.id, unknown)).statusCode, (await pdf(invoice.id, token)).statusCode]).toEqual([404, 403])
})

test('an account is notified when its invoice is issued, paid or corrected, or its contract changes; another account is not', async () => {
  await using office = await anOwnOffice()
  const { server, issue, boss, token, fixture, params } = office
  const other = await anAccount(server, fixture.companyId)
  const [own, otherTenant] = [await server.socket(token), await server.socket(other.token)]
  const received = (times: number) => own.waitForEvents('own_invoices_changed', times)
  const { id } = (await issue()).reply.data
  await received(1)
  const body = { amount: 40, method: 'bank' } as const
  const paid = await server.request(billing.payInvoice, { params: { id }, body }, boss)
  await received(2)
  const [payment] = paid.reply.data.payments
  const reversal = { params: { id, paymentId: payment?.id ?? 0 }, body: {} }
  await server.request(billing.reversePayment, reversal, boss)
  await received(3)
  await server.request(billing.correctInvoice, { params: { id }, body: {} }, boss)
  await received(4)
  await server.request(protocol.editContract, { params, body: { credit_limit: 500 } }, boss)
  await own.waitForEvent('own_account_changed')
  await otherTenant.caughtUp()
  expect(otherTenant.framesOf('own_invoices_changed')).toEqual([])
})
