import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { listPartners } from '@dispecerat/contract/orders/company-dispatch'
import { cancelOrder, editOrder } from '@dispecerat/contract/orders/orders'
import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../../../api/endpoint-query.ts'
import { notifyError } from '../../../api/notify-error.ts'
import { request as ask } from '../../../api/request.ts'
import { useSession } from '../../../api/session.ts'
import { invalidateOrder, keepOrder } from '../../../shared/orders/keep-order.ts'
import type { PlacedFrom } from '../../../shared/telephone/order-form/call-order-form.ts'
import { ringMessages } from '../../../text/ring-messages.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { offerUndo } from '../../../ui/dialogs/undo-toast.tsx'
import { serverNow } from '../../../ui/now.ts'
import { withClient } from '../client/use-fill-from-client.ts'
import { NO_PARTNERS, type PartnerIds, partnerIdsFor } from '../fare/partner-choice.ts'
import { withPickup } from '../places/pick-address.ts'
import { placingOf } from '../places/place-saved-draft.ts'
import { keepSavedDraft } from '../saved/use-saved-draft.ts'
import { draftOf, type OrderDraft } from './order-draft.ts'

const messages = ringMessages.order
const UNDO_MS = 5000

/**
 * Places the draft of a call from one of the client's addresses, all else as the form would fill it. If that fails,
 * the draft's form opens with the address. Pressed twice, or in two tabs, it is one order.
 */
export async function orderFromRing({ order, client, addressId, mayDouble, cache }: PlacedFrom): Promise<void> {
  const address = client.addresses.find(({ id }) => id === addressId)
  const me = useSession.getState().user
  if (!address || !me || order.state !== 'new') return
  const now = new Date(serverNow())
  const typed = draftOf(order, now)
  const draft = { ...typed, ...withClient(typed, client), ...withPickup(typed, address) }
  const openFilledIn = () => keepSavedDraft(me.id, order.id, draft)
  if (client.open_order && client.open_order.id !== order.id && !mayDouble) {
    openFilledIn()
    toast.info(messages.newMeanwhile)
    return
  }
  const body = placingOf(order, draft, {
    now,
    me,
    partnerIds: await partnersOf(draft, order.created_by_company_id),
    clientName: client.name,
  })
  try {
    const placed = await ask(
      editOrder,
      { params: { id: order.id }, body: { ...body, stays_on_line: true } },
      { key: `ring-order-${order.id}`, version: order.version },
    )
    keepOrder(cache, placed.data)
    void invalidate(cache, lookUpClient)
    offerUndo({
      text: messages.placed,
      label: messages.cancel,
      ms: UNDO_MS,
      undo: () => void takeBack(order.id, cache),
    })
  } catch (error) {
    openFilledIn()
    notifyError(error)
    void invalidateOrder(cache, order.id)
  }
}

async function partnersOf({ partner }: OrderDraft, companyId: number): Promise<PartnerIds> {
  return partner === 'own' ? NO_PARTNERS : partnerIdsFor((await ask(listPartners)).data, companyId)
}

async function takeBack(id: number, cache: QueryClient) {
  try {
    keepOrder(cache, (await ask(cancelOrder, { params: { id } })).data)
    toast.info(messages.canceled)
  } catch (error) {
    notifyError(error)
  }
}
