import type { ReplayRules } from '@dispecerat/domain/dispatch/replay/world'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { StoredResult } from './stored-result.ts'

/** A run without a heartbeat for this long has lost its process. */
const SILENCE_MS = 15_000
const MAX_PER_COMPANY = 20
const RETENTION_DAYS = 30

export interface NewRun {
  companyId: CompanyId
  askedBy: number | null
  from: Date
  to: Date
  rules: ReplayRules
}

/** Null while another run of the company is active, which the unique index guarantees. */
export async function insertRun(tx: Tx, run: NewRun, now: Date): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into search_replays (company_id, asked_by, range_from, range_to, rules, asked_at, beat_at)
    values (${run.companyId}, ${run.askedBy}, ${run.from}, ${run.to}, ${JSON.stringify(run.rules)}, ${now}, ${now})
    on conflict (company_id) where status = 'running' do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Heartbeat of a run; false when it was ended elsewhere. */
export async function beat(db: Db, id: number, progress: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update search_replays set progress = ${progress}, beat_at = ${now} where id = ${id} and status = 'running'
    returning id
  `.execute(db)
  return rows.length > 0
}

/** Ends an active run once; false when it had ended already. */
export async function endRun(
  db: Db,
  id: number,
  end: { status: 'failed' | 'canceled' } | { status: 'done'; result: StoredResult },
  now: Date,
): Promise<boolean> {
  const result = end.status === 'done' ? JSON.stringify(end.result) : null
  const { rows } = await sql`
    update search_replays set status = ${end.status}, result = ${result}::jsonb, ended_at = ${now}, beat_at = ${now},
      progress = case when ${end.status} = 'done' then 1 else progress end
    where id = ${id} and status = 'running' returning id
  `.execute(db)
  return rows.length > 0
}

/** Fails runs whose process is gone. */
export async function failSilentRuns(
  db: Db,
  now: Date,
): Promise<{ id: number; companyId: CompanyId; progress: number }[]> {
  const { rows } = await sql<{ id: number; companyId: CompanyId; progress: number }>`
    update search_replays set status = 'failed', ended_at = ${now}
    where status = 'running' and beat_at < ${new Date(now.getTime() - SILENCE_MS)}
    returning id, company_id as "companyId", progress
  `.execute(db)
  return rows
}

export async function forgetOldRuns(db: Db, companyId: CompanyId, now: Date): Promise<void> {
  await sql`
    delete from search_replays where company_id = ${companyId} and status <> 'running' and (
      asked_at < ${new Date(now.getTime() - RETENTION_DAYS * 86_400_000)}
      or id not in (select id from search_replays where company_id = ${companyId} order by id desc limit ${MAX_PER_COMPANY})
    )
  `.execute(db)
}
