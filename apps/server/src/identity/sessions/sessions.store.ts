import type { RevokedBy, Role } from '@dispecerat/domain/identity/permissions'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { PREPARED } from '../../platform/db/hasten-client.ts'
import { COMPANY_DEMANDS } from '../two-factor/two-factor.store.ts'

type RevokedRows = Record<string, string[]>

export interface SessionRow {
  tokenId: number
  userId: UserId
  /** The time of the log-in. */
  createdAt: Date
  expiresAt: Date
  isActive: boolean
  banUntil: Date | null
  banReason: string | null
  roles: Role[]
  /** Companies that the user works for. */
  companyIds: CompanyId[]
  /** Companies that the user has a contract with. */
  contractIds: CompanyId[]
  /** Company → 'dispatcher users.ban'. */
  revoked: RevokedRows
  /** The session is bound to a phone that is blocked or lost. */
  isDeviceBlocked: boolean
  /** The end of an administrator's grace period without a second factor. */
  twoFactorDueAt: Date | null
  /** A company of the user requires a second factor that the user does not have. */
  companyWaitsForTwoFactor: boolean
}

/** 'dispatcher users.ban' by company of user `u`. */
const REVOKED = sql`coalesce((
  select jsonb_object_agg(company_id, permissions) from (
    select company_id, jsonb_agg(role || ' ' || permission) as permissions from revoked_permissions where company_id in (
      select company_id from user_companies where user_id = u.id
      union select company_id from protocol_companies where user_id = u.id and is_active
    ) group by company_id
  ) as by_company), '{}')`

export interface NewSession {
  userId: UserId
  /** The device's name in the list of sessions. */
  device: string | null
  /** Network of the log-in: a /24 or a /48. */
  network?: string
  loginDeviceId?: number | null
  now: Date
}

export async function insertSession(
  tx: Tx,
  session: NewSession & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('access_tokens')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      device: session.device,
      network: session.network ?? null,
      login_device_id: session.loginDeviceId ?? null,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** The end of a driver's session is postponed during a trip by at most this long. */
const POSTPONED = sql`interval '24 hours'`

/**
 * SQL condition for a session that has not expired: neither unused for too long, nor begun before `since`. The end waits for the trip of a
 * driver, who cannot type a password while driving a client.
 */
export function isInTime(sessions: string, now: Date, since: Date | null = null): RawBuilder<boolean> {
  const [expiresAt, createdAt] = [sql.ref(`${sessions}.expires_at`), sql.ref(`${sessions}.created_at`)]
  const isAfter = (moment: RawBuilder<unknown>, begin: RawBuilder<unknown>) =>
    since === null ? sql`${expiresAt} > ${moment}` : sql`${expiresAt} > ${moment} and ${createdAt} > ${begin}`
  const [at, from] = [sql`${now}::timestamptz`, sql`${since}::timestamptz`]
  return sql<boolean>`((${isAfter(at, from)}) or (${isAfter(sql`${at} - ${POSTPONED}`, sql`${from} - ${POSTPONED}`)}
    and exists (select from orders where driver_id = ${sql.ref(`${sessions}.user_id`)} and state = 'assigned')))`
}

/** Open sessions that began after `since`, with user, roles, companies and running contract. */
export async function findSessions(
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
  since: Date,
): Promise<(SessionRow & { tokenHash: Buffer })[]> {
  const { rows } = await sql<SessionRow & { tokenHash: Buffer }>`
    ${PREPARED} select t.token_hash as "tokenHash", t.id as "tokenId", t.user_id as "userId", t.created_at as "createdAt",
      t.expires_at as "expiresAt",
      u.is_active as "isActive", u.ban_until as "banUntil", u.ban_reason as "banReason",
      array(select role from user_roles where user_id = u.id) as roles,
      array(select company_id from user_companies where user_id = u.id order by company_id) as "companyIds",
      array(select company_id from protocol_companies where user_id = u.id and is_active) as "contractIds",
      ${REVOKED} as revoked,
      coalesce(d.status <> 'active', false) as "isDeviceBlocked",
      case when u.two_factor_due_at is not null
        and exists (select from user_roles where user_id = u.id and role in ('admin', 'company_admin'))
        and not exists (select from two_factor where user_id = u.id and confirmed_at is not null)
        then u.two_factor_due_at end as "twoFactorDueAt",
      ${COMPANY_DEMANDS} and not exists (select from two_factor where user_id = u.id and confirmed_at is not null)
        as "companyWaitsForTwoFactor"
    from access_tokens t
    join users u on u.id = t.user_id and u.deleted_at is null
    left join devices d on d.id = t.device_id
    where t.token_hash = any(${[...tokenHashes]}::bytea[]) and t.revoked_at is null and ${isInTime('t', now, since)}
  `.execute(db)
  return rows
}

/** Session → the permissions currently revoked from its user, by company. */
export async function revokedOfSessions(db: Db, tokenIds: readonly number[]): Promise<Map<number, RevokedBy>> {
  const { rows } = await sql<{ id: number; revoked: RevokedRows }>`
    select t.id, ${REVOKED} as revoked from access_tokens t join users u on u.id = t.user_id
    where t.id = any(${[...tokenIds]}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ id, revoked }) => [id, revokedBy(revoked)]))
}

export function revokedBy(rows: RevokedRows): RevokedBy {
  return new Map(Object.entries(rows).map(([companyId, permissions]) => [asId(Number(companyId)), permissions]))
}

/** Moves the end of a session, unless it was closed meanwhile. */
export async function prolongSession(db: Db, tokenId: number, now: Date, expiresAt: Date): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Records that the sessions were seen, without moving their end. */
export async function touchSessions(db: Db, tokenIds: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: now })
    .where(isAmong(tokenIds))
    .where('revoked_at', 'is', null)
    .execute()
}

/** Passes the ids as one array, so that one plan serves any number of sockets. */
function isAmong(tokenIds: readonly number[]) {
  return sql<boolean>`id = any(${[...tokenIds]}::bigint[])`
}

/** The sessions among these that are closed, unused for too long, or begun before `since`. */
export async function endedSessions(
  db: Db,
  { tokenIds, now, since }: { tokenIds: readonly number[]; now: Date; since: Date },
): Promise<number[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select('id')
    .where(isAmong(tokenIds))
    .where((eb) => eb.or([eb('revoked_at', 'is not', null), eb.not(isInTime('access_tokens', now, since))]))
    .execute()
  return rows.map(({ id }) => id)
}

/** Closes the user's open session `tokenId`, or all of them for null. Returns the closed ids. */
export async function revokeSessions(tx: Tx, userId: UserId, tokenId: number | null, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(isInTime('access_tokens', now))
    .$if(tokenId !== null, (query) => query.where('id', '=', tokenId))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Closes the user's open sessions but one. Returns the closed ids. */
export async function revokeSessionsBut(tx: Tx, userId: UserId, tokenId: number, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('id', '<>', tokenId)
    .where('revoked_at', 'is', null)
    .where(isInTime('access_tokens', now))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Closes expired sessions up to a limit, in the order of their users, so that two processes cannot deadlock. */
export async function revokeExpiredSessions(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ tokenId: number; userId: UserId }[]> {
  const { rows } = await sql<{ tokenId: number; userId: UserId }>`
    update access_tokens set revoked_at = ${now} where id in (
      select id from access_tokens
      where revoked_at is null and expires_at <= ${now} and not ${isInTime('access_tokens', now)}
      order by user_id, id limit ${limit} for update skip locked
    ) returning id as "tokenId", user_id as "userId"
  `.execute(tx)
  return rows.toSorted((a, b) => a.userId - b.userId || a.tokenId - b.tokenId)
}

/** Deletes sessions that ended before this time. */
export async function forgetDeadSessions(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .execute()
}
