import { useEffect, useState } from 'react'
import { useInOrder } from '../../../realtime/order-viewers.ts'

export interface SoftLock {
  /** Users who opened the order earlier and are present. */
  names: string
  open: () => void
}

/**
 * A colleague opened the order first: fields are locked until the user unlocks them. The lock ends for this window
 * with that press, or when nobody who came earlier is left; a user who is alone there, or talks to the client, is
 * never locked out. Null: not locked.
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
