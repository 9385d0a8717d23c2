import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { PREPARED, UNREAD } from './hasten-client.ts'

/** One line of the log, as a verb records it. `data` holds ids and states, never a phone, a name or a position. */
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
const recordedIn = new WeakMap<Tx, number>()

/**
 * Appends to the log. seq = transaction id × 4096 + place in the transaction: writers never wait for each other, and a
 * reader below the oldest running transaction misses nothing (see `readEventsAfter`). A transaction gets its id with its
 * first written or locked row, so a verb locks its order before it writes anything: events of one order keep their order.
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
 * Events after `seq`, oldest first, complete: rows of a transaction are read only once every older transaction has
 * ended, so nothing can still appear below the last seq returned.
 */
export async function readEventsAfter(db: Db, seq: number, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    ${PREPARED} select seq, at, event, channel, to_companies as "toCompanies", to_users as "toUsers", data
    from event_log
    where seq > ${seq}
      and seq < pg_snapshot_xmin(pg_current_snapshot())::text::bigint * ${EVENTS_PER_TRANSACTION}
    order by seq
    limit ${limit}
  `.execute(db)
  return rows
}

/** The newest seq that is safe to resume from; 0 when the log is empty. */
export async function newestSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq) as seq from event_log
    where seq < pg_snapshot_xmin(pg_current_snapshot())::text::bigint * ${EVENTS_PER_TRANSACTION}
  `.execute(db)
  return rows[0]?.seq ?? 0
}

/** Resuming from before this point would miss events that are gone: the client must resync. */
export async function oldestSeq(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select min(seq) as seq from event_log`.execute(db)
  return rows[0]?.seq ?? 0
}

/** The log is a stream, not an archive: order_history keeps what must be kept. */
export async function forgetEventsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from event_log where at < ${before}`.execute(db)
}

/**
 * A restored dump starts its transaction ids over: rows from the other life would stand above every new seq. Removed at
 * start, before anybody reads.
 */
export async function forgetEventsOfAnotherLife(db: Db): Promise<void> {
  await sql`
    delete from event_log where seq >= (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1) * ${EVENTS_PER_TRANSACTION}
  `.execute(db)
}
