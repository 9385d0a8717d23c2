import type { NewPlace, OrderChange } from '@dispecerat/contract/orders/order-shapes'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import { planDeparture } from '@dispecerat/domain/orders/departure'
import type { Lead } from '@dispecerat/domain/orders/lead'
import type { Actor } from '../../platform/db/actor.ts'
import { inputOfOrder, inputProblems, type OrderInput, refuse } from '../create/order-input.ts'
import type { PlacingFacts } from '../create/order-placing.store.ts'
import { changedGoods, goodsOf, requestedDeparture } from '../delivery/order-goods.ts'
import { asTyped, type OrderingAccount, withFixedPickup } from '../fare/protocol-account.store.ts'
import type { OrderChanges, OrderRecord } from '../order-record.ts'

export interface Edit {
  /** The order after the edit. */
  orderInput: OrderInput
  departure: Date | null
  /** Throws FieldErrors for problems of the changed fields. */
  check(facts: PlacingFacts, fields: readonly string[]): void
  /** Column changes of the typed part. */
  changes(facts: PlacingFacts, fields: readonly string[]): OrderChanges
  /** Column changes of departure and search start. Throws FieldErrors on `departure_time`. */
  hours(facts: PlacingFacts, fields: readonly string[]): OrderChanges
}

/** The editing actor and the time of the edit. */
export interface Editor {
  actor: Actor
  account: OrderingAccount | null
  now: Date
}

/** Fields sent with an edit, or only when placing, that are not columns of the order. */
const NO_FIELDS: readonly string[] = ['state', 'stays_on_line', 'promo_code', 'discount_id', 'fare_reason']

/** Names of the fields an edit changes; an unchanged client phone is not a change. */
export function changedFields(order: OrderRecord, input: OrderChange): string[] {
  return Object.entries(input)
    .filter(([field, value]) => value !== undefined && !NO_FIELDS.includes(field))
    .filter(([field, value]) => field !== 'client_phone' || value !== order.clientPhone)
    .map(([field]) => field)
}

/** Applies the edit to the order. */
export function decideEdit(order: OrderRecord, places: NewPlace[], input: OrderChange, by: Editor): Edit {
  const { actor, account, now } = by
  const typed = account && input.places ? { ...input, places: withFixedPickup(account, input.places) } : input
  const orderInput = merged(inputOfOrder(order, places), typed, actor)
  const departure = requestedDeparture(
    input.departure_time ? fromWireTime(input.departure_time) : null,
    input.prep_minutes,
    now,
  )
  return {
    orderInput,
    departure,
    check(facts, fields) {
      const moves = fields.includes('places')
      const isWeighed = fields.includes('payment_type') || (account !== null && moves)
      const checkedFields = isWeighed ? [...fields, 'protocol_user_id'] : fields
      refuse(asTyped(inputProblems(orderInput, facts, order.state !== 'new'), account), checkedFields)
    },
    changes(facts, fields) {
      const moves = fields.includes('places')
      const { places: _places, ...columns } = orderInput
      const changes: OrderChanges = { ...columns, address: orderInput.places[0]?.name ?? null }
      if (moves && facts.estimatedCostBani !== null) changes.estimatedCostBani = facts.estimatedCostBani
      return changes
    },
    hours(facts, fields) {
      return departureChanges(order, fields, { departure, now, lead: facts.lead })
    },
  }
}

function departureChanges(
  order: OrderRecord,
  fields: readonly string[],
  { departure, now, lead }: { departure: Date | null; now: Date; lead: Lead },
): OrderChanges {
  const isScheduled = order.state === 'pending' && !order.inPendingQueue
  const isMoved = fields.includes('departure_time') || (departure !== null && fields.includes('prep_minutes'))
  if (!isMoved && !(isScheduled && fields.includes('lead_minutes'))) return {}
  const { departureAt, startAt } = planDeparture(isMoved ? departure : order.departureTime, now, lead.minutes)
  // A departure moved inside the lead is due at once: the timer's next run starts the search.
  const hours = { departureTime: departureAt, startAt: startAt ?? now, leadSource: lead.source, remindedAt: null }
  return isScheduled ? hours : { departureTime: departureAt }
}

function merged(orderInput: OrderInput, input: OrderChange, actor: Actor): OrderInput {
  const paymentType = actor.kind === 'company' ? orderInput.paymentType : (input.payment_type ?? orderInput.paymentType)
  const account =
    actor.kind === 'company' ? orderInput.protocolUserId : valueOr(input.protocol_user_id, orderInput.protocolUserId)
  return {
    clientPhone: valueOr(input.client_phone, orderInput.clientPhone),
    phone: valueOr(input.phone, orderInput.phone),
    name: valueOr(input.name, orderInput.name),
    clientName: valueOr(input.client_name, orderInput.clientName),
    aboutClient: valueOr(input.about_client, orderInput.aboutClient),
    places: input.places ?? orderInput.places,
    serviceId: input.service_id ?? orderInput.serviceId,
    leadMinutes: valueOr(input.lead_minutes, orderInput.leadMinutes),
    options: input.options ?? orderInput.options,
    paymentType,
    protocolUserId: paymentType === 'protocol' ? account : null,
    customDriverIds: input.custom_driver_ids ?? orderInput.customDriverIds,
    sendToOtherCompany: input.send_to_other_company ?? orderInput.sendToOtherCompany,
    searchCompanyIds: input.search_company_ids ?? orderInput.searchCompanyIds,
    ...goodsOf(orderInput),
    ...changedGoods(input),
  }
}

/** undefined keeps the current value, null clears it. */
function valueOr<T>(value: T | null | undefined, current: T | null): T | null {
  return value === undefined ? current : value
}
