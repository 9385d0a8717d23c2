import type { CallerNumbers } from '@dispecerat/contract/demo/pretend-callers'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const MAX_KNOWN = 100
const MAX_BLOCKED = 20

/** Numbers for simulated calls to a company: its most frequent clients, and blocked phones. */
export async function numbersOf(db: Db, companyId: CompanyId, testNumbers: readonly string[]): Promise<CallerNumbers> {
  const { rows: known } = await sql<CallerNumbers['known'][number]>`
    select saved.phone, max(known.name) as name
    from saved_addresses saved
    left join users on users.phone = saved.phone
    left join company_clients known on known.company_id = saved.company_id and known.user_id = users.id
    where saved.company_id = ${companyId} and saved.deleted_at is null
      and not exists (select from blocked_phones b where b.company_id = saved.company_id and b.phone = saved.phone)
    group by saved.phone
    order by sum(saved.use_count) desc, saved.phone
    limit ${MAX_KNOWN}
  `.execute(db)
  const blocked = await db
    .selectFrom('blocked_phones')
    .select('phone')
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(MAX_BLOCKED)
    .execute()
  return { known, blocked: blocked.map(({ phone }) => phone), test: [...testNumbers] }
}
