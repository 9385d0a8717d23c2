import { orderDriversChannel } from '@dispecerat/contract/api/realtime'
import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { changeRolePermissions } from '@dispecerat/contract/identity/permissions'
import { blockPhone, listBlockedPhones, unblockPhone } from '@dispecerat/contract/orders/company-dispatch'
import type { Permission } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, anOrder, aUser } from '../../testing/builders.ts'

let server: TestServer
/** One company revokes the permission, the other grants it. */
let [revoking, giving] = [0, 0]
let both = ''
let boss = ''

beforeAll(async () => {
  server = await aServer()
  revoking = (await aCompany(server)).companyId
  giving = (await aCompany(server)).companyId
  both = await server.logIn(
    (await aUser(server, { roles: ['dispatcher'], companyIds: [asId<CompanyId>(revoking), asId<CompanyId>(giving)] }))
      .email,
  )
  boss = await server.logIn(
    (await aUser(server, { roles: ['company_admin'], companyIds: [asId<CompanyId>(revoking)] })).email,
  )
})
afterAll(() => server.stop())

async function give(permission: Permission, is_given: boolean, companyId = revoking, token = boss): Promise<void> {
  const input = {
    params: { id: companyId },
    body: { role: 'dispatcher' as const, words: [{ word: permission, is_given }] },
  }
  expect((await server.request(changeRolePermissions, input, token)).status).toBe(200)
  await server.remembers()
}

test('a permission that one company revokes opens the rows of the other company alone', async () => {
  const rowOf = async (company_id: CompanyId) => {
    const row = {
      company_id,
      phone: '+40744000111',
      reason: `al companiei ${company_id}`,
      created_at: server.clock.now(),
    }
    return (await server.db.insertInto('blocked_phones').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const [closed, open] = [await rowOf(asId<CompanyId>(revoking)), await rowOf(asId<CompanyId>(giving))]
  await give('blocked_phones.edit', false)

  const listed = await server.request(listBlockedPhones, {}, both)
  expect(listed.reply.data.map(({ id }) => id)).toEqual([open])
  expect(await server.request(unblockPhone, { params: { id: closed } }, both)).toMatchObject({
    status: 404,
    body: { code: 'blocked_phone.unknown' },
  })
  expect((await server.request(unblockPhone, { params: { id: open } }, both)).status).toBe(200)
  // A new row belongs to the one company where the permission is held.
  const made = await server.request(blockPhone, { body: { phone: '+40744000222', reason: 'Glume' } }, both)
  expect(made.status).toBe(201)
  const rows = await server.db
    .selectFrom('blocked_phones')
    .select('company_id')
    .where('phone', '=', '+40744000222')
    .execute()
  expect(rows).toEqual([{ company_id: giving }])
  expect((await server.request(whoAmI, {}, both)).reply.data.permissions).toContain('blocked_phones.edit')

  await give('blocked_phones.edit', true)
  expect((await server.request(unblockPhone, { params: { id: closed } }, both)).status).toBe(200)
})

test('a permission that both companies revoke opens nothing', async () => {
  const otherBoss = await server.logIn(
    (await aUser(server, { roles: ['company_admin'], companyIds: [asId<CompanyId>(giving)] })).email,
  )
  await give('clients.note', false)
  await give('clients.note', false, giving, otherBoss)
  expect((await server.request(whoAmI, {}, both)).reply.data.permissions).not.toContain('clients.note')
})

test('a channel is opened by the permission in the company of the row', async () => {
  await give('orders.history', false)
  const socket = await server.socket(both)
  const [closed, open] = [
    await anOrder(server, { companyId: asId<CompanyId>(revoking) }),
    await anOrder(server, { companyId: asId<CompanyId>(giving) }),
  ]
  await socket.subscribe(orderDriversChannel(closed.orderId))
  expect(socket.framesOf('error')).toHaveLength(1)
  await socket.subscribe(orderDriversChannel(open.orderId))
  expect(socket.framesOf('error')).toHaveLength(1)
  expect(server.realtime.hasSubscribers(orderDriversChannel(open.orderId))).toBe(true)
})
