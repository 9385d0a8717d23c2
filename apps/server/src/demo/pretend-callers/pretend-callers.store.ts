import { USUAL_CALLS_PER_HOUR } from '@dispecerat/contract/demo/pretend-callers'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Regular, Townsfolk } from '@dispecerat/simulation/pretend-public'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

const MAX_REGULARS = 300
const MAX_ADDRESSES = 500

/** The usual callers of a company, the most frequent first, and the known addresses of its town. */
export async function townsfolkOf(db: Db, companyId: CompanyId): Promise<Omit<Townsfolk, 'testNumbers'>> {
  const { rows: regulars } = await sql<Regular>`
    select saved.phone, max(known.name) as name,
      array_agg(saved.name order by saved.use_count desc, saved.id) as addresses
    from saved_addresses saved
    left join users on users.phone = saved.phone
    left join company_clients known on known.company_id = saved.company_id and known.user_id = users.id
    where saved.company_id = ${companyId} and saved.deleted_at is null
    group by saved.phone
    order by sum(saved.use_count) desc, saved.phone
    limit ${MAX_REGULARS}
  `.execute(db)
  const { rows: addresses } = await sql<{ name: string }>`
    select distinct name from saved_addresses
    where company_id = ${companyId} and deleted_at is null order by name limit ${MAX_ADDRESSES}
  `.execute(db)
  return { regulars, addresses: addresses.map(({ name }) => name) }
}

/** Calls per hour of each company with a setting of its own, and of all others. */
export async function callRates(db: Db): Promise<Map<CompanyId, number>> {
  const { rows } = await sql<{ id: CompanyId; perHour: number }>`
    select companies.id, coalesce(settings.pretend_calls_per_hour, ${USUAL_CALLS_PER_HOUR})::int as "perHour"
    from companies left join company_settings as settings on settings.company_id = companies.id
    where companies.deleted_at is null
  `.execute(db)
  return new Map(rows.map(({ id, perHour }) => [id, perHour]))
}

export async function callRate(db: Db, companyId: CompanyId): Promise<number> {
  const row = await db
    .selectFrom('company_settings')
    .select('pretend_calls_per_hour')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.pretend_calls_per_hour ?? USUAL_CALLS_PER_HOUR
}

export async function saveCallRate(tx: Tx, companyId: CompanyId, perHour: number): Promise<void> {
  await tx
    .insertInto('company_settings')
    .values({ company_id: companyId, pretend_calls_per_hour: perHour })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ pretend_calls_per_hour: perHour }))
    .execute()
}
