import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { changeGroupSettings, readGroupSettings, readRouter } from '@dispecerat/contract/identity/settings'
import { listChanges } from '@dispecerat/contract/office/changes'
import { readOrderList } from '@dispecerat/contract/orders/order-lists'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { SETTINGS, SETTINGS_GROUPS } from '@dispecerat/domain/identity/company-settings'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { aCompany, aUser } from '../../testing/builders.ts'

const fixture = await createFixture()
const { server, manager, dispatcher, companyId } = fixture
afterAll(() => server.stop())

const read = async (group: 'orders' | 'scheduled' | 'search' | 'public' | 'ring', token = manager) =>
  (await server.request(readGroupSettings, { params: { group } }, token)).reply.data

test('the default of each setting equals the default of its column', async () => {
  const { rows } = await sql<{ name: string; is: string }>`
    select column_name as name, column_default as is from information_schema.columns where table_name = 'company_settings'
  `.execute(server.db)
  const columns = new Map(rows.map(({ name, is }) => [name, is]))
  for (const group of SETTINGS_GROUPS) {
    for (const [name, field] of Object.entries(SETTINGS[group])) {
      const shown = field.kind === 'choice' ? `'${field.default}'::text` : String(field.default)
      expect([name, columns.get(name)]).toEqual([name, shown])
    }
  }
})

test('an administrator changes a group, and the audit log has the old and new values', async () => {
  const before = await read('search')
  const changed = await server.request(
    changeGroupSettings,
    { params: { group: 'search' }, body: { skip_empty_steps: false } },
    manager,
  )
  expect(changed.reply.data.values).toEqual({ ...before.values, skip_empty_steps: false })
  expect(await read('search')).toEqual(changed.reply.data)
  const query = { entity: 'settings_search', entity_id: companyId }
  const { data } = (await server.request(listChanges, { query }, manager)).reply
  expect(data[0]?.fields).toEqual([{ field: 'skip_empty_steps', before: true, after: false }])
})

test('changed hours of lists apply at once: an order canceled two hours ago is no longer listed', async () => {
  const { id } = await fixture.place()
  expect((await server.request(cancelOrder, { params: { id }, body: {} }, dispatcher)).status).toBe(200)
  server.pass(2 * 3600)
  const listed = async () =>
    (await server.request(readOrderList, { params: { kind: 'canceled' } }, dispatcher)).reply.data.map(
      (order) => order.id,
    )
  expect(await listed()).toContain(id)
  await server.request(changeGroupSettings, { params: { group: 'orders' }, body: { operator_list_hours: 1 } }, manager)
  expect(await listed()).not.toContain(id)
})

test('the second of two users who read the same version gets settings.changed_meanwhile, and nothing is overwritten', async () => {
  const { version } = await read('scheduled')
  const save = (minutes: number) =>
    server.request(
      changeGroupSettings,
      {
        params: { group: 'scheduled' },
        body: { scheduled_lead_min: minutes },
        headers: { 'if-match': String(version) },
      },
      manager,
    )
  expect((await save(20)).status).toBe(200)
  const late = await save(30)
  expect([late.status, late.body.code]).toEqual([409, 'settings.changed_meanwhile'])
  expect((await read('scheduled')).values.scheduled_lead_min).toBe(20)
})

test.each([
  ['orders', { pending_timeout_min: 0 }, 'pending_timeout_min', 'Între 1 și 240'],
  ['orders', { operator_list_hours: 1.5 }, 'operator_list_hours', 'Între 1 și 168'],
  ['orders', { proof_photo_required: 'da' }, 'proof_photo_required', 'Alegeți da sau nu'],
  ['orders', { skip_empty_steps: true }, 'skip_empty_steps', 'Setarea este din alt grup'],
  ['ring', { default_sound: 'foghorn' }, 'default_sound', 'Alegeți una dintre valori'],
] as const)('%s: %o is refused at its field', async (group, body, field, sentence) => {
  const { status, body: answer } = await server.request(
    changeGroupSettings,
    { params: { group }, body: body as never },
    manager,
  )
  expect([status, answer.errors]).toEqual([422, { [field]: [sentence] }])
})

test('dispatchers cannot read settings; an administrator of two companies has to name one', async () => {
  expect((await server.request(readGroupSettings, { params: { group: 'orders' } }, dispatcher)).status).toBe(403)
  const second = await aCompany(server)
  const both = await aUser(server, { roles: ['company_admin'], companyIds: [companyId, second.companyId] })
  const token = await server.logIn(both.email)
  const withoutCompany = await server.request(readGroupSettings, { params: { group: 'orders' } }, token)
  expect([withoutCompany.status, withoutCompany.body.errors]).toEqual([422, { company_id: ['Alegeți compania'] }])
  const query = { company_id: second.companyId }
  const withCompany = await server.request(readGroupSettings, { params: { group: 'orders' }, query }, token)
  expect(withCompany.reply.data.values.operator_list_hours).toBe(24)
})

test('ring sound and answer mode are part of the profile of the company’s users, and of no other company’s', async () => {
  const ring = async (token: string) => (await server.request(whoAmI, {}, token)).reply.data.ring
  expect(await ring(dispatcher)).toEqual({ sound: 'sound', line_answer: 'simple' })
  const body = { default_sound: 'bell', line_answer: 'lines' }
  const changed = await server.request(changeGroupSettings, { params: { group: 'ring' }, body }, manager)
  expect(changed.reply.data.values).toEqual(body)
  expect(await ring(dispatcher)).toEqual({ sound: 'bell', line_answer: 'lines' })
  expect(await ring(fixture.rival)).toEqual({ sound: 'sound', line_answer: 'simple' })
})

test('administrators see which router is used, and only platform administrators its address, without credentials', async () => {
  const env = { ROUTER_URL: 'http://user:secret@router.test:5000/key' }
  await using platform = await createFixture({ env })
  const router = async (token: string) => (await platform.server.request(readRouter, {}, token)).reply.data
  expect(await router(platform.manager)).toEqual({ kind: 'osrm', url: null })
  expect(await router(platform.admin)).toEqual({ kind: 'osrm', url: 'http://router.test:5000' })
  expect((await platform.server.request(readRouter, {}, platform.dispatcher)).status).toBe(403)
})
