import type { Scene, WalkStep } from '../walk.ts'
import { evaluateRound } from './reference-evaluation.ts'
import { end, hasBeat, type PlainOffer, type PlainRound, see, unanswered } from './reference-offers.ts'
import { evaluateWaiting, hasHope, isWaitingRound, waitingStep } from './reference-waiting.ts'

const FAR_FUTURE = Date.UTC(2100, 0, 1)

/**
 * Reference implementation of the search, plain and slow, written from the specification: mutable, every round stored, every instant a
 * number of milliseconds. It shares no code with the engine, so that the two can be compared.
 */
export class ReferenceWalk {
  status = 'running'
  rounds: PlainRound[] = []
  misses: { round: number; driver: number; rank: number }[] = []
  readonly steps: readonly WalkStep[]
  readonly skipEmpty: boolean
  readonly waitSeconds: number

  constructor(steps: readonly WalkStep[], skipEmpty: boolean, waitSeconds: number) {
    this.steps = steps
    this.skipEmpty = skipEmpty
    this.waitSeconds = waitSeconds
  }

  /** Evaluates everything at `now`. */
  tick(scene: Scene, now: number): void {
    if (this.status === 'running') {
      const current = this.rounds.find((round) => round.phase === 'current')
      if (current) this.#run(current, scene, now)
      if (!this.rounds.some((round) => round.phase === 'current')) this.#nextStep(scene, now)
    }
    if (this.status !== 'running' && this.status !== 'queued') return
    for (const round of this.rounds) {
      if (round.phase !== 'pinned' || !hasBeat(round, 5000, now)) continue
      this.#sweep(round, scene, now)
      this.#look(round, scene, now)
    }
  }

  #run(round: PlainRound, scene: Scene, now: number): void {
    const before = JSON.stringify(round.offers)
    this.#sweep(round, scene, now)
    const waits = isWaitingRound(round)
    if (now < round.ends) {
      const isFreed = waits && JSON.stringify(round.offers) !== before
      const isDue =
        hasBeat(round, waits ? 4000 : 2000, now) || isFreed || round.hurry || round.alarms.some((alarm) => alarm <= now)
      if (isDue || this.#rotationIsSilent(round)) this.#look(round, scene, now)
      const isEmpty = round.offers.length === 0
      const isOver = waits
        ? !hasHope(round)
        : isEmpty
          ? this.skipEmpty && now >= round.began + 1000
          : this.#rotationIsSilent(round)
      if (!isOver) return
    }
    if (round.step.notificationMethod === 'pending_pinned') {
      round.phase = 'pinned'
      round.wasPinned = true
      round.lastEvaluation = now
    } else this.#close(round, 'expired', 'nobody', now)
  }

  #rotationIsSilent({ step, offers }: PlainRound): boolean {
    return step.notificationMethod === 'by_rotation' && offers.length > 0 && offers.every((o) => o.fate !== 'open')
  }

  #nextStep(scene: Scene, now: number): void {
    const step = this.steps[this.rounds.length]
    if (!step) this.#wait(scene, now)
    else {
      const round = this.#begin(step, now, step.searchSeconds)
      this.rounds.push(round)
      this.#look(round, scene, now)
    }
  }

  /** The steps are over. */
  #wait(scene: Scene, now: number): void {
    const isPinned = this.rounds.some((round) => round.phase === 'pinned')
    const step = isPinned ? null : waitingStep(this)
    if (step) {
      const round = this.#begin(step, now, this.waitSeconds)
      this.#look(round, scene, now)
      if (hasHope(round)) {
        this.rounds.push(round)
        return
      }
    }
    this.status = isPinned ? 'queued' : 'exhausted'
  }

  #begin(step: WalkStep, now: number, seconds: number): PlainRound {
    return {
      no: this.rounds.length + 1,
      step,
      began: now,
      ends: now + seconds * 1000,
      phase: 'current',
      wasPinned: false,
      outcome: null,
      offers: [],
      reasons: {},
      beyond: [],
      lastEvaluation: now,
      alarms: [],
      hurry: false,
      blocked: [],
    }
  }

  #look(round: PlainRound, scene: Scene, now: number): void {
    round.blocked = round.blocked.filter((block) => now < block.until)
    const evaluate = isWaitingRound(round) ? evaluateWaiting : evaluateRound
    const { chosen, reasons, beyond, alarms } = evaluate(this, round, scene, now)
    const isRotation = round.step.notificationMethod === 'by_rotation'
    if (isRotation && chosen.length > 0 && round.offers.length === 0)
      round.ends = now + 20 * round.step.searchSeconds * 1000
    for (const { driver } of chosen) {
      const until = Math.min(now + round.step.searchSeconds * 1000, round.ends)
      round.offers.push({
        driver: driver.driverId,
        rank: round.offers.length + 1,
        made: now,
        until: round.step.notificationMethod === 'pending_pinned' ? FAR_FUTURE : until,
        delivered: null,
        viewed: null,
        offline: null,
        closed: null,
        fate: 'open',
        partner: driver.companyId !== scene.request.ownCompanyId,
        priority: driver.highPriority,
      })
    }
    if (asText(reasons) !== asText(round.reasons)) round.beyond = beyond
    round.reasons = reasons
    round.lastEvaluation = now
    round.hurry = false
    round.alarms = alarms
    if (this.skipEmpty && round.offers.length === 0 && now < round.began + 1000) round.alarms.push(round.began + 1000)
  }

  #sweep(round: PlainRound, scene: Scene, now: number): void {
    const rings = round.step.notificationMethod === 'all' || round.step.notificationMethod === 'by_rotation'
    for (const offer of round.offers) {
      if (offer.fate !== 'open') continue
      const driver = scene.drivers.find((d) => d.driverId === offer.driver)
      const mayStayBusy = round.step.showForBusyDrivers && driver?.finishing != null
      const isAway = driver !== undefined && (!driver.onShift || !driver.isOnline)
      const rests = driver?.isPaused === true && round.step.searchType !== 'custom'
      if (now >= offer.until) end(offer, unanswered(offer), now)
      else if (!driver?.isActive || (driver.bannedUntil !== null && driver.bannedUntil.getTime() >= now))
        end(offer, 'withdrawn', now)
      else if (rings && driver.isBusy && !mayStayBusy) end(offer, 'withdrawn', now)
      else if (rings) {
        if (isAway) offer.offline ??= now
        const leaves = !driver.onShift || (round.step.notificationMethod === 'by_rotation' && (isAway || rests))
        if (leaves) end(offer, unanswered(offer), now)
      }
    }
  }

  /** Result of a driver's answer: 'ok', 'again' for a repeated one, or the error. */
  answer(driver: number, yes: boolean, now: number): string {
    const live = this.#live(driver, now)
    const [first] = live
    if (!first) {
      const wanted = yes ? 'accepted' : 'refused'
      const held = this.#visible().flatMap((round) => round.offers.filter((offer) => offer.driver === driver))
      if (held.some((offer) => offer.fate === wanted)) return 'again'
      if (!this.#wasAsked(driver)) return 'offer.unknown'
      if (this.status === 'accepted') return 'offer.taken'
      return this.status === 'aborted' ? 'offer.canceled' : 'offer.expired'
    }
    if (yes) this.#accept(driver, first.round, now)
    else
      for (const { round, offer } of live) {
        end(see(offer, now), 'refused', now)
        if (round.step.notificationMethod === 'by_rotation' || isWaitingRound(round)) round.hurry = true
      }
    return 'ok'
  }

  #accept(driver: number, won: PlainRound, now: number): void {
    for (const round of this.rounds) {
      if (round.phase === 'over') continue
      for (const offer of round.offers) {
        if (offer.fate !== 'open') continue
        if (offer.driver === driver && round === won) end(see(offer, now), 'accepted', now)
        else if (now >= offer.until) end(offer, unanswered(offer), now)
        else end(offer, offer.driver === driver ? 'withdrawn' : 'lost_race', now)
      }
      if (round === won) this.#close(round, 'accepted', 'here', now)
      else this.#close(round, 'withdrawn', 'elsewhere', now)
    }
    this.status = 'accepted'
  }

  receipt(driver: number, viewed: boolean, now: number): string {
    const offer = this.#live(driver, now)[0]?.offer
    if (!offer) return this.#wasAsked(driver) ? 'ok' : 'offer.unknown'
    offer.delivered ??= now
    if (viewed) offer.viewed ??= now
    return 'ok'
  }

  /** The phone lost its connection. */
  lost(driver: number, now: number): void {
    for (const { phase, step, offers } of this.rounds) {
      if (phase !== 'current' || (step.notificationMethod !== 'all' && step.notificationMethod !== 'by_rotation'))
        continue
      for (const offer of offers)
        if (offer.driver === driver && offer.fate === 'open' && now < offer.until) offer.offline ??= now
    }
  }

  /** The database refused the offer: it is removed as if it had never been made. */
  unplaced(driver: number, now: number): string {
    const live = this.#live(driver, now)[0]
    if (!live) return 'offer.unknown'
    const { round, offer } = live
    round.offers = round.offers.filter((o) => o !== offer)
    round.offers.forEach((o, i) => {
      o.rank = i + 1
    })
    const waits = isWaitingRound(round)
    if (round.offers.length === 0 && !waits) {
      round.ends = round.began + round.step.searchSeconds * 1000
      if (this.skipEmpty && round.phase === 'current') round.alarms.push(round.began + 1000)
    }
    const beat = round.phase === 'pinned' ? 5000 : waits ? 4000 : 2000
    let until = round.began
    while (until <= now) until += beat
    round.blocked.push({ driver, because: 'holds_another_offer', until })
    round.reasons.holds_another_offer = [...(round.reasons.holds_another_offer ?? []), driver]
    if (round.step.notificationMethod === 'by_rotation' || waits) round.hurry = true
    return 'ok'
  }

  cancel(now: number): void {
    if (this.status !== 'running' && this.status !== 'queued') return
    for (const round of this.rounds) {
      if (round.phase === 'over') continue
      for (const offer of round.offers)
        if (offer.fate === 'open') end(offer, now >= offer.until ? unanswered(offer) : 'withdrawn', now)
      this.#close(round, 'withdrawn', 'canceled', now)
    }
    this.status = 'aborted'
  }

  #close(round: PlainRound, outcome: string, taken: 'here' | 'elsewhere' | 'canceled' | 'nobody', now: number): void {
    round.phase = 'over'
    round.outcome = outcome
    const { active, drivers } = round.step.banConditions
    const rings = round.step.notificationMethod === 'all' || round.step.notificationMethod === 'by_rotation'
    if (!active || !rings) return
    const winner = round.offers.find((offer) => offer.fate === 'accepted')
    for (const offer of round.offers) {
      if (offer.rank < drivers.from || offer.rank > drivers.to || offer.partner || offer.viewed === null) continue
      const refused = offer.fate === 'refused'
      if (!refused && offer.fate !== 'seen_no_answer' && offer.fate !== 'lost_race') continue
      const had = (refused ? offer.until : Math.min(offer.closed ?? offer.until, offer.until)) - offer.made
      if (had < 3000) continue
      if (offer.offline !== null && offer.offline - offer.made < 5000) continue
      if (taken === 'canceled' && now < offer.until) continue
      if (taken === 'elsewhere' && !refused) continue
      if (taken === 'here' && !refused && !(winner && winner.rank > offer.rank)) continue
      this.misses.push({ round: round.no, driver: offer.driver, rank: offer.rank })
    }
  }

  #live(driver: number, now: number): { round: PlainRound; offer: PlainOffer }[] {
    return this.#visible().flatMap((round) =>
      round.offers
        .filter((offer) => offer.driver === driver && offer.fate === 'open' && now < offer.until)
        .map((offer) => ({ round, offer })),
    )
  }

  /** The current or last ringing round, then the pinned lists from the oldest. */
  #visible(): PlainRound[] {
    const lists = this.rounds.filter((round) => round.wasPinned)
    const newest = this.rounds.filter((round) => !round.wasPinned && round.no === this.rounds.length)
    return [...newest, ...lists]
  }

  #wasAsked(driver: number): boolean {
    return this.rounds.some((round) => round.offers.some((offer) => offer.driver === driver))
  }
}

/** The same text for the same reasons, in whatever order they were found. */
function asText(reasons: Record<string, number[]>): string {
  const lines = Object.entries(reasons).map(([because, ids]) => `${because} ${ids.toSorted((a, b) => a - b)}`)
  return lines.sort().join()
}
