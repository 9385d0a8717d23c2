import type { Endpoint, RequestInput } from '@dispecerat/contract/endpoint'

/** How to ask an endpoint for a row of another company. */
export interface OtherTenantRequest {
  /** Who of our own company asks. */
  as: 'dispatcher' | 'driver' | 'company_admin' | 'company'
  /** row: the answer must be 404. nothing: it must not hold any text of the other company. */
  expects: 'row' | 'nothing'
  ask: RequestInput<Endpoint>
}

export const row = (ask: RequestInput<Endpoint>, as: OtherTenantRequest['as'] = 'dispatcher'): OtherTenantRequest => ({
  as,
  expects: 'row',
  ask,
})
export const nothing = (
  ask: RequestInput<Endpoint> = {},
  as: OtherTenantRequest['as'] = 'dispatcher',
): OtherTenantRequest => ({
  as,
  expects: 'nothing',
  ask,
})
export const PLACE = { name: 'Gara', lat: 45.66, long: 25.61 }

/** Any id will do where nobody gets as far as the row; of nobody, so that whoever is let in finds nothing. */
const NONE = 999_999
export const ANY_ROW = {
  id: NONE,
  placeId: NONE,
  roundId: NONE,
  kind: 'live',
  group: 'orders',
  key: 'client_arrived',
  phone: '+40700999999',
  phoneOrUserId: NONE,
  paymentId: NONE,
}
