import { listChanges } from '@dispecerat/contract/office/changes'
import {
  createTariff,
  deleteTariff,
  editTariff,
  listTariffs,
  readTariff,
  restoreTariff,
} from '@dispecerat/contract/orders/tariffs'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'

const PRICE = { service_id: 1, name: 'Zi și noapte', start_fee: 4.5, per_km: 3.99, min_cost: 12 }

interface Office extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  admin: string
  dispatcher: string
}

async function anOffice(): Promise<Office> {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const { email } = await aDispatcher(server, { companyId })
  const admin = await server.logIn(boss.email)
  return { server, companyId, admin, dispatcher: await server.logIn(email), [Symbol.asyncDispose]: () => server.stop() }
}

test('a company admin sets the tariff of a service, and every dispatcher reads it', async () => {
  await using office = await anOffice()
  const { server, companyId, admin, dispatcher } = office
  const { reply } = await server.request(createTariff, { body: PRICE }, admin)
  expect(reply.data).toEqual({
    id: expect.any(Number),
    company_id: companyId,
    service_id: 1,
    service_name: expect.any(String),
    name: 'Zi și noapte',
    start_fee: 4.5,
    per_km: 3.99,
    per_minute_wait: 0,
    night_percent: 0,
    night_from: '22:00',
    night_to: '06:00',
    min_cost: 12,
    version: 1,
  })
  expect((await server.request(listTariffs, {}, dispatcher)).reply.data).toEqual([reply.data])
  expect((await server.request(createTariff, { body: { ...PRICE, service_id: 2 } }, dispatcher)).status).toBe(403)
})

test('a service has one tariff: a second one is refused, also when a deleted one is restored', async () => {
  await using office = await anOffice()
  const { server, admin } = office
  const first = (await server.request(createTariff, { body: PRICE }, admin)).reply.data
  expect((await server.request(createTariff, { body: PRICE }, admin)).body.code).toBe('tariff.service_taken')
  await server.request(deleteTariff, { params: { id: first.id } }, admin)
  expect((await server.request(readTariff, { params: { id: first.id } }, admin)).status).toBe(404)

  const second = (await server.request(createTariff, { body: PRICE }, admin)).reply.data
  const back = { params: { id: first.id } }
  expect((await server.request(restoreTariff, back, admin)).body.code).toBe('tariff.service_taken')
  await server.request(deleteTariff, { params: { id: second.id } }, admin)
  expect((await server.request(restoreTariff, back, admin)).reply.data).toEqual(first)
})

test('an edit changes the fields sent and nothing else', async () => {
  await using office = await anOffice()
  const { server, admin } = office
  const before = (await server.request(createTariff, { body: PRICE }, admin)).reply.data
  const change = { night_percent: 25, night_from: '23:30', per_km: 4 }
  const { reply } = await server.request(editTariff, { params: { id: before.id }, body: change }, admin)
  expect(reply.data).toEqual({ ...before, ...change, version: 2 })
})

test.each([
  [{ per_km: 3.999 }, 'per_km', 'Cel mult două zecimale'],
  [{ start_fee: -1 }, 'start_fee', 'Suma nu poate fi negativă'],
  [{ night_from: '24:00' }, 'night_from', 'Ora trebuie scrisă HH:mm'],
  [{ night_percent: 301 }, 'night_percent', 'Cel mult 300 %'],
  [{ name: ' ' }, 'name', 'Numele este obligatoriu'],
])("%o is refused with the field's own message", async (wrong, field, sentence) => {
  await using office = await anOffice()
  const { status, body } = await office.server.request(createTariff, { body: { ...PRICE, ...wrong } }, office.admin)
  expect([status, body.errors]).toEqual([422, { [field]: [sentence] }])
})

test('an admin of two companies must name the company of the tariff', async () => {
  await using office = await anOffice()
  const { server, companyId } = office
  const second = await aCompany(server)
  const both = await aUser(server, { roles: ['company_admin'], companyIds: [companyId, second.companyId] })
  const token = await server.logIn(both.email)
  const unsaid = await server.request(createTariff, { body: PRICE }, token)
  expect([unsaid.status, unsaid.body.errors]).toEqual([422, { company_id: ['Alegeți compania'] }])
  const created = await server.request(createTariff, { body: { ...PRICE, company_id: second.companyId } }, token)
  expect(created.reply.data.company_id).toBe(second.companyId)
})

test('two administrators edit one tariff: the second gets a conflict, and the audit log has the changes in RON', async () => {
  await using office = await anOffice()
  const { server, admin } = office
  const { id, version } = (await server.request(createTariff, { body: PRICE }, admin)).reply.data
  const save = (per_km: number) =>
    server.request(editTariff, { params: { id }, body: { per_km }, headers: { 'if-match': String(version) } }, admin)
  expect((await save(4.2)).status).toBe(200)
  expect((await save(5)).body.code).toBe('tariff.changed_meanwhile')
  const { data } = (await server.request(listChanges, { query: { entity: 'tariff', entity_id: id } }, admin)).reply
  expect(data.map(({ action }) => action)).toEqual(['changed', 'created'])
  expect(data[0]?.fields).toEqual([{ field: 'per_km', before: 3.99, after: 4.2 }])
})
