import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import type { QueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'

/** Every change of an order increments its version. */
export function isNewer(version: number, than: number): boolean {
  return version > than
}

/**
 * Caches an order from a reply, unless a newer one is cached: a reply may be late, or be the stored reply of an
 * idempotency key.
 */
export function keepOrder(cache: QueryClient, order: OrderView) {
  cache.setQueryData<{ data: OrderView }>(endpointKey(readOrder, { params: { id: order.id } }), (known) =>
    known && isNewer(known.data.version, order.version) ? known : { data: order },
  )
}

/** Invalidates what is shown of one order, or of every order: the order and its history. */
export function invalidateOrder(cache: QueryClient, id?: number): Promise<unknown> {
  const input = { params: { id } }
  return invalidate(cache, [readOrder, input], [readOrderHistory, input])
}
