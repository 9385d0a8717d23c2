import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** The companies among `ids` that are in the scope. */
export const companyNames = (scope: Scope, ids: RawBuilder<unknown>) => sql`
  coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'type', c.type) order by c.id) from companies as c
    where c.id in (${ids}) and ${ofCompanies(scope, 'c.id')}), '[]')`
