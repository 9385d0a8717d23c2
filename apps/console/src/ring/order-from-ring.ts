import type { ClientView } from '@dispecerat/contract/clients'
import { listPartners } from '@dispecerat/contract/company-dispatch'
import type { OrderView } from '@dispecerat/contract/order-shapes'
import { cancelOrder, editOrder } from '@dispecerat/contract/orders'
import type { QueryClient } from '@tanstack/react-query'
import { notifyError } from '../api/notify-error.ts'
import { request as ask } from '../api/request.ts'
import { useSession } from '../api/session.ts'
import { keepOrder } from '../parts/keep-order.ts'
import { draftOf, type OrderDraft } from '../screens/order/order-draft.ts'
import { NO_PARTNERS, type PartnerIds, partnerIdsFor } from '../screens/order/partner-choice.ts'
import { withPickup } from '../screens/order/pick-address.ts'
import { placingOf } from '../screens/order/place-saved-draft.ts'
import { withClient } from '../screens/order/use-fill-from-client.ts'
import { keepSavedDraft } from '../screens/order/use-saved-draft.ts'
import { ringMessages } from '../text/ring-messages.ts'
import { serverNow } from '../ui/now.ts'
import { toast } from '../ui/toast.ts'
import { offerUndo } from '../ui/undo-toast.tsx'

const messages = ringMessages.order
const UNDO_MS = 5000

interface Answered {
  /** The draft that was made for the call. */
  order: OrderView
  client: ClientView
  /** The address that was pressed in the incoming call. */
  addressId: number
  /** The dispatcher was warned that the client already has an open order and wants another. */
  mayDouble: boolean
  cache: QueryClient
}

/**
 * Places the draft of a call from one of the client's addresses, all else as the form would fill it. If that fails,
 * the draft's form opens with the address. Pressed twice, or in two tabs, it is one order.
 */
export async function orderFromRing({ order, client, addressId, mayDouble, cache }: Answered): Promise<void> {
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
    void cache.invalidateQueries({ queryKey: ['client'] })
    offerUndo({
      text: messages.placed,
      label: messages.cancel,
      ms: UNDO_MS,
      undo: () => void takeBack(order.id, cache),
    })
  } catch (error) {
    openFilledIn()
    notifyError(error)
    void cache.invalidateQueries({ queryKey: ['order', order.id] })
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
