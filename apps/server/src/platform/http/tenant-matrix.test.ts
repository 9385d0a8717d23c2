import fs from 'node:fs/promises'
import path from 'node:path'
import { CLOSE } from '@dispecerat/contract/api/realtime'
import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import { readDriverReport, readDriverReportByPath } from '@dispecerat/contract/office/driver-reports'
import { ROLES, rolesMay } from '@dispecerat/domain/identity/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, aServer, type TestServer } from '../../testing/a-server.ts'
import { CONTRACT_DIR, contractEndpoints, lineOf } from '../../testing/contract-endpoints.ts'
import { isOf, recordWrites, takeWrittenRows, type WrittenRow } from '../../testing/database/written-rows.ts'
import { servedRoutes, withoutNames } from '../../testing/served-routes.ts'
import { ANY_ROW, type OtherTenantRequest } from '../../testing/tenants/requests/other-tenant-request.ts'
import { otherTenantRequests, WITHOUT_ROWS } from '../../testing/tenants/requests/other-tenant-requests.ts'
import { ACCOUNT_READS } from '../../testing/tenants/requests/other-tenant-requests-of-accounts.ts'
import { clientAppRequests } from '../../testing/tenants/requests/other-tenant-requests-of-clients.ts'
import { type Judged, judge, markersOf } from '../../testing/tenants/tenant-markers.ts'
import { SHARED_ORDERS } from '../../testing/tenants/tenant-orders.ts'
import {
  aboutClient,
  type Expected,
  expectedOf,
  type RowKind,
  UNKNOWN_TO_COLLEAGUES,
} from '../../testing/tenants/tenant-rules.ts'
import { type Actor, makeClients, NO_ACTOR, RELATIONS, type Tenants, tenants } from '../../testing/tenants/tenants.ts'
import { type Holder, type Holders, tokenHolders } from '../../testing/tenants/token-holders.ts'
import { BESIDES_CONTRACT, CLIENT_REACHES, PUBLIC } from '../../testing/tenants/token-reach.ts'

const endpoints = await contractEndpoints()
const cases = endpoints.map((endpoint) => ({ line: lineOf(endpoint), endpoint }))
const guarded = cases.filter(({ endpoint }) => endpoint.may !== 'public')
const ofClients = cases.filter(({ endpoint }) => endpoint.may === 'client_app.own')
/** Excluded here, because it invalidates the token of the requests after it. */
const LOG_OUT = 'DELETE /api/access-tokens/current'
const CLIENT_LOG_OUT = 'DELETE /api/client/session'

let server: TestServer
let all: Tenants
let holders: Holders
let markers: Awaited<ReturnType<typeof markersOf>>
/** Requests by the kind of row that they address. */
let requests: Record<RowKind, Record<string, OtherTenantRequest>>

beforeAll(async () => {
  server = await aServer()
  all = await tenants(server)
  holders = await tokenHolders(server, all)
  markers = await markersOf(server, all)
  const ofOrders = SHARED_ORDERS.map((kind) => [kind, otherTenantRequests({ ...all.target, ...all.orders[kind] })])
  requests = {
    own: otherTenantRequests(all.target),
    known: otherTenantRequests({ ...all.known, quietClientId: all.known.driverId }),
    revoked: otherTenantRequests(all.revoking.rows),
    moved: otherTenantRequests({ ...all.target, driverId: all.movedDriverId }),
    ...Object.fromEntries(ofOrders),
  }
  await server.remembers()
  await recordWrites(server.db)
})
afterAll(() => server.stop())

test('every endpoint declares how it answers for a row of another company', () => {
  const rows = new Set([...WITHOUT_ROWS, ...Object.keys(requests.own)])
  expect(endpoints.map(lineOf).filter((line) => !rows.has(line))).toEqual([])
  expect([...rows].filter((line) => !endpoints.some((endpoint) => lineOf(endpoint) === line))).toEqual([])
})

test('every endpoint open to accounts declares what they see, and every relation has each role', () => {
  const reached = endpoints.filter(({ may }) => may !== 'public' && rolesMay(['company'], may))
  expect(reached.map(lineOf).toSorted()).toEqual(Object.keys(ACCOUNT_READS).toSorted())
  for (const relation of RELATIONS) {
    const roles = all.actors.filter((actor) => actor.relation === relation).map(({ role }) => role)
    expect([relation, ROLES.filter((role) => !roles.includes(role))]).toEqual([relation, NO_ACTOR[relation]])
  }
})

test('the served routes are those of the contract, and those that OpenAPI prints', async () => {
  const ofContract = endpoints.map((endpoint) => withoutNames(lineOf(endpoint)))
  expect(servedRoutes(server.http).toSorted()).toEqual([...ofContract, ...Object.keys(BESIDES_CONTRACT)].toSorted())
  // `npm run check` compares the file with the output of a running server, which takes seconds.
  const { paths } = JSON.parse(await fs.readFile(path.join(CONTRACT_DIR, 'openapi.json'), 'utf8'))
  const printed = Object.entries<object>(paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(printed.toSorted()).toEqual(endpoints.map(lineOf).toSorted())
})

test.each(guarded)('$line needs the token of an open session', async ({ line, endpoint }) => {
  const url = addressOf(endpoint, { params: ANY_ROW })
  const address = `${url}${url.includes('?') ? '&' : '?'}token=${all.actors[0]?.token}`
  const requests = [
    { name: 'without a token', url, headers: {}, refused: [401, 'account.token_invalid'] },
    { name: 'a token in the address', url: address, headers: {}, refused: [401, 'account.token_invalid'] },
    ...holders.all
      .filter(({ reaches, oncePerPermission }) => !(line in reaches) && (!oncePerPermission || isFirstOf(endpoint)))
      .map(({ name, token, refused }) => ({ name, url, headers: { authorization: `Bearer ${token}` }, refused })),
  ]
  const wrong: unknown[] = []
  for (const { name, refused, ...request } of requests) {
    const answer = await server.inject({ method: endpoint.method, ...request })
    const { code } = answer.json<{ code: string }>()
    if (answer.statusCode !== refused[0] || code !== refused[1]) wrong.push([name, answer.statusCode, code])
  }
  expect(wrong).toEqual([])
})

/** A token is checked against the endpoint's permission alone, so one endpoint of each permission is enough. */
function isFirstOf(endpoint: Endpoint): boolean {
  return guarded.find((other) => other.endpoint.may === endpoint.may)?.endpoint === endpoint
}

test('every endpoint without a log-in, and every one of the clients’ application, declares why it is open', () => {
  const open = cases.filter(({ endpoint }) => endpoint.may === 'public').map(({ line }) => line)
  expect(open.toSorted()).toEqual(Object.keys(PUBLIC).toSorted())
  expect(ofClients.map(({ line }) => line).toSorted()).toEqual(Object.keys(CLIENT_REACHES).toSorted())
})

test('a websocket accepts no token but that of an open session', async () => {
  for (const { name, token, refused } of holders.all) {
    const socket = server.bareSocket()
    await socket.opened()
    socket.send({ action: 'auth', token })
    expect([name, await socket.closed()]).toEqual([name, refused[0] === 401 ? CLOSE.badToken : CLOSE.blocked])
  }
})

test('a report opens by its link alone, and names no passenger', async () => {
  for (const { name, token } of [...holders.all, { name: 'session', token: all.actors[0]?.token ?? '' }]) {
    for (const answer of [
      await server.request(readDriverReport, { body: { token } }),
      await server.request(readDriverReportByPath, { params: { token } }),
    ]) {
      const expected = token === holders.reportLink ? 'open' : 'unknown'
      expect([name, judge(answer, expected, markers.ofPeople)]).toEqual([name, null])
    }
  }
})

test.each(ofClients)('$line opens only the client’s own rows to a client', async ({ line, endpoint }) => {
  const [owner, ...others] = holders.all.filter(({ reaches }) => line in reaches)
  const own = clientAppRequests(holders.own)[line]
  if (!owner || !own) throw new Error(`${line} is asked by nobody`)
  // It ends the session that the requests after it need.
  if (line === CLIENT_LOG_OUT) return
  const otherTenant = (['own', ...SHARED_ORDERS] as const).flatMap((kind) => requests[kind][line] ?? [])
  const wrong = await wrongOfClient(endpoint, owner, otherTenant)
  for (const other of others) wrong.push(...(await wrongOfClient(endpoint, other, [own, ...otherTenant])))
  const found = judge(await server.request(endpoint, own.input, owner.token), 'open', [])
  expect([...wrong, found]).toEqual([null])
  await takeWrittenRows(server.db)
})

/** Describes what is wrong when a client requests rows of others; without a row in the request, the client's own ones. */
async function wrongOfClient(endpoint: Endpoint, { name, token, client }: Holder, otherTenant: OtherTenantRequest[]) {
  const isOfTarget = client?.companyId === all.target.companyId
  const isOffer = CLIENT_REACHES[lineOf(endpoint)]?.[0] === 'offer' && isOfTarget
  const hidden = (isOffer ? markers.ofPeople : markers.secret).filter((marker) => !client?.phone.endsWith(marker))
  const wrong: string[] = []
  const requested = new Set<string>()
  for (const { input, expects } of otherTenant) {
    if (requested.has(JSON.stringify(input))) continue
    requested.add(JSON.stringify(input))
    const found = judge(await server.request(endpoint, input, token), expects === 'row' ? 'unknown' : 'open', hidden)
    const written = (await takeWrittenRows(server.db)).filter((row) => {
      return expects === 'row' || (!isOfTarget && isOf(row, markers.target))
    })
    wrong.push(...(found ? [`${name}: ${found}`] : []), ...written.map(({ table }) => `${name} wrote ${table}`))
  }
  return wrong
}

test.each(cases)('$line shows and changes no row beyond the relation and the role', async ({ line, endpoint }) => {
  const wrong: string[] = []
  for (const kind of KINDS) {
    const request = requests[kind][line]
    if (!request || (ORDERS_AND_MOVED.includes(kind) && JSON.stringify(request) === JSON.stringify(requests.own[line])))
      continue
    const cells: Cell[] = []
    for (const actor of askersOf(kind, request)) {
      const expected = kind === 'known' ? aboutClient(endpoint, request) : expectedOf(endpoint, actor, kind, request)
      // The permission is checked before the row is loaded, so one request per actor is enough.
      if (expected === 'open' || (expected === 'forbidden' && kind !== 'own')) continue
      if (kind === 'known') await makeClients(server, all).then(() => takeWrittenRows(server.db))
      cells.push({ actor, kind, expected, input: request.input })
    }
    for (const mayWrite of MAY_WRITE) {
      wrong.push(
        ...(await wrongAmong(
          endpoint,
          cells.filter((cell) => mayWriteOf(cell) === mayWrite),
          mayWrite,
        )),
      )
    }
  }
  expect(wrong).toEqual([])
})

const ORDERS_AND_MOVED: readonly RowKind[] = [...SHARED_ORDERS, 'moved']
const KINDS: readonly RowKind[] = ['own', ...ORDERS_AND_MOVED, 'revoked', 'known']

function askersOf(kind: RowKind, { as }: OtherTenantRequest): Actor[] {
  const ofOther = all.actors.filter(({ relation }) => relation === 'other')
  if (kind === 'known') return ofOther.filter(({ role }) => role === as)
  if (kind === 'moved') return ofOther.filter(({ role }) => role !== 'company')
  return kind === 'revoked' ? all.revoking.actors : all.actors
}

/** Runs last, because these requests change the rows. */
describe('users of the company itself', () => {
  test.each(cases)('$line is open to the roles with its permission', async ({ line, endpoint }) => {
    const wrong: string[] = []
    for (const actor of all.actors.filter(({ relation, role }) => relation === 'own' || role === 'client')) {
      if (line === LOG_OUT) continue
      const expected = expectedOf(endpoint, actor, 'own') === 'forbidden' ? 'forbidden' : 'admitted'
      wrong.push(...(await wrongWith(endpoint, { actor, kind: 'own', expected, input: { params: ANY_ROW } })))
    }
    expect(wrong).toEqual([])
  })
})

/** Proves that the rows exist: a 404 for a row that no request can address would prove nothing. */
describe('users of the company itself find the row', () => {
  test.each(inOrder(guarded))('$line', async ({ line, endpoint }) => {
    if (requests.own[line]?.expects !== 'row') return
    const missed = await whoMisses(endpoint)
    expect(line in UNKNOWN_TO_COLLEAGUES ? missed.length > 0 : missed).toEqual(
      line in UNKNOWN_TO_COLLEAGUES ? true : [],
    )
  })
})

/** Describes what is wrong for users who find neither the row nor one of the orders. */
async function whoMisses(endpoint: Endpoint): Promise<string[]> {
  const line = lineOf(endpoint)
  const missed: string[] = []
  for (const actor of all.actors) {
    const isAsker = endpoint.method === 'GET' || actor.role === requests.own[line]?.as
    if (actor.relation !== 'own' || actor.role === 'company' || actor.besides || !isAsker) continue
    if (expectedOf(endpoint, actor, 'own', requests.own[line]) !== 'open') continue
    let wrong: string[] = []
    for (const kind of ['own', ...SHARED_ORDERS] as const) {
      const request = requests[kind][line]
      if (!request || (kind !== 'own' && wrong.length === 0)) continue
      wrong = await wrongWith(endpoint, { actor, kind, expected: 'open', input: request.input })
    }
    missed.push(...wrong)
  }
  return missed
}

/** Sorts requests: reads first, then changes, then deletions and restorations. */
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
  input: RequestInput<Endpoint>
}

async function wrongWith(endpoint: Endpoint, { actor, kind, expected, input }: Cell): Promise<string[]> {
  const answer = await server.request(endpoint, input, actor.token)
  const hidden = markers.hiddenFrom({ actor, kind, sent: JSON.stringify(input), expected })
  const found = judge(answer, expected, hidden)
  return found ? [`${actor.name}, ${kind} row: ${found}`] : []
}

/** The rows that a request may write. A refused file counts as one of the requesting company's. */
const MAY_WRITE = ['none', 'usage', 'not of the owner', 'any'] as const

function mayWriteOf({ actor, expected }: Cell): (typeof MAY_WRITE)[number] {
  if (expected === 'forbidden') return 'none'
  if (expected === 'unknown') return 'usage'
  const isOwn = expected === 'open' || (expected === 'clean' && actor.relation === 'own')
  return isOwn ? 'any' : 'not of the owner'
}

/** Reads the written rows once for all cells whose rows are judged alike. */
async function wrongAmong(
  endpoint: Endpoint,
  cells: readonly Cell[],
  mayWrite: (typeof MAY_WRITE)[number],
): Promise<string[]> {
  const [first] = cells
  if (!first) return []
  const wrong: string[] = []
  for (const cell of cells) wrong.push(...(await wrongWith(endpoint, cell)))
  const { kind } = first
  const owner = kind === 'known' || kind === 'revoked' ? markers[kind] : markers.target
  const isWrong = (row: WrittenRow) =>
    mayWrite === 'none' || isOf(row, owner) || (mayWrite === 'usage' && row.table !== 'company_usage')
  const written = (await takeWrittenRows(server.db)).filter((row) => mayWrite !== 'any' && isWrong(row))
  const names = cells.map(({ actor }) => actor.name).join(', ')
  return [...wrong, ...written.map(({ table }) => `${kind} row: one of ${names} wrote ${table}`)]
}
