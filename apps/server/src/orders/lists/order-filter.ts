import type { BodyOf, QueryOf } from '@dispecerat/contract/kernel/endpoint'
import type { EndedBy, listOrdersForReport } from '@dispecerat/contract/orders/order-lists'
import type { searchOrders } from '@dispecerat/contract/orders/order-search'
import type { listOrders } from '@dispecerat/contract/orders/orders'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { asId, type CompanyId, type DriverId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { CancellationReason, OrderState, PaymentType } from '@dispecerat/domain/orders/order'

const MAX_REPORT_DAYS = 366
const DAY_MS = 86_400_000

/** Filter of an order list; left-out fields are not filtered by. */
export interface OrderFilter {
  states: readonly OrderState[]
  driverOrClientId?: UserId
  /** Matches orders with any of these ids as driver or client; an empty list matches nothing. */
  personIds?: readonly number[]
  driverId?: DriverId
  /** Company of the driver, for driven and assigned orders. */
  drivenForId?: number
  clientId?: UserId
  dispatcherId?: UserId
  companyId?: CompanyId
  paymentType?: PaymentType
  orderId?: OrderId
  sign?: string
  /** E.164. */
  phone?: string
  isOnline?: boolean
  /** Only orders whose fare must be confirmed. */
  isFareDoubted?: boolean
  /** Only finished orders, by their actual payment method. */
  settledBy?: PaymentType
  /** Protocol and card orders: whether the driver was paid. */
  isPaid?: boolean
  protocolUserId?: UserId
  reason?: CancellationReason
  /** Role that canceled the order. */
  endedBy?: EndedBy
  /** The period filters searches of this interval; 0 = without an interval. */
  intervalId?: number
  /** The period filters the end of orders instead of their creation. */
  isByEnd?: boolean
  from: Date | null
  to: Date | null
  search?: string
}

export interface Page {
  page: number
  perPage: number
  /** Only orders older than this one. */
  after: Cursor | null
}

/** End of a page: microseconds since 1970 and the id, both as text, because they may exceed a safe number. */
export interface Cursor {
  micros: string
  id: string
}

type Query = QueryOf<typeof listOrders>

/** Accepts both documented names of each filter; two names with different values are answered with 422. */
export function filterOf(query: Query): OrderFilter {
  const one = query.state
  const many = query.states ?? []
  if (one !== undefined && many.length > 0 && !(many.length === 1 && many[0] === one)) conflict('state')
  return withoutUndefined({
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

/** Filter of a search sent in the body; short codes are resolved separately. */
export function searchFilterOf(body: BodyOf<typeof searchOrders>): OrderFilter {
  return withoutUndefined({
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
  if (by === 'order') return { ...rest, orderId: asId<OrderId>(/^\d{1,15}$/.test(term) ? Number(term) : 0) }
  if (by === 'sign') return { ...rest, sign: term }
  if (by === 'text') return { search: [term, search].join(' ') }
  if (by !== 'phone') return rest
  const phone = normalizePhone(term)
  // An incomplete number is searched for as a part of the text.
  return isPhone(phone) && (phone.length === WHOLE_ROMANIAN || !phone.startsWith('+40'))
    ? { ...rest, phone }
    : { search: [term.replace(/\D/g, ''), search].join(' ') }
}

export function reportFilterOf(query: QueryOf<typeof listOrdersForReport>): OrderFilter {
  return withoutUndefined({
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

/** Leaves out keys without a value. */
function withoutUndefined(filter: { [K in keyof OrderFilter]: OrderFilter[K] | undefined }): OrderFilter {
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

/** A report covers at most 366 days; a table needs a start. */
export function checkPeriod(
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
  format: 'json' | 'csv' | 'xlsx',
  now: Date,
): void {
  if (from === null && format !== 'json') throw new FieldErrors({ date_from: ['Alegeți începutul perioadei'] })
  if (from === null) return
  if ((to ?? now).getTime() - from.getTime() > MAX_REPORT_DAYS * DAY_MS) {
    throw new FieldErrors({ date_to: ['Perioada poate avea cel mult 366 de zile'] })
  }
}
