import type { DriverCard } from '@dispecerat/contract/company-desk'
import { metresBetween, type Point } from '@dispecerat/domain/geo'

export type DriverWorkState = 'free' | 'busy' | 'paused' | 'banned' | 'offline'

export interface DriverChoice {
  id: number
  sign: string
  name: string
  state: DriverWorkState
  /** As the crow flies from the pickup; null when either is unknown. */
  metres: number | null
}

const RANK: Record<DriverWorkState, number> = { free: 0, busy: 1, paused: 2, offline: 3, banned: 4 }

/** Drivers as a dispatcher picks them: whoever can come first, the nearest first, then by call sign. */
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
  // A marked position says nothing of how far the car is.
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

/** Those whose call sign begins with what is typed, the exact one first, then those whose name holds it. */
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
