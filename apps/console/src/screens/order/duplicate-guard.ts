import type { ClientView } from '@dispecerat/contract/clients'
import { useState } from 'react'

interface DuplicateGuard {
  /** The warning stands on the screen: the next attempt places the order. */
  isWarned: boolean
  /** Asked by the form before it places: the first "no" about an open order is the warning. */
  mayPlace(): boolean
}

/** A caller with an order under way rarely wants a second one: placing it takes a second press. */
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
