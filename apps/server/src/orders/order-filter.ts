import type { BodyOf, QueryOf } from '@dispecerat/contract/endpoint'
import type { EndedBy, listOrdersForReport } from '@dispecerat/contract/order-lists'
import type { searchOrders } from '@dispecerat/contract/order-search'
import type { listOrders } from '@dispecerat/contract/orders'
import { FieldErrors } from '@dispecerat/domain/errors'
import type { CancellationReason, OrderState, PaymentType } from '@dispecerat/domain/order'
import { isPhone, normalizePhone } from '@dispecerat/domain/phone'
import { fromWireTime } from '@dispecerat/domain/wire-time'

/** What a book of orders is asked for; everything left out is not looked at. */
export interface OrderFilter {
  states: readonly OrderState[]
  driverOrClientId?: number
  /** Either side, any of them; an empty list finds nothing. */
  personIds?: readonly number[]
  driverId?: number
  /** Driven, or to be driven, for this company. */
  drivenForId?: number
  clientId?: number
  dispatcherId?: number
  companyId?: number
  paymentType?: PaymentType
  orderId?: number
  sign?: string
  /** E.164. */
  phone?: string
  isOnline?: boolean
  /** Only orders whose fare somebody has to confirm. */
  isFareDoubted?: boolean
  /** Only finished ones, by how they were paid in the end. */
  settledBy?: PaymentType
  /** Of protocol and card orders: settled with the driver or not. */
  isPaid?: boolean
  protocolUserId?: number
  reason?: CancellationReason
  /** Who canceled them. */
  endedBy?: EndedBy
  /** The period is about searches of this interval; 0 of none. */
  intervalId?: number
  /** The period is about when orders were finished or canceled, not taken down. */
  isByEnd?: boolean
  from: Date | null
  to: Date | null
  search?: string
}

export interface Page {
  page: number
  perPage: number
  /** Only what is older than this order. */
  after: Cursor | null
}

/** Where a page ended: microseconds since 1970 and the id, both as text, because they may be longer than a number. */
export interface Cursor {
  micros: string
  id: string
}

type Query = QueryOf<typeof listOrders>

/** Both documents' names for one filter; two names with two values answer 422. */
export function filterOf(query: Query): OrderFilter {
  const one = query.state
  const many = query.states ?? []
  if (one !== undefined && many.length > 0 && !(many.length === 1 && many[0] === one)) conflict('state')
  return given({
    states: one === undefined ? many : [one],
    driverOrClientId: query.driver_or_client_id,
    driverId: either('driver_id', query.driver_id, query.driver),
    clientId: either('client_id', query.client_id, query.client),
    dispatcherId: either('dispatcher_id', query.dispatcher_id, query.dispatcher),
    companyId: either('company_id', query.company_id, query.company),
    paymentType: either('payment_type', query.payment_type, query.payment_method),
    settledBy: query.driver_payment_method,
    isOnline: query.online === undefined ? undefined : query.online === '1',
    isFareDoubted: query.fare_doubt === '1' ? true : undefined,
    isPaid: query.driver_payment === undefined ? undefined : query.driver_payment === 'paid',
    from: instant(query.date_from),
    to: instant(query.date_to),
    search: query.search,
  })
}

/** The filter of a search that was sent as a body; who is meant by a short code is for the caller to look up. */
export function searchFilterOf(body: BodyOf<typeof searchOrders>): OrderFilter {
  return given({
    ...termFilter(body),
    states: body.states ?? [],
    driverOrClientId: body.driver_or_client_id,
    driverId: body.driver_id,
    clientId: body.client_id,
    dispatcherId: body.dispatcher_id,
    companyId: body.company_id,
    paymentType: body.payment_method,
    from: instant(body.date_from),
    to: instant(body.date_to),
  })
}

/** '+40' and nine digits. */
const WHOLE_ROMANIAN = 12

function termFilter({ by, term = '', search }: BodyOf<typeof searchOrders>): Partial<OrderFilter> {
  const rest = search === undefined ? {} : { search }
  if (term === '') return rest
  if (by === 'order') return { ...rest, orderId: /^\d{1,15}$/.test(term) ? Number(term) : 0 }
  if (by === 'sign') return { ...rest, sign: term }
  if (by === 'text') return { search: [term, search].join(' ') }
  if (by !== 'phone') return rest
  const phone = normalizePhone(term)
  // A number that is not whole yet is found as a part of the text.
  return isPhone(phone) && (phone.length === WHOLE_ROMANIAN || !phone.startsWith('+40'))
    ? { ...rest, phone }
    : { search: [term.replace(/\D/g, ''), search].join(' ') }
}

export function reportFilterOf(query: QueryOf<typeof listOrdersForReport>): OrderFilter {
  return given({
    states: query.state === undefined ? [] : [query.state],
    dispatcherId: query.dispatcher_id,
    driverId: query.driver_id,
    companyId: query.company_id,
    protocolUserId: query.protocol_user_id,
    reason: query.reason,
    endedBy: query.ended_by,
    intervalId: query.interval_id,
    isOnline: query.online === undefined ? undefined : query.online === '1',
    isFareDoubted: query.fare_doubt === '1' ? true : undefined,
    isByEnd: query.date_of === 'end' ? true : undefined,
    from: instant(query.date_from),
    to: instant(query.date_to),
  })
}

export function pageOf({
  page,
  per_page,
  cursor,
}: {
  page: number
  per_page: number
  cursor?: string | undefined
}): Page {
  const [micros, id] = cursor?.split('-') ?? []
  return { page, perPage: per_page, after: micros === undefined || id === undefined ? null : { micros, id } }
}

/** Keys without a value are left out. */
function given(filter: { [K in keyof OrderFilter]: OrderFilter[K] | undefined }): OrderFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as unknown as OrderFilter
}

function instant(text: string | undefined): Date | null {
  return text === undefined ? null : fromWireTime(text)
}

function either<T>(field: string, value: T | undefined, alias: T | undefined): T | undefined {
  if (value !== undefined && alias !== undefined && value !== alias) conflict(field)
  return value ?? alias
}

function conflict(field: string): never {
  throw new FieldErrors({ [field]: ['Filtre contradictorii'] })
}
