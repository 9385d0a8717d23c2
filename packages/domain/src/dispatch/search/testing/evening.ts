import { DomainError } from '../../../kernel/errors.ts'
import { advanceWalk } from '../advance-walk.ts'
import { abortWalk, answerOffer, offerNotPlaced, phoneLost, receiptOfOffer } from '../answer-offer.ts'
import {
  type DriverFacts,
  type Scene,
  type SearchRequest,
  startWalk,
  type Walk,
  type WalkDecision,
  type WalkStep,
} from '../walk.ts'
import { aSearchRequest, aStand, driverId, OTHER_ZONE, PARTNER } from './builders.ts'
import { readBack } from './read-back.ts'

/** Events of an evening: time passes (a clock may jump far), a driver changes, the server restarts, or a user acts. */
export type Happening =
  | { what: 'wait'; ms: number }
  | { what: 'due' }
  | { what: 'restart' }
  | { what: 'driver'; facts: DriverFacts }
  | Deed
export type Deed =
  | { what: 'accept' | 'refuse' | 'viewed' | 'delivered' | 'lost' | 'notPlaced'; who: number }
  | { what: 'cancel' }

export interface Evening {
  startsAt: Date
  steps: WalkStep[]
  skipEmptySteps: boolean
  waitSeconds: number
  /** Drivers whom an older order needs. */
  leftToOlder: readonly number[]
  request: Partial<SearchRequest>
  fleet: DriverFacts[]
  happenings: Happening[]
}

/** One near by straight line and far by road, one the other way round, and a partner's without a route. */
const STANDS = [
  aStand(1, { metres: 150 }),
  aStand(2, { metres: 700, zoneId: OTHER_ZONE }),
  aStand(3, { metres: 800, companyId: PARTNER }),
]

/** Road distances of every evening; null = no answer from the router. */
export const ROADS = {
  routeMetres: (id: number) => (id % 3 === 0 ? null : id * 300),
  standRouteMetres: (id: number) => [null, 1200, 750, null][id] ?? null,
} satisfies Pick<Scene, 'routeMetres' | 'standRouteMetres'>

/** One step of an evening: the decision and its inputs. `deed` is null when the clock alone decided. */
export interface Moment {
  before: Walk
  decision: WalkDecision
  scene: Scene
  now: Date
  deed: Deed | null
}

export function searchRequestOf(evening: Evening): SearchRequest {
  return aSearchRequest({ namedDriverIds: [1, 3, 5].map(driverId), stands: STANDS, ...evening.request })
}

export function walkOf(evening: Evening): Walk {
  const { steps, skipEmptySteps, waitSeconds } = evening
  const { orderId } = searchRequestOf(evening)
  return startWalk({ orderId, walkNo: 1, steps, skipEmptySteps, waitSeconds }, evening.startsAt)
}

export function sceneAtStart(evening: Evening): Scene {
  const isLeftToOlder = ({ driverId: id }: DriverFacts) => evening.leftToOlder.includes(id)
  return { request: searchRequestOf(evening), drivers: evening.fleet, isLeftToOlder, ...ROADS }
}

/** Runs an evening and passes every decision to the witness; refused deeds change nothing. */
export function live(evening: Evening, witness: (moment: Moment) => void): WalkDecision[] {
  let walk = walkOf(evening)
  let now = evening.startsAt
  let scene = sceneAtStart(evening)
  let dueAt: Date | null = now
  const decisions: WalkDecision[] = []
  const take = (deed: Deed | null, decide: () => WalkDecision) => {
    const decision = decisionOrCode(decide)
    if (typeof decision === 'string') return
    const before = walk
    walk = decision.walk
    dueAt = decision.dueAt
    decisions.push(decision)
    witness({ before, decision, scene, now, deed })
  }
  const keepTime = () => {
    if (dueAt !== null && dueAt <= now) take(null, () => advanceWalk(walk, scene, now))
  }

  keepTime()
  for (const happening of evening.happenings) {
    if (happening.what === 'wait') now = new Date(now.getTime() + happening.ms)
    else if (happening.what === 'due') now = dueAt !== null && dueAt > now ? dueAt : now
    else if (happening.what === 'restart') walk = readBack(walk)
    else if (happening.what === 'driver') scene = withDriver(scene, happening.facts)
    else take(happening, () => happens(happening, walk, now))
    keepTime()
  }
  return decisions
}

/** The same scene with one driver's facts replaced. */
export function withDriver(scene: Scene, facts: DriverFacts): Scene {
  return { ...scene, drivers: scene.drivers.map((d) => (d.driverId === facts.driverId ? facts : d)) }
}

export function happens(deed: Deed, walk: Walk, now: Date): WalkDecision {
  if (deed.what === 'cancel') return abortWalk(walk, now)
  const id = driverId(deed.who)
  if (deed.what === 'notPlaced') return offerNotPlaced(walk, id, 'holds_another_offer', now)
  if (deed.what === 'lost') return phoneLost(walk, id, now, null)
  if (deed.what === 'viewed' || deed.what === 'delivered') return receiptOfOffer(walk, id, deed.what, now)
  return answerOffer(walk, id, deed.what, now)
}

/** The decision, or the code of its refusal. */
export function decisionOrCode(decide: () => WalkDecision): WalkDecision | DomainError['code'] {
  try {
    return decide()
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}
