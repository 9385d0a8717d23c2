import { readOwnMeta, reportActivity } from '@dispecerat/contract/accounts'
import { listChanges } from '@dispecerat/contract/changes'
import * as contract from '@dispecerat/contract/telephone-admin'
import { afterAll, expect, test } from 'vitest'
import { aRoom } from '../orders/testing/a-room.ts'
import { aUser } from '../testing/builders.ts'
import { openPhoneBook } from './phone-book.ts'

const room = await aRoom()
const { server, manager, dispatcher, dispatcherId, companyId, rival } = room
afterAll(() => server.stop())

const book = openPhoneBook(server, server.realtime)
const telephone = async () => (await server.call(contract.readTelephone, {}, manager)).reply.data
const add = (number: string, token = manager) =>
  server.call(contract.createPhoneLine, { body: { number, name: 'Numărul mare' } }, token)

test('a number that is added rings the company from then on, one that is taken away no longer', async () => {
  const line = (await add('0268 401 402')).reply.data
  expect(line).toEqual({ id: expect.any(Number), company_id: companyId, number: '+40268401402', name: 'Numărul mare' })
  expect(await book.companyOfLine('+40268401402')).toBe(companyId)
  const twice = await add('+40268401402')
  expect([twice.status, twice.body.errors]).toEqual([422, { number: ['Numărul sună deja la o companie'] }])
  const params = { id: line.id }
  await server.call(contract.renamePhoneLine, { params, body: { name: 'Scurt' } }, manager)
  expect((await telephone()).lines).toEqual([{ ...line, name: 'Scurt' }])
  expect((await server.call(contract.deletePhoneLine, { params }, manager)).status).toBe(200)
  expect(await book.companyOfLine('+40268401402')).toBeNull()
  const query = { entity: 'phone_line', entity_id: line.id }
  const { data } = (await server.call(listChanges, { query }, manager)).reply
  expect(data.map(({ action }) => action)).toEqual(['deleted', 'changed', 'created'])
  expect((await add('12')).status).toBe(422)
  expect((await add('0268401403', dispatcher)).status).toBe(403)
})

test('a new password is told once; the exchange believes it alone, and the journal never holds it', async () => {
  const own = async () => {
    const { data } = (await server.call(readOwnMeta, {}, dispatcher)).reply
    return data.find(({ key }) => key === 'sipPassword')?.value
  }
  const before = await own()
  const params = { id: dispatcherId }
  const desk = await server.socket(dispatcher)
  const { data: renewed } = (await server.call(contract.renewSipPassword, { params }, manager)).reply
  await desk.heard('telephone_renewed')
  expect(renewed.sip_url).toBe(`sip:${1000 + dispatcherId}@dispecerat.local`)
  expect(renewed.password).not.toBe(before)
  expect((await book.account(String(1000 + dispatcherId)))?.password).toBe(renewed.password)
  expect(await own()).toBe(renewed.password)
  const told = await server.db.selectFrom('audit_log').selectAll().where('action', '=', 'telephone_renewed').execute()
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).not.toContain(renewed.password)
  expect((await server.call(contract.renewSipPassword, { params: { id: room.driver.driverId } }, manager)).status).toBe(
    404,
  )
  expect((await server.call(contract.renewSipPassword, { params }, rival)).status).toBe(403)
})

test('a company’s administrator does not get at the telephone of who stands above him', async () => {
  const above = await aUser(server, { roles: ['admin', 'dispatcher'], companyIds: [companyId] })
  const asked = { params: { id: above.userId } }
  expect((await server.call(contract.renewSipPassword, asked, manager)).body.code).toBe('user.not_yours_to_edit')
  expect((await server.call(contract.renewSipPassword, asked, room.admin)).status).toBe(200)
})

test('every dispatcher stands there with his extension, once he has one', async () => {
  await server.call(reportActivity, { body: { isOnline: true } }, dispatcher)
  const { accounts, has_exchange, test_number } = await telephone()
  expect(accounts.find(({ user_id }) => user_id === dispatcherId)).toMatchObject({
    extension: String(1000 + dispatcherId),
    is_talking: false,
  })
  expect(accounts.some(({ extension }) => extension === null)).toBe(true)
  expect([has_exchange, test_number]).toEqual([true, '+40000000001'])
})
