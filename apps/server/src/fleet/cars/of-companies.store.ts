import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'

/** SQL condition: rows of `table` whose company is the actor's. */
export function ofCompanies({ companies }: Scope, table = 'cars'): RawBuilder<boolean> {
  if (companies === 'every') return sql<boolean>`true`
  return sql<boolean>`${sql.ref(`${table}.company_id`)} = any(${[...companies]}::bigint[])`
}
