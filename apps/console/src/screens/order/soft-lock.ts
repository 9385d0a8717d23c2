import { useEffect, useState } from 'react'
import { useInOrder } from '../../realtime/order-viewers.ts'

export interface SoftLock {
  /** Who had the order open before me and is at his desk. */
  names: string
  open: () => void
}

/**
 * A colleague was in the order first: nothing changes here before I say so. It ends for this window with my word, or when nobody who
 * came before me is there any more; whoever is alone there, or talks to the client, is never locked out. Null: nothing is locked.
 */
export function useSoftLock(orderId: number, isMyCall: boolean): SoftLock | null {
  const { others, isMeThere } = useInOrder(orderId)
  const [isFree, setIsFree] = useState(false)
  const first = others.filter(({ cameBefore, isAway }) => cameBefore && !isAway)
  const isSettled = isMyCall || (isMeThere && first.length === 0)
  useEffect(() => {
    if (isSettled) setIsFree(true)
  }, [isSettled])
  if (isFree || isSettled || first.length === 0) return null
  return { names: first.map(({ name }) => name).join(', '), open: () => setIsFree(true) }
}
