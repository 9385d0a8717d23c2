import type { CallView } from '@dispecerat/contract/telephony/calls'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { loadCalls, useCalls } from '../../shared/telephone/calls-store.ts'
import { holdBySip, usePhone } from '../../shared/telephone/phone-store.ts'
import { changesMade } from '../../shared/telephone/use-call-actions.ts'
import { workspaceAt } from '../../shared/workspace/workspace.ts'

/**
 * Opens the order of a call that comes back to a reloaded page, to the tab that took the telephone over, or from a
 * colleague.
 */
export function useReturnedCalls() {
  const navigate = useNavigate()
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  useEffect(() => {
    const takeUp = async (sipCallerId: string) => {
      const known = callBySip(sipCallerId)
      if (known) await changesMade(known.id)
      await loadCalls()
      const call = callBySip(sipCallerId)
      if (call?.state === 'on_hold') void holdBySip(sipCallerId)
      if (call?.state !== 'started' || call.order_id === null || isInAnOrder()) return
      const { orderPath } = workspaceAt(window.location.pathname)
      void go.current({ to: orderPath, params: { id: String(call.order_id) }, search: (search) => search })
    }
    const { returnedCall } = usePhone.getState()
    if (returnedCall !== null) void takeUp(returnedCall)
    return usePhone.subscribe((now, before) => {
      if (now.returnedCall !== null && now.returnedCall !== before.returnedCall) void takeUp(now.returnedCall)
    })
  }, [])
}

function callBySip(sipCallerId: string): CallView | undefined {
  return [...useCalls.getState().byId.values()].find((one) => one.sip_caller_id === sipCallerId)
}

/** A dispatcher who works in an order is not navigated away from it. */
function isInAnOrder(): boolean {
  return /\/order\/[1-9]\d*$/.test(window.location.pathname)
}
