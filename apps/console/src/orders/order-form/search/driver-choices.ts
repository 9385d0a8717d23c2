import type { DriverCard } from '@dispecerat/contract/orders/company-dispatch'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'

export type DriverWorkState = 'free' | 'busy' | 'paused' | 'banned' | 'offline'

export interface DriverChoice {
  id: number
  sign: string
  name: string
  state: DriverWorkState
  /** Straight-line distance from the pickup; null when either point is unknown. */
  metres: number | null
}

const RANK: Record<DriverWorkState, number> = { free: 0, busy: 1, paused: 2, offline: 3, banned: 4 }

/** Drivers for a manual choice: sorted by availability, then distance, then call sign. */
export function driverChoices(cards: readonly DriverCard[], pickup: Point | null, now: number): DriverChoice[] {
  return cards
    .map((card) => choiceOf(card, pickup, now))
    .sort(
      (a, b) =>
        RANK[a.state] - RANK[b.state] ||
        (a.metres ?? Number.MAX_VALUE) - (b.metres ?? Number.MAX_VALUE) ||
        a.sign.localeCompare(b.sign, 'ro', { numeric: true }),
    )
}

function choiceOf(card: DriverCard, pickup: Point | null, now: number): DriverChoice {
  /* An implausible position is no basis for a distance. */
  const at = card.implausible_position === null ? card.current_location : null
  return {
    id: card.id,
    sign: card.default_car?.indicativ ?? card.identifier ?? String(card.id),
    name: card.name ?? '',
    state: stateOf(card, now),
    metres: at === null || pickup === null ? null : metresBetween(pickup, { lat: at[1], long: at[0] }),
  }
}

function stateOf(card: DriverCard, now: number): DriverWorkState {
  if (card.ban_until !== null && Date.parse(`${card.ban_until.replace(' ', 'T')}Z`) > now) return 'banned'
  if (!card.is_online) return 'offline'
  if (card.is_busy) return 'busy'
  return card.is_paused ? 'paused' : 'free'
}

/** Drivers whose call sign begins with the typed text, the exact match first, then those whose name contains it. */
export function matching(choices: readonly DriverChoice[], typed: string): DriverChoice[] {
  const text = folded(typed.trim())
  if (text === '') return [...choices]
  const scored = choices.flatMap((choice) => {
    const sign = folded(choice.sign)
    if (sign === text) return [{ choice, score: 0 }]
    if (sign.startsWith(text)) return [{ choice, score: 1 }]
    return folded(choice.name).includes(text) ? [{ choice, score: 2 }] : []
  })
  return scored.sort((a, b) => a.score - b.score).map(({ choice }) => choice)
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
