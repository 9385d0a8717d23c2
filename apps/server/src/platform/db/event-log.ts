import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import type { LogEvent, StoredEvent } from './events/event-types.ts'
import { PREPARED, UNREAD } from './hasten-client.ts'

export type { LogEvent, StoredEvent } from './events/event-types.ts'

const EVENTS_PER_TRANSACTION = 4096
/** One statement removes at most this many batches or events, so that it ends long before its timeout. */
const SLICE = 2_000
const recordedIn = new WeakMap<Tx, number>()

/**
 * Appends events without a number; `numberEvents` assigns numbers after the commit. Record after taking the locks: events under one lock
 * are then numbered in the order of recording.
 */
export async function record(tx: Tx, events: readonly LogEvent[], now: Date): Promise<void> {
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

/** `raced`: another node numbered at the same time, from a snapshot that may not see the commits of this one. */
export type Numbering = 'nothing' | 'numbered' | 'raced'

/**
 * Numbers every committed event that has no number yet. Those are the events of transactions that the newest batch's snapshot does not see:
 * still running then (`xip`), or begun since (from `xmax` on). A transaction that stays open therefore delays its own events only, and one
 * in another database delays none. Numbers are consecutive within a batch, and each batch starts at the current microsecond at least, so a
 * number is never used twice, not even after a failover or a restored copy of the database. Costs an index range of the new events, and one
 * probe per transaction that was running at the last batch.
 */
export async function numberEvents(db: Db, now: Date): Promise<Numbering> {
  const { rows } = await sql<{ hasEvents: boolean; isWritten: boolean }>`
    ${PREPARED} with last as materialized (
      select id, first_seq + cardinality(event_ids) as next_seq, snapshot
      from event_batches order by id desc limit 1
    ),
    fresh as materialized (
      select event_log.seq, ordinal
      from last join event_log on event_log.seq >= pg_snapshot_xmax(snapshot)::text::bigint * ${EVENTS_PER_TRANSACTION}
        and event_log.seq < pg_snapshot_xmax(pg_current_snapshot())::text::bigint * ${EVENTS_PER_TRANSACTION}
      union all
      select of_one.seq, ordinal
      from last cross join pg_snapshot_xip(snapshot) as running
        cross join lateral (
          select seq, ordinal from event_log
          where seq >= running::text::bigint * ${EVENTS_PER_TRANSACTION}
            and seq < (running::text::bigint + 1) * ${EVENTS_PER_TRANSACTION}
          order by seq limit ${sql.lit(EVENTS_PER_TRANSACTION)}
        ) as of_one
    ),
    batch as (
      insert into event_batches (id, first_seq, event_ids, snapshot, at)
      select id + 1, greatest(next_seq, ${microsecondsOf(now)}), event_ids, pg_current_snapshot(), ${now}
      from last cross join (select array_agg(seq order by ordinal) as event_ids from fresh) as numbered
      where event_ids is not null
      on conflict do nothing
      returning id
    )
    select exists (select from fresh) as "hasEvents", exists (select from batch) as "isWritten"
  `.execute(db)
  const [found] = rows
  if (!found?.hasEvents) return 'nothing'
  return found.isWritten ? 'numbered' : 'raced'
}

/** Numbers start at the current time, so they also tell approximately when an event was numbered. */
export function microsecondsOf(time: Date): number {
  return time.getTime() * 1000
}

/** Numbered events after `seq`, in order. Numbers become visible in order, so none can appear below the last one returned. */
export async function readEventsAfter(db: Db, seq: number, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    ${PREPARED} select first_seq + place - 1 as seq, event_log.at, event, channel, to_companies as "toCompanies",
      to_users as "toUsers", data
    from event_batches
      cross join lateral unnest(event_ids) with ordinality as numbered(event_id, place)
      join event_log on event_log.seq = event_id
    where first_seq >= coalesce((select max(first_seq) from event_batches where first_seq <= ${seq}), 0)
      and first_seq + place - 1 > ${seq}
    order by first_seq, place
    limit ${limit}
  `.execute(db)
  return rows
}

/** The highest number used so far. */
export async function newestSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select first_seq + cardinality(event_ids) - 1 as seq from event_batches order by id desc limit 1
  `.execute(db)
  return rows[0]?.seq ?? 0
}

/** Time of the last numbering of events; null while there are none. */
export async function newestBatchAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select at from event_batches order by id desc limit 1`.execute(db)
  return rows[0]?.at ?? null
}

/** The batch with the first event after `seq`, which is below `newestSeq`; null when events after `seq` may have been removed. */
export async function firstBatchAfter(db: Db, seq: number): Promise<{ firstSeq: number; at: Date } | null> {
  const { rows } = await sql<{ firstSeq: number; at: Date }>`
    with reached as (select max(first_seq) as first_seq from event_batches where first_seq <= ${seq})
    select event_batches.first_seq as "firstSeq", at
    from reached join event_batches on event_batches.first_seq >= reached.first_seq
    where event_batches.first_seq + cardinality(event_ids) - 1 > ${seq}
    order by event_batches.first_seq limit 1
  `.execute(db)
  return rows[0] ?? null
}

/**
 * The log is a stream, not an archive: order_history holds what must be stored. The newest batch stays, because the next one continues from
 * it.
 */
export async function removeEventsBefore(db: Db, before: Date): Promise<void> {
  for (let removed = SLICE; removed === SLICE; ) {
    const { rows } = await sql`
      with gone as (
        delete from event_batches
        where id in (
          select id from event_batches
          where first_seq < ${microsecondsOf(before)} and id < (select max(id) from event_batches)
          order by first_seq limit ${SLICE}
        )
        returning event_ids
      ),
      events as (delete from event_log using gone cross join unnest(event_ids) as event_id where seq = event_id)
      select from gone
    `.execute(db)
    removed = rows.length
  }
  await removeUnnumberedBefore(db, before)
}

/** Removes events that never got a number: those of transactions that ended before the oldest batch and are not in it. */
async function removeUnnumberedBefore(db: Db, before: Date): Promise<void> {
  for (let removed = SLICE; removed === SLICE; ) {
    const { numAffectedRows } = await sql`
      with oldest as materialized (
        select pg_snapshot_xmin(snapshot)::text::bigint * ${EVENTS_PER_TRANSACTION} as from_key, event_ids
        from event_batches order by id limit 1
      )
      delete from event_log
      where seq in (
        select seq from event_log
        where seq < (select from_key from oldest) and at < ${before}
          and seq <> all (array(select unnest(event_ids) from oldest))
        order by seq limit ${SLICE}
      )
    `.execute(db)
    removed = Number(numAffectedRows ?? 0)
  }
}

/**
 * In another cluster, where a dump was restored, transaction ids start over: the last snapshot says nothing about new transactions, and
 * keys of old events may be reused. Then the log restarts and reconnecting clients resync. Runs at start, before anything reads the log.
 */
export async function startLogAnewAfterRestore(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table event_batches in exclusive mode`.execute(tx)
    const { rows } = await sql<{ id: number; nextSeq: number; isOfAnotherCluster: boolean }>`
      select id, first_seq + cardinality(event_ids) as "nextSeq",
        pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot())
          or coalesce((select max(seq) from event_log), 0)
            >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint * ${EVENTS_PER_TRANSACTION} as "isOfAnotherCluster"
      from event_batches order by id desc limit 1
    `.execute(tx)
    const [last] = rows
    if (!last?.isOfAnotherCluster) return
    await sql`truncate event_log, event_batches`.execute(tx)
    await sql`
      insert into event_batches (id, first_seq, event_ids, snapshot, at)
      values (${last.id + 1}, ${Math.max(last.nextSeq, microsecondsOf(now))}, '{0}', pg_current_snapshot(), ${now})
    `.execute(tx)
  })
}
