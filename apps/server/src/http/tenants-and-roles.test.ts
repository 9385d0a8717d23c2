import { ROLES, type Role, rolesMay } from '@dispecerat/domain/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, aServer, type TestServer } from '../testing/a-server.ts'
import { aUser } from '../testing/builders.ts'
import { contractEndpoints, lineOf } from '../testing/contract-endpoints.ts'
import type { ForeignAsk } from '../testing/foreign-ask.ts'
import { foreignAsks, WITHOUT_ROWS } from '../testing/foreign-asks.ts'
import { ABOUT_A_CLIENT } from '../testing/foreign-asks-of-people.ts'
import { aFurnishedCompany, CANARY, FOREIGN_PHONE, KNOWN_PHONE, type Rows } from '../testing/foreign-company.ts'
import { rowsOfAccount } from '../testing/rows-of-account.ts'

const endpoints = await contractEndpoints()
const guarded = endpoints.filter(({ may }) => may !== 'public')

let server: TestServer
let mine: Rows
let asks: Record<string, ForeignAsk>
/** A company whose people are clients of ours. */
let known: Rows
let asksOfKnown: Record<string, ForeignAsk>
const tokenOf = {} as Record<Role | 'stranger', string>

beforeAll(async () => {
  server = await aServer()
  mine = await aFurnishedCompany(server, 'Ai noștri', '+40741000111')
  const theirs = await aFurnishedCompany(server, CANARY, FOREIGN_PHONE)
  asks = foreignAsks(theirs)
  known = await aFurnishedCompany(server, `${CANARY} 2`, KNOWN_PHONE)
  asksOfKnown = foreignAsks(known)
  for (const role of ROLES) {
    const { email } = await aUser(server, { roles: [role], companyIds: role === 'client' ? [] : [mine.companyId] })
    tokenOf[role] = await server.logIn(email)
  }
})
afterAll(() => server.stop())

/** Nobody is erased for the next endpoint. */
async function makeClients(): Promise<void> {
  const { db, clock } = server
  const ids = [known.dispatcherId, known.driverId, known.accountId, known.clientId]
  const row = { company_id: mine.companyId, name: 'Client al nostru', created_at: clock.now() }
  await db
    .insertInto('company_clients')
    .values(ids.map((user_id) => ({ ...row, user_id })))
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing())
    .execute()
}

/** The accounts of the people who work for the company that we know as clients. */
function accountsOfKnown() {
  const ids = [known.dispatcherId, known.driverId, known.accountId]
  return Promise.all(ids.map((id) => rowsOfAccount(server, id, known.companyId)))
}

/** Any id will do where nobody gets as far as the row. */
const ANY = {
  id: 1,
  placeId: 1,
  paymentId: 1,
  roundId: 1,
  kind: 'live',
  phone: FOREIGN_PHONE,
  phoneOrUserId: FOREIGN_PHONE,
}

test('every endpoint says what a foreign row is to it', () => {
  const known = new Set([...WITHOUT_ROWS, ...Object.keys(asks)])
  expect(endpoints.map(lineOf).filter((line) => !known.has(line))).toEqual([])
  expect([...known].filter((line) => !endpoints.some((endpoint) => lineOf(endpoint) === line))).toEqual([])
})

test('what is served is what the contract says, and what OpenAPI prints', () => {
  const served = endpoints.filter(({ method, path }) => server.http.hasRoute({ method, url: path }))
  expect(endpoints.map(lineOf).filter((line) => !served.map(lineOf).includes(line))).toEqual([])
  const printed = Object.entries(server.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(printed.toSorted()).toEqual(endpoints.map(lineOf).toSorted())
})

describe.each(guarded.map((endpoint) => ({ line: lineOf(endpoint), endpoint })))('$line', ({ line, endpoint }) => {
  const url = addressOf(endpoint, { params: ANY })

  test('is closed to who has no token, a wrong one, or one in the address', async () => {
    const { method } = endpoint
    const withToken = `${url}${url.includes('?') ? '&' : '?'}token=${tokenOf.admin}`
    const answers = await Promise.all([
      server.inject({ method, url }),
      server.inject({ method, url, headers: { authorization: 'Bearer tx_ghicit' } }),
      server.inject({ method, url: withToken }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
  })

  test(`is closed to every role without ${endpoint.may}`, async () => {
    const without = ROLES.filter((role) => endpoint.may !== 'public' && !rolesMay([role], endpoint.may))
    const statuses = await Promise.all(
      without.map(async (role) => {
        const headers = { authorization: `Bearer ${tokenOf[role]}`, 'company-id': '1' }
        const { statusCode } = await server.inject({ method: endpoint.method, url, headers })
        return `${role} ${statusCode}`
      }),
    )
    expect(statuses).toEqual(without.map((role) => `${role} 403`))
  })

  if (WITHOUT_ROWS.includes(line)) return
  test('shows nothing of another company', async () => {
    const foreign = asks[line]
    if (!foreign) throw new Error(`nobody asks ${line} for a foreign row`)
    const token =
      foreign.as === 'company_admin'
        ? tokenOf.company_admin
        : await server.logIn(foreign.as === 'driver' ? mine.driverEmail : mine.dispatcherEmail)
    const answer = await server.call(endpoint, foreign.ask, token)
    expect(JSON.stringify(answer.body)).not.toContain(CANARY)
    if (foreign.expects === 'row')
      expect([answer.status, answer.body.code]).toEqual([404, expect.stringMatching(/\.unknown$/)])
    else expect(answer.status).toBeLessThan(500)
  })

  test('shows and changes no account of another company whose people are our clients', async () => {
    const foreign = asksOfKnown[line]
    if (!foreign) throw new Error(`nobody asks ${line} for a foreign row`)
    await makeClients()
    const token =
      foreign.as === 'company_admin'
        ? tokenOf.company_admin
        : await server.logIn(foreign.as === 'driver' ? mine.driverEmail : mine.dispatcherEmail)
    const before = await accountsOfKnown()
    const answer = await server.call(endpoint, foreign.ask, token)
    expect(JSON.stringify(answer.body)).not.toContain(CANARY)
    const [status, code] = ABOUT_A_CLIENT[line] ?? []
    if (status !== undefined) expect([answer.status, answer.body.code]).toEqual([status, code])
    else if (foreign.expects === 'row')
      expect([answer.status, answer.body.code]).toEqual([404, expect.stringMatching(/\.unknown$/)])
    else expect(answer.status).toBeLessThan(500)
    expect(await accountsOfKnown()).toEqual(before)
  })
})
