import type { OrderLife, OrderState, TripState } from '@dispecerat/domain/orders/order'

interface OnTheWire {
  state: OrderState
  trip_state: TripState | null
  in_pending_queue: boolean
  dispatcher_id: number | null
}

/** Converts an order from the API to the domain's order. */
export function lifeOf(order: OnTheWire): OrderLife {
  return {
    state: order.state,
    tripState: order.trip_state,
    inPendingQueue: order.in_pending_queue,
    dispatcherId: order.dispatcher_id,
  }
}
