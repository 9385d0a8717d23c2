import { ROLES, type Role, rolesMay } from '@dispecerat/domain/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, aServer, type TestServer } from './a-server.ts'
import { aCompany, aUser } from './builders.ts'
import { contractEndpoints, lineOf } from './contract-endpoints.ts'

/** Of nobody: whoever is let in finds nothing there. */
const NONE = 999_999
const ANY = {
  id: NONE,
  placeId: NONE,
  roundId: NONE,
  kind: 'live',
  group: 'orders',
  key: 'client_arrived',
  phone: '+40700999999',
  phoneOrUserId: NONE,
  paymentId: NONE,
}

/** Logging out would take the token from the questions after it. */
const guarded = (await contractEndpoints()).filter(
  (endpoint) => endpoint.may !== 'public' && lineOf(endpoint) !== 'DELETE /api/access-tokens/current',
)

let server: TestServer
const tokenOf = {} as Record<Role, string>

beforeAll(async () => {
  server = await aServer()
  const { companyId } = await aCompany(server)
  for (const role of ROLES) {
    const { email } = await aUser(server, { roles: [role], companyIds: role === 'client' ? [] : [companyId] })
    tokenOf[role] = await server.logIn(email)
  }
})
afterAll(() => server.stop())

describe.each(guarded.map((endpoint) => ({ line: lineOf(endpoint), endpoint })))('$line', ({ endpoint }) => {
  test(`is open to exactly who holds ${endpoint.may}`, async () => {
    const refused: Role[] = []
    for (const role of ROLES) {
      const answer = await server.inject({
        method: endpoint.method,
        url: addressOf(endpoint, { params: ANY }),
        headers: { authorization: `Bearer ${tokenOf[role]}` },
      })
      expect(answer.statusCode, role).not.toBe(401)
      if (answer.statusCode === 403 && answer.json<{ code?: string }>().code === 'account.forbidden') refused.push(role)
    }
    const { may } = endpoint
    expect(refused).toEqual(may === 'public' ? [] : ROLES.filter((role) => !rolesMay([role], may)))
  })
})
