import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'

/** A request to an endpoint for a row of another company. */
export interface OtherTenantRequest {
  /** Role of the user of our own company who sends the request. */
  as: 'dispatcher' | 'driver' | 'company_admin' | 'company'
  /** row: the reply must be 404. nothing: the reply must not contain any text of the other company. */
  expects: 'row' | 'nothing'
  input: RequestInput<Endpoint>
}

export const row = (
  input: RequestInput<Endpoint>,
  as: OtherTenantRequest['as'] = 'dispatcher',
): OtherTenantRequest => ({
  as,
  expects: 'row',
  input,
})
export const nothing = (
  input: RequestInput<Endpoint> = {},
  as: OtherTenantRequest['as'] = 'dispatcher',
): OtherTenantRequest => ({
  as,
  expects: 'nothing',
  input,
})
export const PLACE = { name: 'Gara', lat: 45.66, long: 25.61 }

/** An id for requests that are refused before the row is read; no row has it, so an accepted request finds nothing. */
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
