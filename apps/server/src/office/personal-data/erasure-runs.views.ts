import type { ErasureRun } from '@dispecerat/contract/office/personal-data'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { erasuresOf } from './erasure-runs.store.ts'

const NEWEST = 5

interface Row extends Omit<ErasureRun, 'started_at'> {
  started_at: Date
}

const columns = sql`erasure_runs.id, state, removed, started_at, users.name as started_by`

/** The newest erasures of a client, a running one included. */
export async function erasuresOfClient(db: Db, scope: Scope, clientId: UserId): Promise<ErasureRun[]> {
  const { rows } = await sql<Row>`
    select ${columns} from erasure_runs left join users on users.id = started_by
    where user_id = ${clientId} and ${erasuresOf(scope)} order by erasure_runs.id desc limit ${NEWEST}
  `.execute(db)
  return rows.map(runView)
}

export async function erasureView(db: Db, id: number): Promise<ErasureRun> {
  const { rows } = await sql<Row>`
    select ${columns} from erasure_runs left join users on users.id = started_by where erasure_runs.id = ${id}
  `.execute(db)
  if (!rows[0]) throw new Error(`erasure run ${id} does not exist`)
  return runView(rows[0])
}

function runView({ started_at, ...row }: Row): ErasureRun {
  return { ...row, started_at: toWireTime(started_at) }
}
