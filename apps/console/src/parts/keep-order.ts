import type { OrderView } from '@dispecerat/contract/order-shapes'
import type { QueryClient } from '@tanstack/react-query'

/** Every change of an order counts its version up. */
export function isNewer(version: string, than: string): boolean {
  return Number(version) > Number(than)
}

/** Caches an order that was replied, unless a newer one is there: a reply may be late, or repeat what was stored under its key. */
export function keepOrder(cache: QueryClient, order: OrderView) {
  cache.setQueryData<{ data: OrderView }>(['order', order.id], (known) =>
    known && isNewer(known.data.version, order.version) ? known : { data: order },
  )
}
