import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { deskAt } from '../parts/desk.ts'
import { hangUpBySip, holdBySip, usePhone } from '../phone/phone-store.ts'
import { startPhoneSoon } from '../phone/start-phone.ts'
import { FALLBACK_MS, useFallbackInterval } from '../realtime/net-state.ts'
import { useLive, useResync } from '../realtime/use-live.ts'
import { hearEnd, hearTold, loadCalls, useCalls } from './calls-store.ts'
import { followHold } from './use-call-actions.ts'

/** Keeps the calls of the room: pushed while connected, asked for whole after a gap and every 3 s while the line is down. */
export function useCallsFeed() {
  useLive('client_call_incoming', ({ call }) => hearTold(call))
  useLive('client_call_accepted', ({ call }) => hearTold(call))
  useLive('client_call_dialled', ({ call }) => hearTold(call))
  useLive('client_call_transferred', ({ call }) => hearTold(call))
  useLive('client_call_held', ({ call }) => {
    hearTold(call)
    followHold(call)
  })
  useLive('client_call_unheld', ({ call }) => hearTold(call))
  useLive('client_call_ended', ({ call }) => {
    hearEnd(call)
    if (usePhone.getState().isOwner) void hangUpBySip(call.sip_caller_id)
  })
  useResync(() => void loadCalls())
  const fallback = useFallbackInterval(FALLBACK_MS.inCall)
  useEffect(() => {
    if (fallback === false) return
    void loadCalls()
    const timer = setInterval(() => void loadCalls(), fallback)
    return () => clearInterval(timer)
  }, [fallback])
  useEffect(startPhoneSoon, [])
  useCallsGivenBack()
}

/** A caller who comes back to a reloaded page, to the tab that took the telephone over or from a colleague: with his order. */
function useCallsGivenBack() {
  const navigate = useNavigate()
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })
  useEffect(() => {
    const takeUp = async (sipCallerId: string) => {
      await loadCalls()
      const call = [...useCalls.getState().byId.values()].find((one) => one.sip_caller_id === sipCallerId)
      if (call?.state === 'on_hold') void holdBySip(sipCallerId)
      if (call?.state !== 'started' || call.order_id === null || isInAnOrder()) return
      const { orderPath } = deskAt(window.location.pathname)
      void go.current({ to: orderPath, params: { id: String(call.order_id) }, search: (kept) => kept })
    }
    const { givenBack } = usePhone.getState()
    if (givenBack !== null) void takeUp(givenBack)
    return usePhone.subscribe((now, before) => {
      if (now.givenBack !== null && now.givenBack !== before.givenBack) void takeUp(now.givenBack)
    })
  }, [])
}

/** Whoever works in an order is not taken out of it. */
function isInAnOrder(): boolean {
  return /\/order\/[1-9]\d*$/.test(window.location.pathname)
}
