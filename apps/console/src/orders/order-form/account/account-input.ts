import type { ProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { emptyPlace, type OrderDraft, toNewOrder } from '../draft/order-draft.ts'
import { problemsOf } from '../draft/order-problems.ts'
import { NO_PARTNERS } from '../fare/partner-choice.ts'

/** The draft with the account's own address as pickup, as the server will complete it. */
export function asDriven(draft: OrderDraft, { pickup, service_id }: ProtocolAccount): OrderDraft {
  const own = pickup && { ...emptyPlace('own'), name: pickup.name, point: { lat: pickup.lat, long: pickup.long } }
  return { ...draft, serviceId: service_id, places: own ? [own, ...draft.places] : draft.places }
}

/** The usual checks, except that the phone is optional because the account pays by contract. */
export function accountProblems(draft: OrderDraft, now: Date): Record<string, string> {
  const { phone, ...problems } = problemsOf({ ...draft, voucher: false }, now)
  return draft.phone.trim() === '' || phone === undefined ? problems : { ...problems, phone }
}

/** Only the fields an account may send; the server decides partners and payment. */
export function toAccountOrder(draft: OrderDraft, account: ProtocolAccount, now: Date) {
  const about = { now, ownCompanyIds: [], partnerIds: NO_PARTNERS, clientName: null }
  const {
    search_company_ids: _,
    send_to_other_company: _to,
    payment_type: _pays,
    protocol_user_id: _by,
    ...body
  } = toNewOrder({ ...draft, serviceId: account.service_id, voucher: false, partner: 'own' }, about)
  return draft.phone.trim() === '' ? { ...body, phone: null, client_phone: null } : body
}
