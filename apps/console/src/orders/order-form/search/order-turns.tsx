import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { type SerialQueue, serialQueue } from '../../../api/serial-queue.ts'

const TurnsContext = createContext<SerialQueue>((change) => change())

/**
 * Runs the changes of one order one after another: each starts when the reply to the one before, or its refusal, has
 * arrived.
 */
export function OrderTurns({ children }: { children: ReactNode }) {
  const [queue] = useState(serialQueue)
  return <TurnsContext value={queue}>{children}</TurnsContext>
}

/**
 * A change gets the order as it is at its turn, because the change before has outdated the version at the time of the
 * press.
 */
export function useOrderTurns(order: OrderView) {
  const queue = useContext(TurnsContext)
  const cache = useQueryClient()
  return <T,>(change: (current: OrderView) => Promise<T>): Promise<T> =>
    queue(() =>
      change(
        cache.getQueryData<{ data: OrderView }>(endpointKey(readOrder, { params: { id: order.id } }))?.data ?? order,
      ),
    )
}
