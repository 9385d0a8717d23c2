import { editCompany } from '@dispecerat/contract/identity/companies'
import { readFirstSteps, skipFirstStep } from '@dispecerat/contract/identity/first-steps'
import * as orders from '@dispecerat/contract/orders/orders'
import type { FirstStep } from '@dispecerat/domain/identity/company'
import { expect, test } from 'vitest'
import { SQUARE } from '../../orders/testing/order-fixture.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDriver, aUser } from '../../testing/builders.ts'
import { aSwitchboard } from '../../testing/telephone/a-switchboard.ts'

async function aNewCompany(server: TestServer) {
  const { companyId: id } = await aCompany(server, { status: 'trial', trialUntil: '2026-03-15' })
  await server.db.updateTable('companies').set({ lat: null, lng: null }).where('id', '=', id).execute()
  const token = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [id] })).email)
  const read = async () => (await server.request(readFirstSteps, { params: { id } }, token)).reply.data
  const skip = (step: FirstStep, is_skipped: boolean) =>
    server.request(skipFirstStep, { params: { id, step }, body: { is_skipped } }, token)
  return { id, token, read, skip, states: async () => (await read()).steps.map(({ state }) => state) }
}

test('a first step is done once its record exists, skipped when left out, and offered only while a step is open', async () => {
  await using server = await aServer()
  const company = await aNewCompany(server)
  expect(await company.read()).toMatchObject({ is_offered: true })
  expect(await company.states()).toEqual(['open', 'open', 'open', 'open'])

  const place = { lat: 45.64, lng: 25.58 }
  await server.request(editCompany, { params: { id: company.id }, body: place }, company.token)
  await aDriver(server, { companyId: company.id })
  expect(await company.states()).toEqual(['done', 'open', 'done', 'open'])

  await company.skip('zones', true)
  await company.skip('zones', true)
  expect((await company.skip('phone', true)).reply.data.is_offered).toBe(false)
  expect(await company.states()).toEqual(['done', 'skipped', 'done', 'skipped'])
  await company.skip('zones', false)
  expect(await company.read()).toMatchObject({ is_offered: true })
  expect((await company.skip('rest' as 'zones', true)).status).toBe(404)
})

test('a paying company is offered no first steps', async () => {
  await using server = await aServer()
  const company = await aNewCompany(server)
  await server.db.updateTable('companies').set({ status: 'active' }).where('id', '=', company.id).execute()
  expect(await company.read()).toMatchObject({ is_offered: false })
})

test('where no new orders are taken, a call can still be answered; its draft waits and is placed once orders are taken', async () => {
  const board = await aSwitchboard()
  await using server = board.server
  const say = (status: 'suspended' | 'active') =>
    server.db.updateTable('companies').set({ status }).where('id', '=', board.companyId).execute()
  await say('suspended')
  const { orderId } = await board.talk()
  const refused = await board.placeDraft(orderId)
  expect([refused.status, refused.body.code]).toEqual([402, 'company.suspended'])
  expect(refused.body.message).toContain('apelurile în desfășurare continuă')
  const draft = (await server.request(orders.readOrder, { params: { id: orderId } }, board.dispatcher)).reply.data
  expect(draft.state).toBe('new')
  const fresh = await server.request(
    orders.createOrder,
    { body: { phone: '0744111222', places: [SQUARE] } },
    board.dispatcher,
  )
  expect(fresh.status).toBe(402)
  await say('active')
  expect((await board.placeDraft(orderId)).status).toBe(200)
})
