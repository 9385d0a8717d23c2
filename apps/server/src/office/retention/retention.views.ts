import type { RetentionRun } from '@dispecerat/contract/office/retention'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Db } from '../../platform/db/database.ts'

const MAX_RUNS = 60

/** Rows deleted for a company in the last nights. */
export async function retentionRuns(db: Db, companyId: CompanyId): Promise<RetentionRun[]> {
  const rows = await db
    .selectFrom('retention_runs')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(MAX_RUNS)
    .execute()
  return rows.map(({ id, ran_at, kind, older_than, removed }) => ({
    id,
    kind,
    removed,
    ran_at: toWireTime(ran_at),
    older_than: toWireTime(older_than),
  }))
}
