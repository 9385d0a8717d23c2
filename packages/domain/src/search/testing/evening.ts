import { DomainError } from '../../errors.ts'
import { advanceWalk } from '../advance-walk.ts'
import { abortWalk, answerOffer, offerNotPlaced, receiptOfOffer } from '../answer-offer.ts'
import { type DriverFacts, type Scene, startWalk, type Walk, type WalkDecision, type WalkStep } from '../walk.ts'
import { anAsk, driverId, START } from './builders.ts'

/** What happens: time passes (a clock may jump far), the world changes, or somebody does something. */
export type Happening = { what: 'wait'; ms: number } | { what: 'due' } | { what: 'world'; fleet: DriverFacts[] } | Deed
type Deed = { what: 'accept' | 'refuse' | 'viewed' | 'delivered' | 'notPlaced'; who: number } | { what: 'cancel' }

export interface Evening {
  steps: WalkStep[]
  skipEmptySteps: boolean
  fleet: DriverFacts[]
  happenings: Happening[]
}

export const ask = anAsk({ namedDriverIds: [1, 3, 5].map(driverId) })
const routeMetres: Scene['routeMetres'] = (id) => (id % 3 === 0 ? null : id * 300)

/** Lives through an evening and shows every decision to the witness. */
export function live(
  evening: Evening,
  witness: (before: Walk, decision: WalkDecision, scene: Scene, now: Date) => void,
): WalkDecision[] {
  let walk = startWalk(
    { orderId: ask.orderId, walkNo: 1, steps: evening.steps, skipEmptySteps: evening.skipEmptySteps },
    START,
  )
  let now = START
  let scene: Scene = { ask, drivers: evening.fleet, routeMetres }
  let dueAt: Date | null = START
  const decisions: WalkDecision[] = []
  const take = (decide: () => WalkDecision) => {
    const decision = heard(decide)
    if (decision === null) return
    const before = walk
    walk = decision.walk
    dueAt = decision.dueAt
    decisions.push(decision)
    witness(before, decision, scene, now)
  }
  const keepTime = () => {
    if (dueAt !== null && dueAt <= now) take(() => advanceWalk(walk, scene, now))
  }

  keepTime()
  for (const happening of evening.happenings) {
    if (happening.what === 'wait') now = new Date(now.getTime() + happening.ms)
    else if (happening.what === 'due') now = dueAt !== null && dueAt > now ? dueAt : now
    else if (happening.what === 'world') scene = { ...scene, drivers: happening.fleet }
    else take(() => happens(happening, walk, now))
    keepTime()
  }
  return decisions
}

function happens(happening: Deed, walk: Walk, now: Date): WalkDecision {
  if (happening.what === 'cancel') return abortWalk(walk, now)
  const id = driverId(happening.who)
  if (happening.what === 'notPlaced') return offerNotPlaced(walk, id, 'holds_another_offer', now)
  if (happening.what === 'viewed' || happening.what === 'delivered')
    return receiptOfOffer(walk, id, happening.what, now)
  return answerOffer(walk, id, happening.what, now)
}

function heard(decide: () => WalkDecision): WalkDecision | null {
  try {
    return decide()
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
