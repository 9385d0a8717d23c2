import type { PassReason } from '@dispecerat/domain/dispatch/search-rules'
import { asId, type DriverId, type RoundId, type UserId, type WalkId } from '@dispecerat/domain/kernel/ids'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import type { SeedInput } from '../demo-people.ts'
import type { SeedRow, SeedRows } from '../demo-rows.ts'
import { Diary } from './demo-diary.ts'
import type { NumberedOrder } from './demo-order-rows.ts'
import { after, type PastRound, type PastSearch, reachOf } from './demo-past-search.ts'

/** Reasons why drivers were passed over are most of a round, and are read for recent orders only, so older rounds have none. */
const REASONS_MS = 2 * 86_400_000
/** A driver on every offer of a step would make search_offers most of the rows of the demo. */
const MAX_OFFERED = 2
const MIN_METRES = 120

/** Walks, rounds and offers of the whole month: the search panel shows them, and reports count them against the trips. */
export function searchPastRows({ now, random: from }: SeedInput, orders: readonly NumberedOrder[]): SeedRows {
  const random = from.fork('search')
  const rows = { search_walks: [], search_rounds: [], search_offers: [] } satisfies SeedRows as Required<
    Pick<SeedRows, 'search_walks' | 'search_rounds' | 'search_offers'>
  >
  let roundNo = 0
  const diary = new Diary(orders)
  for (const order of orders) {
    const { search } = order
    if (!search) continue
    const walkId = asId<WalkId>(rows.search_walks.length + 1)
    rows.search_walks.push(walkRow(walkId, order, search))
    const offered = new Set<number>()
    for (const round of search.rounds) {
      const roundId = asId<RoundId>(++roundNo)
      const ids = driversOffered(order, round, { offered: offered, diary, random })
      for (const id of ids) offered.add(id)
      const passedOver = now.getTime() - order.createdAt.getTime() < REASONS_MS ? passedOverIn(order, round, ids) : {}
      const of = { id: roundId, walk_id: walkId, order_id: order.id }
      rows.search_rounds.push({ ...of, ...roundRow(round), passed_over: passedOver })
      rows.search_offers.push(...offerRows(roundId, order, round, ids, random))
    }
  }
  return rows
}

function walkRow(id: WalkId, order: NumberedOrder, search: PastSearch): SeedRow<'search_walks'> {
  return {
    id,
    order_id: order.id,
    walk_no: 1,
    interval_id: search.rules.intervalId,
    method_id: search.rules.methodId,
    steps: search.rules.steps,
    skip_empty_steps: false,
    status: search.status,
    started_at: order.placedAt ?? order.createdAt,
    ended_at: search.endedAt,
    due_at: null,
    failures: 0,
  }
}

interface OfferContext {
  /** Drivers offered the order in earlier rounds of the walk. */
  offered: ReadonlySet<number>
  diary: Diary
  random: SeededRandom
}

/** In a rotation the winner is the last; otherwise the position is random. */
function driversOffered(order: NumberedOrder, round: PastRound, { offered, diary, random }: OfferContext): UserId[] {
  const winner = round.outcome === 'accepted' ? (order.assignment?.driverId ?? null) : null
  const isRotation = round.step.notificationMethod === 'by_rotation'
  const turns = Math.ceil((round.closedAt.getTime() - round.startedAt.getTime()) / 1000 / round.step.searchSeconds)
  const max = isRotation ? turns : Math.min(MAX_OFFERED, round.step.searchLimit)
  const span = { from: round.startedAt, to: round.closedAt }
  const others = order.driversThen.free.filter(
    (id) =>
      id !== order.assignment?.driverId && !(round.step.excludePrevious && offered.has(id)) && diary.isFree(id, span),
  )
  const rivals = random.shuffled(others).slice(0, isRotation ? max - (winner ? 1 : 0) : random.whole(0, max - 1))
  for (const id of rivals) diary.note(id, span)
  if (winner === null) return rivals
  return isRotation ? [...rivals, winner] : random.shuffled([...rivals, winner])
}

function passedOverIn({ driversThen }: NumberedOrder, { step }: PastRound, offered: readonly number[]) {
  const others = driversThen.free.filter((driverId) => !offered.includes(driverId))
  const because: PassReason = step.searchType === 'by_zone' ? 'other_zone' : 'beyond_limit'
  const passedOver: [PassReason, number[]][] = [
    ['off_shift', driversThen.offShift],
    ['busy', driversThen.busy],
    [because, others],
  ]
  return Object.fromEntries(passedOver.filter(([, ids]) => ids.length > 0))
}

function roundRow({ no, step, startedAt, endsAt, closedAt, outcome }: PastRound) {
  return {
    no,
    step,
    outcome,
    not_placed: [],
    started_at: startedAt,
    ends_at: endsAt,
    look_again_at: closedAt,
    closed_at: closedAt,
  }
}

function offerRows(
  roundId: RoundId,
  order: NumberedOrder,
  round: PastRound,
  offered: readonly UserId[],
  random: SeededRandom,
): SeedRow<'search_offers'>[] {
  const { step } = round
  const isRotation = step.notificationMethod === 'by_rotation'
  const inOrder = withMetres(order, round, offered, random)
  return inOrder.map(({ driverId, metres }, index) => {
    const notifiedAt = isRotation ? after(round.startedAt, index * step.searchSeconds) : round.startedAt
    const expiresAt = after(notifiedAt, step.searchSeconds)
    const isLast = index === inOrder.length - 1
    const fate = fateOf(order, driverId, round, !isRotation || isLast, random)
    const wasDelivered = fate !== 'not_delivered'
    const wasSeen = wasDelivered && fate !== 'delivered_not_seen'
    return {
      round_id: roundId,
      order_id: order.id,
      driver_id: driverId,
      rank: index + 1,
      metres,
      is_priority: false,
      is_exclusive: true,
      notified_at: notifiedAt,
      delivered_at: wasDelivered ? notifiedAt : null,
      viewed_at: wasSeen ? after(notifiedAt, 1) : null,
      expires_at: expiresAt,
      fate,
      closed_at: fate === 'refused' ? after(notifiedAt, 2) : round.closedAt < expiresAt ? round.closedAt : expiresAt,
    }
  })
}

/** Distances of the drivers, nearest first; in a rotation the winner is last and therefore farthest. */
function withMetres(
  { assignment }: NumberedOrder,
  { step, outcome }: PastRound,
  offered: readonly UserId[],
  random: SeededRandom,
): { driverId: DriverId; metres: number }[] {
  const winner = outcome === 'accepted' ? assignment : null
  const isRotation = step.notificationMethod === 'by_rotation'
  const farthest = Math.max(MIN_METRES + 1, Math.min(isRotation && winner ? winner.metres : reachOf(step), 6000))
  return offered
    .map((driverId) => {
      const metres = random.whole(MIN_METRES, farthest)
      return { driverId, metres: driverId === winner?.driverId ? winner.metres : metres }
    })
    .sort((a, b) => (isRotation ? Number(isWinner(a)) - Number(isWinner(b)) : 0) || a.metres - b.metres)

  function isWinner({ driverId }: { driverId: DriverId }): boolean {
    return driverId === winner?.driverId
  }
}

function fateOf(order: NumberedOrder, driverId: DriverId, round: PastRound, stillRang: boolean, random: SeededRandom) {
  if (round.outcome === 'accepted' && driverId === order.assignment?.driverId) {
    return order.cancellation?.by === 'driver' ? 'accepted_then_returned' : 'accepted'
  }
  const unanswered = random.weighted([
    ['refused', 30],
    ['seen_no_answer', 45],
    ['delivered_not_seen', 15],
    ['not_delivered', 10],
  ] as const)
  if (unanswered === 'refused' || !stillRang) return unanswered
  if (round.outcome === 'accepted') return 'lost_race'
  return round.outcome === 'withdrawn' ? 'withdrawn' : unanswered
}
