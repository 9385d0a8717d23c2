import type { NewPlace, OrderChange } from '@dispecerat/contract/order-shapes'
import { planDeparture } from '@dispecerat/domain/departure'
import { baniFromRon } from '@dispecerat/domain/money'
import { fromWireTime } from '@dispecerat/domain/wire-time'
import type { Caller } from '../db/caller.ts'
import type { OrderChanges, OrderRecord } from './order-record.ts'
import { type OrderWish, refuse, wishOfOrder, wishProblems } from './order-wish.ts'
import type { PlacingFacts } from './placing-facts.store.ts'

export interface Edit {
  /** The order as it would be. */
  wish: OrderWish
  departure: Date | null
  /** Columns to write, once the wish is checked against the facts in the fields that change. */
  changes(facts: PlacingFacts, now: Date, fields: readonly string[]): OrderChanges
}

/** Names of the fields an edit carries; a client's phone repeated as it stands is no edit. */
export function givenFields(order: OrderRecord, input: OrderChange): string[] {
  return Object.entries(input)
    .filter(([field, value]) => value !== undefined && field !== 'state')
    .filter(([field, value]) => field !== 'client_phone' || value !== order.clientPhone)
    .map(([field]) => field)
}

/** The order with the edit laid over it. */
export function decideEdit(order: OrderRecord, places: NewPlace[], input: OrderChange, caller: Caller): Edit {
  const wish = merged(wishOfOrder(order, places), input, caller)
  const departure = input.departure_time ? fromWireTime(input.departure_time) : null
  return {
    wish,
    departure,
    changes(facts, now, fields) {
      const asked = fields.includes('payment_type') ? [...fields, 'protocol_user_id'] : fields
      refuse(wishProblems(wish, facts, order.state !== 'new'), asked)
      const { places: _places, ...columns } = wish
      const changes: OrderChanges = { ...columns, address: wish.places[0]?.name ?? null }
      if (input.cost !== undefined) changes.costBani = input.cost === null ? null : baniFromRon(input.cost)
      return { ...changes, ...departureChanges(order, fields, { departure, now, leadMinutes: facts.leadMinutes }) }
    },
  }
}

function departureChanges(
  order: OrderRecord,
  fields: readonly string[],
  { departure, now, leadMinutes }: { departure: Date | null; now: Date; leadMinutes: number },
): OrderChanges {
  if (!fields.includes('departure_time')) return {}
  const { departureAt, startAt } = planDeparture(departure, now, leadMinutes)
  const isScheduled = order.state === 'pending' && !order.inPendingQueue
  // An hour that moved closer than the lead is due at once; the next look of the timer begins it.
  return isScheduled ? { departureTime: departureAt, startAt: startAt ?? now } : { departureTime: departureAt }
}

function merged(wish: OrderWish, input: OrderChange, caller: Caller): OrderWish {
  const paymentType = caller.kind === 'company' ? wish.paymentType : (input.payment_type ?? wish.paymentType)
  const account = caller.kind === 'company' ? wish.protocolUserId : given(input.protocol_user_id, wish.protocolUserId)
  return {
    clientPhone: given(input.client_phone, wish.clientPhone),
    phone: given(input.phone, wish.phone),
    name: given(input.name, wish.name),
    clientName: given(input.client_name, wish.clientName),
    aboutClient: given(input.about_client, wish.aboutClient),
    places: input.places ?? wish.places,
    serviceId: input.service_id ?? wish.serviceId,
    options: input.options ?? wish.options,
    paymentType,
    protocolUserId: paymentType === 'protocol' ? account : null,
    customDriverIds: input.custom_driver_ids ?? wish.customDriverIds,
    sendToOtherCompany: input.send_to_other_company ?? wish.sendToOtherCompany,
    searchCompanyIds: input.search_company_ids ?? wish.searchCompanyIds,
  }
}

/** undefined leaves what is there, null empties it. */
function given<T>(value: T | null | undefined, current: T | null): T | null {
  return value === undefined ? current : value
}
