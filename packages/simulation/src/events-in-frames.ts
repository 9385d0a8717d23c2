// Apart from pretend-driver.ts, which would pass 300 lines.

import type { DriverFrame } from '@dispecerat/contract/api/realtime'
import type { DriverEvent } from './driver-model.ts'

/** Converts frames to events of the driver model; empty for those the phone handles or nothing uses. */
export function eventsIn({ event, data }: DriverFrame): DriverEvent[] {
  switch (event) {
    case 'offers_snapshot': {
      const { offers, active_orders: orders, pending_orders } = data
      return [
        { type: 'snapshot', offers, orders },
        { type: 'pending_listed', orders: pending_orders },
      ]
    }
    case 'order_accept_confirmed':
      return [{ type: 'assigned', order: data.order }]
    case 'order_updated':
      return [{ type: 'updated', order: data.order }]
    case 'pending_orders_updated':
      return [{ type: 'pending_listed', orders: data.orders }]
    case 'priority_updated':
      return [{ type: 'priority', hasPriority: data.high_priority }]
    case 'ban_updated':
      return [{ type: 'ban', until: data.ban_until }]
    default:
      return []
  }
}
