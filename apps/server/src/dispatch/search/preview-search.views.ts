import type { previewSearch, SearchPreview } from '@dispecerat/contract/dispatch/preview-search'
import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import { previewSteps, type StepPreview } from '@dispecerat/domain/dispatch/search/preview-steps'
import { routesToPreview } from '@dispecerat/domain/dispatch/search/routes-to-request'
import type { BeyondLimit, DriverFacts, Scene, StandFacts } from '@dispecerat/domain/dispatch/search/walk'
import { walkSteps } from '@dispecerat/domain/dispatch/search/walk-steps'
import { PASS_REASONS } from '@dispecerat/domain/dispatch/search-rules'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { coarsePoint, metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { asId, type CompanyId, type DriverId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { planDeparture } from '@dispecerat/domain/orders/departure'
import { promiseProblem } from '@dispecerat/domain/orders/lead'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { companyOfActor, partnersOf } from '../../identity/companies/companies.public.ts'
import { leadOfOrder, promiseWarning } from '../../orders/orders.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { RouteCache } from './route-cache.ts'
import { chooseRules } from './search-rules.store.ts'
import { noteRinging } from './search-scene.ts'
import { ringingDrivers } from './walks.store.ts'

type Input = BodyOf<typeof previewSearch>

/** Placeholder id of an unsaved order; random ranks differ from the later real ones. */
const UNSAVED: OrderId = asId(0)
const NO_CAR = 'XXX'
/** Enough for one line under the form. */
const MAX_PASSED_SHOWN = 12

/** What a preview is computed from, besides the fleet's memory and the clock. */
export interface PreviewParts {
  server: Server
  fleet: Fleet
  routes: RouteCache
}

/**
 * Preview of the order's offers, by the rules of the time its search would begin and with the roads that it would use; throws
 * `company.unknown` without a company.
 */
export async function searchPreview(
  { server, fleet, routes }: PreviewParts,
  actor: Actor,
  input: Input,
): Promise<SearchPreview> {
  const now = server.clock.now()
  const { own, startAt, outlook, intervalId, steps, scene } = await server.db.transaction().execute(async (tx) => {
    const own = await companyOfActor(tx, actor)
    if (!own) throw new DomainError('company.unknown')
    const { startAt, ...outlook } = await searchStart(tx, own, input, now)
    const rules = await chooseRules(tx, own, startAt)
    const named = { driverIds: input.custom_driver_ids, onlyNamed: false }
    const scene = await sceneOfInput(tx, fleet, { own, actor, input })
    return { own, startAt, outlook, intervalId: rules.intervalId, steps: walkSteps(rules.steps, named), scene }
  })
  // After the transaction, which must not wait for the router.
  const withRoads = await routes.sceneWith(scene, routesToPreview(steps, scene, now))
  const previews = previewSteps(steps, withRoads, now)
  const { pickup } = scene.request
  const shown = { fleet, facts: factsById(scene), pickup, scope: actor.scope, own, isFull: input.full }
  return {
    at: toWireTime(startAt),
    ...outlook,
    interval_id: intervalId,
    steps: previews.map((step) => stepView(step, shown)),
  }
}

/** The search of a scheduled order begins with its lead. */
async function searchStart(tx: Tx, companyId: CompanyId, { departure_time, places, lead_minutes }: Input, now: Date) {
  const requested = departure_time ? fromWireTime(departure_time) : null
  const request = { companyId, leavesAt: requested, pickup: places[0], own: lead_minutes ?? null }
  const lead = await leadOfOrder(tx, request, now)
  const { departureAt, startAt } = planDeparture(requested, now, lead.minutes)
  const problem = promiseProblem(lead, { departureAt, now })
  return {
    startAt: startAt ?? now,
    lead: departureAt > now ? { minutes: lead.minutes, source: lead.source } : null,
    warning: problem && promiseWarning(problem),
  }
}

async function sceneOfInput(
  tx: Tx,
  fleet: Fleet,
  { own, actor, input }: { own: CompanyId; actor: Actor; input: Input },
): Promise<Scene> {
  const [place] = input.places
  const pickup: Point = { lat: place?.lat ?? Number.NaN, long: place?.long ?? Number.NaN }
  const companies = [own, ...(await selectedPartners(tx, own, actor, input))]
  const ringing = await ringingDrivers(tx)
  const isMine = ({ companyId }: DriverFacts | StandFacts) => worksFor(actor.scope, companyId)
  const zoneAt = (point: Point) => fleet.zoneAt(own, point)
  const drivers = fleet
    .factsOf(companies, own)
    .map((driver) => (isMine(driver) ? driver : coarseDriver(driver, zoneAt)))
  for (const driver of drivers) noteRinging(driver, ringing.get(driver.driverId))
  const request: Scene['request'] = {
    orderId: UNSAVED,
    pickup,
    pickupZoneId: fleet.zoneAt(own, pickup),
    nearZoneIds: fleet.nearZonesOf(own, pickup),
    stands: fleet.standsOf(companies, own).map((stand) => (isMine(stand) ? stand : coarseStand(stand, zoneAt))),
    serviceId: input.service_id,
    options: Object.keys(input.options),
    ownCompanyId: own,
    namedDriverIds: input.custom_driver_ids,
    canceledByDriverIds: [],
    excludedDriverIds: [],
  }
  return { request, drivers }
}

type ZoneAt = (point: Point) => StandFacts['zoneId']

/** Counts change at the edge of a distance or zone, so previews from many pickups would reveal the position of another company's driver. */
function coarseDriver(driver: DriverFacts, zoneAt: ZoneAt): DriverFacts {
  const point = driver.point && coarsePoint(driver.point)
  const end = driver.finishing?.destination ? coarsePoint(driver.finishing.destination) : null
  const finishing = driver.finishing && { destination: end, zoneId: end && zoneAt(end) }
  return { ...driver, point, zoneId: point && zoneAt(point), finishing }
}

function coarseStand(stand: StandFacts, zoneAt: ZoneAt): StandFacts {
  const point = coarsePoint(stand.point)
  return { ...stand, point, zoneId: zoneAt(point) }
}

/** Selected companies that are allowed: partners who accepted, and other companies of the actor. */
async function selectedPartners(tx: Tx, own: CompanyId, { scope }: Actor, input: Input): Promise<CompanyId[]> {
  if (!input.send_to_other_company || input.search_company_ids.length === 0) return []
  const mine = scope.companies === 'every' ? [] : scope.companies
  const allowed = new Set([...(await partnersOf(tx, own)), ...mine])
  return [...new Set(input.search_company_ids)].filter((id) => id !== own && allowed.has(id))
}

interface Shown {
  fleet: Fleet
  facts: ReadonlyMap<DriverId, DriverFacts>
  pickup: Point
  own: CompanyId
  scope: Scope
  isFull: boolean
}

type StepView = SearchPreview['steps'][number]

/** Drivers of other companies appear as counts, each at the centre of a square: see `coarsePoint`. */
function stepView({ no, step, offered, passedOver, beyond }: StepPreview, shown: Shown): StepView {
  const isMine = (driverId: DriverId) => worksFor(shown.scope, shown.facts.get(driverId)?.companyId)
  const measured = new Map(beyond.map((one) => [one.driverId, one]))
  const mine = offered.filter(({ driver }) => isMine(driver.driverId))
  const passed = PASS_REASONS.flatMap((reason) =>
    (passedOver[reason] ?? [])
      .filter(isMine)
      .map((driverId) => passedView(driverId, reason, { ...shown, beyond: measured.get(driverId) })),
  ).sort((a, b) => (a.distance_m ?? Infinity) - (b.distance_m ?? Infinity) || a.driver_id - b.driver_id)
  return {
    step: no,
    params: {
      search_order_by: step.searchOrderBy,
      search_type: step.searchType === 'custom' || step.searchType === 'waiting' ? null : step.searchType,
      notification_method: step.notificationMethod,
      search_time: step.searchSeconds,
      search_limit: step.searchLimit,
    },
    drivers: mine.map(({ driver, metres, routeMetres, isRouteGuess }, index) => ({
      driver_id: driver.driverId,
      indicativ: shown.fleet.indicativOf(driver.driverId) ?? NO_CAR,
      rank: index + 1,
      distance_m: Math.round(metres),
      route_m: routeMetres === null ? null : Math.round(routeMetres),
      route_is_guess: isRouteGuess,
      is_priority: driver.highPriority,
      is_partner: driver.companyId !== shown.own,
    })),
    passed_over: shown.isFull ? passed : passed.slice(0, MAX_PASSED_SHOWN),
    passed_over_count: passed.length,
    others: {
      asked: offered.length - mine.length,
      passed_over: PASS_REASONS.flatMap((reason) => {
        const count = (passedOver[reason] ?? []).filter((driverId) => !isMine(driverId)).length
        return count > 0 ? [{ reason, count }] : []
      }),
    },
  }
}

function worksFor({ companies }: Scope, companyId: CompanyId | undefined): boolean {
  return companies === 'every' || (companyId !== undefined && companies.includes(companyId))
}

function passedView(
  driverId: DriverId,
  reason: StepView['passed_over'][number]['reason'],
  { fleet, facts, pickup, own, beyond }: Shown & { beyond: BeyondLimit | undefined },
): StepView['passed_over'][number] {
  const driver = facts.get(driverId)
  const until = reason === 'banned' && driver?.companyId === own ? driver.bannedUntil : null
  const isAtWork = driver?.onShift && driver.isOnline && driver.point !== null
  const straight = isAtWork && driver.point ? Math.round(metresBetween(driver.point, pickup)) : null
  return {
    driver_id: driverId,
    indicativ: fleet.indicativOf(driverId) ?? NO_CAR,
    reason,
    until: until && toWireTime(until),
    distance_m: beyond?.metres ?? straight,
    distance_is_guess: beyond?.isGuess ?? false,
  }
}

function factsById({ drivers }: Scene): Map<DriverId, DriverFacts> {
  return new Map(drivers.map((driver) => [driver.driverId, driver]))
}
