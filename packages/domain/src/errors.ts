/** Why a call does not go out. */
export const OUTGOING_REFUSALS = [
  'call.outgoing_stopped',
  'call.number_not_allowed',
  'call.country_not_allowed',
  'call.too_many_outgoing',
  'call.day_calls_used',
  'call.day_minutes_used',
  'call.day_money_used',
  'call.dispatcher_too_many_outgoing',
  'call.dispatcher_calls_used',
  'call.dispatcher_minutes_used',
  'call.dispatcher_money_used',
] as const satisfies readonly DomainErrorCode[]
export type OutgoingRefusal = (typeof OUTGOING_REFUSALS)[number]

/**
 * Every way a rule of the trade says no. The contract answers each with a status and a Romanian text. Written out: a list made of
 * another one would be loaded by browsers, which never read it.
 */
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
  'order.is_next',
  'order.already_rated',
  'order.rating_closed',
  'order.no_photo',
  'order.is_test',
  'order.never_placed',
  'order.of_account',
  'order.trip_started',
  'call.unknown',
  'call.taken',
  'call.ended',
  'call.not_answered',
  'call.not_yours',
  'call.order_busy',
  'call.no_phone',
  'call.outgoing_stopped',
  'call.number_not_allowed',
  'call.country_not_allowed',
  'call.too_many_outgoing',
  'call.day_calls_used',
  'call.day_minutes_used',
  'call.day_money_used',
  'call.dispatcher_too_many_outgoing',
  'call.dispatcher_calls_used',
  'call.dispatcher_minutes_used',
  'call.dispatcher_money_used',
  'call.colleague_away',
  'call.phone_away',
  'call.colleague_busy',
  'call.cannot_be_moved',
  'call.no_recording',
  'caller.no_exchange',
  'caller.too_many',
  'place.unknown',
  'place.outside_romania',
  'client_app.off',
  'client_app.code_wrong',
  'client_app.closed',
  'client_app.no_codes_left',
  'client_app.too_many_orders',
  'client_app.too_many_addresses',
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
  'car.changed_meanwhile',
  'car.on_trip',
  'car.plate_taken',
  'car.sign_taken',
  'car.no_photo',
  'device.blocked',
  'device.of_another_company',
  'device.unknown',
  'device.changed_meanwhile',
  'client.unknown',
  'client.has_open_order',
  'company.unknown',
  'company.suspended',
  'company.trial_over',
  'company.changed_meanwhile',
  'company.no_logo',
  'company.cui_taken',
  'company.no_cui',
  'company.waiting',
  'company.refused',
  'company.not_approved',
  'company.email_not_proved',
  'company.not_waiting',
  'company.proof_closed',
  'sign_up.closed',
  'broadcast.unknown',
  'broadcast.ended',
  'partner.unknown',
  'service.unknown',
  'phone_line.unknown',
  'catalogue.unknown',
  'catalogue.platform',
  'catalogue.fixed',
  'catalogue.changed_meanwhile',
  'settings.changed_meanwhile',
  'zone.unknown',
  'zone.changed_meanwhile',
  'stand.unknown',
  'saved_address.unknown',
  'saved_address.not_internal',
  'blocked_phone.unknown',
  'search_interval.unknown',
  'search_method.unknown',
  'search_rules.changed_meanwhile',
  'replay.unknown',
  'replay.already_running',
  'user.unknown',
  'user.no_photo',
  'user.not_yours_to_ban',
  'user.not_yours_to_edit',
  'user.role_not_yours_to_grant',
  'user.is_yourself',
  'user.is_super_user',
  'user.works_elsewhere',
  'user.changed_meanwhile',
  'message_template.unknown',
  'message_template.too_many',
  'message_template.changed_meanwhile',
  'announcement.unknown',
  'announcement.changed_meanwhile',
  'incident.unknown',
  'incident.wrong_status',
  'letter.unknown',
  'filing.unknown',
  'filing.wrong_state',
  'filing.no_answer',
  'filing.day_not_over',
  'efactura.not_offered',
  'efactura.unreachable',
  'efactura_authorisation.unknown',
  'efactura_request.unknown',
  'priority.unknown',
  'ledger.unknown',
  'ledger.limit',
  'ledger.already_reversed',
  'ledger.not_by_hand',
  'ledger.nothing_due',
  'discount.unknown',
  'discount.changed_meanwhile',
  'contract.unknown',
  'contract.changed_meanwhile',
  'invoice.unknown',
  'invoice.no_profile',
  'invoice.no_buyer',
  'invoice.cui_unproved',
  'invoice.nothing_to_bill',
  'invoice.month_not_over',
  'invoice.already_corrected',
  'invoice.has_payments',
  'invoice.nothing_owed',
  'invoice.nothing_to_credit',
  'payment.unknown',
  'payment.already_reversed',
  'tariff.unknown',
  'tariff.service_taken',
  'tariff.changed_meanwhile',
  'session.unknown',
  'account.bad_credentials',
  'account.banned',
  'account.inactive',
  'account.token_invalid',
  'account.forbidden',
  'account.set_up_closed',
  'account.reset_closed',
  'account.no_contract',
  'account.code_needed',
  'account.code_wrong',
  'account.two_factor_needed',
  'account.two_factor_is_on',
  'account.two_factor_is_off',
  'content.unknown',
  'content.changed_meanwhile',
  'content.fixed',
  'content.has_children',
  'registry.silent',
  'report_token.unknown',
  'request.key_reused',
  'export.unknown',
  'import.unknown',
  'import.running',
  'import.stopped',
  'import.ended',
  'request.outcome_unknown',
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
  /** How many accounts of companies the actor does not work for the messages tell of. */
  readonly accountConflicts: number

  constructor(fields: Readonly<Record<string, string[]>>, accountConflicts = 0) {
    super('field errors')
    this.name = 'FieldErrors'
    this.fields = fields
    this.accountConflicts = accountConflicts
  }

  /** Both refusals as one. */
  and(other: FieldErrors): FieldErrors {
    const fields: Record<string, string[]> = { ...this.fields }
    for (const [field, texts] of Object.entries(other.fields)) {
      fields[field] = [...new Set([...(fields[field] ?? []), ...texts])]
    }
    return new FieldErrors(fields, this.accountConflicts + other.accountConflicts)
  }
}
