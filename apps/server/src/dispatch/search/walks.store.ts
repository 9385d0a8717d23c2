import type { NotPlaced, Offer, PassedOver, Round, Walk, WalkStep } from '@dispecerat/domain/dispatch/search/walk'
import type { DriverId, OrderId, RoundId, WalkId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { UNREAD } from '../../platform/db/hasten-client.ts'

/** A walk with the keys of its rows. */
export interface StoredWalk {
  walkId: WalkId
  walk: Walk
  /** Row ids of the walk's rounds by number: the current or last one, and pinned ones. */
  roundIds: ReadonlyMap<number, RoundId>
  failures: number
}

/** One row per loaded round; a walk without rounds has one row with nulls. */
interface WalkRow {
  walkId: WalkId
  orderId: OrderId
  walkNo: number
  steps: WalkStep[]
  skipEmptySteps: boolean
  waitSeconds: number
  status: Walk['status']
  startedAt: Date
  endedAt: Date | null
  failures: number
  roundId: RoundId | null
  no: number
  step: WalkStep
  roundStartedAt: Date
  endsAt: Date
  nextEvaluationAt: Date
  passedOver: PassedOver
  beyond: Round['beyond']
  notPlaced: DriverId[]
  outcome: Round['outcome']
  pinnedAt: Date | null
  closedAt: Date | null
  offers: OfferRow[] | null
  offeredBefore: DriverId[] | null
  refusedBefore: DriverId[] | null
  triedBefore: DriverId[] | null
  /** The round of each offer. */
  roundsOfOffers: number[] | null
}

type Instant = 'notifiedAt' | 'deliveredAt' | 'viewedAt' | 'offlineAt' | 'expiresAt' | 'closedAt'
type OfferRow = Omit<Offer, Instant> & Record<Instant, string | null>

/** A walk that is due waits at most this long for receipts of its phones, so that a phone that goes on sending cannot delay it. */
const MAX_RECEIPT_WAIT_MS = 200

/** False for a due walk with receipts that are about to be written. */
function awaitsNoReceipts(unwritten: readonly RoundId[], now: Date): RawBuilder<boolean> {
  if (unwritten.length === 0) return sql`true`
  const waitsUntil = new Date(now.getTime() - MAX_RECEIPT_WAIT_MS)
  return sql`(walks.due_at < ${waitsUntil} or walks.order_id <> all(
    array(select order_id from search_rounds where id = any(${[...unwritten]}::bigint[]))))`
}

/**
 * Locks orders whose walks are due, the longest due first, skipping those locked elsewhere and those with `unwritten` receipts. The walks
 * are read after the lock, because what the claim saw may be outdated.
 */
export async function claimDueOrders(
  tx: Tx,
  now: Date,
  { except, unwritten, max }: { except: readonly OrderId[]; unwritten: readonly RoundId[]; max: number },
): Promise<OrderId[]> {
  const { rows } = await sql<{ orderId: OrderId }>`
    select walks.order_id as "orderId"
    from search_walks as walks join orders on orders.id = walks.order_id
    where walks.status in ('running', 'queued') and walks.due_at <= ${now}
      and walks.order_id <> all(${[...except]}::bigint[]) and ${awaitsNoReceipts(unwritten, now)}
    order by walks.due_at
    limit ${max}
    for update of orders skip locked
  `.execute(tx)
  return rows.map(({ orderId }) => orderId)
}

/** Locks this order if its walk is due, has no `unwritten` receipts, and is not locked elsewhere. */
export async function claimOrder(tx: Tx, orderId: OrderId, now: Date, unwritten: readonly RoundId[]): Promise<boolean> {
  const { rows } = await sql`
    select from orders where id = ${orderId}
      and exists (select from search_walks as walks where order_id = ${orderId} and status in ('running', 'queued')
        and due_at <= ${now} and ${awaitsNoReceipts(unwritten, now)})
    for update skip locked
  `.execute(tx)
  return rows.length > 0
}

/** The last walk of a locked order; null when it was never searched for. */
export async function loadWalk(tx: Tx, orderId: OrderId): Promise<StoredWalk | null> {
  return (await loadWalks(tx, [orderId])).get(orderId) ?? null
}

/** The same for many locked orders, by order. */
export async function loadWalks(tx: Tx, orderIds: readonly OrderId[]): Promise<Map<OrderId, StoredWalk>> {
  const isWanted = orderIds.length === 1 ? sql`= ${orderIds[0]}` : sql`= any(${[...orderIds]}::bigint[])`
  const { rows } = await sql<WalkRow>`
    select walk.id as "walkId", walk.order_id as "orderId", walk.walk_no as "walkNo", walk.steps,
      walk.skip_empty_steps as "skipEmptySteps", walk.wait_seconds as "waitSeconds", walk.status, walk.started_at as "startedAt",
      walk.ended_at as "endedAt", walk.failures, round.id as "roundId", round.no, round.step,
      round.started_at as "roundStartedAt", round.ends_at as "endsAt", round.look_again_at as "nextEvaluationAt",
      round.passed_over as "passedOver", round.beyond, round.not_placed as "notPlaced", round.outcome,
      round.pinned_at as "pinnedAt", round.closed_at as "closedAt",
      (select jsonb_agg(jsonb_build_object('driverId', driver_id, 'rank', rank, 'metres', metres,
          'routeMetres', route_metres, 'isRouteGuess', route_is_guess, 'isPriority', is_priority, 'isPartner', is_partner, 'notifiedAt', notified_at,
          'deliveredAt', delivered_at, 'viewedAt', viewed_at, 'offlineAt', offline_at, 'expiresAt', expires_at,
          'fate', fate, 'closedAt', closed_at) order by rank)
        from search_offers where round_id = round.id) as offers,
      before.asked as "offeredBefore", before.refused as "refusedBefore",
      before.tried as "triedBefore", before.rounds as "roundsOfOffers"
    from (
      select distinct on (order_id) * from search_walks where order_id ${isWanted} order by order_id, walk_no desc
    ) as walk
    left join search_rounds as round on round.walk_id = walk.id and (round.pinned_at is not null
      or round.no = (select max(no) from search_rounds where walk_id = walk.id))
    left join lateral (
      select array_agg(distinct offer.driver_id order by offer.driver_id) as asked,
        array_agg(distinct offer.driver_id order by offer.driver_id) filter (where offer.fate = 'refused') as refused,
        array_agg(distinct offer.driver_id order by offer.driver_id) filter (where offer.fate <> 'withdrawn') as tried,
        array_agg(left_behind.no) as rounds
      from search_rounds as left_behind join search_offers as offer on offer.round_id = left_behind.id
      where left_behind.walk_id = walk.id and left_behind.outcome is not null
    ) as before on true
    order by round.no
  `.execute(tx)
  const byOrder = new Map<OrderId, WalkRow[]>()
  for (const row of rows) byOrder.set(row.orderId, [...(byOrder.get(row.orderId) ?? []), row])
  return new Map(
    [...byOrder].flatMap(([orderId, ofOrder]) => {
      const [first] = ofOrder
      return first ? [[orderId, storedWalkOf(first, ofOrder)] as const] : []
    }),
  )
}

function storedWalkOf(first: WalkRow, rows: readonly WalkRow[]): StoredWalk {
  const roundIds = new Map(rows.flatMap(({ no, roundId }) => (roundId === null ? [] : [[no, roundId] as const])))
  return { walkId: first.walkId, walk: walkOf(first, rows), roundIds, failures: first.failures }
}

function walkOf(row: WalkRow, rows: readonly WalkRow[]): Walk {
  const { orderId, walkNo, steps, skipEmptySteps, waitSeconds, status, startedAt, endedAt } = row
  const rounds = rows.filter(({ roundId }) => roundId !== null)
  const current = rounds.find(({ pinnedAt }) => pinnedAt === null)
  return {
    orderId,
    walkNo,
    steps,
    skipEmptySteps,
    waitSeconds,
    status,
    startedAt,
    endedAt,
    round: current ? roundOf(current) : null,
    pinned: rounds.filter(({ pinnedAt }) => pinnedAt !== null).map(roundOf),
    offeredBefore: row.offeredBefore ?? [],
    refusedBefore: row.refusedBefore ?? [],
    triedBefore: row.triedBefore ?? [],
    offersBefore: countByRound(row.roundsOfOffers ?? []),
  }
}

/** Number of offers by round. */
export function countByRound(rounds: readonly number[]): Walk['offersBefore'] {
  const counts: Record<number, number> = {}
  for (const no of rounds) counts[no] = (counts[no] ?? 0) + 1
  return counts
}

function roundOf(row: WalkRow): Round {
  const { passedOver, nextEvaluationAt } = row
  const becameBusy = new Set(passedOver.busy ?? [])
  // Refused offers are retried at the next evaluation at the latest, so the row stores only the drivers.
  const notPlaced = row.notPlaced.map(
    (driverId): NotPlaced => ({
      driverId,
      because: becameBusy.has(driverId) ? 'busy' : 'holds_another_offer',
      until: nextEvaluationAt,
    }),
  )
  return {
    no: row.no,
    step: row.step,
    startedAt: row.roundStartedAt,
    endsAt: row.endsAt,
    nextEvaluationAt,
    offers: (row.offers ?? []).map(offerOf),
    passedOver,
    beyond: row.beyond,
    notPlaced,
    outcome: row.outcome,
    closedAt: row.closedAt,
  }
}

function offerOf(row: OfferRow): Offer {
  return {
    ...row,
    notifiedAt: instant(row.notifiedAt) ?? new Date(Number.NaN),
    expiresAt: instant(row.expiresAt) ?? new Date(Number.NaN),
    deliveredAt: instant(row.deliveredAt),
    viewedAt: instant(row.viewedAt),
    offlineAt: instant(row.offlineAt),
    closedAt: instant(row.closedAt),
  }
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

export interface Ringing {
  driverId: DriverId
  orderId: OrderId
  onShift: boolean
  isPaused: boolean
}

/**
 * Ringing offers by driver, with the driver's current status: a pause makes the walk due in its own transaction, a moment before the node's
 * memory is updated. A driver whom a dispatcher has just named rings for that order, so that no other one takes the phone before its search
 * begins.
 */
export async function ringingDrivers(db: Db | Tx): Promise<Map<DriverId, Ringing>> {
  const { rows } = await sql<Ringing>`
    select offer.driver_id as "driverId", offer.order_id as "orderId", status.on_shift as "onShift",
      status.is_paused as "isPaused"
    from search_offers offer join driver_status status using (driver_id)
    where offer.fate = 'open' and offer.is_exclusive
  `.execute(db)
  const named = await sql<Ringing>`
    select status.driver_id as "driverId", orders.id as "orderId", status.on_shift as "onShift", status.is_paused as "isPaused"
    from search_walks walk join orders on orders.id = walk.order_id
    join driver_status status on status.driver_id = any(orders.custom_driver_ids)
    where walk.status = 'running' and walk.failures = 0 and walk.steps -> 0 ->> 'searchType' = 'custom'
      and (walk.steps -> 0 ->> 'showForBusyDrivers')::boolean
      and not exists (select from search_rounds where walk_id = walk.id)
  `.execute(db)
  return new Map([...named.rows, ...rows].map((ringing) => [ringing.driverId, ringing]))
}

/** Inserts the next walk of an order, due at once. */
export async function insertWalk(
  tx: Tx,
  walk: Pick<Walk, 'orderId' | 'walkNo' | 'steps' | 'skipEmptySteps' | 'waitSeconds' | 'startedAt'>,
  rules: { intervalId: number | null; methodId: number | null; promisedAt: Date },
): Promise<void> {
  await sql`
    ${UNREAD} insert into search_walks (order_id, walk_no, interval_id, method_id, steps, skip_empty_steps, wait_seconds,
      promised_at, started_at, due_at)
    values (${walk.orderId}, ${walk.walkNo}, ${rules.intervalId}, ${rules.methodId}, ${JSON.stringify(walk.steps)},
      ${walk.skipEmptySteps}, ${walk.waitSeconds}, ${rules.promisedAt}, ${walk.startedAt}, ${walk.startedAt})
  `.execute(tx)
}

/** The order a round belongs to. */
export async function orderOfRound(tx: Tx, roundId: RoundId): Promise<OrderId | null> {
  const row = await tx.selectFrom('search_rounds').select('order_id').where('id', '=', roundId).executeTakeFirst()
  return row ? row.order_id : null
}

/** True when the driver ever had an offer of this order, in any walk. */
export async function wasOffered(tx: Tx, orderId: OrderId, driverId: DriverId): Promise<boolean> {
  const row = await tx
    .selectFrom('search_offers')
    .select('id')
    .where('order_id', '=', orderId)
    .where('driver_id', '=', driverId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Due time of the next walk, without those of `except`; null when none runs. */
export async function nextDueAt(db: Db, except: readonly OrderId[]): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select due_at as "dueAt" from search_walks
    where status in ('running', 'queued') and order_id <> all(${[...except]}::bigint[])
    order by due_at limit 1
  `.execute(db)
  return rows[0]?.dueAt ?? null
}
