import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface TwoFactorRow {
  /** Sealed. */
  secret: string
  confirmedAt: Date | null
  lastStep: number
}

/** Locks the row until the transaction ends: two logins with one code run one after the other. */
export async function lockTwoFactor(tx: Tx, userId: UserId): Promise<TwoFactorRow | null> {
  const { rows } = await sql<TwoFactorRow>`
    select secret, confirmed_at as "confirmedAt", last_step as "lastStep" from two_factor
    where user_id = ${userId} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Stores a new sealed secret that is not in use yet; replaces one that was never confirmed. */
export async function saveBegun(tx: Tx, userId: UserId, secret: string, now: Date): Promise<void> {
  const fresh = { secret, begun_at: now, confirmed_at: null, last_step: 0 }
  await tx
    .insertInto('two_factor')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute()
}

export async function saveStep(tx: Tx, userId: UserId, step: number): Promise<void> {
  await tx.updateTable('two_factor').set({ last_step: step }).where('user_id', '=', userId).execute()
}

export async function saveConfirmed(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx.updateTable('two_factor').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
}

/** True when there was one. */
export async function removeTwoFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await tx.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: UserId,
  { hashes, salt, now }: { hashes: readonly Buffer[]; salt: Buffer; now: Date },
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, salt, made_at: now })))
    .execute()
}

/** The salts of unused recovery codes; null stands for codes without a salt. */
export async function saltsOfRecoveryCodes(tx: Tx, userId: UserId): Promise<(Buffer | null)[]> {
  const rows = await tx
    .selectFrom('recovery_codes')
    .select('salt')
    .distinct()
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(({ salt }) => salt)
}

/** True once for each code. */
export async function spendRecoveryCode(tx: Tx, userId: UserId, hash: Buffer, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}

/** SQL condition: the user (alias u) administers a company that requires a second factor of its administrators. */
export const COMPANY_DEMANDS = sql<boolean>`(
  exists (select from user_roles where user_id = u.id and role = 'company_admin')
  and exists (select from user_companies own join company_settings s on s.company_id = own.company_id
    where own.user_id = u.id and s.two_factor_required)
)`

export interface TwoFactorFacts {
  since: Date | null
  codesLeft: number
  /** Set at an administrator's first login, where the installation requires it. */
  dueAt: Date | null
  administers: boolean
  /** A company of the user requires it. */
  companyDemands: boolean
}

export async function twoFactorFacts(db: Db | Tx, userId: UserId): Promise<TwoFactorFacts> {
  const { rows } = await sql<TwoFactorFacts>`
    select factor.confirmed_at as since, u.two_factor_due_at as "dueAt",
      (select count(*) from recovery_codes where user_id = u.id and used_at is null) as "codesLeft",
      exists (select from user_roles where user_id = u.id and role in ('admin', 'company_admin')) as administers,
      ${COMPANY_DEMANDS} as "companyDemands"
    from users u left join two_factor as factor on factor.user_id = u.id
    where u.id = ${userId}
  `.execute(db)
  return rows[0] ?? { since: null, codesLeft: 0, dueAt: null, administers: false, companyDemands: false }
}

/** Sets the end of an administrator's grace period at the first login; an existing one stays. */
export async function beginGrace(tx: Tx, userId: UserId, dueAt: Date): Promise<void> {
  await sql`
    update users set two_factor_due_at = ${dueAt}
    where id = ${userId} and two_factor_due_at is null
      and exists (select from user_roles where user_id = users.id and role in ('admin', 'company_admin'))
  `.execute(tx)
}
