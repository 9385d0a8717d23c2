import { DomainError } from '@dispecerat/domain/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'

/** Is the company in `column` one of the caller's? */
export function inCompanies({ companies }: Scope, column: string): RawBuilder<boolean> {
  return companies === 'every'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${[...companies]}::bigint[])`
}

/** Companies whose rules the caller may read, by Romanian name. */
export async function companiesOf(db: Db, scope: Scope): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from companies where deleted_at is null and ${inCompanies(scope, 'id')}
    order by name collate "und-x-icu", id limit 500
  `.execute(db)
  return rows
}

/**
 * Whose rules are meant: the company asked for, or else the caller's first, or else (for who sees every company and
 * belongs to none) the oldest. `company.unknown` when it is not one of the caller's.
 */
export async function chosenCompanyOf(db: Db | Tx, actor: Actor, wanted: number | undefined): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select c.id from companies c
    left join user_companies m on m.company_id = c.id and m.user_id = ${actor.userId}
    where c.deleted_at is null and ${inCompanies(actor.scope, 'c.id')}
      and ${wanted === undefined ? sql`true` : sql`c.id = ${wanted}`}
    order by (m.user_id is null), c.id limit 1
  `.execute(db)
  const company = rows[0]
  if (!company) throw new DomainError('company.unknown')
  return company.id
}

/** Writers of one company's rules come one by one; the row itself stays free for who only refers to it. */
export async function lockRulesOf(tx: Tx, companyId: number): Promise<void> {
  await sql`select 1 from companies where id = ${companyId} for no key update`.execute(tx)
}
