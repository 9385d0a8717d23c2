import type { DriverId, OrderId } from '../../kernel/ids.ts'
import { wallTime } from '../../kernel/wall-time.ts'
import { advanceWalk } from '../search/advance-walk.ts'
import { abortWalk, answerOffer, receiptOfOffer } from '../search/answer-offer.ts'
import { chooseInterval, skipsEmptySteps, stepsFor } from '../search/choose-interval.ts'
import {
  isExclusive,
  type Offer,
  type Round,
  startWalk,
  type WalkDecision,
  type WalkEffect,
  type WalkStep,
} from '../search/walk.ts'
import { walkSteps } from '../search/walk-steps.ts'
import { answerTo } from './answer-model.ts'
import { roll } from './dice.ts'
import { type Ground, layGround } from './ground.ts'
import { MissLedger } from './miss-ledger.ts'
import type { ReplayDriver } from './replay-driver.ts'
import { ReplayFleet } from './replay-fleet.ts'
import { mayTake, openOffer, stepOf } from './replay-offers.ts'
import { searchRequestOf } from './replay-scene.ts'
import { type ReplayOutcome, Tally } from './tally.ts'
import { type Trip, tripOf } from './trip-model.ts'
import { VirtualClock } from './virtual-clock.ts'
import { type WaitingSearch, WaitingSearches } from './waiting-searches.ts'
import type { PastOrder, ReplayRules, ReplayWorld } from './world.ts'

export interface ReplayOptions {
  /** The same seed, world and rules give the same outcome. */
  seed: number
  /** Called with the share of orders begun, 0 to 1. */
  onProgress?: (share: number) => void
  /** Called for every order that found a driver, with the resulting trip. */
  onAssigned?: (orderId: OrderId, driverId: DriverId, trip: Trip) => void
  /** The same, with the time since its search began and the straight line to the pickup. */
  onServed?: (ms: number, metres: number) => void
}

/**
 * Replays a stretch of the past under these rules through the engine, on a virtual clock. Drivers' answers and trips are modelled; a driver
 * has at most one order and one next order, as in production.
 */
export function runReplay(world: ReplayWorld, rules: ReplayRules, options: ReplayOptions): ReplayOutcome {
  return new Replay(world, rules, options).play()
}

/** An order with a running search. */
interface Search extends WaitingSearch {
  /** Number of offers by driver. */
  timesOffered: Map<DriverId, number>
  /** Set where the rules may ban, because only bans use delivery and view receipts. */
  wantsReceipts: boolean
  dueAt: number | null
}

class Replay {
  readonly #world: ReplayWorld
  readonly #rules: ReplayRules
  readonly #options: ReplayOptions
  readonly #clock: VirtualClock
  readonly #ground: Ground
  readonly #fleet: ReplayFleet
  readonly #tally: Tally
  readonly #waiting: WaitingSearches<Search>
  readonly #misses = new MissLedger()
  /** Counts misses as if unseen offers counted too. */
  readonly #strictMisses = new MissLedger()
  readonly #strictlyBanned = new Set<DriverId>()
  readonly #banned = new Set<DriverId>()
  #hour = { until: 0, is: 0 }

  constructor(world: ReplayWorld, rules: ReplayRules, options: ReplayOptions) {
    this.#world = world
    this.#rules = rules
    this.#options = options
    this.#clock = new VirtualClock(world.from)
    this.#ground = layGround(world, this.#clock)
    this.#fleet = new ReplayFleet(this.#ground)
    this.#tally = new Tally(world.orders.length)
    this.#waiting = new WaitingSearches(this.#clock, world.companyId, (search) => this.#advance(search))
  }

  play(): ReplayOutcome {
    const { orders } = this.#world
    const reportEvery = Math.max(1, Math.floor(orders.length / 100))
    this.#fleet.begin((driver) => this.#waiting.isFree(driver))
    for (const [i, order] of orders.entries()) {
      this.#clock.at(order.searchAt, () => {
        if (i % reportEvery === 0) this.#options.onProgress?.(i / orders.length)
        this.#begin(order)
      })
    }
    while (this.#clock.step());
    return this.#tally.outcome([...this.#strictlyBanned].filter((id) => !this.#banned.has(id)).sort((a, b) => a - b))
  }

  #begin(order: PastOrder): void {
    const now = new Date(this.#clock.now)
    const method = chooseInterval(this.#rules.intervals, now)?.steps ?? null
    const steps = walkSteps(stepsFor(method), { driverIds: order.namedDriverIds, onlyNamed: order.onlyNamed })
    const skipEmptySteps = skipsEmptySteps(method, this.#world.skipEmptySteps)
    const waitSeconds = this.#world.pendingTimeoutMinutes * 60
    const search: Search = {
      order: { ...order, destination: this.#fleet.endOf(order) },
      walk: startWalk({ orderId: order.orderId, walkNo: 1, steps, skipEmptySteps, waitSeconds }, now),
      request: searchRequestOf(order, steps, this.#ground),
      timesOffered: new Map(),
      wantsReceipts: steps.some((step) => step.banConditions.active),
      dueAt: null,
    }
    if (order.calledOffAt !== null) this.#clock.at(order.calledOffAt, () => this.#callOff(search, 'calledOff'))
    this.#advance(search)
  }

  #advance(search: Search): void {
    const { partnerIds } = search.order
    const drivers = this.#fleet.inSight(this.#world.companyId, partnerIds)
    const scene = { request: search.request, drivers, ...this.#waiting.leaving(search, drivers) }
    this.#decided(search, advanceWalk(search.walk, scene, new Date(this.#clock.now)))
  }

  #decided(search: Search, { walk, effects, dueAt }: WalkDecision): void {
    search.walk = walk
    this.#waiting.note(search)
    for (const effect of effects) this.#follow(search, effect)
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

  #follow(search: Search, effect: WalkEffect): void {
    switch (effect.type) {
      case 'offer.made':
        this.#offer(search, effect.roundNo, effect.offer)
        break
      case 'offer.closed':
        this.#closed(search, effect.offer)
        break
      case 'round.closed':
        this.#unseen(effect.round)
        break
      case 'driver.missed':
        this.#judge(effect.driverId, effect.conditions)
        break
      case 'walk.queued':
        this.#clock.at(this.#clock.now + this.#world.pendingTimeoutMinutes * 60_000, () =>
          this.#callOff(search, 'unserved'),
        )
        break
      case 'walk.ended':
        if (effect.status === 'exhausted') this.#tally.unserved()
    }
  }

  #offer(search: Search, roundNo: number, offer: Offer): void {
    const { driverId } = offer
    const driver = this.#fleet.driver(driverId)
    const step = stepOf(search.walk, roundNo)
    if (!driver || !step) return
    this.#tally.offered()
    const times = (search.timesOffered.get(driverId) ?? 0) + 1
    search.timesOffered.set(driverId, times)
    const isRinging = isExclusive(step)
    if (isRinging) driver.holdsOfferOf = search.order.orderId

    const { orderId } = search.order
    const answer = answerTo(this.#world.answers, {
      driverId,
      isRinging,
      metres: offer.metres,
      hour: this.#wallHour(),
      roll: (nth) => roll(this.#options.seed, orderId, driverId, times, nth),
    })
    const life = offer.expiresAt.getTime() - this.#clock.now
    if (search.wantsReceipts) {
      this.#receipt(search, { driverId, roundNo, life }, 'delivered', answer.deliveredAfter)
      this.#receipt(search, { driverId, roundNo, life }, 'viewed', answer.seenAfter)
    }
    if (answer.answer === null || answer.answer.after >= life) return
    const { reply, after } = answer.answer
    this.#clock.at(this.#clock.now + after, () => this.#answer(search, { driver, roundNo, step }, reply))
  }

  #receipt(
    search: Search,
    { driverId, roundNo, life }: { driverId: DriverId; roundNo: number; life: number },
    receipt: 'delivered' | 'viewed',
    after: number | null,
  ): void {
    if (after === null || after >= life) return
    this.#clock.at(this.#clock.now + after, () => {
      if (openOffer(search.walk, roundNo, driverId) === null) return
      this.#decided(search, receiptOfOffer(search.walk, driverId, receipt, new Date(this.#clock.now)))
    })
  }

  #answer(
    search: Search,
    { driver, roundNo, step }: { driver: ReplayDriver; roundNo: number; step: WalkStep },
    reply: 'accept' | 'refuse',
  ): void {
    const now = new Date(this.#clock.now)
    const offer = openOffer(search.walk, roundNo, driver.driverId)
    if (offer === null || now >= offer.expiresAt) return
    if (reply === 'accept' && !mayTake(driver, step, now)) return
    this.#decided(search, answerOffer(search.walk, driver.driverId, reply, now))
    if (reply === 'accept') this.#assign(search, driver, offer)
  }

  #assign({ order }: Search, driver: ReplayDriver, { metres }: Offer): void {
    const { driverId } = driver
    const start = driver.startOfTrip() ?? { from: order.pickup, at: this.#clock.now }
    const trip = tripOf(this.#world.trips, order, { driverId, ...start })
    driver.take(trip)
    this.#options.onAssigned?.(order.orderId, driverId, trip)
    this.#clock.at(trip.endsAt, () => {
      driver.endTrip()
      this.#waiting.isFree(driver)
    })
    this.#misses.clear(driverId)
    this.#strictMisses.clear(driverId)
    this.#options.onServed?.(this.#clock.now - order.searchAt, metres)
    this.#tally.served(driverId, this.#clock.now - order.searchAt, metres)
  }

  #callOff(search: Search, as: 'calledOff' | 'unserved'): void {
    if (search.walk.status !== 'running' && search.walk.status !== 'queued') return
    this.#decided(search, abortWalk(search.walk, new Date(this.#clock.now)))
    this.#tally[as]()
  }

  #closed({ order }: Search, { driverId }: Offer): void {
    const driver = this.#fleet.driver(driverId)
    if (driver?.holdsOfferOf !== order.orderId) return
    driver.holdsOfferOf = null
    this.#waiting.isFree(driver)
  }

  #judge(driverId: DriverId, conditions: WalkStep['banConditions']): void {
    const now = new Date(this.#clock.now)
    const driver = this.#fleet.driver(driverId)
    if (this.#strictMisses.missed(driverId, conditions, now) === 'ban') this.#strictlyBanned.add(driverId)
    const verdict = this.#misses.missed(driverId, conditions, now)
    if (!driver || verdict === null) return
    if (verdict === 'reset') {
      driver.sendToBack()
      return
    }
    if (driver.bannedUntil !== null && driver.bannedUntil >= now) return
    const until = this.#clock.now + conditions.resetInterval * 60_000
    driver.ban(new Date(until))
    this.#clock.at(until + 1, () => this.#waiting.isFree(driver))
    this.#banned.add(driverId)
    this.#tally.banned({ driverId, at: this.#clock.now, until })
  }

  /** Expired unseen offers are no misses; this counts the bans that the rule avoids. */
  #unseen({ step, offers, outcome }: Round): void {
    const { banConditions } = step
    if (!banConditions.active || !isExclusive(step) || outcome === 'withdrawn') return
    const winner = offers.find(({ fate }) => fate === 'accepted')
    for (const { fate, rank, driverId, isPartner } of offers) {
      const isUnseen = fate === 'not_delivered' || fate === 'delivered_not_seen'
      const isJudged = rank >= banConditions.drivers.from && rank <= banConditions.drivers.to && !isPartner
      const isPassed = winner === undefined || winner.rank > rank
      if (!isUnseen || !isJudged || !isPassed) continue
      const verdict = this.#strictMisses.missed(driverId, banConditions, new Date(this.#clock.now))
      if (verdict === 'ban') this.#strictlyBanned.add(driverId)
    }
  }

  /** Wall-clock hour, computed once a quarter hour, because time zones shift by whole quarters. */
  #wallHour(): number {
    const { now } = this.#clock
    if (now >= this.#hour.until) {
      const quarter = 15 * 60_000
      const is = Number(wallTime(new Date(now)).time.slice(0, 2))
      this.#hour = { is, until: (Math.floor(now / quarter) + 1) * quarter }
    }
    return this.#hour.is
  }
}
