import { listInvoiceDrafts } from '@dispecerat/contract/billing/invoice-drafts'
import * as contract from '@dispecerat/contract/billing/protocol'
import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { makeDueDrafts } from './protocol.jobs.ts'
import { aBilledOffice } from './testing/a-billed-office.ts'

/** March of the account, 100,04 RON in two orders; its contract is invoiced on this day. */
async function aMonth(invoicing_day: number, profile: object = {}) {
  const billed = await aBilledOffice(profile)
  const { server, boss, params, travel } = billed
  await server.request(contract.editContract, { params, body: { invoicing_day } }, boss)
  const drafts = async () => (await server.request(listInvoiceDrafts, {}, boss)).reply.data
  const runAt = async (at: string) => {
    await travel(at)
    await makeDueDrafts(server)
    return (await drafts()).length
  }
  const outboundMessages = () => server.db.selectFrom('outbox').select(['recipient', 'subject', 'text']).execute()
  const draftEvents = () =>
    server.db.selectFrom('event_log').select('data').where('event', '=', 'invoice_draft_made').execute()
  return { ...billed, drafts, runAt, outboundMessages, draftEvents, [Symbol.asyncDispose]: () => server.stop() }
}

test('on the invoicing day, in the morning of Bucharest, a draft is created and the company notified; nothing is issued', async () => {
  await using month = await aMonth(1)
  const { runAt, drafts, outboundMessages, draftEvents, statement, accountId, fixture } = month
  expect(await runAt('2026-03-31T21:30:00Z')).toBe(0)
  expect(await runAt('2026-04-01T01:59:00Z')).toBe(0)
  expect(await runAt('2026-04-01T02:00:00Z')).toBe(1)
  expect(await drafts()).toMatchObject([{ account: { id: accountId }, month: '2026-03', orders: 2, charged: 100.04 }])
  expect(await outboundMessages()).toEqual([
    {
      recipient: 'facturi@taxi.ro',
      subject: 'Factură de emis: Banca Verde, 03.2026',
      text: expect.stringContaining('Comenzi nefacturate: 2, în total 100,04 RON'),
    },
  ])
  expect(await draftEvents()).toEqual([
    { data: { company_id: fixture.companyId, account_id: accountId, month: '2026-03' } },
  ])
  expect((await statement()).invoices).toEqual([])
})

test('issuing a draft takes one request and removes it from the list', async () => {
  await using month = await aMonth(1)
  const { runAt, issue, drafts } = month
  await runAt('2026-04-01T06:00:00Z')
  expect((await issue()).status).toBe(201)
  expect(await drafts()).toEqual([])
})

test('servers that poll in the same minute, repeatedly and after a restart create the draft once', async () => {
  await using month = await aMonth(1)
  const { server, outboundMessages, draftEvents, drafts, travel } = month
  await using other = await aServer({ besides: server })
  await travel('2026-04-01T06:00:00Z')
  await Promise.all([server, other, server, other].map(makeDueDrafts))
  await makeDueDrafts(other)
  expect([(await drafts()).length, (await outboundMessages()).length, (await draftEvents()).length]).toEqual([1, 1, 1])
})

test('a server that was down on the day creates it when it is back, also in the month after', async () => {
  await using month = await aMonth(28)
  const { runAt, drafts } = month
  expect(await runAt('2026-04-27T10:00:00Z')).toBe(0)
  expect(await runAt('2026-05-02T10:00:00Z')).toBe(1)
  expect((await drafts()).map((draft) => draft.month)).toEqual(['2026-03'])
})

test('when daylight saving time ends, the morning is still five o’clock local time', async () => {
  await using month = await aMonth(25)
  const { server, outboundMessages, travel } = month
  const at = async (time: string) => {
    await travel(time)
    await makeDueDrafts(server)
    return (await outboundMessages()).length
  }
  await server.db
    .updateTable('orders')
    .set({ trip_finished_at: new Date('2026-09-15T10:00:00Z') })
    .execute()
  // 25 October 2026 has 25 hours: five in the morning is 03:00 UTC, the day before it was 02:00.
  expect(await at('2026-10-25T02:59:00Z')).toBe(0)
  expect(await at('2026-10-25T03:00:00Z')).toBe(1)
})

test('no mail for a month without orders, no draft for a contract without a day; without a billing address the administrators are mailed', async () => {
  await using month = await aMonth(1, { email: null })
  const { runAt, outboundMessages, server, boss, params } = month
  const day = (invoicing_day: number | null) =>
    server.request(contract.editContract, { params, body: { invoicing_day } }, boss)
  await day(null)
  expect(await runAt('2026-04-05T10:00:00Z')).toBe(0)
  await day(3)
  expect(await runAt('2026-04-05T10:00:00Z')).toBe(1)
  const managers = await outboundMessages()
  expect(managers.length).toBeGreaterThan(0)
  expect(await runAt('2026-05-05T10:00:00Z')).toBe(1)
  expect(await outboundMessages()).toHaveLength(managers.length)
})
