import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'

/** SQL condition: the company in `column` is one of the actor's. */
export function inCompanies({ companies }: Scope, column: string): RawBuilder<boolean> {
  return companies === 'every'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${[...companies]}::bigint[])`
}
