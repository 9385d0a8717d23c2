import { logIn, logOut, whoAmI } from '@dispecerat/contract/accounts'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, PASSWORD, TOWN_SQUARE } from '../testing/builders.ts'

function tryToLogIn(server: TestServer, email: string, password = PASSWORD) {
  return server.call(logIn, { body: { email, password } })
}

test('a dispatcher logs in, is told who he is, and is nobody after logging out', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server, { name: 'Taxi Unu' })
  const { email, userId } = await aDispatcher(server, { companyId })

  const { status, reply } = await tryToLogIn(server, email.toUpperCase())
  expect(status).toBe(201)
  expect(reply.token).toMatch(/^tx_[\w-]{43}$/)
  expect(reply.user).toMatchObject({
    id: userId,
    roles: ['dispatcher'],
    companies: [{ id: companyId, name: 'Taxi Unu' }],
  })
  expect(reply.user.permissions).toContain('orders.place')
  expect(reply.user.map).toEqual({ lat: TOWN_SQUARE.lat, lng: TOWN_SQUARE.long, zoom: 13 })

  expect((await server.call(whoAmI, {}, reply.token)).reply.data).toEqual(reply.user)
  expect((await server.call(logOut, {}, reply.token)).status).toBe(200)
  expect((await server.call(whoAmI, {}, reply.token)).status).toBe(401)
})
