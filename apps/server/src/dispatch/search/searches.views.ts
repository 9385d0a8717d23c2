import type { SearchedDriver, SearchRoundView } from '@dispecerat/contract/dispatch/search'
import type { BeyondLimit, PassedOver, WalkStep } from '@dispecerat/domain/dispatch/search/walk'
import { OFFER_FATES, type OfferFate, PASS_REASONS, type PassReason } from '@dispecerat/domain/dispatch/search-rules'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { inScope, READING_COMPANIES } from '../../orders/orders.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

export type RoundView = z.input<typeof SearchRoundView>

interface OfferRow {
  id: number
  companyId: CompanyId | null
  identifier: string | null
  name: string | null
  indicativ: string | null
  rank: number
  fate: OfferFate
  metres: number
  routeMetres: number | null
  isRouteGuess: boolean
  isPriority: boolean
  notifiedAt: string
  viewedAt: string | null
  closedAt: string | null
}

interface RoundRow {
  id: number
  orderId: OrderId
  walkNo: number
  steps: number
  no: number
  step: WalkStep
  startedAt: Date
  endsAt: Date
  pinnedAt: Date | null
  closedAt: Date | null
  outcome: RoundView['outcome']
  passedOver: PassedOver
  beyond: readonly BeyondLimit[]
  drivers: OfferRow[] | null
}

interface TakenBack {
  driverId: number
  reason: string
}

/** Shown for a driver without a car. */
const NO_CAR = 'XXX'

/** True when the actor may see this order's search. */
export async function canSeeSearch(db: Db, scope: Scope, orderId: OrderId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from orders where id = ${orderId} and deleted_at is null and ${inScope(scope, 'read')}
  `.execute(db)
  return rows.length > 0
}

/** Rounds of the order's last walk, or of all its walks; throws `order.unknown` for another tenant's order. */
export async function searchesOf(
  db: Db,
  fleet: Fleet,
  query: { scope: Scope; orderId: OrderId; all: boolean },
): Promise<RoundView[]> {
  if (!(await canSeeSearch(db, query.scope, query.orderId))) throw new DomainError('order.unknown')
  const search = (await readSearches(db, [query.orderId], query.all)).get(query.orderId)
  return search ? roundViews(search, fleet, query.scope) : []
}

/** Rounds of one order as rows, with the facts that decide who may see which of their drivers. */
export interface OrderSearch {
  /** Companies that may read the order now. */
  readers: readonly number[]
  rounds: RoundRow[]
  /** Driver → company, for drivers without an offer. */
  companyOf: ReadonlyMap<number, CompanyId>
  ownCompanyId: CompanyId
  /** Driver → why a dispatcher took the order back. */
  takenBack: ReadonlyMap<number, string>
}

/** By order, the rounds oldest first; an order that is deleted is left out. */
export async function readSearches(
  db: Db,
  orderIds: readonly OrderId[],
  allWalks: boolean,
): Promise<Map<number, OrderSearch>> {
  const orders = await sql<{ id: OrderId; readers: number[]; ownCompanyId: CompanyId; takenBack: TakenBack[] | null }>`
    select id, ${READING_COMPANIES} as readers, created_by_company_id as "ownCompanyId",
      case when excluded_driver_ids <> '{}' then (
        select jsonb_agg(jsonb_build_object('driverId', data -> 'driver_id', 'reason', data -> 'reason') order by line.id)
        from order_history as line where line.order_id = orders.id and line.type = 'taken_back' and data ? 'reason'
      ) end as "takenBack"
    from orders where id = any(${[...orderIds]}::bigint[]) and deleted_at is null
  `.execute(db)
  const rows = await readRounds(db, orderIds, allWalks)
  const passedIds = rows.flatMap(({ passedOver }) => Object.values(passedOver).flat())
  const drivers = await sql<{ id: number; companyId: CompanyId }>`
    select driver_id as id, company_id as "companyId" from driver_status
    where driver_id = any(${[...new Set(passedIds)]}::bigint[])
  `.execute(db)
  const companyOf = new Map(drivers.rows.map(({ id, companyId }) => [id, companyId]))
  const searches = new Map<number, OrderSearch>(
    orders.rows.map(({ id, readers, ownCompanyId, takenBack }) => {
      const reasons = new Map((takenBack ?? []).map(({ driverId, reason }) => [driverId, reason]))
      return [id, { readers, rounds: [], companyOf, ownCompanyId, takenBack: reasons }]
    }),
  )
  for (const row of rows) searches.get(row.orderId)?.rounds.push(row)
  return searches
}

async function readRounds(db: Db, orderIds: readonly OrderId[], allWalks: boolean): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    select round.id, round.order_id as "orderId", walk.walk_no as "walkNo", jsonb_array_length(walk.steps) as steps,
      round.no, round.step, round.started_at as "startedAt", round.ends_at as "endsAt", round.closed_at as "closedAt",
      round.pinned_at as "pinnedAt", round.outcome, round.passed_over as "passedOver", round.beyond,
      (select jsonb_agg(jsonb_build_object('id', users.id, 'companyId', status.company_id,
          'identifier', users.identifier, 'name', users.name,
          'indicativ', cars.indicativ, 'rank', offer.rank, 'fate', offer.fate, 'metres', offer.metres,
          'routeMetres', offer.route_metres, 'isRouteGuess', offer.route_is_guess, 'isPriority', offer.is_priority, 'notifiedAt', offer.notified_at,
          'viewedAt', offer.viewed_at, 'closedAt', offer.closed_at) order by offer.rank)
        from search_offers as offer
        join users on users.id = offer.driver_id
        left join driver_status as status on status.driver_id = users.id
        left join driver_cars as own on own.driver_id = users.id and own.is_default
        left join cars on cars.id = coalesce(status.current_car_id, own.car_id)
        where offer.round_id = round.id) as drivers
    from search_rounds as round join search_walks as walk on walk.id = round.walk_id
    where round.order_id = any(${[...orderIds]}::bigint[])
      and (${allWalks} or walk.walk_no = (select max(walk_no) from search_walks where order_id = round.order_id))
    order by walk.walk_no, round.no
  `.execute(db)
  return rows
}

/** Rounds as seen in a scope: its own drivers, the others as counts. */
export function roundViews(search: OrderSearch, fleet: Fleet, { companies }: Scope): RoundView[] {
  const { rounds, companyOf } = search
  const worksFor = (companyId: CompanyId | null | undefined) =>
    companies === 'every' || (typeof companyId === 'number' && companies.includes(companyId))
  /** A dispatcher wrote the reason for colleagues: partners do not read it. */
  const note = (driverId: DriverId, reason: PassReason) => {
    const text = reason === 'excluded_by_dispatcher' ? search.takenBack.get(driverId) : undefined
    return text !== undefined && worksFor(search.ownCompanyId) ? { note: text } : {}
  }
  return rounds.map((row) => {
    const offers = row.drivers ?? []
    const passed = PASS_REASONS.map((reason) => ({ reason, drivers: row.passedOver[reason] ?? [] }))
    const isMine = (driverId: DriverId) => worksFor(companyOf.get(driverId))
    return {
      ...roundHead(row),
      drivers: offers.flatMap((driver) => {
        if (worksFor(driver.companyId)) return [offerView(driver)]
        return driver.fate === 'accepted' ? [assignedCar(driver)] : []
      }),
      passed_over: passed.flatMap(({ reason, drivers }) =>
        drivers
          .filter(isMine)
          .map((driverId) => ({ ...passedView(driverId, reason, row, fleet), ...note(driverId, reason) })),
      ),
      others: {
        asked: countFates(offers.filter(({ companyId }) => !worksFor(companyId))),
        passed_over: passed.flatMap(({ reason, drivers }) => {
          const count = drivers.filter((driverId) => !isMine(driverId)).length
          return count > 0 ? [{ reason, count }] : []
        }),
      },
    }
  })
}

function passedView(
  driverId: DriverId,
  reason: PassReason,
  { beyond }: RoundRow,
  fleet: Fleet,
): RoundView['passed_over'][number] {
  const measured = reason === 'beyond_limit' ? beyond.find((one) => one.driverId === driverId) : undefined
  return {
    driver_id: driverId,
    indicativ: fleet.indicativOf(driverId) ?? NO_CAR,
    reason,
    distance_m: measured?.metres ?? null,
    distance_is_guess: measured?.isGuess ?? false,
  }
}

function countFates(offers: readonly OfferRow[]): RoundView['others']['asked'] {
  return OFFER_FATES.flatMap((fate) => {
    const count = offers.filter((driver) => driver.fate === fate).length
    return count > 0 ? [{ fate, count }] : []
  })
}

function roundHead(row: RoundRow): Omit<RoundView, 'drivers' | 'passed_over' | 'others'> {
  const { step } = row
  return {
    id: row.id,
    walk_no: row.walkNo,
    step: row.no,
    steps: row.steps,
    params: {
      search_order_by: step.searchOrderBy,
      search_type: step.searchType === 'custom' || step.searchType === 'waiting' ? null : step.searchType,
      notification_method: step.notificationMethod,
      search_time: step.searchSeconds,
      search_limit: step.searchLimit,
      stagger: step.stagger ?? null,
    },
    started_at: toWireTime(row.startedAt),
    ends_at: toWireTime(row.endsAt),
    ended_at: row.closedAt && toWireTime(row.closedAt),
    is_waiting: step.searchType === 'waiting',
    is_pinned: row.pinnedAt !== null && row.closedAt === null,
    outcome: row.outcome,
  }
}

/** The car of another company that has the order. */
function assignedCar(row: OfferRow): z.input<typeof SearchedDriver> {
  return {
    driver: { id: row.id, identifier: null, name: null, indicativ: row.indicativ ?? NO_CAR },
    rank: row.rank,
    viewed: true,
    accepted: true,
    fate: 'accepted',
    is_priority: false,
    distance_m: null,
    route_m: null,
    route_is_guess: false,
    notified_at: null,
    viewed_at: null,
    responded_at: null,
  }
}

const ANSWERED: readonly OfferFate[] = ['accepted', 'accepted_then_returned', 'refused']

function offerView(row: OfferRow): z.input<typeof SearchedDriver> {
  return {
    driver: { id: row.id, identifier: row.identifier, name: row.name, indicativ: row.indicativ ?? NO_CAR },
    rank: row.rank,
    viewed: row.viewedAt !== null,
    accepted: row.fate === 'accepted' || row.fate === 'accepted_then_returned',
    fate: row.fate,
    distance_m: row.metres,
    route_m: row.routeMetres,
    route_is_guess: row.isRouteGuess,
    is_priority: row.isPriority,
    notified_at: wire(row.notifiedAt),
    viewed_at: wire(row.viewedAt),
    responded_at: ANSWERED.includes(row.fate) ? wire(row.closedAt) : null,
  }
}

function wire(instant: string | null): string | null {
  return instant === null ? null : toWireTime(new Date(instant))
}
