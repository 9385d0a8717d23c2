import { SEARCH_TYPES, type SearchType } from '@dispecerat/domain/dispatch/search-rules'
import { ARRIVAL_DOUBTS } from '@dispecerat/domain/orders/arrival'
import { CAR_WARNINGS } from '@dispecerat/domain/orders/car-watch'
import { FARE_DOUBTS, type FareDoubt } from '@dispecerat/domain/orders/fare-doubt'
import { fareDoubtMark, fareDoubtReasons } from '@dispecerat/domain/orders/fare-doubt-labels'
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  type PaymentType,
  splitDriverReason,
} from '@dispecerat/domain/orders/order'
import { ro } from '../../../text/ro.ts'
import { arrivalMessages } from '../car/arrival-messages.ts'
import { carMessages } from '../car/car-messages.ts'
import { SEARCH_TYPE_LABELS, searchPanelMessages } from '../search-messages.ts'
import { orderHistoryMessages as messages } from './order-history-messages.ts'

type Data = Readonly<Record<string, unknown>>

/** Details of a line in an order's history: changed fields, search step, car, reason. */
export function historyDetails(data: Data): string[] {
  return [
    ...changes(data),
    ...fare(data),
    ...search(data),
    ...driver(data),
    ...watch(data),
    ...arrival(data),
    ...ending(data),
    ...outboundMessageDetails(data),
    ...playback(data),
  ].filter((part) => part !== '')
}

function changes({ fields, duplicated_from, order_id, state, only_custom }: Data): string[] {
  const parts: string[] = []
  if (Array.isArray(fields))
    parts.push(fields.map((field) => messages.fields[String(field)] ?? String(field)).join(', '))
  if (only_custom === true) parts.push(messages.onlyNamed)
  if (typeof duplicated_from === 'number') parts.push(messages.copy(duplicated_from))
  if (typeof order_id === 'number') parts.push(messages.copy(order_id))
  if (state === 'pending') parts.push(messages.scheduled)
  return parts
}

function fare({ fare: change, fare_doubt: doubt }: Data): string[] {
  if (isDoubt(doubt)) return [fareDoubtMark, fareDoubtReasons[doubt]]
  if (!isFare(change)) return []
  const { before, after, reason } = change
  const totals = (['cost', 'discount_amount'] as const).filter((field) => before[field] !== after[field])
  return [
    ...totals.map((field) => `${inRon(before[field])} → ${inRon(after[field])}`),
    ...(before.payment_type === after.payment_type
      ? []
      : [`${paymentLabel(before.payment_type)} → ${paymentLabel(after.payment_type)}`]),
    reason ?? '',
  ]
}

function isDoubt(value: unknown): value is FareDoubt {
  return FARE_DOUBTS.some((reason) => reason === value)
}

interface FareSide {
  cost: number | null
  discount_amount: number | null
  payment_type: PaymentType
}

function isFare(value: unknown): value is { before: FareSide; after: FareSide; reason: string | null } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value
}

function paymentLabel(type: PaymentType): string {
  return ro.order.payment[type]
}

function inRon(ron: number | null): string {
  return ron === null ? '–' : `${ron.toFixed(2).replace('.', ',')} RON`
}

function search({ step, search_type, drivers }: Data): string[] {
  const parts: string[] = []
  if (typeof step === 'number') parts.push(messages.step(step))
  if (isSearchType(search_type)) parts.push(SEARCH_TYPE_LABELS[search_type])
  if (search_type === 'waiting') parts.push(searchPanelMessages.waitsTurn)
  if (typeof drivers === 'number') parts.push(messages.drivers(drivers))
  return parts
}

function driver({ indicativ, driver_id, waiting_driver_time, is_next }: Data): string[] {
  const parts: string[] = []
  if (typeof indicativ === 'string') parts.push(messages.sign(indicativ))
  else if (typeof driver_id === 'number') parts.push(messages.driver(driver_id))
  if (typeof waiting_driver_time === 'number') parts.push(ro.order.driver.promised(waiting_driver_time))
  if (is_next === true) parts.push(messages.next)
  return parts
}

function watch({ car_warning: kind, seconds, because }: Data): string[] {
  const reason = typeof because === 'string' ? messages.endsOfReplacement[because] : undefined
  if (reason !== undefined) return [reason]
  const warned = CAR_WARNINGS.find((warning) => warning === kind)
  if (warned === undefined || typeof seconds !== 'number') return []
  return [carMessages.warnings[warned](Math.floor(seconds / 60))]
}

function arrival({ arrival_doubt: reason, metres }: Data): string[] {
  const doubted = ARRIVAL_DOUBTS.find((doubt) => doubt === reason)
  if (doubted === undefined) return []
  return [arrivalMessages.reasons[doubted](typeof metres === 'number' ? metres : null)]
}

function ending({ reason, text, cost, stars }: Data): string[] {
  const parts: string[] = []
  if (isReason(reason)) parts.push(ro.order.cancellation.reasons[reason])
  else if (typeof reason === 'string') parts.push(reason)
  if (typeof text === 'string') parts.push(splitDriverReason(text).reason)
  if (typeof cost === 'number') parts.push(inRon(cost))
  if (typeof stars === 'number') parts.push(messages.stars(stars))
  return parts
}

function outboundMessageDetails({ message, letter_state }: Data): string[] {
  const about = typeof message === 'string' ? messages.letters[message] : undefined
  const state = typeof letter_state === 'string' ? messages.outboundStates[letter_state] : undefined
  return [about ?? '', state ?? '']
}

function playback({ playback_end, tries, has_voice }: Data): string[] {
  const parts: string[] = []
  if (typeof playback_end === 'string') parts.push(messages.playbackEnds[playback_end] ?? playback_end)
  if (typeof tries === 'number') parts.push(messages.attempt(tries))
  if (has_voice === false) parts.push(messages.noVoice)
  return parts
}

function isSearchType(value: unknown): value is SearchType {
  return SEARCH_TYPES.some((type) => type === value)
}

function isReason(value: unknown): value is CancellationReason {
  return CANCELLATION_REASONS.some((reason) => reason === value)
}
