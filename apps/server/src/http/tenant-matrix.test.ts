import type { Ask, Endpoint } from '@dispecerat/contract/endpoint'
import { ROLES, rolesMay } from '@dispecerat/domain/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, aServer, type TestServer } from '../testing/a-server.ts'
import { contractEndpoints, lineOf } from '../testing/contract-endpoints.ts'
import { ANY_ROW, type ForeignAsk } from '../testing/foreign-ask.ts'
import { foreignAsks, WITHOUT_ROWS } from '../testing/foreign-asks.ts'
import { ACCOUNT_READS } from '../testing/foreign-asks-of-accounts.ts'
import { type Judged, judge, markersOf } from '../testing/tenant-markers.ts'
import { SHARED_ORDERS } from '../testing/tenant-orders.ts'
import { aboutClient, type Expected, expectedOf, type RowKind, UNKNOWN_TO_COLLEAGUES } from '../testing/tenant-rules.ts'
import { type Actor, makeClients, NO_ACTOR, RELATIONS, type Tenants, tenants } from '../testing/tenants.ts'
import { isOf, recordWrites, takeWrittenRows } from '../testing/written-rows.ts'

const endpoints = await contractEndpoints()
const cases = endpoints.map((endpoint) => ({ line: lineOf(endpoint), endpoint }))
const guarded = cases.filter(({ endpoint }) => endpoint.may !== 'public')
/** It takes the token away from the requests after it. */
const LOG_OUT = 'DELETE /api/access-tokens/current'

let server: TestServer
let all: Tenants
let markers: Awaited<ReturnType<typeof markersOf>>
/** By the rows that are asked for. */
let asks: Record<RowKind, Record<string, ForeignAsk>>

beforeAll(async () => {
  server = await aServer()
  all = await tenants(server)
  markers = await markersOf(server, all)
  const ofOrders = SHARED_ORDERS.map((kind) => [kind, foreignAsks({ ...all.target, ...all.orders[kind] })])
  asks = {
    own: foreignAsks(all.target),
    known: foreignAsks({ ...all.known, quietClientId: all.known.driverId }),
    withheld: foreignAsks(all.withholding.rows),
    moved: foreignAsks({ ...all.target, driverId: all.movedDriverId }),
    ...Object.fromEntries(ofOrders),
  }
  await server.remembers()
  await recordWrites(server.db)
})
afterAll(() => server.stop())

test('every endpoint says what a row of another company is to it', () => {
  const rows = new Set([...WITHOUT_ROWS, ...Object.keys(asks.own)])
  expect(endpoints.map(lineOf).filter((line) => !rows.has(line))).toEqual([])
  expect([...rows].filter((line) => !endpoints.some((endpoint) => lineOf(endpoint) === line))).toEqual([])
})

test('every endpoint that an account reaches says what it sees there, and every relation has each role', () => {
  const reached = endpoints.filter(({ may }) => may !== 'public' && rolesMay(['company'], may))
  expect(reached.map(lineOf).toSorted()).toEqual(Object.keys(ACCOUNT_READS).toSorted())
  for (const relation of RELATIONS) {
    const roles = all.actors.filter((actor) => actor.relation === relation).map(({ role }) => role)
    expect([relation, ROLES.filter((role) => !roles.includes(role))]).toEqual([relation, NO_ACTOR[relation]])
  }
})

test('what is served is what the contract says, and what OpenAPI prints', () => {
  const served = endpoints.filter(({ method, path }) => server.http.hasRoute({ method, url: path }))
  expect(endpoints.map(lineOf).filter((line) => !served.map(lineOf).includes(line))).toEqual([])
  const printed = Object.entries(server.http.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(printed.toSorted()).toEqual(endpoints.map(lineOf).toSorted())
})

test.each(guarded)('$line needs the token of an open session', async ({ endpoint }) => {
  const url = addressOf(endpoint, { params: ANY_ROW })
  const token = all.actors[0]?.token
  const tokens = [null, 'tx_ghicit', all.revoked]
  const requests = [
    ...tokens.map((sent) => ({ url, headers: sent === null ? {} : { authorization: `Bearer ${sent}` } })),
    { url: `${url}${url.includes('?') ? '&' : '?'}token=${token}`, headers: {} },
  ]
  const statuses: number[] = []
  for (const request of requests) {
    statuses.push((await server.inject({ method: endpoint.method, ...request })).statusCode)
  }
  expect(statuses).toEqual(requests.map(() => 401))
})

test.each(cases)('$line shows and changes no row beyond the relation and the role', async ({ line, endpoint }) => {
  const wrong: string[] = []
  for (const kind of KINDS) {
    const ask = asks[kind][line]
    if (!ask || (ORDERS_AND_MOVED.includes(kind) && JSON.stringify(ask) === JSON.stringify(asks.own[line]))) continue
    for (const actor of askersOf(kind, ask)) {
      const expected = kind === 'known' ? aboutClient(endpoint, ask) : expectedOf(endpoint, actor, kind, ask)
      // The permission is judged before the row is looked for: once an actor is enough.
      if (expected === 'open' || (expected === 'forbidden' && kind !== 'own')) continue
      if (kind === 'known') await makeClients(server, all).then(() => takeWrittenRows(server.db))
      wrong.push(...(await wrongWith(endpoint, { actor, kind, expected, ask: ask.ask })))
    }
  }
  for (const { table } of await takeWrittenRows(server.db)) wrong.push(`a forbidden request wrote ${table}`)
  expect(wrong).toEqual([])
})

const ORDERS_AND_MOVED: readonly RowKind[] = [...SHARED_ORDERS, 'moved']
const KINDS: readonly RowKind[] = ['own', ...ORDERS_AND_MOVED, 'withheld', 'known']

function askersOf(kind: RowKind, { as }: ForeignAsk): Actor[] {
  const ofOther = all.actors.filter(({ relation }) => relation === 'other')
  if (kind === 'known') return ofOther.filter(({ role }) => role === as)
  if (kind === 'moved') return ofOther.filter(({ role }) => role !== 'company')
  return kind === 'withheld' ? all.withholding.actors : all.actors
}

/** Last, because they change the rows. */
describe('the people of the company itself', () => {
  test.each(cases)('$line is open to the roles with its permission', async ({ line, endpoint }) => {
    const wrong: string[] = []
    for (const actor of all.actors.filter(({ relation, role }) => relation === 'own' || role === 'client')) {
      if (line === LOG_OUT) continue
      const expected = expectedOf(endpoint, actor, 'own') === 'forbidden' ? 'forbidden' : 'admitted'
      wrong.push(...(await wrongWith(endpoint, { actor, kind: 'own', expected, ask: { params: ANY_ROW } })))
    }
    expect(wrong).toEqual([])
  })
})

/** A row that is unknown to others because the request names none would prove nothing. */
describe('the people of the company itself find the row', () => {
  test.each(inOrder(guarded))('$line', async ({ line, endpoint }) => {
    if (asks.own[line]?.expects !== 'row') return
    const missed = await whoMisses(endpoint)
    expect(line in UNKNOWN_TO_COLLEAGUES ? missed.length > 0 : missed).toEqual(
      line in UNKNOWN_TO_COLLEAGUES ? true : [],
    )
  })
})

/** What is wrong for those who find neither the row nor one of the orders. */
async function whoMisses(endpoint: Endpoint): Promise<string[]> {
  const line = lineOf(endpoint)
  const missed: string[] = []
  for (const actor of all.actors) {
    const isAsker = endpoint.method === 'GET' || actor.role === asks.own[line]?.as
    if (actor.relation !== 'own' || actor.role === 'company' || !isAsker) continue
    if (expectedOf(endpoint, actor, 'own', asks.own[line]) !== 'open') continue
    let wrong: string[] = []
    for (const kind of ['own', ...SHARED_ORDERS] as const) {
      const ask = asks[kind][line]
      if (!ask || (kind !== 'own' && wrong.length === 0)) continue
      wrong = await wrongWith(endpoint, { actor, kind, expected: 'open', ask: ask.ask })
    }
    missed.push(...wrong)
  }
  return missed
}

/** What reads, then what changes, then what removes and what brings back. */
function inOrder(some: typeof cases): typeof cases {
  const methods = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
  const rank = ({ line, endpoint: { method } }: (typeof cases)[number]) =>
    line.includes('restore') ? methods.length : methods.indexOf(method)
  return some.toSorted((a, b) => rank(a) - rank(b) || b.line.length - a.line.length)
}

interface Cell {
  actor: Actor
  kind: RowKind
  expected: Expected | Judged
  ask: Ask<Endpoint>
}

async function wrongWith(endpoint: Endpoint, { actor, kind, expected, ask }: Cell): Promise<string[]> {
  const answer = await server.call(endpoint, ask, actor.token)
  const cell = `${actor.name}, ${kind} row: `
  const hidden = markers.hiddenFrom({ actor, kind, asked: JSON.stringify(ask), expected })
  const found = judge(answer, expected, hidden)
  const written = expected === 'forbidden' || expected === 'admitted' ? [] : await takeWrittenRows(server.db)
  const isOwn = expected === 'open' || (expected === 'clean' && actor.relation === 'own')
  const owner = kind === 'known' || kind === 'withheld' ? markers[kind] : markers.target
  const wrong = written.filter((row) => {
    // A file that is refused counts as one of the asking company's.
    return !isOwn && (isOf(row, owner) || (expected === 'unknown' && row.table !== 'company_usage'))
  })
  return [...(found ? [cell + found] : []), ...wrong.map(({ table }) => `${cell}wrote ${table}`)]
}
