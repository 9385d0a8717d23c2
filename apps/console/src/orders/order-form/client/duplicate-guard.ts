import type { ClientView } from '@dispecerat/contract/orders/clients'
import { useState } from 'react'

interface DuplicateGuard {
  /** The warning is shown: the next attempt places the order. */
  isWarned: boolean
  /** Called before placing: returns false once for a client with an open order, which shows the warning. */
  mayPlace(): boolean
}

/** A client with an open order rarely wants a second one: placing it takes a second press. */
export function useDuplicateGuard(client: ClientView | null): DuplicateGuard {
  const [warnedOf, setWarnedOf] = useState<number | null>(null)
  const openId = client?.open_order?.id ?? null
  const isWarned = openId !== null && warnedOf === openId
  return {
    isWarned,
    mayPlace: () => {
      if (openId === null || isWarned) return true
      setWarnedOf(openId)
      return false
    },
  }
}
