import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'

export interface ReportToken {
  tokenHash: Buffer
  driverId: number
  companyIds: readonly number[]
  from: Date
  to: Date
  expiresAt: Date
}

/** The driver's companies that are the caller's too; empty: not his to tell about. */
export async function companiesOfDriver(tx: Tx, { companies }: Scope, driverId: number): Promise<number[]> {
  const mine = companies === 'every' ? sql`true` : sql`uc.company_id = any(${[...companies]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select uc.company_id as id from user_companies uc
    join user_roles r on r.user_id = uc.user_id and r.role = 'driver'
    join users u on u.id = uc.user_id and u.deleted_at is null
    where uc.user_id = ${driverId} and ${mine} order by uc.company_id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertReportToken(
  tx: Tx,
  token: ReportToken,
  by: { userId: number | null; now: Date },
): Promise<void> {
  await tx.deleteFrom('report_tokens').where('expires_at', '<=', by.now).execute()
  await tx
    .insertInto('report_tokens')
    .values({
      token_hash: token.tokenHash,
      driver_id: token.driverId,
      company_ids: [...token.companyIds],
      time_from: token.from,
      time_to: token.to,
      expires_at: token.expiresAt,
      created_by: by.userId,
      created_at: by.now,
    })
    .execute()
}

/** null for an unknown and for an expired one. */
export async function findReportToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Omit<ReportToken, 'tokenHash'> | null> {
  const row = await db
    .selectFrom('report_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const { driver_id, company_ids, time_from, time_to, expires_at } = row
  return {
    driverId: driver_id,
    companyIds: company_ids.map(Number),
    from: time_from,
    to: time_to,
    expiresAt: expires_at,
  }
}
