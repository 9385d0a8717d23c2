import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { ORDER_TEXT, textProblem } from '@dispecerat/domain/kernel/typed-text'
import { ro } from '../../../text/ro.ts'
import { goodsProblems } from './goods-draft.ts'
import { type DraftPlace, departureAt, type OrderDraft } from './order-draft.ts'

/** A departure up to this far in the past counts as now; the server has the same limit. */
const PAST_MS = 5 * 60_000
const FURTHEST_DAYS = 30
const DAY_MS = 24 * 60 * 60_000
export const DOOR_PARTS = ['bloc', 'scara', 'reper', 'comment'] as const

/** Field → sentence, empty when the order can be placed. Place fields are named 'places.<key>' and 'places.<key>.<part>'. */
export function problemsOf(draft: OrderDraft, now: Date): Record<string, string> {
  const problems: Record<string, string | undefined> = {
    phone: phoneProblem(draft.phone),
    name: textProblem(draft.name, ORDER_TEXT.name),
    about_client: textProblem(draft.notes, ORDER_TEXT.notes),
  }
  for (const place of draft.places) Object.assign(problems, placeProblems(place))
  problems.departure = departureProblem(draft, now)
  if (draft.voucher && draft.protocolUserId === null) problems.protocol = ro.order.protocolMissing
  Object.assign(problems, goodsProblems(draft.goods))
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Reason why a typed phone is invalid; undefined when it is valid. */
export function phoneProblem(typed: string): string | undefined {
  if (typed.trim() === '') return ro.order.phoneRequired
  return isPhone(normalizePhone(typed)) ? undefined : ro.order.phoneInvalid
}

function placeProblems(place: DraftPlace): Record<string, string | undefined> {
  const at = `places.${place.key}`
  const problems: Record<string, string | undefined> = {}
  if (place.name.trim() === '') problems[at] = ro.order.addressRequired
  else problems[at] = textProblem(place.name, ORDER_TEXT.placeName) ?? (place.point ? undefined : ro.order.place.choose)
  for (const part of DOOR_PARTS) problems[`${at}.${part}`] = textProblem(place[part], ORDER_TEXT[part])
  return problems
}

function departureProblem({ departure }: OrderDraft, now: Date): string | undefined {
  if (departure.kind !== 'at') return undefined
  const ahead = departureAt(departure, now).getTime() - now.getTime()
  if (ahead < -PAST_MS) return ro.order.when.past
  return ahead > FURTHEST_DAYS * DAY_MS ? ro.order.when.tooFar : undefined
}

/**
 * The part of a draft that a field of the server's refusal is about, as text: the refusal is shown until that part
 * changes.
 */
export function partOf(draft: OrderDraft, field: string): string {
  const [head = '', index = ''] = field.split('.')
  const parts: Record<string, unknown> = {
    phone: draft.phone,
    client_phone: draft.phone,
    name: draft.name,
    client_name: draft.name,
    about_client: draft.notes,
    departure_time: draft.departure,
    protocol_user_id: [draft.voucher, draft.protocolUserId],
    payment_type: draft.voucher,
    promo_code: draft.promoCode,
    discount_id: draft.discountId,
    search_company_ids: draft.partner,
    service_id: draft.serviceId,
    options: draft.options,
    places: index === '' ? draft.places : draft.places[Number(index)],
  }
  return JSON.stringify(head in parts ? parts[head] : draft) ?? ''
}
