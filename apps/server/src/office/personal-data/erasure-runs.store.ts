import type { ErasedRows } from '@dispecerat/contract/office/personal-data'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/lifecycle/long-runs.ts'

export interface ErasureRun {
  id: number
  userId: UserId
  /** null: every company. */
  companyIds: CompanyId[] | null
  startedBy: UserId | null
  /** Sealed; null once the client is erased. */
  request: string | null
  removed: ErasedRows
  isWhole: boolean | null
  sounds: Sounds | null
  state: 'running' | 'done' | 'stopped' | 'refused'
  refusal: Refusal | null
}

/** Recording files of calls outside the database. */
export interface Sounds {
  files: string[]
  sipCallerIds: string[]
}

const COLUMNS = sql`id, user_id as "userId", company_ids as "companyIds", started_by as "startedBy", request, removed,
  is_whole as "isWhole", sounds, state, refusal`
const NOTHING: ErasedRows = { orders: 0, calls: 0, recordings: 0, addresses: 0, messages: 0, letters: 0 }

const json = (value: object | null) => (value === null ? null : JSON.stringify(value))

/** A run is visible when all its companies are in the scope. */
export const erasuresOf = ({ companies }: Scope) => {
  const mine = companies === 'every' ? null : [...companies]
  return sql`(${mine}::bigint[] is null or company_ids <@ ${mine}::bigint[])`
}

/** Returns null when the same erasure is already running. */
export async function insertErasure(
  tx: Tx,
  { userId, scope, startedBy, request }: { userId: UserId; scope: Scope; startedBy: number | null; request: string },
  now: Date,
): Promise<number | null> {
  const { companies } = scope
  const companyIds = companies === 'every' ? null : companies.toSorted((a, b) => a - b)
  const { rows } = await sql<{ id: number }>`
    insert into erasure_runs (user_id, company_ids, started_by, started_at, request, removed, advanced_at)
    values (${userId}, ${companyIds}::bigint[], ${startedBy}, ${now}, ${request}, ${JSON.stringify(NOTHING)}, ${now})
    on conflict (user_id, coalesce(company_ids, '{}')) where state = 'running' do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

export async function readErasure(db: Db, id: number): Promise<ErasureRun> {
  const { rows } = await sql<ErasureRun>`select ${COLUMNS} from erasure_runs where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`erasure run ${id} does not exist`)
  return rows[0]
}

/** Portions of a run follow one another, whichever processes run it. */
export async function lockErasure(tx: Tx, id: number): Promise<ErasureRun> {
  const { rows } =
    await sql<ErasureRun>`select ${COLUMNS} from erasure_runs where id = ${id} for no key update`.execute(tx)
  if (!rows[0]) throw new Error(`erasure run ${id} does not exist`)
  return rows[0]
}

/** Returns null when the run also erases in a company outside the scope. */
export async function lockErasureOf(tx: Tx, scope: Scope, id: number): Promise<ErasureRun | null> {
  const { rows } = await sql<ErasureRun>`
    select ${COLUMNS} from erasure_runs where id = ${id} and ${erasuresOf(scope)} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

export async function saveErased(
  tx: Tx,
  { id, removed, sounds }: Pick<ErasureRun, 'id' | 'removed' | 'sounds'>,
  now: Date,
): Promise<void> {
  await sql`
    update erasure_runs set removed = ${JSON.stringify(removed)}, sounds = ${json(sounds)}, advanced_at = ${now}
    where id = ${id}
  `.execute(tx)
}

export async function endErasureRun(
  tx: Tx,
  id: number,
  end:
    | { state: 'done'; isWhole: boolean }
    | { state: 'stopped'; by: number | null }
    | { state: 'refused'; refusal: Refusal },
  now: Date,
): Promise<void> {
  await sql`
    update erasure_runs set state = ${end.state}, ended_at = ${now},
      is_whole = ${end.state === 'done' ? end.isWhole : null}, stopped_by = ${end.state === 'stopped' ? end.by : null},
      refusal = ${end.state === 'refused' ? json(end.refusal) : null}
    where id = ${id}
  `.execute(tx)
}

/** Sealed requests of runs that ended before the client was erased. */
export async function unfinishedRequests(tx: Tx, scope: Scope, userId: UserId): Promise<string[]> {
  const { rows } = await sql<{ request: string }>`
    select request from erasure_runs
    where user_id = ${userId} and request is not null and state <> 'running' and ${erasuresOf(scope)}
  `.execute(tx)
  return rows.map(({ request }) => request)
}

/** Once the client is erased, the names are no longer needed. */
export async function forgetRequests(tx: Tx, scope: Scope, userId: UserId): Promise<void> {
  await sql`update erasure_runs set request = null where user_id = ${userId} and ${erasuresOf(scope)}`.execute(tx)
}

/** Clears the list only if it is still the one whose files were deleted, not that of a later portion. */
export async function forgetSounds(db: Db, id: number, sounds: Sounds): Promise<void> {
  await sql`
    update erasure_runs set sounds = null where id = ${id} and sounds = ${JSON.stringify(sounds)}::jsonb
  `.execute(db)
}

/** Runs without a portion since `before`, whose process is gone. The update claims each for one process. */
export async function claimAbandonedErasures(db: Db, before: Date, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update erasure_runs set advanced_at = ${now}
    where (state = 'running' or sounds is not null) and advanced_at < ${before} returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}
