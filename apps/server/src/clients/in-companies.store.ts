import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/actor.ts'

/** Is the company in `column` one of the caller's? */
export function inCompanies({ companies }: Scope, column: string): RawBuilder<boolean> {
  return companies === 'every'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${[...companies]}::bigint[])`
}
