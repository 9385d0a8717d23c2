import { FieldErrors } from '@dispecerat/domain/errors'
import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'

export interface LineRow {
  id: number
  companyId: number
  number: string
  name: string
}

const ROW = sql`line.id, line.company_id as "companyId", line.number, line.name`

export async function linesOf(db: Db, companyId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select ${ROW} from phone_lines line where company_id = ${companyId} order by line.created_at, line.id
  `.execute(db)
  return rows
}

/** Of the scope; null for another company's. */
export async function findLine(db: Db | Tx, scope: Scope, id: number, isLocked = false): Promise<LineRow | null> {
  const { companies } = scope
  const { rows } = await sql<LineRow>`
    select ${ROW} from phone_lines line where id = ${id}
      and ${companies === 'every' ? sql`true` : sql`company_id = any(${[...companies]}::bigint[])`}
    ${isLocked ? sql`for update` : sql``}
  `.execute(db)
  return rows[0] ?? null
}

/** FieldErrors on `number` when the number rings somebody already. */
export async function insertLine(
  tx: Tx,
  line: { companyId: number; number: string; name: string; now: Date },
): Promise<number> {
  const row = await tx
    .insertInto('phone_lines')
    .values({ company_id: line.companyId, number: line.number, name: line.name, created_at: line.now })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new FieldErrors({ number: ['Numărul sună deja la o companie'] })
  return row.id
}

export async function renameLine(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('phone_lines').set({ name }).where('id', '=', id).execute()
}

export async function removeLine(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('phone_lines').where('id', '=', id).execute()
}

/** When somebody last rang the company; null = never. Tests do not count. */
export async function lastRang(db: Db, companyId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(rang_at) as at from calls where company_id = ${companyId} and direction = 'in' and not is_test
  `.execute(db)
  return rows[0]?.at ?? null
}
