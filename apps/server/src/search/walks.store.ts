import type { DriverId, OrderId, RoundId, WalkId } from '@dispecerat/domain/ids'
import type { NotPlaced, Offer, PassedOver, Round, Walk, WalkStep } from '@dispecerat/domain/search/walk'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** A walk with the keys of its rows. */
export interface StoredWalk {
  walkId: WalkId
  walk: Walk
  /** The last round's row; null before the first round. */
  roundId: RoundId | null
  failures: number
}

interface WalkRow {
  walkId: WalkId
  orderId: OrderId
  walkNo: number
  steps: WalkStep[]
  skipEmptySteps: boolean
  status: Walk['status']
  startedAt: Date
  endedAt: Date | null
  failures: number
  roundId: RoundId | null
  no: number
  step: WalkStep
  roundStartedAt: Date
  endsAt: Date
  lookAgainAt: Date
  passedOver: PassedOver
  notPlaced: DriverId[]
  outcome: Round['outcome']
  closedAt: Date | null
  offers: OfferRow[] | null
  askedBefore: DriverId[] | null
  refusedBefore: DriverId[] | null
}

type Instant = 'notifiedAt' | 'deliveredAt' | 'viewedAt' | 'expiresAt' | 'closedAt'
type OfferRow = Omit<Offer, Instant> & Record<Instant, string | null>

/**
 * Takes one order whose walk is due, with the order row locked; null when nothing is due that nobody else holds.
 * The walk itself is read after the lock: what the claim saw may be old.
 */
export async function claimDueOrder(tx: Tx, now: Date): Promise<OrderId | null> {
  const { rows } = await sql<{ orderId: OrderId }>`
    select walks.order_id as "orderId"
    from search_walks as walks join orders on orders.id = walks.order_id
    where walks.status = 'running' and walks.due_at <= ${now}
    order by walks.due_at
    limit 1
    for update of orders skip locked
  `.execute(tx)
  return rows[0]?.orderId ?? null
}

/** The last walk of an order that is locked; null when it was never searched for. */
export async function loadWalk(tx: Tx, orderId: number): Promise<StoredWalk | null> {
  const { rows } = await sql<WalkRow>`
    select walk.id as "walkId", walk.order_id as "orderId", walk.walk_no as "walkNo", walk.steps,
      walk.skip_empty_steps as "skipEmptySteps", walk.status, walk.started_at as "startedAt",
      walk.ended_at as "endedAt", walk.failures, round.id as "roundId", round.no, round.step,
      round.started_at as "roundStartedAt", round.ends_at as "endsAt", round.look_again_at as "lookAgainAt",
      round.passed_over as "passedOver", round.not_placed as "notPlaced", round.outcome, round.closed_at as "closedAt",
      (select jsonb_agg(jsonb_build_object('driverId', driver_id, 'rank', rank, 'metres', metres,
          'routeMetres', route_metres, 'isPriority', is_priority, 'notifiedAt', notified_at,
          'deliveredAt', delivered_at, 'viewedAt', viewed_at, 'expiresAt', expires_at, 'fate', fate,
          'closedAt', closed_at) order by rank)
        from search_offers where round_id = round.id) as offers,
      before.asked as "askedBefore", before.refused as "refusedBefore"
    from search_walks as walk
    left join lateral (select * from search_rounds where walk_id = walk.id order by no desc limit 1) as round on true
    left join lateral (
      select array_agg(distinct offer.driver_id order by offer.driver_id) as asked,
        array_agg(distinct offer.driver_id order by offer.driver_id) filter (where offer.fate = 'refused') as refused
      from search_rounds as closed join search_offers as offer on offer.round_id = closed.id
      where closed.walk_id = walk.id and closed.outcome is not null
    ) as before on true
    where walk.order_id = ${orderId}
    order by walk.walk_no desc limit 1
  `.execute(tx)
  const [row] = rows
  return row ? { walkId: row.walkId, walk: walkOf(row), roundId: row.roundId, failures: row.failures } : null
}

function walkOf(row: WalkRow): Walk {
  const { orderId, walkNo, steps, skipEmptySteps, status, startedAt, endedAt } = row
  return {
    ...{ orderId, walkNo, steps, skipEmptySteps, status, startedAt, endedAt },
    round: row.roundId === null ? null : roundOf(row),
    askedBefore: row.askedBefore ?? [],
    refusedBefore: row.refusedBefore ?? [],
  }
}

function roundOf({ no, step, endsAt, lookAgainAt, passedOver, outcome, closedAt, ...row }: WalkRow): Round {
  const becameBusy = new Set(passedOver.busy ?? [])
  // Refused placements are asked again at the next look at the latest, so the row keeps only who they were.
  const notPlaced = row.notPlaced.map(
    (driverId): NotPlaced => ({
      driverId,
      because: becameBusy.has(driverId) ? 'busy' : 'holds_another_offer',
      until: lookAgainAt,
    }),
  )
  const offers = (row.offers ?? []).map(offerOf)
  return {
    ...{ no, step, endsAt, lookAgainAt, passedOver, outcome, closedAt, notPlaced, offers },
    startedAt: row.roundStartedAt,
  }
}

function offerOf(row: OfferRow): Offer {
  return {
    ...row,
    notifiedAt: instant(row.notifiedAt) ?? new Date(Number.NaN),
    expiresAt: instant(row.expiresAt) ?? new Date(Number.NaN),
    deliveredAt: instant(row.deliveredAt),
    viewedAt: instant(row.viewedAt),
    closedAt: instant(row.closedAt),
  }
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** Whose phone rings now, for which order. */
export async function ringingDrivers(tx: Tx): Promise<Map<DriverId, OrderId>> {
  const { rows } = await sql<{ driverId: DriverId; orderId: OrderId }>`
    select driver_id as "driverId", order_id as "orderId" from search_offers where fate = 'open' and is_exclusive
  `.execute(tx)
  return new Map(rows.map(({ driverId, orderId }) => [driverId, orderId]))
}

/** The next walk of an order, due at once. */
export async function insertWalk(
  tx: Tx,
  walk: Pick<Walk, 'orderId' | 'walkNo' | 'steps' | 'skipEmptySteps' | 'startedAt'>,
  rules: { intervalId: number | null; methodId: number | null },
): Promise<void> {
  await sql`
    insert into search_walks (order_id, walk_no, interval_id, method_id, steps, skip_empty_steps, started_at, due_at)
    values (${walk.orderId}, ${walk.walkNo}, ${rules.intervalId}, ${rules.methodId}, ${JSON.stringify(walk.steps)},
      ${walk.skipEmptySteps}, ${walk.startedAt}, ${walk.startedAt})
  `.execute(tx)
}

/** The order a round belongs to. */
export async function orderOfRound(tx: Tx, roundId: number): Promise<OrderId | null> {
  const row = await tx.selectFrom('search_rounds').select('order_id').where('id', '=', roundId).executeTakeFirst()
  return row ? (row.order_id as OrderId) : null
}

/** Was the driver ever asked for this order, in any walk? */
export async function wasAsked(tx: Tx, orderId: number, driverId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('search_offers')
    .select('id')
    .where('order_id', '=', orderId)
    .where('driver_id', '=', driverId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** When the next walk is due; null when none runs. */
export async function nextDueAt(db: Pick<Tx, 'selectFrom'>): Promise<Date | null> {
  const row = await db
    .selectFrom('search_walks')
    .select('due_at')
    .where('status', '=', 'running')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}
