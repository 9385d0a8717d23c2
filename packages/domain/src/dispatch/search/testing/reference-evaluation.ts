import { metresBetween } from '../../../kernel/geo.ts'
import { lot } from '../rank.ts'
import type { DriverFacts, Scene, StandFacts, WalkStep } from '../walk.ts'
import type { PlainRound } from './reference-offers.ts'
import type { ReferenceWalk } from './reference-walk.ts'

export interface Found {
  driver: DriverFacts
  metres: number
  road: number
  isGuess: boolean
  isAtStand: boolean
}

/**
 * One evaluation of the reference implementation: offers to make now in rank order, reasons for the others, and the next release by the
 * clock.
 */
export function evaluateRound(walk: ReferenceWalk, round: PlainRound, scene: Scene, now: number) {
  const reasons: Record<string, number[]> = {}
  const no = (driver: DriverFacts, because: string) => {
    reasons[because] = [...(reasons[because] ?? []), driver.driverId].sort((a, b) => a - b)
  }
  const { found, beyond } = findInStep(walk, round, scene, now, no)
  const ranked = rankOf(found, round, scene)
  const places = placesLeft(round)
  for (const { driver } of ranked.slice(places)) no(driver, 'lower_rank')
  const turn = whoseTurn(ranked.slice(0, places), round, now)
  for (const { driver, because } of turn.wait) no(driver, because)
  const isLeft = reasons.left_to_older_order !== undefined
  return {
    chosen: turn.chosen,
    reasons,
    beyond,
    alarms: isLeft ? [...turn.alarms, now + (scene.reservedMs ?? 500)] : turn.alarms,
  }
}

/** Drivers who fit the step now; the others get their reason, and those beyond the limit their distance, nearest first. */
export function findInStep(
  walk: ReferenceWalk,
  round: PlainRound,
  scene: Scene,
  now: number,
  no: (driver: DriverFacts, because: string) => void,
): { found: Found[]; beyond: PlainRound['beyond'] } {
  const { step } = round
  const isServed = ({ standId }: StandFacts) =>
    scene.drivers.some(
      (driver) =>
        driver.standId === standId &&
        (round.offers.some((offer) => offer.driver === driver.driverId) ||
          personalReason(driver, walk, round, scene, now) === null),
    )
  const stand = standFor(step, scene, isServed)
  const rings = step.notificationMethod === 'all' || step.notificationMethod === 'by_rotation'
  const mayBeLeft = rings && step.searchType !== 'custom' && !isInWait(walk, round)
  const isByRoad = step.searchType === 'by_route'
  const found: Found[] = []
  const beyond: PlainRound['beyond'] = []
  for (const driver of scene.drivers) {
    if (round.offers.some((offer) => offer.driver === driver.driverId)) continue
    const because = personalReason(driver, walk, round, scene, now) ?? placeReason(driver, step, scene, stand)
    const metres = metresOf(driver, scene)
    const answer = scene.routeMetres?.(driver.driverId) ?? null
    const guess = Math.round(metres * 1.3)
    const road = answer ?? guess
    if (because) {
      no(driver, because)
      if (because === 'beyond_limit')
        beyond.push({ driver: driver.driverId, metres: isByRoad ? guess : metres, guess: isByRoad })
    } else if (mayBeLeft && scene.isLeftToOlder?.(driver)) no(driver, 'left_to_older_order')
    else if (isByRoad && road > step.searchLimit) {
      no(driver, 'beyond_limit')
      beyond.push({ driver: driver.driverId, metres: road, guess: answer === null })
    } else
      found.push({
        driver,
        metres,
        road,
        isGuess: answer === null,
        isAtStand: stand !== null && driver.standId === stand.standId,
      })
  }
  beyond.sort((a, b) => a.metres - b.metres || a.driver - b.driver)
  return { found, beyond }
}

/** The wait comes after the last step. */
function isInWait(walk: ReferenceWalk, { no }: PlainRound): boolean {
  return no > walk.steps.length
}

function personalReason(
  driver: DriverFacts,
  walk: ReferenceWalk,
  round: PlainRound,
  { request }: Scene,
  now: number,
): string | null {
  const { step } = round
  const rings = step.notificationMethod === 'all' || step.notificationMethod === 'by_rotation'
  const hasRefused = walk.rounds.some((r) => r.offers.some((o) => o.driver === driver.driverId && o.fate === 'refused'))
  const waits = isInWait(walk, round)
  const elsewhere = walk.rounds.some(
    (r) =>
      r.no !== round.no && r.offers.some((o) => o.driver === driver.driverId && !(waits && o.fate === 'withdrawn')),
  )
  const block = round.blocked.find((b) => b.driver === driver.driverId)
  if (!driver.isActive) return 'inactive'
  if (driver.isBarredSimulation) return 'simulated'
  if (!driver.onShift) return 'off_shift'
  if (!driver.isOnline) return 'offline'
  if (!driver.point || !driver.positionAt || now > driver.positionAt.getTime() + 120_000) return 'stale_position'
  if (driver.isPositionImplausible && step.searchType !== 'custom') return 'implausible_position'
  if (driver.bannedUntil && now <= driver.bannedUntil.getTime()) return 'banned'
  if (driver.isPaused && step.searchType !== 'custom') return 'paused'
  if (driver.isBusy && !step.showForBusyDrivers) return 'busy'
  if (driver.isBusy && driver.finishing === null) return 'busy'
  if (!driver.serviceIds.includes(request.serviceId)) return 'wrong_service'
  if (driver.carOptions === null) return 'no_car'
  for (const option of request.options) if (!driver.carOptions.includes(option)) return 'missing_option'
  if (driver.documentsExpired) return 'papers_expired'
  if (driver.balanceTooLow) return 'low_balance'
  if (request.canceledByDriverIds.includes(driver.driverId)) return 'canceled_this_order'
  if (request.excludedDriverIds.includes(driver.driverId)) return 'excluded_by_dispatcher'
  if (hasRefused) return 'refused_this_order'
  if (elsewhere && step.excludePrevious) return 'already_asked'
  if (block) return block.because
  if (rings && !waits && driver.holdsOfferOf !== null && driver.holdsOfferOf !== request.orderId)
    return 'holds_another_offer'
  return null
}

function placeReason(driver: DriverFacts, step: WalkStep, scene: Scene, stand: StandFacts | null): string | null {
  const { request } = scene
  switch (step.searchType) {
    case 'custom':
      return request.namedDriverIds.includes(driver.driverId) ? null : 'not_named'
    case 'by_zone':
      if (request.pickupZoneId === null) return 'no_zone'
      return zoneOf(driver) === request.pickupZoneId ? null : 'other_zone'
    case 'by_near_zone':
      if (request.nearZoneIds.length === 0 && request.pickupZoneId === null) return 'no_zone'
      return request.nearZoneIds.some((zone) => zone === zoneOf(driver)) ? null : 'other_zone'
    case 'by_near_stand':
    case 'by_near_stand_with_route':
      if (stand === null) return 'no_stand'
      return driver.standId === stand.standId ? null : 'not_at_stand'
    case 'by_near_stand_and_polygon':
      if (request.pickupZoneId === null) return 'no_zone'
      if (stand === null) return 'no_stand'
      return driver.standId === stand.standId || zoneOf(driver) === request.pickupZoneId ? null : 'other_zone'
    case 'waiting':
      return null
    case 'by_radius':
    case 'by_route':
      return metresOf(driver, scene) <= step.searchLimit ? null : 'beyond_limit'
  }
}

function zoneOf({ isBusy, finishing, zoneId }: DriverFacts) {
  return isBusy && finishing?.destination ? finishing.zoneId : zoneId
}

/** Left of the trip before the driver is free. */
function leftOf({ isBusy, finishing, point }: DriverFacts): number {
  return isBusy && finishing?.destination && point ? metresBetween(point, finishing.destination) : 0
}

function metresOf(driver: DriverFacts, { request }: Scene): number {
  const from = driver.isBusy && driver.finishing?.destination ? driver.finishing.destination : driver.point
  return from ? metresBetween(from, request.pickup) : Number.POSITIVE_INFINITY
}

/** A stand with a driver to offer the order to comes before an empty one, then the nearest, then the lower id. */
function standFor(step: WalkStep, scene: Scene, isServed: (stand: StandFacts) => boolean): StandFacts | null {
  const found: { stand: StandFacts; keys: [empty: number, far: number, id: number] }[] = []
  for (const stand of scene.request.stands) {
    const straight = metresBetween(stand.point, scene.request.pickup)
    const isByRoad = step.searchType === 'by_near_stand_with_route'
    const far = isByRoad ? (scene.standRouteMetres?.(stand.standId) ?? Math.round(straight * 1.3)) : straight
    if (straight > step.searchLimit || far > step.searchLimit) continue
    const mustShareZone = step.searchType === 'by_near_stand_and_polygon'
    if (mustShareZone && (stand.zoneId === null || stand.zoneId !== scene.request.pickupZoneId)) continue
    found.push({ stand, keys: [isServed(stand) ? 0 : 1, far, stand.standId] })
  }
  found.sort(({ keys: a }, { keys: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
  return found[0]?.stand ?? null
}

/** Selection sort: picks the best of those left, again and again. */
export function rankOf(found: readonly Found[], round: PlainRound, scene: Scene): Found[] {
  const left = [...found]
  const ranked: Found[] = []
  while (left.length > 0) {
    let best = 0
    left.forEach((candidate, i) => {
      if (isBefore(candidate, left[best] ?? candidate, round, scene)) best = i
    })
    ranked.push(...left.splice(best, 1))
  }
  return ranked
}

function isBefore(a: Found, b: Found, { step, no }: PlainRound, { request }: Scene): boolean {
  const long = (instant: Date | null) => instant?.getTime() ?? Number.MAX_VALUE
  const isStandStep = step.searchType.startsWith('by_near_stand')
  const byQueue = isStandStep && (step.searchOrderBy === 'by_distance' || step.searchOrderBy === 'by_idle_from')
  const keysOf = ({ driver, metres, road, isAtStand }: Found): number[] => {
    let primary = 0
    if (byQueue && isAtStand) primary = long(driver.standSince)
    else if (step.searchOrderBy === 'by_distance') primary = leftOf(driver) + metres
    else if (step.searchOrderBy === 'by_route_distance') primary = Math.round(leftOf(driver) * 1.3) + road
    else if (step.searchOrderBy === 'by_idle_from') primary = long(driver.idleFrom)
    else primary = lot(request.orderId, 1, no, driver.driverId)
    return [
      driver.companyId === request.ownCompanyId ? 0 : 1,
      driver.isBusy ? 1 : 0,
      driver.highPriority ? 0 : 1,
      step.searchType === 'by_near_stand_and_polygon' && !isAtStand ? 1 : 0,
      primary,
      long(driver.idleFrom),
      driver.driverId,
    ]
  }
  const left = keysOf(a)
  const right = keysOf(b)
  for (const [i, key] of left.entries()) if (key !== right[i]) return key < (right[i] ?? 0)
  return false
}

function placesLeft({ step, offers }: PlainRound): number {
  return Math.max(0, maxInStep(step) - offers.length)
}

export function maxInStep(step: WalkStep): number {
  let places = 1000
  if (step.searchType === 'by_zone' || step.searchType === 'by_near_zone') places = step.searchLimit
  if (step.notificationMethod === 'by_rotation') places = Math.min(places, 20)
  return places
}

function whoseTurn(ranked: readonly Found[], { step, began, offers }: PlainRound, now: number) {
  const chosen: Found[] = []
  const wait: { driver: DriverFacts; because: string }[] = []
  const alarms: number[] = []
  const headStart = began + Math.min(2000, step.searchSeconds * 500)
  const isPriorityRound = ranked.some((f) => f.driver.highPriority) || offers.some((offer) => offer.priority)
  let released = step.stagger ? step.stagger.drivers : 1000
  let nextGroup = began
  while (step.stagger && nextGroup <= now) {
    nextGroup += step.stagger.seconds * 1000
    if (nextGroup <= now) released += step.stagger.drivers
  }
  let ringing = offers.filter((offer) => offer.fate === 'open').length
  for (const candidate of ranked) {
    const { driver } = candidate
    if (step.notificationMethod === 'by_rotation') {
      if (ringing === 0) chosen.push(candidate)
      else wait.push({ driver, because: 'waiting_turn' })
      ringing++
    } else if (step.notificationMethod !== 'all') chosen.push(candidate)
    else if (isPriorityRound && now < headStart && !driver.highPriority) {
      wait.push({ driver, because: 'behind_priority' })
      alarms.push(headStart)
    } else if (offers.length + chosen.length >= released) {
      wait.push({ driver, because: 'waiting_group' })
      alarms.push(nextGroup)
    } else chosen.push(candidate)
  }
  return { chosen, wait, alarms }
}
