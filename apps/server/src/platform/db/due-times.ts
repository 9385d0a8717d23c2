import { type RawBuilder, sql } from 'kysely'
import type { LargeStep } from '../lifecycle/clock.ts'
import type { Db, Tx } from './database.ts'

/** A timer that was due up to this long before the step may still be unprocessed, so it moves too. */
const OVERDUE = sql`interval '60 seconds'`

/** Another process of the machine notices a step, and the clock asks once more, within this time. */
const SAME_STEP_MS = 60_000

interface Move extends LargeStep {
  /** The times were moved by this step before: times after the new present may have been stored by the new clock. */
  isRepeated: boolean
}

/**
 * After the clock was stepped, moves due times that were relative to the old time by the same amount. Times that people set (departures,
 * priority windows, days) stay, because they are calendar times. Idempotent, also across processes of the machine: a moved row no longer
 * matches the condition, and times by the new clock stay.
 */
export async function moveDueTimes(db: Db, largeStep: LargeStep): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const step = { ...largeStep, isRepeated: await wasMoved(tx, largeStep) }
    // Orders first, as everywhere: then no request that holds an order waits for a row that is moved here.
    await moveSearches(tx, step)
    await moveOrders(tx, step)
    await moveWatches(tx, step)
    await moveQueues(tx, step)
    await moveWaits(tx, step)
  })
}

/** Records the step. True when the last recorded one is the same step. */
async function wasMoved(tx: Tx, { from, seconds }: LargeStep): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('clock steps'))`.execute(tx)
  const last = await tx
    .selectFrom('clock_steps')
    .select(['old_time', 'seconds'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isSame =
    last !== undefined &&
    Math.sign(last.seconds) === Math.sign(seconds) &&
    Math.abs(last.old_time.getTime() - from.getTime()) < SAME_STEP_MS
  if (!isSame) await tx.insertInto('clock_steps').values({ old_time: from, seconds }).execute()
  return isSame
}

/** True for a due time relative to the old time. After a step ahead, a time later than the new present keeps its value. */
function isDue(column: string, { from, seconds }: LargeStep): RawBuilder<boolean> {
  const at = sql.ref(column)
  if (seconds < 0) return sql`${at} >= ${from}::timestamptz - ${OVERDUE}`
  return sql`${at} >= ${from}::timestamptz and ${at} < ${from}::timestamptz + ${by({ seconds })}`
}

/** True for a time after the new present, which cannot have happened. */
function isAhead(column: string, { from, seconds, isRepeated }: Move): RawBuilder<boolean> {
  if (isRepeated) return sql`${sql.ref(column)} > ${from}::timestamptz - ${OVERDUE}`
  return sql`${sql.ref(column)} > ${from}::timestamptz + ${by({ seconds })}`
}

const by = ({ seconds }: Pick<LargeStep, 'seconds'>) => sql`make_interval(secs => ${seconds}::double precision)`

/** The order row is the lock of its search: a running search step ends before its times are moved. */
async function moveSearches(tx: Tx, step: Move): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select walk.id from search_walks as walk join orders on orders.id = walk.order_id
    where walk.status in ('running', 'queued') and ${isDue('walk.due_at', step)} order by orders.id for update of orders
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  const moved = by(step)
  await sql`
    update search_offers set notified_at = notified_at + ${moved}, delivered_at = delivered_at + ${moved}, viewed_at = viewed_at + ${moved},
      offline_at = offline_at + ${moved}, expires_at = expires_at + ${moved}
    where fate = 'open' and round_id in (select id from search_rounds where walk_id = any(${ids}::bigint[]) and outcome is null)
  `.execute(tx)
  await sql`
    update search_rounds set started_at = started_at + ${moved}, ends_at = ends_at + ${moved}, look_again_at = look_again_at + ${moved},
      pinned_at = pinned_at + ${moved}
    where walk_id = any(${ids}::bigint[]) and outcome is null
  `.execute(tx)
  await sql`
    update search_walks set started_at = started_at + ${moved}, due_at = due_at + ${moved} where id = any(${ids}::bigint[])
  `.execute(tx)
}

/** Moves due times and leases of messages, filings, automatic calls and long-running jobs. */
async function moveQueues(tx: Tx, step: Move): Promise<void> {
  const moved = by(step)
  await sql`update outbox set due_at = due_at + ${moved} where state = 'queued' and ${isDue('due_at', step)}`.execute(
    tx,
  )
  await sql`
    update filings set due_at = due_at + ${moved}, leased_until = leased_until + ${moved}
    where state in ('pending', 'uploaded') and ${isDue('due_at', step)}
  `.execute(tx)
  await sql`update playbacks set due_at = due_at + ${moved} where due_at is not null and ${isDue('due_at', step)}`.execute(
    tx,
  )
  await sql`
    update imports set advanced_at = advanced_at + ${moved} where rows is not null and ${isDue('advanced_at', step)}
  `.execute(tx)
  await sql`
    update payment_runs set advanced_at = advanced_at + ${moved} where ended_at is null and ${isDue('advanced_at', step)}
  `.execute(tx)
  await sql`
    update erasure_runs set advanced_at = advanced_at + ${moved}
    where (state = 'running' or sounds is not null) and ${isDue('advanced_at', step)}
  `.execute(tx)
  await sql`
    update search_replays set beat_at = beat_at + ${moved} where status = 'running' and ${isDue('beat_at', step)}
  `.execute(tx)
}

/**
 * Moves the start of the wait in the drivers' pending list and, after a step back, of running trips: the fare is computed from their
 * duration.
 */
async function moveOrders(tx: Tx, step: Move): Promise<void> {
  const moved = by(step)
  const isWaiting =
    step.seconds < 0
      ? isAhead('pending_since', step)
      : sql`pending_since >= ${step.from}::timestamptz - interval '1 hour' and pending_since < ${step.from}::timestamptz`
  await sql`
    update orders set pending_since = pending_since + ${moved} where state = 'pending' and in_pending_queue and ${isWaiting}
  `.execute(tx)
  if (step.seconds > 0) return
  await sql`
    update orders set trip_started_at = trip_started_at + ${moved} where state = 'assigned' and ${isAhead('trip_started_at', step)}
  `.execute(tx)
  await sql`
    update orders set arrived_at = arrived_at + ${moved} where state = 'assigned' and ${isAhead('arrived_at', step)}
  `.execute(tx)
}

/** A watched car keeps the time since it came nearer, and is judged at once. */
async function moveWatches(tx: Tx, step: Move): Promise<void> {
  const { from } = step
  const moved = by(step)
  await sql`
    select from orders where id in (select order_id from car_watches) order by id for update
  `.execute(tx)
  // After a step ahead, what began longer ago than the step is in the past of both times.
  const isMoved = (column: string) =>
    step.seconds < 0
      ? isAhead(column, step)
      : sql`${sql.ref(column)} <= ${from}::timestamptz and ${sql.ref(column)} > ${from}::timestamptz - ${moved}`
  // Both or neither: that they are equal says that the watch, and not a dispatcher, began the search for another car.
  await sql`
    with moved as (
      update car_watches set sought_at = sought_at + ${moved} where ${isMoved('sought_at')} returning order_id
    )
    update orders set replacement_since = replacement_since + ${moved}
    where replacement_since is not null and id in (select order_id from moved)
  `.execute(tx)
  await sql`
    update car_watches set since = since + ${moved}, warned_since = warned_since + ${moved} where ${isMoved('since')}
  `.execute(tx)
  await sql`update car_watches set due_at = ${from}::timestamptz + ${moved}`.execute(tx)
}

/** Evaluates priority windows again at once, moves the ends of bans, and moves the times of past events out of the future. */
async function moveWaits(tx: Tx, step: Move): Promise<void> {
  const moved = by(step)
  const now = sql`${step.from}::timestamptz + ${moved}`
  await sql`
    update driver_status set reserved_stand_until = reserved_stand_until + ${moved}
    where reserved_stand_until is not null and ${isDue('reserved_stand_until', step)}
  `.execute(tx)
  await sql`update driver_priorities set due_at = ${now} where due_at > ${now}`.execute(tx)
  if (step.seconds > 0) {
    await sql`
      with moved as (
        update user_bans set until = until + ${moved} where ended_at is null and ${isDue('until', step)} returning user_id, until
      )
      update users set ban_until = moved.until from moved where users.id = moved.user_id and ban_until is not null
    `.execute(tx)
    return
  }
  await sql`
    with moved as (
      update user_bans set banned_at = banned_at + ${moved}, until = until + ${moved}
      where ended_at is null and ${isAhead('banned_at', step)} returning user_id, until
    )
    update users set ban_until = moved.until from moved where users.id = moved.user_id and ban_until is not null
  `.execute(tx)
  const seen = [
    ['driver_last_positions', 'recorded_at'],
    ['stand_queue', 'arrived_at'],
    ['driver_status', 'idle_from'],
    ['driver_status', 'reserved_idle_from'],
    ['driver_status', 'reserved_stand_since'],
    ['user_presence', 'beat_at'],
    ['exchanges', 'beat_at'],
  ] as const
  for (const [table, column] of seen) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${moved} where ${isAhead(column, step)}
    `.execute(tx)
  }
  await sql`
    update calls set rang_at = rang_at + ${moved}, started_at = started_at + ${moved}, held_at = held_at + ${moved},
      answered_at = answered_at + ${moved}, reached_at = reached_at + ${moved}
    where state <> 'ended' and ${isAhead('rang_at', step)}
  `.execute(tx)
}
