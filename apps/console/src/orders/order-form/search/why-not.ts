import type { Searches } from '@dispecerat/contract/dispatch/search'
import { type DriverInRound, type ExplainedRound, explainDriver } from '@dispecerat/domain/dispatch/search/explain'
import type { PassReason } from '@dispecerat/domain/dispatch/search-rules'
import { asId, type DriverId } from '@dispecerat/domain/kernel/ids'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { FATE_LABELS, PASS_LABELS } from '../../../shared/orders/search-messages.ts'
import { hourToSecond } from '../../../text/format.ts'
import { measured } from './measured.ts'
import { whyNotMessages } from './why-not-messages.ts'

type RoundView = Searches['searches'][number]
const messages = whyNotMessages

/** The driver with this call sign among all who got an offer or were passed over; null when no round has one. */
export function driverOfSign(rounds: readonly RoundView[], sign: string): number | null {
  const wanted = sign.trim().toLocaleLowerCase('ro')
  for (const { drivers, passed_over } of rounds) {
    const offered = drivers.find(({ driver }) => driver.indicativ.toLocaleLowerCase('ro') === wanted)
    if (offered) return offered.driver.id
    const passed = passed_over.find(({ indicativ }) => indicativ.toLocaleLowerCase('ro') === wanted)
    if (passed) return passed.driver_id
  }
  return null
}

/** One sentence per round, oldest first: rank and outcome, or the reason for getting no offer. */
export function whyNot(rounds: readonly RoundView[], driverId: number): { id: number; sentence: string }[] {
  const explained = explainDriver(rounds.map(roundOf), asId(driverId))
  return explained.map((inRound, index) => {
    const round = rounds[index]
    const note = round?.passed_over.find((passed) => passed.driver_id === driverId)?.note
    return { id: round?.id ?? index, sentence: sentenceOf(inRound, note) }
  })
}

function sentenceOf({ roundNo, startedAt, offer, because, beyond }: DriverInRound, note: string | undefined): string {
  const when = messages.round(roundNo, hourToSecond(startedAt))
  if (offer === null) {
    if (because === null) return `${when} ${messages.notLooked}`
    const far = beyond ? ` (${measured(beyond.metres, beyond.isGuess)})` : ''
    const reason = reasonMessages(because)
    return `${when} ${messages.notAsked(note === undefined ? reason : messages.noted(reason, note))}${far}`
  }
  const metres = offer.routeMetres ?? offer.metres
  const far = Number.isFinite(metres) ? measured(metres, offer.isRouteGuess) : ''
  const fate = FATE_LABELS[offer.fate]
  return `${when} ${offer.rank === 1 ? messages.askedFirst(far, fate) : messages.asked(offer.rank, far, fate)}`
}

/** A reason inside a sentence. */
export function reasonMessages(reason: PassReason): string {
  const text = PASS_LABELS[reason]
  return text.charAt(0).toLocaleLowerCase('ro') + text.slice(1)
}

function roundOf(round: RoundView): ExplainedRound {
  const passedOver: Partial<Record<PassReason, DriverId[]>> = {}
  for (const { reason, driver_id } of round.passed_over) {
    const sharing = passedOver[reason] ?? []
    sharing.push(asId(driver_id))
    passedOver[reason] = sharing
  }
  return {
    no: round.step,
    step: {
      searchType: round.params.search_type ?? 'custom',
      notificationMethod: round.params.notification_method,
    },
    startedAt: instant(round.started_at),
    passedOver,
    beyond: round.passed_over.flatMap(({ driver_id, distance_m, distance_is_guess }) =>
      distance_m === null
        ? []
        : [{ driverId: asId<DriverId>(driver_id), metres: distance_m, isGuess: distance_is_guess }],
    ),
    offers: round.drivers.map((offered) => ({
      driverId: asId(offered.driver.id),
      rank: offered.rank,
      fate: offered.fate,
      metres: offered.distance_m ?? Number.POSITIVE_INFINITY,
      routeMetres: offered.route_m,
      isRouteGuess: offered.route_is_guess,
      notifiedAt: instant(offered.notified_at ?? round.started_at),
      viewedAt: offered.viewed_at === null ? null : instant(offered.viewed_at),
      closedAt: offered.responded_at === null ? null : instant(offered.responded_at),
    })),
  }
}

function instant(wire: string): Date {
  return fromWireTime(wire) ?? new Date(Number.NaN)
}
