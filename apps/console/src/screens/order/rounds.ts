import type { Searches } from '@dispecerat/contract/search'
import type { PassReason } from '@dispecerat/domain/search-rules'

type Round = Searches['searches'][number]

/** Known rounds with the pushed ones laid over them, oldest first. */
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

/** Call signs of drivers who were not asked, by reason, the most frequent reason first. */
export function passedByReason(passed: Round['passed_over']): { reason: PassReason; signs: string[] }[] {
  const groups = new Map<PassReason, string[]>()
  for (const { reason, indicativ } of passed) groups.set(reason, [...(groups.get(reason) ?? []), indicativ])
  return [...groups]
    .map(([reason, signs]) => ({ reason, signs: signs.sort((a, b) => a.localeCompare(b, 'ro', { numeric: true })) }))
    .sort((a, b) => b.signs.length - a.signs.length || (a.reason < b.reason ? -1 : 1))
}
