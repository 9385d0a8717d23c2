import type { ClientView } from '@dispecerat/contract/orders/clients'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { CallView } from '@dispecerat/contract/telephony/calls'
import type { QueryClient } from '@tanstack/react-query'

export interface PlacedFrom {
  /** The draft that was made for the call. */
  order: OrderView
  client: ClientView
  /** The address that was pressed in the incoming call. */
  addressId: number
  /** The dispatcher was warned that the client already has an open order and wants another. */
  mayDouble: boolean
  cache: QueryClient
}

/** What the telephone needs from the order form once the server has accepted a call. */
export interface CallOrderForm {
  /** Places the draft of a call from one of the client's addresses, or opens it filled in. */
  orderFromRing: (placed: PlacedFrom) => Promise<void>
  /** Moves what was typed during the accept request into the call's draft. */
  adoptCallDraft: (userId: number, call: CallView, order: OrderView) => void
}

let load: (() => Promise<CallOrderForm>) | undefined

/** The routes register a loader, because a call can be answered on a screen that has not loaded the form. */
export function registerCallOrderForm(loader: () => Promise<CallOrderForm>): void {
  load = loader
}

/** Rejects when the form's chunk does not load; the next attempt loads it again. */
export async function loadCallOrderForm(): Promise<CallOrderForm> {
  if (load === undefined) throw new Error('no order form is registered')
  return load()
}
