import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface LineFields {
  number: string
  name: string
  /** null: the number is only requested. */
  verifiedAt: Date | null
}

export interface LineRow extends LineFields {
  id: number
  companyId: CompanyId
}

const ROW = sql`line.id, line.company_id as "companyId", line.number, line.name, line.verified_at as "verifiedAt"`

export async function linesOf(db: Db, companyId: CompanyId): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select ${ROW} from phone_lines line where company_id = ${companyId} order by line.created_at, line.id
  `.execute(db)
  return rows
}

/** Requested numbers of every company. */
export async function requestedLines(db: Db): Promise<(LineRow & { companyName: string })[]> {
  const { rows } = await sql<LineRow & { companyName: string }>`
    select ${ROW}, companies.name as "companyName" from phone_lines line join companies on companies.id = line.company_id
    where line.verified_at is null and companies.deleted_at is null order by line.created_at, line.id limit 200
  `.execute(db)
  return rows
}

/** A line of the scope; null for another company's. */
export async function findLine(db: Db | Tx, scope: Scope, id: number, isLocked = false): Promise<LineRow | null> {
  const { rows } = await sql<LineRow>`
    select ${ROW} from phone_lines line where id = ${id} and ${ofCompanies(scope)}
    ${isLocked ? sql`for update` : sql``}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks a line of the scope FOR UPDATE; a deleted one has no row. */
export async function lockLine(tx: Tx, scope: Scope, id: number): Promise<(LineRow & { deletedAt: null }) | null> {
  const line = await findLine(tx, scope, id, true)
  return line && { ...line, deletedAt: null }
}

/** Locks the number before the line, in the order in which a line is added. */
export async function lockLineAndNumber(tx: Tx, scope: Scope, id: number) {
  const seen = await findLine(tx, scope, id)
  if (seen) await lockNumber(tx, seen.number)
  return lockLine(tx, scope, id)
}

/** Serialises changes of the company of a number. */
export async function lockNumber(tx: Tx, number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`line ${number}`}, 0))`.execute(tx)
}

/** The company that a number rings; null for one that was never granted. */
export async function holderOfNumber(tx: Db | Tx, number: string): Promise<number | null> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select company_id as "companyId" from phone_lines where number = ${number} and verified_at is not null
  `.execute(tx)
  return rows[0]?.companyId ?? null
}

/** The number of requests of the company that were not granted. */
export async function countPendingLines(tx: Tx, companyId: CompanyId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from phone_lines where company_id = ${companyId} and verified_at is null
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** null when the company has, or requests, this number already. */
export async function insertLine(
  tx: Tx,
  line: { companyId: CompanyId; number: string; name: string; verifiedBy: UserId | null; now: Date },
): Promise<number | null> {
  const { verifiedBy, now } = line
  const row = await tx
    .insertInto('phone_lines')
    .values({
      company_id: line.companyId,
      number: line.number,
      name: line.name,
      created_at: now,
      verified_at: verifiedBy === null ? null : now,
      verified_by: verifiedBy,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'number']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function saveVerified(tx: Tx, id: number, by: { userId: UserId; now: Date }): Promise<void> {
  await tx
    .updateTable('phone_lines')
    .set({ verified_at: by.now, verified_by: by.userId })
    .where('id', '=', id)
    .execute()
}

export async function renameLine(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('phone_lines').set({ name }).where('id', '=', id).execute()
}

export async function removeLine(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('phone_lines').where('id', '=', id).execute()
}

/** The last time the company was called; null = never. Test calls do not count. */
export async function lastRang(db: Db, companyId: CompanyId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(rang_at) as at from calls where company_id = ${companyId} and direction = 'in' and not is_test
  `.execute(db)
  return rows[0]?.at ?? null
}
