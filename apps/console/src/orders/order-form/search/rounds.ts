import type { Searches } from '@dispecerat/contract/dispatch/search'
import type { PassReason } from '@dispecerat/domain/dispatch/search-rules'
import { measured } from './measured.ts'

type Round = Searches['searches'][number]

/** Known rounds merged with the pushed ones, oldest first. */
export function laterRounds(known: readonly Round[], pushed: readonly Round[]): Round[] {
  const byId = new Map(known.map((round) => [round.id, round]))
  for (const round of pushed) byId.set(round.id, round)
  return [...byId.values()].sort((a, b) => a.walk_no - b.walk_no || a.id - b.id)
}

/** Only the rounds of the last walk. */
export function lastWalk(rounds: readonly Round[]): Round[] {
  const last = Math.max(...rounds.map((round) => round.walk_no))
  return rounds.filter((round) => round.walk_no === last)
}

/** Drivers without an offer, by reason, the most frequent reason first; within one by call sign. `far` is empty where no distance is known. */
export function passedByReason(
  passed: Round['passed_over'],
): { reason: PassReason; drivers: { id: number; sign: string; far: string }[] }[] {
  const groups = new Map<PassReason, { id: number; sign: string; far: string }[]>()
  for (const { reason, driver_id, indicativ, distance_m, distance_is_guess } of passed) {
    const far = measured(distance_m, distance_is_guess)
    groups.set(reason, [...(groups.get(reason) ?? []), { id: driver_id, sign: indicativ, far }])
  }
  return [...groups]
    .map(([reason, drivers]) => ({
      reason,
      drivers: drivers.sort((a, b) => a.sign.localeCompare(b.sign, 'ro', { numeric: true })),
    }))
    .sort((a, b) => b.drivers.length - a.drivers.length || (a.reason < b.reason ? -1 : 1))
}

/** Drivers whose phones ring for another order, partners' drivers included. */
export function ringingElsewhere({ passed_over, others }: Pick<Round, 'passed_over' | 'others'>): number {
  const own = passed_over.filter(({ reason }) => reason === 'holds_another_offer').length
  return own + (others.passed_over.find(({ reason }) => reason === 'holds_another_offer')?.count ?? 0)
}
