import type { ImportKind, ImportReport } from '@dispecerat/contract/office/imports'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { forgetUnusedHolders } from '../../orders/clients/clients.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { ImportRow } from './read-rows.ts'

export type ImportState = 'running' | 'stopping' | 'done' | 'stopped' | 'refused'

/** Input that another process needs to continue the import. */
export interface ImportRequest {
  actor: Actor
  skipExisting: boolean
  /** Base address of links in mails. */
  consoleUrl: string
}

export interface StoredImport {
  id: number
  companyId: CompanyId
  kind: ImportKind
  state: ImportState
  rowCount: number
  preparedCount: number
  request: ImportRequest
  report: ImportReport
  /** Field → messages, for a refused import. */
  refusal: Record<string, string[]> | null
  /** The import is published, but the history of its rows is not complete. */
  isUnrecorded: boolean
  recordedCount: number
  endedAt: Date | null
}

const COLUMNS = sql`id, company_id as "companyId", kind, state, row_count as "rowCount", prepared_count as "preparedCount",
  request, report, refusal, (state = 'done' and rows is not null) as "isUnrecorded",
  recorded_count as "recordedCount", ended_at as "endedAt"`

const mine = ({ companies }: Scope) => (companies === 'every' ? null : [...companies])

/** Driver codes have no unique index, so every writer of a code in this company takes this lock first. */
export async function holdCompany(tx: Tx, companyId: CompanyId): Promise<void> {
  await sql`select 1 from companies where id = ${companyId} for no key update`.execute(tx)
}

/** Returns null when an import of the company is already running. */
export async function insertImport(
  tx: Tx,
  {
    companyId,
    kind,
    rows,
    request,
    report,
  }: Pick<StoredImport, 'companyId' | 'kind' | 'request' | 'report'> & {
    rows: readonly ImportRow[]
  },
  now: Date,
): Promise<number | null> {
  const { rows: made } = await sql<{ id: number }>`
    insert into imports (company_id, started_by, started_at, kind, rows, row_count, request, report, advanced_at)
    values (${companyId}, ${request.actor.userId}, ${now}, ${kind}, ${JSON.stringify(rows)}, ${rows.length},
      ${JSON.stringify(request)}, ${JSON.stringify(report)}, ${now})
    on conflict (company_id) where state in ('running', 'stopping') do nothing
    returning id
  `.execute(tx)
  return made[0]?.id ?? null
}

export async function runningImport(db: Db | Tx, companyId: CompanyId): Promise<StoredImport | null> {
  const { rows } = await sql<StoredImport>`
    select ${COLUMNS} from imports where company_id = ${companyId} and state in ('running', 'stopping')
  `.execute(db)
  return rows[0] ?? null
}

export async function readImport(db: Db, id: number): Promise<StoredImport> {
  const { rows } = await sql<StoredImport>`select ${COLUMNS} from imports where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error(`import ${id} does not exist`)
  return rows[0]
}

/** Portions of an import run one after another, whichever processes run it. */
export async function lockImport(tx: Tx, id: number): Promise<StoredImport> {
  const { rows } = await sql<StoredImport>`
    select ${COLUMNS} from imports where id = ${id} for no key update
  `.execute(tx)
  if (!rows[0]) throw new Error(`import ${id} does not exist`)
  return rows[0]
}

/** Returns null when the import is of no company in the scope. */
export async function lockImportOf(tx: Tx, scope: Scope, id: number): Promise<StoredImport | null> {
  const { rows } = await sql<StoredImport>`
    select ${COLUMNS} from imports where id = ${id} and (${mine(scope)}::bigint[] is null or company_id = any(${mine(scope)}))
    for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** The rows to add; empty once the import has ended and its history is written. */
export async function rowsOf(tx: Db | Tx, id: number): Promise<ImportRow[]> {
  const { rows } = await sql<{ rows: ImportRow[] }>`select rows from imports where id = ${id}`.execute(tx)
  return rows[0]?.rows ?? []
}

/**
 * Inserts users for the next phones that have none. A user with only a phone is in no company's list and cannot log in; the lock on the
 * phone ends with this portion.
 */
export async function preparePhones(
  tx: Tx,
  id: number,
  { phones, prepared, now }: { phones: readonly string[]; prepared: number; now: Date },
): Promise<void> {
  await sql`
    with made as (
      insert into users (phone, created_at)
      select phone, ${now}::timestamptz from unnest(${[...phones]}::text[]) as phone order by phone
      on conflict (phone) do nothing returning id
    ),
    of_role as (insert into user_roles (user_id, role) select id, 'client' from made)
    insert into import_users (import_id, user_id) select ${id}, id from made
  `.execute(tx)
  await sql`update imports set prepared_count = ${prepared}, advanced_at = ${now} where id = ${id}`.execute(tx)
}

/**
 * Deletes the next users that the import inserted, except those that another company has as a client by now. Returns false when none is
 * left.
 */
export async function removePhones(
  tx: Tx,
  id: number,
  { portion, now }: { portion: number; now: Date },
): Promise<boolean> {
  // Locks before it checks: a transaction that records the phone as a client now waits, finds no user and inserts one.
  const { rows } = await sql<{ id: UserId }>`
    select users.id from import_users join users on users.id = user_id where import_id = ${id}
    order by users.phone limit ${portion} for update of users
  `.execute(tx)
  const ids = rows.map((user) => user.id)
  await forgetUnusedHolders(tx, ids, now)
  await sql`delete from import_users where import_id = ${id} and user_id = any(${ids}::bigint[])`.execute(tx)
  await sql`update imports set advanced_at = ${now} where id = ${id}`.execute(tx)
  return ids.length > 0
}

/** Once the import is published, its users belong to the company and are no longer taken back. */
export async function forgetPrepared(db: Db, id: number): Promise<void> {
  await sql`delete from import_users where import_id = ${id}`.execute(db)
}

export async function beginStop(
  tx: Tx,
  id: number,
  { by, refusal, now }: { by: number | null; refusal: Record<string, string[]> | null; now: Date },
): Promise<void> {
  await sql`
    update imports set state = 'stopping', stopped_by = ${by}, advanced_at = ${now},
      refusal = ${refusal === null ? null : JSON.stringify(refusal)}
    where id = ${id}
  `.execute(tx)
}

export async function endImport(
  tx: Tx,
  id: number,
  { state, now }: { state: 'stopped' | 'refused'; now: Date },
): Promise<void> {
  await sql`
    update imports set state = ${state}, rows = null, ended_at = ${now}, advanced_at = ${now} where id = ${id}
  `.execute(tx)
}

/** `addedIds` follow the order of the rows; null when there is no history left to write. */
export async function endPublished(
  tx: Tx,
  id: number,
  { report, addedIds, now }: { report: ImportReport; addedIds: readonly (number | null)[] | null; now: Date },
): Promise<void> {
  const ids = addedIds && [...addedIds]
  await sql`
    update imports set state = 'done', ended_at = ${now}, advanced_at = ${now}, report = ${JSON.stringify(report)},
      added_ids = ${ids}::bigint[], rows = case when ${ids}::bigint[] is not null then rows end
    where id = ${id}
  `.execute(tx)
}

/** The next rows without a history, with the user added for each; null for a skipped row. */
export async function unrecordedRows(
  tx: Tx,
  id: number,
  portion: number,
): Promise<{ row: ImportRow; userId: UserId | null }[]> {
  // Unpacks the JSON once: extracting element by element would parse all rows for each.
  const { rows } = await sql<{ rows: ImportRow[]; userIds: (UserId | null)[] }>`
    select jsonb_path_query_array(rows, '$[$from to $to]',
        jsonb_build_object('from', recorded_count, 'to', recorded_count + ${portion}::integer - 1)) as rows,
      added_ids[recorded_count + 1 : recorded_count + ${portion}::integer] as "userIds"
    from imports where id = ${id}
  `.execute(tx)
  const { rows: slice = [], userIds = [] } = rows[0] ?? {}
  return slice.map((row, index) => ({ row, userId: userIds[index] ?? null }))
}

/** Advances the history by `count` rows; the last portion also deletes the stored rows. */
export async function markRecorded(
  tx: Tx,
  id: number,
  { count, isLast, now }: { count: number; isLast: boolean; now: Date },
): Promise<void> {
  await sql`
    update imports set recorded_count = recorded_count + ${count}, advanced_at = ${now},
      rows = case when not ${isLast}::boolean then rows end, added_ids = case when not ${isLast}::boolean then added_ids end
    where id = ${id}
  `.execute(tx)
}

/** Imports without a portion since `before`, whose process is gone. The update claims each for one process. */
export async function claimAbandoned(db: Db, before: Date, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update imports set advanced_at = ${now}
    where (state in ('running', 'stopping') or rows is not null) and advanced_at < ${before} returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}
