import type { NewOrder, NewPlace } from '@dispecerat/contract/orders/order-shapes'
import { isInRomania } from '@dispecerat/domain/geography/romania'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { hasCreditFor } from '@dispecerat/domain/orders/credit'
import { serviceOfPackage } from '@dispecerat/domain/orders/goods'
import { needs } from '../../platform/http/check-all.ts'
import type { CompanyClient } from '../clients/clients.public.ts'
import type { Goods } from '../delivery/order-goods.ts'
import { goodsOf, typedGoods } from '../delivery/order-goods.ts'
import { OVER_LIMIT } from '../fare/account-credit.ts'
import { type OrderingAccount, withFixedPickup } from '../fare/protocol-account.store.ts'
import type { OrderChanges, OrderOptions, OrderRecord } from '../order-record.ts'
import type { PlacingFacts } from './order-placing.store.ts'

/** Fields that a discount depends on, and client fields stored beside them. */
export const DISCOUNTED_BY = [
  'client_phone',
  'phone',
  'name',
  'client_name',
  'about_client',
  'places',
  'service_id',
  'departure_time',
  'prep_minutes',
  'payment_type',
  'protocol_user_id',
  'promo_code',
  'discount_id',
] as const

/** The typed part of an order, validated the same way when placed and when edited. */
export interface OrderInput extends Goods {
  clientPhone: string | null
  phone: string | null
  name: string | null
  clientName: string | null
  aboutClient: string | null
  places: NewPlace[]
  serviceId: number
  /** Minutes before the departure at which the search begins; null = the company's setting. */
  leadMinutes: number | null
  options: OrderOptions
  paymentType: OrderRecord['paymentType']
  protocolUserId: UserId | null
  customDriverIds: DriverId[]
  sendToOtherCompany: boolean
  searchCompanyIds: CompanyId[]
}

/** Builds the input from a request; `account` is set when a protocol company orders for itself, and overrides what was sent. */
export function inputOf(
  input: NewOrder,
  { packageId, account }: { packageId: number; account: OrderingAccount | null },
): OrderInput {
  const orderInput: OrderInput = {
    clientPhone: input.client_phone ?? input.phone ?? null,
    phone: input.phone ?? input.client_phone ?? null,
    name: input.name ?? input.client_name ?? null,
    clientName: input.client_name ?? null,
    aboutClient: input.about_client ?? null,
    places: input.places,
    serviceId: input.service_id ?? serviceOfPackage(packageId),
    leadMinutes: input.lead_minutes ?? null,
    options: input.options,
    paymentType: input.payment_type,
    protocolUserId: input.payment_type === 'protocol' ? (input.protocol_user_id ?? null) : null,
    customDriverIds: input.custom_driver_ids,
    sendToOtherCompany: input.send_to_other_company,
    searchCompanyIds: input.search_company_ids,
    ...typedGoods(input),
  }
  if (!account) return orderInput
  return {
    ...orderInput,
    places: withFixedPickup(account, input.places),
    serviceId: serviceOfPackage(packageId),
    leadMinutes: null,
    paymentType: 'protocol',
    protocolUserId: account.userId,
    customDriverIds: [],
    sendToOtherCompany: false,
    searchCompanyIds: [],
  }
}

/** The input that corresponds to a saved order. */
export function inputOfOrder(order: OrderRecord, places: NewPlace[]): OrderInput {
  const { clientPhone, phone, name, clientName, aboutClient, serviceId, options, paymentType } = order
  const { protocolUserId, customDriverIds, sendToOtherCompany, searchCompanyIds, leadMinutes } = order
  return {
    clientPhone,
    phone,
    name,
    clientName,
    aboutClient,
    places,
    serviceId,
    options,
    paymentType,
    protocolUserId,
    customDriverIds,
    sendToOtherCompany,
    searchCompanyIds,
    leadMinutes,
    ...goodsOf(order),
  }
}

/** Column values of the input; missing client data is taken from the company's record, and place A is copied to the order for the lists. */
export function toColumns({ places, ...orderInput }: OrderInput, client: CompanyClient | null): OrderChanges {
  const clientName = client?.name ?? orderInput.clientName
  return {
    ...orderInput,
    clientName,
    name: orderInput.name ?? clientName,
    aboutClient: client?.about ?? orderInput.aboutClient,
    address: places[0]?.name ?? null,
  }
}

type Problems = Record<string, string[]>

/** Problems of an input, by wire field; a draft may be incomplete but not wrong. */
export function inputProblems(orderInput: OrderInput, facts: PlacingFacts, isComplete: boolean): Problems {
  const problems: Problems = {}
  if (facts.isBlocked) problems.phone = ['Număr blocat']
  if (!facts.serviceIsKnown) problems.service_id = ['Serviciul nu există']
  for (const key of facts.unknownOptions) problems[`options.${key}`] = ['Opțiune necunoscută']
  for (const [index, place] of orderInput.places.entries()) {
    if (!isInRomania(place)) problems[`places.${index}.lat`] = ['Adresa este în afara României']
  }
  if (facts.unknownDriverIds.length > 0) problems.custom_driver_ids = ['Șofer necunoscut']
  if (orderInput.searchCompanyIds.some((id) => !facts.allowedCompanyIds.includes(id))) {
    problems.search_company_ids = ['Compania nu este parteneră']
  }
  return { ...problems, ...(isComplete ? missing(orderInput, facts) : {}) }
}

function missing(orderInput: OrderInput, facts: PlacingFacts): Problems {
  const problems: Problems = {}
  if (orderInput.places.length === 0) problems['places.0.name'] = ['Please enter address']
  if (orderInput.clientPhone === null && orderInput.paymentType !== 'protocol')
    problems.phone = ['Numărul de telefon este obligatoriu']
  if (orderInput.paymentType === 'protocol' && orderInput.protocolUserId === null) {
    problems.protocol_user_id = ['Compania este obligatorie']
  } else if (orderInput.paymentType === 'protocol' && !facts.protocolIsActive) {
    problems.protocol_user_id = ['Compania nu are un contract activ']
  } else if (orderInput.paymentType === 'protocol' && !hasCreditFor(facts.credit, facts.estimatedCostBani)) {
    problems.protocol_user_id = [OVER_LIMIT]
  }
  return problems
}

/** The problems as form rules. One of the two phones is enough, so none is reported missing while the other is wrong. */
export function inputRules(typed: Partial<NewOrder>, { phone, ...others }: Problems) {
  return [
    () => refuse(others),
    () => {
      needs(typed, 'client_phone', 'phone', 'payment_type')
      refuse(phone ? { phone } : {})
    },
  ] as const
}

/** Throws FieldErrors with the problems, optionally only of the named fields. */
export function refuse(problems: Problems, onlyFields?: readonly string[]): void {
  const selected = Object.entries(problems).filter(
    ([field]) => onlyFields === undefined || onlyFields.includes(field.split('.')[0] ?? field),
  )
  if (selected.length > 0) throw new FieldErrors(Object.fromEntries(selected))
}
