import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { PREPARED, UNREAD } from './hasten-client.ts'

/** One event as a use case records it. `data` holds ids and states, never a phone, a name or a position. */
export interface LoggedEvent {
  event: string
  channel?: string
  /** Consoles of these companies hear it. */
  toCompanies?: readonly number[]
  /** These users hear it (drivers, mostly). */
  toUsers?: readonly number[]
  data: Record<string, unknown>
}

export interface StoredEvent extends Required<Omit<LoggedEvent, 'channel'>> {
  channel: string | null
  seq: number
  at: Date
}

const EVENTS_PER_TRANSACTION = 4096
/** Further than any client can have heard: what it brings from before is known to be gone. */
const NEXT_LIFE = 1_000_000_000_000
const recordedIn = new WeakMap<Tx, number>()

/**
 * Appends events without a number; `numberEvents` gives them theirs after the commit. Record after the locks are taken:
 * events that stand behind one lock keep the order in which they were recorded.
 */
export async function record(tx: Tx, events: readonly LoggedEvent[], now: Date): Promise<void> {
  if (events.length === 0) return
  const first = recordedIn.get(tx) ?? 0
  if (first + events.length > EVENTS_PER_TRANSACTION) throw new Error('too many events in one transaction')
  recordedIn.set(tx, first + events.length)
  const lines = events.map((event, index) => ({
    n: first + index,
    event: event.event,
    channel: event.channel ?? null,
    to_companies: event.toCompanies ?? [],
    to_users: event.toUsers ?? [],
    data: event.data,
  }))
  await sql`
    ${UNREAD} insert into event_log (seq, at, event, channel, to_companies, to_users, data)
    select (pg_current_xact_id()::text::bigint * ${EVENTS_PER_TRANSACTION}) + n, ${now}, event, channel,
      to_companies, to_users, data
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line(n integer, event text, channel text, to_companies bigint[], to_users bigint[], data jsonb)
  `.execute(tx)
}

/**
 * Numbers every committed event that has no number yet, without gaps, and returns whether there was any. The events without
 * one are those of the transactions that the newest batch's snapshot does not see: still running then (`xip`), or begun
 * since (from `xmax` on). A transaction that stays open therefore delays its own events only, and one in another database
 * nobody's. Nodes may number at once: both would write the same `first_seq`, so one of them writes nothing.
 * Costs an index range of the new events, and one probe per transaction that was running at the last batch.
 */
export async function numberEvents(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    ${PREPARED} with last as materialized (
      select first_seq + cardinality(event_ids) as next_seq, snapshot
      from event_batches order by first_seq desc limit 1
    ),
    fresh as (
      select event_log.seq, ordinal
      from last join event_log on event_log.seq >= pg_snapshot_xmax(snapshot)::text::bigint * ${EVENTS_PER_TRANSACTION}
        and event_log.seq < pg_snapshot_xmax(pg_current_snapshot())::text::bigint * ${EVENTS_PER_TRANSACTION}
      union all
      select event_log.seq, ordinal
      from last cross join pg_snapshot_xip(snapshot) as running
        join event_log on event_log.seq >= running::text::bigint * ${EVENTS_PER_TRANSACTION}
          and event_log.seq < (running::text::bigint + 1) * ${EVENTS_PER_TRANSACTION}
    )
    insert into event_batches (first_seq, event_ids, snapshot, at)
    select next_seq, event_ids, pg_current_snapshot(), ${now}
    from last cross join (select array_agg(seq order by ordinal nulls first, seq) as event_ids from fresh) as numbered
    where event_ids is not null
    on conflict (first_seq) do nothing
  `.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Numbered events after `seq`, in order. Numbers have no gaps and become visible in order, so none can appear below later. */
export async function readEventsAfter(db: Db, seq: number, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    ${PREPARED} select first_seq + place - 1 as seq, event_log.at, event, channel, to_companies as "toCompanies",
      to_users as "toUsers", data
    from event_batches
      cross join lateral unnest(event_ids) with ordinality as numbered(id, place)
      join event_log on event_log.seq = id
    where first_seq >= coalesce((select max(first_seq) from event_batches where first_seq <= ${seq} + 1), 0)
      and first_seq + place - 1 > ${seq}
    order by first_seq, place
    limit ${limit}
  `.execute(db)
  return rows
}

/** The highest number given so far; 0 when there was never an event. */
export async function newestSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select first_seq + cardinality(event_ids) - 1 as seq from event_batches order by first_seq desc limit 1
  `.execute(db)
  return rows[0]?.seq ?? 0
}

/** When the event of this number was numbered; null when the log has forgotten it. `seq` is at most `newestSeq`. */
export async function numberedAt(db: Db, seq: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from event_batches where first_seq <= ${seq} order by first_seq desc limit 1
  `.execute(db)
  return rows[0]?.at ?? null
}

/** The log is a stream, not an archive: order_history keeps what must be kept. The newest batch stays: numbers go on from it. */
export async function forgetEventsBefore(db: Db, before: Date): Promise<void> {
  await sql`
    delete from event_batches where at < ${before} and first_seq < (select max(first_seq) from event_batches)
  `.execute(db)
  await sql`delete from event_log where at < ${before}`.execute(db)
}

/**
 * A dump restored into another cluster meets transaction ids that start over, so what its last snapshot sees says nothing
 * about new transactions. Then all events are removed and numbers go on above every number ever given, so that whoever
 * comes back is told to resync. Runs at start, before anybody reads.
 */
export async function forgetEventsOfAnotherLife(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ seq: number }>`
      insert into event_batches (first_seq, event_ids, snapshot, at)
      select first_seq + ${NEXT_LIFE}, '{0}', pg_current_snapshot(), ${now}
      from (select first_seq, snapshot from event_batches order by first_seq desc limit 1) as last
      where pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot())
      on conflict (first_seq) do nothing
      returning first_seq as seq
    `.execute(tx)
    const [first] = rows
    if (!first) return
    await sql`delete from event_batches where first_seq < ${first.seq}`.execute(tx)
    await sql`delete from event_log`.execute(tx)
  })
}
