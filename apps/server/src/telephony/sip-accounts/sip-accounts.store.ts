import crypto from 'node:crypto'
import { ROLES, type Role, rolesMay } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { PhoneAccount } from '../../adapters/telephony/telephony.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Seal } from '../../platform/db/seal.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

const PASSWORD_COLUMN = 'sip_accounts.password'
const DIGESTS_AT_ONCE = 100

/** A password is stored twice: sealed for the server, and as a digest for Kamailio. */
type Sealing = Pick<Server, 'seal' | 'sipDomain'>

/** HA1 of RFC 2617: within this domain it is equivalent to the password, and Kamailio may read nothing else. */
function digestOf(extension: string, domain: string, password: string): string {
  return crypto.createHash('md5').update(`${extension}:${domain}:${password}`).digest('hex')
}

function sealedPassword({ seal, sipDomain }: Sealing, account: { extension: string; password: string }) {
  const { extension, password } = account
  return {
    password: seal.seal(password, PASSWORD_COLUMN),
    ha1: digestOf(extension, sipDomain, password),
    ha1_domain: sipDomain,
  }
}

export type AccountKind = PhoneAccount['kind']

/** The permission that each kind of account requires. */
const OPENED_BY = { dispatcher: 'calls.take', caller: 'simulator.use' } as const

/** SQL condition: user `users` has a role that allows this kind of account, revoked by none of the user's companies. */
function mayHave(kind: AccountKind) {
  const permission = OPENED_BY[kind]
  const roles = ROLES.filter((role) => rolesMay([role], permission))
  return sql`exists (
    select from user_roles r where r.user_id = users.id and r.role = any(${roles}::text[]) and (r.role = 'admin' or not exists (
      select from revoked_permissions w where w.role = r.role and w.permission = ${permission} and w.company_id in (
        select company_id from user_companies where user_id = users.id
        union select company_id from protocol_companies where user_id = users.id and is_active))))`
}

/** Administrators see every company and use the first one for calls; other users use their own. */
const COMPANY_OF = sql`coalesce(
  (select min(company_id) from user_companies where user_id = users.id),
  (select min(id) from companies where deleted_at is null
    and exists (select from user_roles where user_id = users.id and role = 'admin')))`

/** The kinds of account that a user may have now: active, with the permission, and with a company for calls. */
export async function kindsOfUser(db: Db, userId: UserId): Promise<AccountKind[]> {
  const { rows } = await sql<Record<AccountKind, boolean>>`
    select ${mayHave('dispatcher')} as dispatcher, ${mayHave('caller')} as caller from users
    where users.id = ${userId} and users.is_active and users.deleted_at is null
      and ${COMPANY_OF} is not null
  `.execute(db)
  const [user] = rows
  return (['dispatcher', 'caller'] as const).filter((kind) => user?.[kind])
}

export interface SipAccount {
  kind: AccountKind
  extension: string
  password: string
  sipWs: string | null
  useUpdate: boolean
}

export async function accountsOfUser(db: Db | Tx, seal: Seal, userId: UserId): Promise<SipAccount[]> {
  const { rows } = await sql<SipAccount>`
    select kind, extension, password, sip_ws as "sipWs", use_update as "useUpdate" from sip_accounts where user_id = ${userId}
  `.execute(db)
  return rows.map((row) => ({ ...row, password: seal.open(row.password, PASSWORD_COLUMN) }))
}

export interface NewSipAccount {
  userId: UserId
  kind: AccountKind
  extension: string
  password: string
  now: Date
}

/** Concurrent creation finds the first account, whichever unique key conflicts: the person's or the extension's. */
export async function insertAccount(tx: Tx, sealing: Sealing, account: NewSipAccount): Promise<void> {
  await tx
    .insertInto('sip_accounts')
    .values({
      user_id: account.userId,
      kind: account.kind,
      extension: account.extension,
      ...sealedPassword(sealing, account),
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** null: the extension is unknown, or its user has lost the permission or has no open session, since sessions also expire. */
export async function accountOfExtension(
  db: Db,
  seal: Seal,
  extension: string,
  now: Date,
): Promise<PhoneAccount | null> {
  const { rows } = await sql<PhoneAccount>`
    select a.extension, a.user_id as "userId", a.password, a.kind, ${COMPANY_OF} as "companyId"
    from sip_accounts a join users on users.id = a.user_id
    where a.extension = ${extension} and users.is_active and users.deleted_at is null
      and (users.ban_until is null or users.ban_until <= ${now})
      and exists (select from access_tokens t where t.user_id = users.id and t.revoked_at is null and t.expires_at > ${now})
      and ${COMPANY_OF} is not null
      and case a.kind when 'dispatcher' then ${mayHave('dispatcher')} else ${mayHave('caller')} end
  `.execute(db)
  const [row] = rows
  return row ? { ...row, password: seal.open(row.password, PASSWORD_COLUMN) } : null
}

/** The company to which a number was granted; null when it is unknown or only requested. */
export async function companyOfNumber(db: Db, number: string): Promise<CompanyId | null> {
  const { rows } = await sql<{ id: CompanyId }>`
    select companies.id from companies join phone_lines line on line.company_id = companies.id
    where companies.deleted_at is null and line.number = ${number} and line.verified_at is not null
  `.execute(db)
  return rows[0]?.id ?? null
}

export interface Attendant {
  userId: UserId
  name: string | null
  /** The last heartbeat of the console, and its time; null when there was none. */
  isOnline: boolean | null
  beatAt: Date | null
  isTalking: boolean
}

/** Users who may take calls of these companies, by name. */
export async function attendantsOf(db: Db | Tx, companies: Scope['companies'], now: Date): Promise<Attendant[]> {
  const mine = ofCompanies({ companies }, 'uc.company_id')
  const { rows } = await sql<Attendant>`
    select users.id as "userId", users.name, p.is_online as "isOnline", p.beat_at as "beatAt",
      exists (select from calls where calls.dispatcher_id = users.id and calls.state = 'started') as "isTalking"
    from users left join user_presence p on p.user_id = users.id
    where users.is_active and users.deleted_at is null and (users.ban_until is null or users.ban_until <= ${now})
      and exists (select from user_companies uc where uc.user_id = users.id and ${mine})
      and ${mayHave('dispatcher')}
    order by users.name, users.id
  `.execute(db)
  return rows
}

/** True when the user works for the company, or sees every company. */
export async function telephonesFor(db: Db, userId: UserId, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and (
      exists (select from user_companies where user_id = users.id and company_id = ${companyId})
      or exists (select from user_roles where user_id = users.id and role = 'admin'))
  `.execute(db)
  return rows.length > 0
}

export async function setAccountPassword(tx: Tx, sealing: Sealing, userId: UserId, password: string): Promise<void> {
  const extension = (await extensionsOf(tx, [userId])).get(userId)
  if (extension === undefined) return
  await tx
    .updateTable('sip_accounts')
    .set(sealedPassword(sealing, { extension, password }))
    .where('user_id', '=', userId)
    .where('kind', '=', 'dispatcher')
    .execute()
}

/**
 * Renews the passwords of all telephones of the user that connect to this server; false when there is none. The password of an external
 * account is chosen there.
 */
export async function renewPasswords(
  tx: Tx,
  sealing: Sealing,
  userId: UserId,
  newPassword: () => string,
): Promise<boolean> {
  const accounts = await tx
    .selectFrom('sip_accounts')
    .select(['kind', 'extension'])
    .where('user_id', '=', userId)
    .where('sip_ws', 'is', null)
    .orderBy('kind')
    .execute()
  for (const { kind, extension } of accounts) {
    await tx
      .updateTable('sip_accounts')
      .set(sealedPassword(sealing, { extension, password: newPassword() }))
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute()
  }
  return accounts.length > 0
}

/**
 * Recomputes digests of another SIP_DOMAIN, and those that an earlier version did not store, in batches; Kamailio reads them at once.
 * Returns their number.
 */
export async function renewDigests(db: Db, seal: Seal, sipDomain: string): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await db
      .selectFrom('sip_accounts')
      .select(['user_id', 'kind', 'extension', 'password'])
      .where('ha1_domain', 'is distinct from', sipDomain)
      .limit(DIGESTS_AT_ONCE)
      .execute()
    if (rows.length === 0) return count
    await db.transaction().execute(async (tx) => {
      for (const { user_id, kind, extension, password } of rows) {
        const isPlain = seal.stateOf(password) === 'no'
        const plain = isPlain ? password : seal.open(password, PASSWORD_COLUMN)
        await tx
          .updateTable('sip_accounts')
          .set({ ha1: digestOf(extension, sipDomain, plain), ha1_domain: sipDomain })
          .where('user_id', '=', user_id)
          .where('kind', '=', kind)
          .where('password', '=', password)
          .execute()
      }
    })
    count += rows.length
  }
}

/** The first company of the scope that the person works for. */
export async function companyOfPerson(db: Db | Tx, scope: Scope, userId: UserId): Promise<CompanyId | null> {
  const { rows } = await sql<{ id: CompanyId }>`
    select min(company_id) as id from user_companies where user_id = ${userId}
      and ${ofCompanies(scope)}
  `.execute(db)
  return rows[0]?.id ?? null
}

/** Websocket addresses of telephones that connect to an external exchange. */
export async function websocketsOfAccounts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct sip_ws as address from sip_accounts where sip_ws is not null
  `.execute(db)
  return rows.map(({ address }) => address)
}

/** Existing extensions of dispatchers' telephones, by user. */
export async function extensionsOf(db: Db | Tx, userIds: readonly UserId[]): Promise<Map<number, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sip_accounts')
    .select(['user_id', 'extension'])
    .where('kind', '=', 'dispatcher')
    .where('user_id', 'in', [...userIds])
    .execute()
  return new Map(rows.map(({ user_id, extension }) => [user_id, extension]))
}

export async function rolesOfUser(db: Db | Tx, userId: UserId): Promise<Role[]> {
  const rows = await db.selectFrom('user_roles').select('role').where('user_id', '=', userId).execute()
  return rows.map(({ role }) => role)
}
