import type { ClientView } from '@dispecerat/contract/orders/clients'
import { type DraftPlace, emptyPlace, type OrderDraft } from '../draft/order-draft.ts'

export type ClientAddress = ClientView['addresses'][number]

/** The draft with one of the client's addresses as pickup; destinations stay. */
export function withPickup(draft: OrderDraft, address: ClientAddress): Pick<OrderDraft, 'places'> {
  const [first, ...others] = draft.places
  const picked: DraftPlace = {
    ...(first ?? emptyPlace('a')),
    name: address.name,
    point: { lat: address.lat, long: address.long },
    placeId: address.place_id,
    bloc: address.bloc ?? '',
    scara: address.scara ?? '',
    reper: address.reper ?? '',
    comment: address.comment ?? '',
  }
  return { places: [picked, ...others] }
}
