import { useEffect } from 'react'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { applyCallEnd, applyCallEvent, loadCalls } from '../../shared/telephone/calls-store.ts'
import { hangUpBySip, renewPhone, usePhone } from '../../shared/telephone/phone-store.ts'
import { queueTransferNotice } from '../../shared/telephone/transfer-notices.ts'
import { followHold } from '../../shared/telephone/use-call-actions.ts'
import { patiently } from '../../ui/later.ts'

/** After the first screen; short, because a call may wait for a reloaded page. */
const AFTER_FIRST_SCREEN_MS = 1200

/**
 * Keeps the open calls current: pushed while connected, loaded in full after a gap and every 3 s while disconnected.
 */
export function useCallsFeed() {
  useLive('client_call_incoming', ({ call }) => applyCallEvent(call))
  useLive('client_call_accepted', ({ call }) => applyCallEvent(call))
  useLive('client_call_dialled', ({ call }) => applyCallEvent(call))
  useLive('client_call_transferred', (transfer) => {
    applyCallEvent(transfer.call)
    queueTransferNotice(transfer)
  })
  useLive('client_call_held', ({ call }) => {
    applyCallEvent(call)
    void followHold(call)
  })
  useLive('client_call_unheld', ({ call }) => applyCallEvent(call))
  useLive('client_call_ended', ({ call }) => {
    applyCallEnd(call)
    if (usePhone.getState().isOwner) void hangUpBySip(call.sip_caller_id)
  })
  useLive('telephone_renewed', renewPhone)
  useResync(() => void loadCalls())
  const fallback = useFallbackInterval(FALLBACK_MS.inCall)
  useEffect(() => {
    if (fallback === false) return
    void loadCalls()
    const timer = setInterval(() => void loadCalls(), fallback)
    return () => clearInterval(timer)
  }, [fallback])
  useEffect(startPhoneSoon, [])
}

/** Loads the telephone once the first screen is shown; returns a function that cancels it. */
function startPhoneSoon(): () => void {
  const timer = setTimeout(
    () => void patiently(() => import('../sip/run-phone.ts')).then(({ runPhone }) => runPhone()),
    AFTER_FIRST_SCREEN_MS,
  )
  return () => clearTimeout(timer)
}
