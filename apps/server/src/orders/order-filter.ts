import type { QueryOf } from '@dispecerat/contract/endpoint'
import type { listOrders } from '@dispecerat/contract/orders'
import { FieldErrors } from '@dispecerat/domain/errors'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import type { OrderFilter } from './order-pages.views.ts'

type Query = QueryOf<typeof listOrders>

/** Both documents' names for one filter (C-14); two names with two values answer 422. */
export function filterOf(query: Query): OrderFilter {
  const one = query.state
  const many = query.states ?? []
  if (one !== undefined && many.length > 0 && !(many.length === 1 && many[0] === one)) conflict('state')
  return {
    states: one === undefined ? many : [one],
    driverOrClientId: query.driver_or_client_id,
    driverId: either('driver_id', query.driver_id, query.driver),
    clientId: either('client_id', query.client_id, query.client),
    dispatcherId: either('dispatcher_id', query.dispatcher_id, query.dispatcher),
    companyId: either('company_id', query.company_id, query.company),
    paymentType: either('payment_type', query.payment_type, query.payment_method),
    from: query.date_from === undefined ? null : fromWireTime(query.date_from),
    to: query.date_to === undefined ? null : fromWireTime(query.date_to),
    search: query.search,
  }
}

function either<T>(field: string, value: T | undefined, alias: T | undefined): T | undefined {
  if (value !== undefined && alias !== undefined && value !== alias) conflict(field)
  return value ?? alias
}

function conflict(field: string): never {
  throw new FieldErrors({ [field]: ['Filtre contradictorii'] })
}
