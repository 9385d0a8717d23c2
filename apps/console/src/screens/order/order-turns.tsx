import type { OrderView } from '@dispecerat/contract/order-shapes'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'

type Queue = <T>(change: () => Promise<T>) => Promise<T>

const TurnsContext = createContext<Queue>((change) => change())

/** Runs the changes of one order one after another: each starts when the one before is answered, refused or not. */
export function OrderTurns({ children }: { children: ReactNode }) {
  const [queue] = useState(() => emptyQueue())
  return <TurnsContext value={queue}>{children}</TurnsContext>
}

function emptyQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const turn = last.then(change, change)
    last = turn
    return turn
  }
}

/** A change gets the order as it stands at its turn, to name that version: the version at the press is outdated by the change before. */
export function useOrderTurns(order: OrderView) {
  const queue = useContext(TurnsContext)
  const cache = useQueryClient()
  return <T,>(change: (current: OrderView) => Promise<T>): Promise<T> =>
    queue(() => change(cache.getQueryData<{ data: OrderView }>(['order', order.id])?.data ?? order))
}
