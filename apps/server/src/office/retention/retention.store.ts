import type { RETAINED } from '@dispecerat/contract/office/retention'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export type Retained = (typeof RETAINED)[number]

/** Retention days of a company; null stands for rows that belong to no company. */
export interface Keeping {
  companyId: CompanyId | null
  days: Partial<Record<Retained, number>>
}

/** Older outbound messages are never requested, so the number is fixed for all companies. */
const OUTBOUND_MESSAGES_DAYS = 365
/** Retention of messages and broadcasts that belong to no company. */
const TEXTS_DAYS = 730
const PLATFORM: Keeping = {
  companyId: null,
  days: {
    client_errors: 30,
    changes: 365,
    letters: OUTBOUND_MESSAGES_DAYS,
    messages: TEXTS_DAYS,
    broadcasts: TEXTS_DAYS,
  },
}
/** Replacement of an expired reason. */
const GONE = 'date șterse'
/** An unfinished night is started again after this time. */
const ABANDONED_AFTER_MS = 3_600_000

/** Claims the night for one node; false on the others. */
export async function claimNight(db: Db, night: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into retention_nights as done (night, begun_at) values (${night}, ${now})
    on conflict (night) do update set begun_at = excluded.begun_at
      where done.ended_at is null and done.begun_at < ${new Date(now.getTime() - ABANDONED_AFTER_MS)}
    returning night
  `.execute(db)
  return rows.length > 0
}

export async function endNight(db: Db, night: string, now: Date): Promise<void> {
  await db.updateTable('retention_nights').set({ ended_at: now }).where('night', '=', night).execute()
}

export async function keepings(db: Db): Promise<Keeping[]> {
  const { rows } = await sql<Keeping>`
    select companies.id as "companyId", json_build_object('recordings', coalesce(keep_recordings_days, 30),
      'trails', coalesce(keep_trails_days, 30), 'calls', coalesce(keep_calls_days, 730),
      'client_errors', coalesce(keep_client_errors_days, 30), 'changes', coalesce(keep_changes_days, 365),
      'letters', ${OUTBOUND_MESSAGES_DAYS}::integer, 'messages', coalesce(keep_messages_days, 730),
      'broadcasts', coalesce(keep_broadcasts_days, 730), 'incidents', coalesce(keep_incidents_days, 1095),
      'block_reasons', coalesce(keep_block_reasons_days, 1095)) as days
    from companies left join company_settings on company_settings.company_id = companies.id order by companies.id
  `.execute(db)
  return [...rows, PLATFORM]
}

/** Kinds whose rows are deleted by id. */
type DeletedById = keyof typeof TABLES

/** The oldest rows of a kind, at most `limit`, by id, so that only deleted rows are locked. */
function oldRows(kind: DeletedById, { companyId, before, limit }: Batch): RawBuilder<unknown> {
  const ofCompany = (column: string) => sql`${sql.ref(column)} is not distinct from ${companyId}::bigint`
  switch (kind) {
    case 'recordings':
      return sql`select sound.id from call_recordings as sound join calls on calls.id = sound.call_id
        where ${ofCompany('calls.company_id')} and sound.recorded_at < ${before} limit ${limit}`
    case 'calls':
      return sql`select id from calls where ${ofCompany('company_id')} and rang_at < ${before} and state = 'ended'
        order by rang_at limit ${limit}`
    case 'changes':
      return sql`select id from audit_log where ${ofCompany('company_id')} and happened_at < ${before} order by id limit ${limit}`
    case 'letters':
      return sql`select id from outbox where ${ofCompany('company_id')} and created_at < ${before} and state <> 'queued'
        order by id limit ${limit}`
    case 'client_errors':
      return companyId === null
        ? sql`select id from client_errors where created_at < ${before} limit ${limit}`
        : sql`select errors.id from client_errors as errors join user_companies using (user_id)
            where company_id = ${companyId} and errors.created_at < ${before} limit ${limit}`
    case 'incidents':
      return sql`select id from incidents where ${ofCompany('company_id')} and status = 'closed' and closed_at < ${before}
        order by id limit ${limit}`
  }
}

const TABLES = {
  recordings: 'call_recordings',
  calls: 'calls',
  changes: 'audit_log',
  client_errors: 'client_errors',
  letters: 'outbox',
  incidents: 'incidents',
} as const

const DELETED_SPECIALLY = {
  trails: removeTrails,
  messages: removeMessages,
  broadcasts: removeBroadcasts,
  block_reasons: emptyBlockReasons,
}

function isDeletedById(kind: Retained): kind is DeletedById {
  return kind in TABLES
}

interface Batch {
  companyId: CompanyId | null
  before: Date
  limit: number
}

/** Deletes one batch in its own transaction; returns the number of rows and the recording files to delete. */
export async function removeBatch(
  db: Db,
  kind: Retained,
  batch: Batch,
): Promise<{ removed: number; files: readonly string[] }> {
  if (!isDeletedById(kind)) return { removed: await DELETED_SPECIALLY[kind](db, batch), files: [] }
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`${oldRows(kind, batch)}`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (kind === 'calls') await removeOutgoing(tx, batch)
    if (ids.length === 0) return { removed: 0, files: [] }
    const sounds = await sql<{ file: string }>`
      select file from call_recordings
      where ${kind === 'recordings' ? sql`id` : kind === 'calls' ? sql`call_id` : sql`null`} = any(${ids}::bigint[])
    `.execute(tx)
    await sql`delete from ${sql.table(TABLES[kind])} where id = any(${ids}::bigint[])`.execute(tx)
    return { removed: ids.length, files: sounds.rows.map(({ file }) => file) }
  })
}

/** Addresses points by tableoid and ctid, because the table is partitioned and has no id. */
async function removeTrails(db: Db, { companyId, before, limit }: Batch): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from driver_trail as trail using (
      select trail.tableoid, trail.ctid from driver_status as status
      join driver_trail as trail on trail.driver_id = status.driver_id
      where status.company_id = ${companyId} and trail.recorded_at < ${before} limit ${limit}
    ) as old
    where trail.tableoid = old.tableoid and trail.ctid = old.ctid
  `.execute(db)
  return Number(numAffectedRows)
}

/** A broadcast of several companies is deleted when it is too old for all of them. */
async function removeBroadcasts(db: Db, { companyId, before, limit }: Batch): Promise<number> {
  const daysOf = (id: RawBuilder<unknown>) =>
    sql`coalesce((select keep_broadcasts_days from company_settings where company_id = ${id}), ${TEXTS_DAYS})`
  const ofCompany = companyId === null ? sql`company_ids = '{}'` : sql`company_ids @> array[${companyId}::bigint]`
  const { numAffectedRows = 0n } = await sql`
    delete from broadcasts where id in (
      select id from broadcasts
      where ${ofCompany} and created_at < ${before} and state <> 'sending' and not exists (
        select from unnest(company_ids) as other (id)
        where created_at >= ${before}::timestamptz
          + (${daysOf(sql`${companyId}::bigint`)} - ${daysOf(sql`other.id`)}) * interval '24 hours')
      limit ${limit})
  `.execute(db)
  return Number(numAffectedRows)
}

/** A blocked number stays blocked without its reason; the history of unblocked numbers is deleted. */
async function emptyBlockReasons(db: Db, { companyId, before, limit }: Batch): Promise<number> {
  const { numAffectedRows: emptied = 0n } = await sql`
    update blocked_phones set reason = ${GONE} where id in (
      select id from blocked_phones
      where company_id = ${companyId} and created_at < ${before} and reason <> ${GONE} order by id limit ${limit})
  `.execute(db)
  const left = limit - Number(emptied)
  if (left === 0) return limit
  const { numAffectedRows: removed = 0n } = await sql`
    delete from unblocked_phones where id in (
      select id from unblocked_phones where company_id = ${companyId} and unblocked_at < ${before} order by id limit ${left})
  `.execute(db)
  return Number(emptied) + Number(removed)
}

/** Also deletes conversations that become empty. A message inserted meanwhile has moved `last_at`, so its conversation stays. */
function removeMessages(db: Db, { companyId, before, limit }: Batch): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ conversationId: number | null }>`
      delete from messages where id in (
        select id from messages where company_id is not distinct from ${companyId}::bigint and created_at < ${before}
        order by created_at limit ${limit})
      returning conversation_id as "conversationId"
    `.execute(tx)
    const emptied = [...new Set(rows.flatMap(({ conversationId }) => conversationId ?? []))]
    await sql`
      delete from conversations where id = any(${emptied}::bigint[]) and last_at < ${before}
        and not exists (select from messages where conversation_id = conversations.id)
    `.execute(tx)
    return rows.length
  })
}

/** Counted outgoing calls are deleted with the calls. */
async function removeOutgoing(tx: Tx, { companyId, before, limit }: Batch): Promise<void> {
  await sql`
    delete from outgoing_calls where id in (
      select id from outgoing_calls where company_id is not distinct from ${companyId}::bigint and began_at < ${before}
        and ended_at is not null limit ${limit})
  `.execute(tx)
}

/**
 * Deletes usage counters and alarms of days before `day`, at most `limit` of each table; they hold no personal data. Returns the number of
 * deleted rows.
 */
export async function removeCounters(db: Db, day: string, limit: number): Promise<number> {
  let removed = 0
  for (const table of ['company_usage', 'outgoing_alarms'] as const) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where day < ${day}::date limit ${limit}))
    `.execute(db)
    removed += Number(numAffectedRows)
  }
  return removed
}

export async function noteRun(
  db: Db,
  run: { companyId: CompanyId | null; kind: Retained; olderThan: Date; removed: number; ranAt: Date },
): Promise<void> {
  await db
    .insertInto('retention_runs')
    .values({
      company_id: run.companyId,
      kind: run.kind,
      older_than: run.olderThan,
      removed: run.removed,
      ran_at: run.ranAt,
    })
    .execute()
}
