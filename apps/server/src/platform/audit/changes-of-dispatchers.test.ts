import { createSearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import {
  addPriorityWindow,
  deletePriorityWindow,
  restorePriorityWindow,
} from '@dispecerat/contract/fleet/priority-windows'
import { exportChanges, listChanges } from '@dispecerat/contract/office/changes'
import { erasePersonalData } from '@dispecerat/contract/office/personal-data'
import { blockPhone, restoreBlockedPhone, unblockPhone } from '@dispecerat/contract/orders/company-dispatch'
import { cancelOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { addressOf } from '../../testing/a-server.ts'
import { aCompany, aDriver, aUser } from '../../testing/builders.ts'

const fixture = await createFixture({ at: '2026-07-01T08:00:00Z' })
const { server, manager, dispatcher, companyId } = fixture
afterAll(() => server.stop())
beforeEach(() => server.db.deleteFrom('audit_log').execute())

const PHONE = '+40722333444'
const journal = async (token = manager) =>
  (await server.request(listChanges, { query: {} }, token)).reply.data.toReversed()
const anotherManager = async () => {
  const other = await aCompany(server)
  return server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [other.companyId] })).email)
}

test('blocking a phone, unblocking it and blocking it again are recorded for the company, and for no other', async () => {
  const block = () => server.request(blockPhone, { body: { phone: PHONE, reason: 'Glume' } }, dispatcher)
  const { id } = (await block()).reply.data
  expect((await block()).status).toBe(422)
  await server.request(unblockPhone, { params: { id } }, dispatcher)
  await server.request(restoreBlockedPhone, { params: { id } }, dispatcher)
  const entries = await journal()
  expect(entries.map(({ entity, action, entity_name }) => [entity, action, entity_name])).toEqual([
    ['blocked_phone', 'blocked', PHONE],
    ['blocked_phone', 'unblocked', PHONE],
    ['blocked_phone', 'blocked', PHONE],
  ])
  expect(entries[0]).toMatchObject({
    user: { id: fixture.dispatcherId },
    fields: [
      { field: 'phone', before: null, after: PHONE },
      { field: 'reason', before: null, after: 'Glume' },
    ],
  })
  expect(await journal(await anotherManager())).toEqual([])
})

test('a priority window is recorded with the names of its drivers, its start and its end', async () => {
  const second = await aDriver(server, { companyId })
  const named = await server.db
    .selectFrom('users')
    .select('name')
    .where('id', 'in', [fixture.driver.driverId, second.driverId])
    .orderBy('id')
    .execute()
  const users = [fixture.driver, second].map(({ driverId, indicativ }) => ({ id: driverId, indicativ }))
  const body = { from: '2026-07-01 10:00:00', to: '2026-07-01 12:00:00', users }
  const { id } = (await server.request(addPriorityWindow, { body }, dispatcher)).reply.data
  await server.request(deletePriorityWindow, { params: { id } }, dispatcher)
  await server.request(restorePriorityWindow, { params: { id } }, dispatcher)
  const entries = await journal()
  expect(entries.map(({ entity, action }) => [entity, action])).toEqual([
    ['priority_window', 'created'],
    ['priority_window', 'removed'],
    ['priority_window', 'restored'],
  ])
  expect(entries[0]?.fields.find(({ field }) => field === 'driver_ids')?.after).toEqual(named.map(({ name }) => name))
  const file = await server.inject({
    method: 'GET',
    url: addressOf(exportChanges, { query: { entity: 'priority_window' } }),
    headers: { authorization: `Bearer ${manager}` },
  })
  expect(file.body).toContain(';Interval de prioritate;')
  expect(file.body).toContain(';a șters;de la;01.07.2026 13:00:00;')
})

test('a fare entered before the end of the trip is recorded like one after it', async () => {
  const order = await fixture.place()
  const edit = (body: object) => server.request(editOrder, { params: { id: order.id }, body }, dispatcher)
  expect((await edit({ cost: 40 })).status).toBe(200)
  await edit({ about_client: 'sună la interfon' })
  const entries = await journal()
  expect(entries).toMatchObject([{ entity: 'order', entity_id: order.id, user: { id: fixture.dispatcherId } }])
  expect(entries[0]?.fields).toContainEqual({ field: 'cost', before: null, after: 40 })
})

test('the file of the audit log contains no internal codes of search rules', async () => {
  const definitions = { items: [{ search_type: 'by_radius', search_limit: 2500 }] }
  const body = { name: 'Noaptea', type: 'weekdays', value: { time_from: '22:00:00', time_to: '05:59:59' }, definitions }
  expect((await server.request(createSearchInterval, { body: body as never }, manager)).status).toBe(201)
  const file = await server.inject({
    method: 'GET',
    url: addressOf(exportChanges, { query: {} }),
    headers: { authorization: `Bearer ${manager}` },
  })
  expect(file.body).toContain(';Interval de căutare;')
  expect(file.body).toContain('în fiecare zi, 22:00–06:00')
  expect(file.body).toContain('pe o rază de 2,5 km')
  expect(file.body).not.toMatch(/by_radius|search_|weekdays/)
})

test('a person or company of another tenant has no name in the audit log', async () => {
  const other = await aCompany(server, { name: 'Alt Taxi' })
  const unknown = await aDriver(server, { companyId: other.companyId })
  const change = { company_id: companyId, user_id: null, user_ip: null, action: 'changed', before: '{}' }
  await server.db
    .insertInto('audit_log')
    .values({
      ...change,
      happened_at: server.clock.now(),
      entity: 'user',
      entity_id: fixture.driver.driverId,
      after: JSON.stringify({ driver_id: unknown.driverId, company_ids: [companyId, other.companyId] }),
    })
    .execute()
  const [entry] = await journal()
  const after = Object.fromEntries((entry?.fields ?? []).map(({ field, after: value }) => [field, value]))
  expect(after.driver_id).toEqual(['altcineva'])
  expect(after.company_ids).toEqual([expect.any(String), 'altă companie'])
  expect(JSON.stringify(entry)).not.toContain('Alt Taxi')
})

test('the phone and the reason of a block are removed from the audit log when their client is erased', async () => {
  const { id: orderId, client_id: id } = await fixture.place({ client_phone: '+40722333445' })
  await server.request(cancelOrder, { params: { id: orderId }, body: {} }, dispatcher)
  await server.request(blockPhone, { body: { phone: '+40722333445', reason: 'Glume' } }, dispatcher)
  const erased = await server.request(erasePersonalData, { params: { id: Number(id) }, body: {} }, manager)
  expect(erased.status).toBe(200)
  const [entry] = await journal()
  expect(entry).toMatchObject({ entity: 'blocked_phone', action: 'blocked', entity_name: null, fields: [] })
})
