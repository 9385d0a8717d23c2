import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { QueryClient } from '@tanstack/react-query'

/** Every change of an order increments its version. */
export function isNewer(version: number, than: number): boolean {
  return version > than
}

/**
 * Caches an order from a reply, unless a newer one is cached: a reply may be late, or be the stored reply of an
 * idempotency key.
 */
export function keepOrder(cache: QueryClient, order: OrderView) {
  cache.setQueryData<{ data: OrderView }>(['order', order.id], (known) =>
    known && isNewer(known.data.version, order.version) ? known : { data: order },
  )
}
