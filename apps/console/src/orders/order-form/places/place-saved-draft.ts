import type { LoggedUser } from '@dispecerat/contract/identity/accounts'
import type { RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { editOrder } from '@dispecerat/contract/orders/orders'
import { type OrderDraft, toNewOrder } from '../draft/order-draft.ts'
import type { PartnerIds } from '../fare/partner-choice.ts'

interface About {
  now: Date
  me: LoggedUser
  partnerIds: PartnerIds
  clientName: string | null
}

/** Body of PATCH /api/orders/:id that places a draft with an id. */
export function placingOf(
  order: OrderView,
  draft: OrderDraft,
  about: About,
): NonNullable<RequestInput<typeof editOrder>['body']> {
  const { me, ...rest } = about
  const ownCompanyIds = me.companies.map((company) => company.id)
  const { payment_type, client_phone, ...body } = toNewOrder(draft, { ...rest, ownCompanyIds })
  return {
    ...body,
    ...(order.client_phone === null ? { client_phone } : {}),
    ...(choosesPayment(order, draft) ? { payment_type } : {}),
    state: 'created',
  }
}

/** A card order stays a card order unless the toggle was touched; a cash order is charged to the client's contract. */
function choosesPayment(order: OrderView, { voucher, voucherTouched }: OrderDraft): boolean {
  return voucherTouched || (voucher && order.payment_type === 'cash')
}
