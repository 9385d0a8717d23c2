import { listSavedAddresses } from '@dispecerat/contract/geography/addresses'
import { cancelOrder, createOrder, listOrders, readOrder } from '@dispecerat/contract/orders/orders'
import type { Role } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'

const PHONE = '+40744000333'
const SQUARE = { name: 'Piața Sfatului', lat: 45.6423, long: 25.5889 }

let server: TestServer
let companyId: CompanyId
let dispatcher: string
/** An order of a client, created by a dispatcher. */
let orderId: OrderId

beforeAll(async () => {
  server = await aServer()
  companyId = (await aCompany(server)).companyId
  dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  orderId = await place(dispatcher)
})
afterAll(() => server.stop())

async function place(token: string): Promise<OrderId> {
  const body = { client_phone: PHONE, places: [SQUARE] }
  return asId<OrderId>((await server.request(createOrder, { body }, token)).reply.data.id)
}

/** A user who works for a company and has a running contract with one. */
async function who(roles: readonly Role[], worksFor: number, contractWith: number | null = null): Promise<string> {
  const { userId, email } = await aUser(server, { roles, companyIds: [asId<CompanyId>(worksFor)] })
  if (contractWith !== null) {
    await server.db
      .insertInto('protocol_companies')
      .values({ user_id: userId, company_id: asId<CompanyId>(contractWith) })
      .execute()
  }
  return server.logIn(email)
}

const ordersOf = async (token: string) => (await server.request(listOrders, {}, token)).reply.data.map(({ id }) => id)
const statusOf = async (id: number, token: string) => [
  (await server.request(readOrder, { params: { id } }, token)).status,
  (await server.request(cancelOrder, { params: { id }, body: {} }, token)).status,
]

test('a driver who is also an account sees and cancels the orders of the account, none of the company', async () => {
  const token = await who(['driver', 'company'], companyId, companyId)
  const own = await place(token)
  expect(await ordersOf(token)).toEqual([own])
  expect(await statusOf(orderId, token)).toEqual([404, 404])
  expect(await statusOf(own, token)).toEqual([200, 200])
})

test('a driver who is also a client reads no address of another client', async () => {
  const addresses = async (token: string) =>
    (await server.request(listSavedAddresses, { params: { phoneOrUserId: PHONE } }, token)).reply
  expect(await addresses(dispatcher)).toMatchObject([{ name: SQUARE.name }])
  expect(await addresses(await who(['driver', 'client'], companyId))).toEqual([])
})

test('a dispatcher whose contract is with another company neither reads nor receives that company’s orders', async () => {
  const elsewhere = await who(['dispatcher'], (await aCompany(server)).companyId, companyId)
  const [socket, other] = [await server.socket(dispatcher), await server.socket(elsewhere)]
  const fresh = await place(dispatcher)
  await socket.waitForEvent('live_orders_updated', ({ order_id }) => order_id === fresh)
  await other.caughtUp()
  expect(other.frames.map(({ event }) => event)).toEqual(['ready', 'pong'])
  expect(await ordersOf(elsewhere)).toEqual([])
  expect(await statusOf(fresh, elsewhere)).toEqual([404, 404])
})

test('a permission revoked from dispatchers opens the company’s rows to no dispatcher who is also an account', async () => {
  const { companyId: revoking } = await aCompany(server)
  const revoked = { company_id: revoking, role: 'dispatcher', permission: 'orders.cancel' } as const
  await server.db.insertInto('revoked_permissions').values(revoked).execute()
  const id = await place(await server.logIn((await aDispatcher(server, { companyId: revoking })).email))
  expect(await statusOf(id, await who(['dispatcher', 'company'], revoking, revoking))).toEqual([200, 404])
})
