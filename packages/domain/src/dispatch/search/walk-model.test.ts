import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advanceWalk } from './advance-walk.ts'
import {
  type Deed,
  decisionOrCode,
  type Evening,
  happens,
  sceneAtStart,
  walkOf,
  withDriver,
} from './testing/evening.ts'
import { anEvening } from './testing/random-evening.ts'
import { readBack } from './testing/read-back.ts'
import { ReferenceWalk } from './testing/reference-walk.ts'
import type { PassedOver, Round, Walk, WalkDecision } from './walk.ts'

/** State of the engine so far, in the reference's terms. */
class EngineState {
  walk: Walk
  dueAt: Date | null
  readonly over = new Map<number, Round>()
  readonly misses: unknown[] = []

  constructor(evening: Evening) {
    this.walk = walkOf(evening)
    this.dueAt = evening.startsAt
  }

  take({ walk, effects, dueAt }: WalkDecision): void {
    this.walk = walk
    this.dueAt = dueAt
    for (const effect of effects) {
      if (effect.type === 'round.closed') this.over.set(effect.round.no, effect.round)
      if (effect.type === 'driver.missed')
        this.misses.push({ round: effect.roundNo, driver: effect.driverId, rank: effect.rank })
    }
  }

  rounds(): Round[] {
    const rounds = new Map(this.over)
    for (const round of [...this.walk.pinned, ...(this.walk.round ? [this.walk.round] : [])])
      rounds.set(round.no, round)
    return [...rounds.values()].sort((a, b) => a.no - b.no)
  }
}

const ms = (instant: Date | null) => instant?.getTime() ?? null
const inRomanian = (passed: PassedOver) =>
  Object.entries(passed)
    .map(([because, ids]) => `${because} ${[...ids].sort((a, b) => a - b)}`)
    .sort()

function engineView(engine: EngineState) {
  return {
    status: engine.walk.status,
    misses: engine.misses,
    rounds: engine.rounds().map(({ no, offers, passedOver, beyond, outcome, endsAt }) => ({
      no,
      outcome,
      ends: ms(endsAt),
      reasons: inRomanian(passedOver),
      beyond: beyond.map(({ driverId, metres, isGuess }) => ({ driver: driverId, metres, guess: isGuess })),
      offers: offers.map((o) => ({
        driver: o.driverId,
        rank: o.rank,
        made: ms(o.notifiedAt),
        until: ms(o.expiresAt),
        delivered: ms(o.deliveredAt),
        viewed: ms(o.viewedAt),
        offline: ms(o.offlineAt),
        closed: ms(o.closedAt),
        fate: o.fate,
        partner: o.isPartner,
        priority: o.isPriority,
      })),
    })),
  }
}

function referenceView({ status, misses, rounds }: ReferenceWalk) {
  return {
    status,
    misses,
    rounds: rounds.map(({ no, outcome, ends, reasons, beyond, offers }) => ({
      no,
      outcome,
      ends,
      reasons: inRomanian(reasons as PassedOver),
      beyond,
      offers,
    })),
  }
}

function deedInReference(reference: ReferenceWalk, deed: Deed, now: number): string {
  switch (deed.what) {
    case 'cancel':
      reference.cancel(now)
      return 'ok'
    case 'accept':
    case 'refuse':
      return reference.answer(deed.who, deed.what === 'accept', now)
    case 'delivered':
    case 'viewed':
      return reference.receipt(deed.who, deed.what === 'viewed', now)
    case 'lost':
      reference.lost(deed.who, now)
      return 'ok'
    case 'notPlaced':
      return reference.unplaced(deed.who, now)
  }
}

/** Runs an evening through both implementations and compares them after every event. */
function compare(evening: Evening): void {
  const engine = new EngineState(evening)
  const reference = new ReferenceWalk(evening.steps, evening.skipEmptySteps, evening.waitSeconds)
  let now = evening.startsAt
  let scene = sceneAtStart(evening)
  const keepTime = () => {
    if (engine.dueAt === null || engine.dueAt > now) return
    engine.take(advanceWalk(engine.walk, scene, now))
    reference.tick(scene, now.getTime())
  }
  keepTime()
  for (const happening of evening.happenings) {
    if (happening.what === 'wait') now = new Date(now.getTime() + happening.ms)
    else if (happening.what === 'due') now = engine.dueAt !== null && engine.dueAt > now ? engine.dueAt : now
    else if (happening.what === 'restart') engine.walk = readBack(engine.walk)
    else if (happening.what === 'driver') scene = withDriver(scene, happening.facts)
    else {
      const decision = decisionOrCode(() => happens(happening, engine.walk, now))
      const answer = deedInReference(reference, happening, now.getTime())
      if (typeof decision === 'string') expect(decision).toBe(answer)
      else {
        expect(['ok', 'again']).toContain(answer)
        engine.take(decision)
      }
    }
    keepTime()
    const [actual, expected] = [engineView(engine), referenceView(reference)]
    // A deep comparison costs more than the walk itself, so it runs only to print the difference.
    if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected)
  }
}

const A_BUSY_MACHINE_MS = 60_000

test(
  'the engine and the reference implementation agree over ten thousand moments',
  () => fc.assert(fc.property(anEvening, compare), { numRuns: 500 }),
  A_BUSY_MACHINE_MS,
)
