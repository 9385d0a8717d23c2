import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import type { CompanyApproval } from '@dispecerat/domain/identity/company-approval'
import type { LimitKind, QuotaKind } from '@dispecerat/domain/identity/quota'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

export interface QuotaRow {
  approval: CompanyApproval
  status: CompanyStatus
  ownLimit: number | null
  used: number
}

/** Null for a company that does not exist. */
export async function findQuota(tx: Tx, companyId: CompanyId, kind: QuotaKind, day: string): Promise<QuotaRow | null> {
  const { rows } = await sql<QuotaRow>`
    select approval, status,
      (select limit_per_day from company_quotas where company_id = companies.id and kind = ${kind}) as "ownLimit",
      (select coalesce(sum(used), 0)::bigint from company_usage
        where company_id = companies.id and day = ${day}::date and kind = ${kind}) as used
    from companies where id = ${companyId}
  `.execute(tx)
  const row = rows[0]
  return row ? { ...row, used: Number(row.used) } : null
}

const keyOf = (companyId: CompanyId, kind: QuotaKind) => sql`hashtextextended(${`quota:${companyId}:${kind}`}, 0)`

/** Waits for all shared holders, and counts exclusively until the commit. */
export async function lockQuota(tx: Tx, companyId: CompanyId, kind: QuotaKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(companyId, kind)})`.execute(tx)
}

/**
 * Runs `count` under a shared lock that is held until the commit and blocks exclusive counting. Null when the exclusive lock is held at the
 * moment, or when `count` returns null: then the lock is released at once, because two shared holders that both want the exclusive lock
 * would deadlock.
 */
export async function underSharedLock<T>(
  tx: Tx,
  { companyId, kind }: { companyId: CompanyId; kind: QuotaKind },
  count: () => Promise<T | null>,
): Promise<T | null> {
  await sql`savepoint quota`.execute(tx)
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${keyOf(companyId, kind)}) as "isLocked"
  `.execute(tx)
  const counted = rows[0]?.isLocked ? await count() : null
  if (counted === null) await sql`rollback to savepoint quota`.execute(tx)
  await sql`release savepoint quota`.execute(tx)
  return counted
}

/** More than the connections of a few processes, so that two open transactions rarely share a row. */
const STRIPES = 64

export async function addUsage(
  tx: Tx,
  { companyId, kind, day }: { companyId: CompanyId; kind: QuotaKind; day: string },
  amount: number,
): Promise<void> {
  await sql`
    insert into company_usage (company_id, day, kind, stripe, used)
    values (${companyId}, ${day}::date, ${kind}, pg_backend_pid() % ${sql.lit(STRIPES)}, ${amount})
    on conflict (company_id, day, kind, stripe) do update set used = company_usage.used + excluded.used
  `.execute(tx)
}

export type LimitChange = Partial<Readonly<Record<LimitKind, number | null>>>

/** Null resets the company to the default of its tier. */
export async function saveLimits(tx: Tx, companyId: CompanyId, limits: LimitChange): Promise<void> {
  for (const [kind, limit] of Object.entries(limits)) {
    if (limit === null) {
      await tx.deleteFrom('company_quotas').where('company_id', '=', companyId).where('kind', '=', kind).execute()
    } else {
      const row = { company_id: companyId, kind, limit_per_day: limit }
      await tx
        .insertInto('company_quotas')
        .values(row)
        .onConflict((conflict) => conflict.columns(['company_id', 'kind']).doUpdateSet({ limit_per_day: limit }))
        .execute()
    }
  }
}

export async function ownLimits(db: Db | Tx, companyId: CompanyId): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('company_quotas')
    .select(['kind', 'limit_per_day'])
    .where('company_id', '=', companyId)
    .execute()
  return new Map(rows.map(({ kind, limit_per_day }) => [kind, limit_per_day]))
}

/** Limits of every company that has one of its own. */
export async function ownLimitsOfKind(db: Db, kind: LimitKind): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('company_quotas')
    .select(['company_id', 'limit_per_day'])
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ company_id, limit_per_day }) => [company_id, limit_per_day]))
}
