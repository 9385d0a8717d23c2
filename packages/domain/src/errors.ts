/** Every way a rule of the trade says no. The contract answers each with a status and a Romanian text. */
export const DOMAIN_ERRORS = [
  'order.unknown',
  'order.wrong_state',
  'order.changed_meanwhile',
  'order.not_yours',
  'order.field_locked',
  'order.last_place',
  'order.phone_blocked',
  'order.client_phone_fixed',
  'order.trip_step',
  'place.unknown',
  'place.outside_romania',
  'offer.unknown',
  'offer.taken',
  'offer.canceled',
  'offer.expired',
  'driver.unknown',
  'driver.busy',
  'driver.not_on_shift',
  'driver.has_active_order',
  'driver.car_taken',
  'driver.banned',
  'car.unknown',
  'client.unknown',
  'company.unknown',
  'company.suspended',
  'service.unknown',
  'zone.unknown',
  'saved_address.unknown',
  'saved_address.not_internal',
  'blocked_phone.unknown',
  'user.unknown',
  'session.unknown',
  'account.bad_credentials',
  'account.banned',
  'account.inactive',
  'account.token_invalid',
  'account.forbidden',
  'account.set_up_closed',
  'request.key_reused',
] as const
export type DomainErrorCode = (typeof DOMAIN_ERRORS)[number]

/** A rule of the trade said no. Anything else that is thrown is a bug. */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly facts: Readonly<Record<string, string | number | boolean | null>>

  constructor(code: DomainErrorCode, facts: Record<string, string | number | boolean | null> = {}) {
    super(code)
    this.name = 'DomainError'
    this.code = code
    this.facts = facts
  }
}

/** Bad input found by a rule: field path (dotted, as on the wire) → Romanian messages. Answered as 422. */
export class FieldErrors extends Error {
  readonly fields: Readonly<Record<string, string[]>>

  constructor(fields: Record<string, string[]>) {
    super('field errors')
    this.name = 'FieldErrors'
    this.fields = fields
  }
}
