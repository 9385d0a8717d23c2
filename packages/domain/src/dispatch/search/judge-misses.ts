import type { BanConditions } from '../search-rules.ts'
import { isExclusive, type Offer, type Round } from './walk.ts'

/** A driver who goes offline sooner than this after the offer may have lost the network. */
const LEFT_EARLY_MS = 5_000
/** A shorter answer window is not a fair chance. */
const FAIR_CHANCE_MS = 3_000
const MINUTE_MS = 60_000

/** End of a round: `taken_elsewhere` = the acceptance came from another round's list. */
export type RoundEnding = 'expired' | 'accepted' | 'taken_elsewhere' | 'canceled'

/**
 * Offers of a round that has just closed which count against their drivers, in rank order: seen, then refused or let pass
 * (`docs/search-engine.md`). Empty for rounds without active ban conditions and for lists.
 */
export function missesOf(round: Round, ending: RoundEnding): Offer[] {
  const { active, drivers } = round.step.banConditions
  if (!active || !isExclusive(round.step)) return []
  const winner = round.offers.find((offer) => offer.fate === 'accepted')
  return round.offers.filter(
    (offer) =>
      drivers.from <= offer.rank &&
      offer.rank <= drivers.to &&
      !offer.isPartner &&
      offer.viewedAt !== null &&
      hadFairChance(offer) &&
      !hadLeftEarly(offer) &&
      wasMissed(offer, ending, winner, round.closedAt),
  )
}

function wasMissed(offer: Offer, ending: RoundEnding, winner: Offer | undefined, closedAt: Date | null): boolean {
  const isRefused = offer.fate === 'refused'
  const isIgnored = offer.fate === 'seen_no_answer'
  switch (ending) {
    case 'expired':
      return isRefused || isIgnored
    case 'accepted': {
      const losesToWorse = winner !== undefined && winner.rank > offer.rank
      return isRefused || (losesToWorse && (isIgnored || offer.fate === 'lost_race'))
    }
    case 'taken_elsewhere':
      return isRefused
    case 'canceled': // before the window ended no driver can be blamed
      return (isRefused || isIgnored) && closedAt !== null && closedAt >= offer.expiresAt
  }
}

/** A refusal may come at any time; only the length of the window itself counts. */
function hadFairChance({ fate, notifiedAt, expiresAt, closedAt }: Offer): boolean {
  const end = fate === 'refused' || closedAt === null || closedAt > expiresAt ? expiresAt : closedAt
  return end.getTime() - notifiedAt.getTime() >= FAIR_CHANCE_MS
}

function hadLeftEarly({ offlineAt, notifiedAt }: Offer): boolean {
  return offlineAt !== null && offlineAt.getTime() - notifiedAt.getTime() < LEFT_EARLY_MS
}

/**
 * Consequence of a driver's misses: `missesAt` are those of one company not cleared yet, the new one included. An acceptance, a ban and a
 * reset clear them; the code that stores them does so. Null = none yet.
 */
export function judgeMisses(conditions: BanConditions, missesAt: readonly Date[], now: Date): 'ban' | 'reset' | null {
  if (!conditions.active) return null
  const since = now.getTime() - conditions.resetInterval * MINUTE_MS
  const recent = missesAt.filter((missedAt) => missedAt.getTime() >= since).length
  return recent >= conditions.count ? conditions.type : null
}
