import type { CallView } from '@dispecerat/contract/telephony/calls'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { useKey } from '../../keys/use-key.ts'
import { loadCallOrderForm } from '../../shared/telephone/order-form/call-order-form.ts'
import { workspaceAt } from '../../shared/workspace/workspace.ts'
import { useAnswer } from '../calls/answer/use-answer.ts'
import { type RingKey, ringKey } from './ring-keys.ts'

/**
 * Keys are ignored for this long after the shown call has changed: a finger already on its way meant the previous
 * one.
 */
const SETTLES_MS = 700
/** A gap this short between two calls counts as no gap. */
const AT_ONCE_MS = 100

let lastGoneAt = Number.NEGATIVE_INFINITY

/** The keys of the incoming call; mounted anew for each. Returns what its buttons do. */
export function useRingKeys(call: CallView) {
  const answer = useAnswer()
  const mayPlace = useUser().permissions.includes('orders.edit')
  const [isWarned, setWarned] = useState(false)
  const unsettledUntil = useRef(Number.NEGATIVE_INFINITY)
  const router = useRouter()
  useEffect(() => {
    /* Preloads what the key needs, on whatever screen it is pressed. */
    loadCallOrderForm().catch(() => undefined)
    const { orderPath } = workspaceAt(window.location.pathname)
    router.preloadRoute({ to: orderPath, params: { id: '0' } }).catch(() => undefined)
    const now = performance.now()
    if (now - lastGoneAt < AT_ONCE_MS) unsettledUntil.current = now + SETTLES_MS
    return () => {
      lastGoneAt = performance.now()
    }
  }, [router])

  /** False: the key has no meaning for this call. */
  const press = (key: RingKey): boolean => {
    const hasJustChanged = performance.now() < unsettledUntil.current
    const did = ringKey(key, { call, isWarned, mayPlace, hasJustChanged })
    if (did.act === 'warn') setWarned(true)
    if (did.act === 'answer into') void answer(call, { orderId: did.orderId })
    const address = did.act === 'place' ? call.client.addresses[did.from - 1] : undefined
    if (address) void answer(call, { placeFrom: { addressId: address.id, mayDouble: isWarned } })
    return did.act !== 'nothing'
  }
  useKey('ringOrder1', () => press(1))
  useKey('ringOrder2', () => press(2))
  useKey('ringOrder3', () => press(3))
  useKey('ringInto', () => press('open order'))
  useKey('ringOrder1Anywhere', () => press(1))
  useKey('ringOrder2Anywhere', () => press(2))
  useKey('ringOrder3Anywhere', () => press(3))
  useKey('ringIntoAnywhere', () => press('open order'))
  return { answer: () => void answer(call), press, isWarned, mayPlace }
}
