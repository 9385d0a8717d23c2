import { createHash } from 'node:crypto'
import { makeReportToken, takeBackReportLink } from '@dispecerat/contract/office/driver-reports'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { hashOfToken, newToken } from '../../identity/accounts/accounts.public.ts'
import { anAccount } from '../../orders/testing/an-account.ts'
import { clientToken, openClientApp } from '../../site/client-app/testing/as-client.ts'
import type { TestServer } from '../a-server.ts'
import { aDispatcher, aDriver, anOrder, aUser, TOWN_SQUARE } from '../builders.ts'
import type { SharedRows } from './tenant-orders.ts'
import type { Tenants } from './tenants.ts'
import { CLIENT_REACHES, type HolderName, type Reach } from './token-reach.ts'

/** The holder of a token that is not the open session of an account. */
export interface Holder {
  name: HolderName
  token: string
  /** Reply of every endpoint that is not in `reaches`. */
  refused: readonly [status: number, code: string]
  reaches: Readonly<Record<string, Reach>>
  /** Requests one endpoint per permission instead of all: other holders already cover the endpoints. */
  oncePerPermission?: true
  /** Company and phone of a client. */
  client?: { companyId: CompanyId; phone: string }
}

/** An order and a saved address of the client of the target. */
type ClientRows = Pick<SharedRows, 'orderId'> & { savedAddressId: number }

export interface Holders {
  all: Holder[]
  /** Rows that the client of the target owns. */
  own: ClientRows
  /** Token that opens a report about a driver of the target. */
  reportLink: string
}

const UNKNOWN = [401, 'account.token_invalid'] as const
/** Unknown like the other tokens, for which every endpoint is requested already. */
const ALIKE = { reaches: {}, refused: UNKNOWN, asksByPermission: true } as const
const CLIENT_PHONE = '+40741000333'
const HOUR_MS = 3_600_000

export async function tokenHolders(server: TestServer, all: Tenants): Promise<Holders> {
  const [reportLink, takenBack] = [await aReportLink(server, all), await aReportLink(server, all)]
  await takeBack(server, all, takenBack)
  const refused = { reaches: {}, refused: UNKNOWN }
  const ofClients = await clients(server, all)
  return {
    reportLink,
    own: await rowsOfClient(server, all),
    all: [
      ...ofClients,
      { name: 'report link', token: reportLink, ...refused },
      { name: 'report link taken back', token: takenBack, ...refused },
      { name: 'nobody', token: 'tx_ghicit', ...ALIKE },
      { name: 'who left the company', token: all.revoked, ...refused },
      ...(await closedSessions(server, all)),
      ...(await otherSecrets(server, all)),
    ],
  }
}

/** Sessions of the client application: a client of two companies, and the phones of an account, a dispatcher and a driver. */
async function clients(server: TestServer, { target, otherId }: Tenants): Promise<Holder[]> {
  const targetId = target.companyId
  for (const companyId of [targetId, otherId]) await openClientApp(server, companyId)
  const phoneOf = async (userId: UserId) => {
    const row = await server.db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow()
    return row.phone ?? ''
  }
  const phones: [HolderName, CompanyId, string][] = [
    ['client', targetId, CLIENT_PHONE],
    ['the same client in another company', otherId, CLIENT_PHONE],
    ['client who has an account', targetId, await phoneOf(target.accountId)],
    ['client who is a dispatcher', targetId, await phoneOf(target.dispatcherId)],
    ['client who drives elsewhere', targetId, await phoneOf((await aDriver(server, { companyId: otherId })).driverId)],
  ]
  const open: Holder[] = []
  for (const [name, companyId, phone] of phones) {
    const token = await clientToken(server, { companyId, phone })
    const client = { companyId, phone }
    open.push({ name, client, token, reaches: CLIENT_REACHES, refused: UNKNOWN })
  }
  const [closed, expired] = [await aClosedClient(server, targetId), await anExpiredClient(server, targetId)]
  return [
    ...open,
    { name: 'client whom the company closed', token: closed, ...ALIKE },
    { name: 'client whose session has ended', token: expired, ...ALIKE },
  ]
}

async function aClosedClient(server: TestServer, companyId: CompanyId): Promise<string> {
  const phone = '+40741000334'
  const token = await clientToken(server, { companyId, phone })
  const { id } = await server.db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  await server.db.updateTable('company_clients').set({ is_active: false }).where('user_id', '=', id).execute()
  return token
}

async function anExpiredClient(server: TestServer, companyId: CompanyId): Promise<string> {
  const phone = '+40741000335'
  const token = await clientToken(server, { companyId, phone })
  const ended = { expires_at: server.clock.now() }
  await server.db.updateTable('client_sessions').set(ended).where('phone', '=', phone).execute()
  return token
}

async function rowsOfClient(server: TestServer, { target: { companyId } }: Tenants): Promise<ClientRows> {
  const { db, clock } = server
  const { id: clientId } = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', CLIENT_PHONE)
    .executeTakeFirstOrThrow()
  const { orderId } = await anOrder(server, { companyId })
  const placed = { client_id: clientId, client_phone: CLIENT_PHONE, phone: CLIENT_PHONE, placed_at: clock.now() }
  await db.updateTable('orders').set(placed).where('id', '=', orderId).execute()
  const { lat, long } = TOWN_SQUARE
  const point = { lat, long, lat_e5: Math.round(lat * 1e5), long_e5: Math.round(long * 1e5) }
  const used = { company_id: companyId, phone: CLIENT_PHONE, user_id: clientId, last_used_at: clock.now() }
  const { id } = await db
    .insertInto('saved_addresses')
    .values({ ...used, ...point, name: 'Acasă' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orderId, savedAddressId: id }
}

/** People of the target whose sessions have ended. */
async function closedSessions(server: TestServer, { target, otherId }: Tenants): Promise<Holder[]> {
  const { db, clock } = server
  const { companyId } = target
  const refused = { reaches: {}, refused: UNKNOWN }

  const closed = await aDispatcher(server, { companyId })
  const token = await server.logIn(closed.email)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', closed.userId).execute()

  const unused = await aDispatcher(server, { companyId })
  const expired = await server.logIn(unused.email)
  await db.updateTable('access_tokens').set({ expires_at: clock.now() }).where('user_id', '=', unused.userId).execute()

  const account = await anAccount(server, companyId)
  await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', account.userId).execute()

  const banUntil = new Date(clock.now().getTime() + HOUR_MS)
  const banned = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId], banUntil })
  return [
    { name: 'closed dispatcher', token, ...refused },
    { name: 'dispatcher whose session has ended', token: expired, ...ALIKE },
    { name: 'deleted account', token: account.token, ...ALIKE },
    {
      name: 'banned dispatcher' as const,
      token: await server.logIn(banned.email),
      reaches: {},
      refused: [403, 'account.banned'] as const,
    },
    {
      name: 'driver on a blocked phone' as const,
      token: await onBlockedPhone(server, otherId),
      reaches: {},
      refused: [403, 'device.blocked'] as const,
    },
  ]
}

async function onBlockedPhone(server: TestServer, companyId: CompanyId): Promise<string> {
  const { db, clock } = server
  const driver = await aDriver(server, { companyId })
  const token = await server.logIn(driver.email)
  const phone = { company_id: companyId, install_id: 'furat', platform: 'android', status: 'blocked' } as const
  const { id } = await db
    .insertInto('devices')
    .values({ ...phone, user_id: driver.driverId, created_at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('access_tokens').set({ device_id: id }).where('user_id', '=', driver.driverId).execute()
  return token
}

/** Secrets of a dispatcher of the target: the token in a mail or on a device opens no endpoint by itself. */
async function otherSecrets({ db, clock }: TestServer, { target }: Tenants): Promise<Holder[]> {
  const [password, proof, device] = [newToken(), newToken(), newToken()]
  const [now, expires_at] = [clock.now(), new Date(clock.now().getTime() + HOUR_MS)]
  const user_id = target.dispatcherId
  await db
    .insertInto('password_resets')
    .values({ token_hash: hashOfToken(password), user_id, created_at: now, expires_at })
    .execute()
  const of = { company_id: target.companyId, user_id, email: target.dispatcherEmail }
  await db
    .insertInto('company_email_proofs')
    .values({ token_hash: hashOfToken(proof), ...of, created_at: now, expires_at })
    .execute()
  await db
    .insertInto('login_devices')
    .values({ token_hash: hashOfToken(device), user_id, created_at: now, last_used_at: now })
    .execute()
  return [
    { name: 'password link', token: password, ...ALIKE },
    { name: 'e-mail proof', token: proof, ...ALIKE },
    { name: 'known device', token: device, ...ALIKE },
  ]
}

async function aReportLink(server: TestServer, all: Tenants): Promise<string> {
  const period = { from: '2026-02-01 00:00:00', to: '2026-03-08 00:00:00' }
  const input = { params: { id: all.target.driverId }, body: period }
  return (await server.request(makeReportToken, input, managerOf(all))).reply.data.token
}

async function takeBack(server: TestServer, all: Tenants, token: string): Promise<void> {
  const id = createHash('sha256').update(token).digest('hex')
  const { status } = await server.request(takeBackReportLink, { params: { id } }, managerOf(all))
  if (status !== 200) throw new Error(`the fixture was refused: ${status}`)
}

function managerOf({ actors }: Tenants): string {
  return actors.find(({ relation, role }) => relation === 'own' && role === 'company_admin')?.token ?? ''
}
