import { limitIsDriverCount, type SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { SeededRandom } from '@dispecerat/simulation/seeded-random'
import { type RulesAt, rulesAt } from '../demo-search-rules.ts'

export interface PastRound {
  no: number
  step: SearchStep
  startedAt: Date
  endsAt: Date
  closedAt: Date
  outcome: 'accepted' | 'expired' | 'withdrawn'
}

/** The search of a past order. */
export interface PastSearch {
  rules: RulesAt
  rounds: PastRound[]
  endedAt: Date
  status: 'accepted' | 'exhausted' | 'aborted'
}

const MAX_TURNS = 4
const ZONE_METRES = 1800

/** Greatest distance at which the step can find a driver; a zone is about 1800 m deep. */
export function reachOf({ searchType, searchLimit }: SearchStep): number {
  return limitIsDriverCount(searchType) ? ZONE_METRES : searchLimit
}

/** A search with the wanted outcome; `winnerMetres` is the distance of the driver who accepts. */
export function pastSearch(
  { companyId, placedAt, winnerMetres = 0 }: { companyId: CompanyId; placedAt: Date; winnerMetres?: number },
  status: PastSearch['status'],
  random: SeededRandom,
): PastSearch {
  const rules = rulesAt(companyId, placedAt)
  const last =
    status === 'exhausted'
      ? rules.steps.length
      : Math.min(
          rules.steps.length,
          firstThatReaches(rules.steps, winnerMetres) +
            random.weighted([
              [1, 72],
              [2, 19],
              [3, 9],
            ] as const),
        )
  const rounds: PastRound[] = []
  let startedAt = placedAt
  for (const step of rules.steps.slice(0, last)) {
    const no = rounds.length + 1
    const isLast = no === last && status !== 'exhausted'
    const turns = step.notificationMethod === 'by_rotation' ? random.whole(1, MAX_TURNS) : 1
    const endsAt = after(startedAt, turns * step.searchSeconds)
    // The first answer comes after three seconds at the earliest, the time to read an offer.
    const closedAt = isLast
      ? after(startedAt, (turns - 1) * step.searchSeconds + random.whole(3, step.searchSeconds - 1))
      : endsAt
    const outcome = isLast ? (status === 'accepted' ? 'accepted' : 'withdrawn') : 'expired'
    rounds.push({ no, step, startedAt, endsAt, closedAt, outcome })
    startedAt = closedAt
  }
  return { rules, rounds, endedAt: startedAt, status }
}

/** Earlier steps cannot have reached the winner. */
function firstThatReaches(steps: readonly SearchStep[], metres: number): number {
  const first = steps.findIndex((step) => metres <= reachOf(step))
  return first === -1 ? steps.length - 1 : first
}

export function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + Math.round(seconds) * 1000)
}
