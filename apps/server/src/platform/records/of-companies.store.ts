import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/actor.ts'

/** SQL condition: the company in `column` is one of the actor's. */
export function ofCompanies({ companies }: Pick<Scope, 'companies'>, column = 'company_id'): RawBuilder<boolean> {
  if (companies === 'every') return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} = any(${[...companies]}::bigint[])`
}
