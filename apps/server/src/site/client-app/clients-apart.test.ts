import { createOrder } from '@dispecerat/contract/orders/orders'
import * as client from '@dispecerat/contract/site/client-app'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../../orders/testing/an-account.ts'
import { aPhone, createFixture, type Fixture, SQUARE, STATION } from '../../orders/testing/order-fixture.ts'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import { recordWrites, takeWrittenRows } from '../../testing/database/written-rows.ts'
import { clientToken, openClientApp } from './testing/as-client.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
  await openClientApp(fixture.server, fixture.companyId)
})
afterAll(() => fixture.server.stop())

const logIn = (phone: string, companyId = fixture.companyId) => clientToken(fixture.server, { companyId, phone })
const ordersOf = async (token: string) =>
  (await fixture.server.request(client.listClientOrders, {}, token)).reply.data.map(({ id }) => id)
const addressesOf = async (token: string) =>
  (await fixture.server.request(client.listClientAddresses, {}, token)).reply.data.map(({ name }) => name)

async function phoneOf(userId: UserId): Promise<string> {
  const { db } = fixture.server
  const { phone } = await db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow()
  return phone ?? ''
}

test('with the phone of a dispatcher, a driver or an account a client session opens the phone’s orders, nothing of the work', async () => {
  const { server, companyId } = fixture
  const { userId: accountId, token: accountToken } = await anAccount(server, companyId)
  const placed = await fixture.place()
  const { id: ofAccount } = (
    await server.request(createOrder, { body: { client_phone: aPhone(), places: [SQUARE, STATION] } }, accountToken)
  ).reply.data
  await fixture.assign(asId<OrderId>(placed.id))
  for (const userId of [fixture.dispatcherId, fixture.driver.driverId, accountId]) {
    const phone = await phoneOf(userId)
    const token = await logIn(phone)
    expect(await ordersOf(token)).toEqual([])
    for (const id of [placed.id, ofAccount]) {
      expect((await server.request(client.readClientOrder, { params: { id } }, token)).status).toBe(404)
      expect((await server.request(client.cancelClientOrder, { params: { id } }, token)).status).toBe(404)
    }
    const own = await server.request(client.placeClientOrder, { body: { places: [SQUARE] } }, token)
    expect(await ordersOf(token)).toEqual([own.reply.data.id])
    const { dispatcher_id, protocol_user, payment_type } = await fixture.read(asId<OrderId>(own.reply.data.id))
    expect([dispatcher_id, protocol_user, payment_type]).toEqual([null, null, 'cash'])
    expect((await server.request(client.readClientSelf, {}, token)).reply.data.name).toBeNull()
    const roles = await server.db.selectFrom('user_roles').select('role').where('user_id', '=', userId).execute()
    expect(roles.map(({ role }) => role)).not.toContain('client')
  }
})

test('rows of another client, and of another company, do not exist for a client and are not written', async () => {
  const { server, companyId } = fixture
  const rival = await aCompany(server)
  await openClientApp(server, rival.companyId)
  const phone = aPhone()
  const { id } = await fixture.place({ client_phone: phone })
  const owner = await logIn(phone)
  const [address] = (await server.request(client.listClientAddresses, {}, owner)).reply.data
  const others = [await logIn(aPhone()), await logIn(phone, rival.companyId)]
  await recordWrites(server.db)
  for (const token of others) {
    const requests = [
      server.request(client.readClientOrder, { params: { id } }, token),
      server.request(client.cancelClientOrder, { params: { id } }, token),
      server.request(client.rateClientOrder, { params: { id }, body: { stars: 1 } }, token),
      server.request(client.deleteClientAddress, { params: { id: address?.id ?? 0 } }, token),
    ]
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect([await ordersOf(token), await addressesOf(token)]).toEqual([[], []])
  }
  expect(await takeWrittenRows(server.db)).toEqual([])
  expect([await ordersOf(owner), await addressesOf(owner)]).toEqual([[id], [SQUARE.name, STATION.name]])
  expect(companyId).not.toBe(rival.companyId)
})

test('a client of two companies has separate data in each', async () => {
  const { server } = fixture
  const rival = await aCompany(server)
  await openClientApp(server, rival.companyId)
  const theirs = await server.logIn((await aDispatcher(server, rival)).email)
  const phone = aPhone()
  const here = await fixture.place({ client_phone: phone })
  const body = { client_phone: phone, places: [STATION] }
  const there = (await server.request(createOrder, { body }, theirs)).reply.data
  const tokens = [await logIn(phone), await logIn(phone, rival.companyId)]
  expect([await ordersOf(tokens[0] ?? ''), await ordersOf(tokens[1] ?? '')]).toEqual([[here.id], [there.id]])
})

test('when the company gives its client another phone, the session of the old one becomes invalid', async () => {
  const { server, companyId } = fixture
  const phone = aPhone()
  const token = await logIn(phone)
  await fixture.place({ client_phone: phone })
  const user = await server.db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  await server.db.updateTable('users').set({ phone: aPhone() }).where('id', '=', user.id).execute()
  expect((await server.request(client.readClientSelf, {}, token)).status).toBe(401)
  expect(await ordersOf(await logIn(phone, companyId))).toEqual([])
})
