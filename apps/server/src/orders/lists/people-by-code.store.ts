import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

/** Drivers and clients of the scope with exactly this short code. */
export async function idsOfCode(db: Db, { companies }: Scope, code: string): Promise<number[]> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<{ id: number }>`
    select users.id from users
    where lower(users.identifier) = lower(${code}) and users.identifier is not null and (${mine}::bigint[] is null
      or exists (select from user_companies uc where uc.user_id = users.id and uc.company_id = any(${mine}::bigint[])))
    union
    select user_id from company_clients
    where lower(identifier) = lower(${code}) and identifier is not null
      and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[]))
  `.execute(db)
  return rows.map(({ id }) => id)
}
