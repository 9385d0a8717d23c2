import type { PastOffer } from '@dispecerat/domain/dispatch/replay/learn-answers'
import { openOffer } from '@dispecerat/domain/dispatch/replay/replay-offers'
import { VirtualClock } from '@dispecerat/domain/dispatch/replay/virtual-clock'
import { WaitingSearches } from '@dispecerat/domain/dispatch/replay/waiting-searches'
import type { PastDriver, PastOrder, ReplayRules, ReplayWorld, Span } from '@dispecerat/domain/dispatch/replay/world'
import { advanceWalk } from '@dispecerat/domain/dispatch/search/advance-walk'
import { abortWalk, answerOffer, receiptOfOffer } from '@dispecerat/domain/dispatch/search/answer-offer'
import { chooseInterval, stepsFor } from '@dispecerat/domain/dispatch/search/choose-interval'
import {
  isExclusive,
  type SearchRequest,
  startWalk,
  type Walk,
  type WalkDecision,
} from '@dispecerat/domain/dispatch/search/walk'
import { walkSteps } from '@dispecerat/domain/dispatch/search/walk-steps'
import { asId, type DriverId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import type { Act } from '@dispecerat/simulation/driver-model'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { TAXI_COMPANY, TAXI_DRIVERS } from '../../apps/server/src/demo/seed/demo-accounts.ts'
import { numbers } from '../../apps/server/src/demo/seed/demo-people.ts'
import { GROUND, HOUR_MS, ordersOf, requestOf, rulesOfDay, STANDS, shiftsOf, ZONES } from './simulated-city.ts'
import { CityDriver } from './simulated-driver.ts'

const TICK_MS = 5_000
/** A phone reports its position at every second tick. */
const RECORDED_EVERY = 2
const RECEIPT_MS = { delivered: 300, viewed: 1_200 }
/** Of the demo's forty drivers fewer than half come on a day: with all of them nobody would stay without a car. */
const ON_DUTY_PERCENT = 42
const PENDING_TIMEOUT_MINUTES = 15

export interface SimulatedDay {
  world: Omit<ReplayWorld, 'answers' | 'trips'>
  offers: PastOffer[]
  rules: ReplayRules
}

interface Search {
  order: PastOrder
  walk: Walk
  request: SearchRequest
  dueAt: number | null
  driver: CityDriver | null
}

/**
 * One day of the demo's taxi company, from this midnight: its orders, shifts and rules, and simulated drivers who decide for themselves.
 * Other dice are the same day with other decisions of the drivers.
 */
export function simulateDay(midnight: Date, seed: number, dice = seed): SimulatedDay {
  return new Simulation(midnight, seed, dice).run()
}

class Simulation {
  readonly #seed: number
  readonly #from: number
  readonly #to: number
  readonly #clock: VirtualClock
  readonly #rules: ReplayRules
  readonly #drivers: CityDriver[]
  readonly #orders: PastOrder[]
  readonly #offers: PastOffer[] = []
  readonly #searches = new Map<OrderId, Search>()
  readonly #trips = new Map<DriverId, Span[]>()
  readonly #waiting: WaitingSearches<Search>

  constructor(midnight: Date, seed: number, dice: number) {
    const random = seededRandom(seed)
    this.#seed = seed
    this.#from = midnight.getTime()
    this.#to = this.#from + 24 * HOUR_MS
    this.#clock = new VirtualClock(this.#from)
    this.#waiting = new WaitingSearches(this.#clock, TAXI_COMPANY, (search) => this.#advance(search))
    this.#rules = rulesOfDay(midnight)
    this.#drivers = numbers(TAXI_DRIVERS).map((driverId) => new CityDriver(driverId, GROUND, dice))
    this.#orders = ordersOf(midnight, new Date(this.#to), random.fork('orders'))
  }

  run(): SimulatedDay {
    for (const driver of this.#drivers)
      for (const { from, to } of this.#shiftsOf(driver)) {
        this.#clock.at(from, () => {
          driver.beginShift(this.#clock.now)
          this.#waiting.isFree(driver)
        })
        this.#clock.at(to, () => driver.endShift())
      }
    for (const order of this.#orders) this.#clock.at(order.searchAt, () => this.#begin(order))
    for (let n = 1; n * TICK_MS <= this.#to + HOUR_MS - this.#from; n++)
      this.#clock.at(this.#from + n * TICK_MS, () => this.#tick(n))
    while (this.#clock.step());
    return { world: this.#world(), offers: this.#offers, rules: this.#rules }
  }

  #shiftsOf({ driverId }: CityDriver): Span[] {
    const comes = seededRandom(this.#seed).fork(`duty ${driverId}`).chance(ON_DUTY_PERCENT)
    return comes ? shiftsOf(driverId, this.#from) : []
  }

  #tick(n: number): void {
    const { now } = this.#clock
    for (const driver of this.#drivers) {
      if (!driver.onShift && !driver.isBusy) continue
      for (const act of driver.live(now, TICK_MS / 1000, n % RECORDED_EVERY === 0)) this.#reported(driver, act)
    }
  }

  /** The steps of a trip: the server accepts each at once. */
  #reported(driver: CityDriver, act: Act): void {
    if (act.do !== 'arrived' && act.do !== 'start' && act.do !== 'finish') return
    const { now } = this.#clock
    const search = this.#searches.get(asId<OrderId>(act.orderId))
    if (!search) return
    const { past } = search.order
    if (act.do === 'arrived') past.arrivedAt = now
    if (act.do === 'start') past.startedAt = now
    driver.tell({ type: 'step_taken', orderId: act.orderId })
    if (act.do !== 'finish') return
    past.finishedAt = now
    driver.isFree(now)
    this.#waiting.isFree(driver)
    const trips = this.#trips.get(driver.driverId) ?? []
    this.#trips.set(driver.driverId, [...trips, { from: past.assignedAt ?? now, to: now }])
  }

  #begin(order: PastOrder): void {
    const now = new Date(this.#clock.now)
    const method = stepsFor(chooseInterval(this.#rules.intervals, now)?.steps ?? null)
    const steps = walkSteps(method, { driverIds: [], onlyNamed: false })
    const walk = startWalk(
      { orderId: order.orderId, walkNo: 1, steps, skipEmptySteps: false, waitSeconds: PENDING_TIMEOUT_MINUTES * 60 },
      now,
    )
    const search: Search = { order, walk, request: requestOf(order), dueAt: null, driver: null }
    this.#searches.set(order.orderId, search)
    if (order.calledOffAt !== null) this.#clock.at(order.calledOffAt, () => this.#callOff(search, 'called off'))
    this.#advance(search)
  }

  #advance(search: Search): void {
    const scene = { request: search.request, drivers: this.#drivers, ...this.#waiting.leaving(search, this.#drivers) }
    this.#decided(search, advanceWalk(search.walk, scene, new Date(this.#clock.now)))
  }

  #decided(search: Search, { walk, effects, dueAt }: WalkDecision): void {
    search.walk = walk
    this.#waiting.note(search)
    for (const effect of effects) {
      if (effect.type === 'offer.made') this.#offer(search, effect.roundNo, effect.offer.driverId)
      if (effect.type === 'offer.closed') this.#closed(search, effect)
      if (effect.type === 'walk.queued')
        this.#clock.at(this.#clock.now + PENDING_TIMEOUT_MINUTES * 60_000, () => this.#callOff(search, 'unserved'))
      if (effect.type === 'walk.ended' && effect.status === 'exhausted') search.order.past.wasUnserved = true
    }
    const due = dueAt?.getTime() ?? null
    if (due === search.dueAt) return
    search.dueAt = due
    if (due === null) return
    this.#clock.at(due, () => {
      if (search.dueAt !== due) return
      search.dueAt = null
      this.#advance(search)
    })
  }

  #offer(search: Search, roundNo: number, driverId: DriverId): void {
    const driver = this.#drivers.find((one) => one.driverId === driverId)
    const offer = openOffer(search.walk, roundNo, driverId)
    if (!driver || !offer) return
    const { orderId, pickup } = search.order
    driver.holdsOfferOf = orderId
    for (const act of driver.hearsOffer(offer, { orderId, pickup, roundId: roundNo })) {
      if (act.do === 'confirm')
        this.#clock.at(this.#clock.now + RECEIPT_MS[act.what], () =>
          this.#receipt(search, { roundNo, driverId }, act.what),
        )
      if (act.do === 'think')
        this.#clock.at(this.#clock.now + act.seconds * 1000, () => this.#answer(search, driver, roundNo))
    }
  }

  #receipt(
    search: Search,
    { roundNo, driverId }: { roundNo: number; driverId: DriverId },
    what: 'delivered' | 'viewed',
  ): void {
    if (openOffer(search.walk, roundNo, driverId) === null) return
    this.#decided(search, receiptOfOffer(search.walk, driverId, what, new Date(this.#clock.now)))
  }

  #answer(search: Search, driver: CityDriver, roundNo: number): void {
    const { orderId, pickup, destination } = search.order
    const acts = driver.tell({ type: 'time_to_answer', orderId, roundId: roundNo })
    const now = new Date(this.#clock.now)
    const offer = openOffer(search.walk, roundNo, driver.driverId)
    if (offer === null || now >= offer.expiresAt) return
    for (const act of acts) {
      if (act.do === 'refuse') this.#decided(search, answerOffer(search.walk, driver.driverId, 'refuse', now))
      if (act.do !== 'accept' || driver.isBusy || !driver.onShift) continue
      this.#decided(search, answerOffer(search.walk, driver.driverId, 'accept', now))
      search.driver = driver
      Object.assign(search.order.past, {
        driverId: driver.driverId,
        assignedAt: now.getTime(),
        pickupMetres: offer.metres,
      })
      driver.takes(orderId, destination ? [pickup, destination] : [pickup])
    }
  }

  #closed(
    search: Search,
    { offer, roundNo }: Extract<WalkDecision['effects'][number], { type: 'offer.closed' }>,
  ): void {
    const { orderId } = search.order
    const driver = this.#drivers.find((one) => one.driverId === offer.driverId)
    if (driver?.holdsOfferOf === orderId) driver.holdsOfferOf = null
    driver?.tell({ type: 'offer_gone', orderId })
    if (driver) this.#waiting.isFree(driver)
    const step = search.walk.steps[roundNo - 1]
    const isYes = offer.fate === 'accepted' || offer.fate === 'accepted_then_returned'
    this.#offers.push({
      driverId: offer.driverId,
      metres: offer.metres,
      hour: Number(wallTime(offer.notifiedAt).time.slice(0, 2)),
      isRinging: step ? isExclusive(step) : true,
      isDelivered: offer.deliveredAt !== null,
      isSeen: offer.viewedAt !== null,
      answer: isYes ? 'yes' : offer.fate === 'refused' ? 'no' : null,
      seconds: ((offer.closedAt ?? offer.notifiedAt).getTime() - offer.notifiedAt.getTime()) / 1000,
    })
  }

  #callOff(search: Search, as: 'called off' | 'unserved'): void {
    const { status } = search.walk
    if (status !== 'running' && status !== 'queued') return
    this.#decided(search, abortWalk(search.walk, new Date(this.#clock.now)))
    if (as === 'unserved') search.order.past.wasUnserved = true
  }

  /** The day as the server would have recorded it. */
  #world(): SimulatedDay['world'] {
    const rows = this.#drivers.reduce((sum, { track }) => sum + track.length, 0)
    const column = () => new Int32Array(rows)
    const trails = { at: column(), lat: column(), long: column() }
    let row = 0
    const drivers = this.#drivers.map((driver): PastDriver => {
      const first = row
      for (const { at, point } of driver.track) {
        trails.at[row] = at - this.#from
        trails.lat[row] = Math.round(point.lat * 1e6)
        trails.long[row] = Math.round(point.long * 1e6)
        row += 1
      }
      const { driverId, companyId, serviceIds } = driver
      const shifts = this.#shiftsOf(driver).map((span) => ({ ...span, carOptions: [] }))
      const past = { driverId, companyId, serviceIds, shifts, pauses: [], priority: [], bans: [] }
      const trips = this.#trips.get(driverId) ?? []
      return { ...past, documentsExpired: false, isBarredSimulation: false, trips, trail: { first, end: row } }
    })
    return {
      companyId: TAXI_COMPANY,
      from: this.#from,
      to: this.#to,
      skipEmptySteps: false,
      pendingTimeoutMinutes: PENDING_TIMEOUT_MINUTES,
      zones: ZONES,
      stands: STANDS,
      drivers,
      // A client who called off after a driver was found is recorded as served.
      orders: this.#orders.map((order) => (order.past.assignedAt === null ? order : { ...order, calledOffAt: null })),
      givenTrips: [],
      trails,
    }
  }
}
