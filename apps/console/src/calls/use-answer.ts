import { acceptCall, type CallView } from '@dispecerat/contract/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { call as ask } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { tellError } from '../api/tell-error.ts'
import { useDesk } from '../parts/desk.ts'
import { answerBySip, hangUpBySip, usePhone } from '../phone/phone-store.ts'
import { ro } from '../text/ro.ts'
import { toast } from '../ui/toast.ts'
import { isTypedFor, settleAnswering, useAnswering } from './answering.ts'
import { keepCallerForNewOrder } from './caller-for-new-order.ts'
import { hearCall, hearsReply, isOver, loadCalls } from './calls-store.ts'
import { holdKeys, releaseKeys } from './hold-keys.ts'

/** Short: it only explains why the button is gone. */
const TAKEN_MS = 2000
/** Calls whose answer is under way: a second press means the same. */
const answering = new Set<number>()

export interface HowToAnswer {
  /** The open order the caller rings about; nothing: a draft is made. */
  orderId?: number
  /** Places the draft from this address of the client before it opens. */
  placeFrom?: { addressId: number; mayDouble: boolean }
}

type Accepted = Awaited<ReturnType<typeof ask<typeof acceptCall>>>

/**
 * Answers a call. Its form opens at once with what the ring has told, hands on the pickup; the draft's id comes under it when the
 * house has accepted. When the house says no everything stands as before, and what was typed meanwhile is in order 0; when it
 * cannot be asked the phone stays in order 0, where it can be typed on (C-08).
 */
export function useAnswer(): (call: CallView, how?: HowToAnswer) => Promise<void> {
  const cache = useQueryClient()
  const form = useFormAhead()

  const accepted = async (call: CallView, { data, client }: Accepted, { placeFrom }: HowToAnswer) => {
    cache.setQueryData(['order', data.id], { data })
    cache.setQueryData(['client', call.phone], { data: client })
    if (placeFrom) {
      const { orderFromRing } = await import('../ring/order-from-ring.ts')
      await orderFromRing({ order: data, client, cache, ...placeFrom })
    }
    const me = useSession.getState().userId
    if (me !== null && isTypedFor(me, call.id)) {
      const { adoptCallDraft } = await import('../screens/order/call-draft.ts')
      adoptCallDraft(me, call, data)
    }
    await form.follow(call, data.id)
  }

  return async (call, how = {}) => {
    if (answering.has(call.id)) return
    answering.add(call.id)
    performance.mark('call-answered')
    // The exchange decides who has the caller; the claim waits there for its word.
    void answerBySip(call.sip_caller_id)
    const putBack = form.open(call, how)
    try {
      const body = { phone_number: call.phone, sip_caller_id: call.sip_caller_id, order_id: how.orderId }
      const hearReply = hearsReply(call)
      const reply = await ask(acceptCall, { body })
      hearReply(reply.call)
      // He hung up while the reply was under way: his draft is over with him.
      if (isOver(call) && !how.placeFrom && how.orderId === undefined) {
        toast.info(ro.calls.gone, { ms: TAKEN_MS })
        putBack()
      } else await accepted(call, reply, how)
    } catch (error) {
      if (sayWhyNot(call, error)) putBack()
      else form.leaveToNewOrder(call)
    } finally {
      answering.delete(call.id)
    }
  }
}

/** What the house's "no" means to who answered; false when it could not be asked. */
function sayWhyNot(call: CallView, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'call.order_busy') {
    tellError(error)
    return true
  }
  if (error.code === 'call.not_answered') {
    const { status, why } = usePhone.getState()
    const isThere = status === 'registered' || status === 'otherTab'
    if (isThere) tellError(error)
    else toast.bad(why ?? ro.calls.phoneIsAway)
    void loadCalls()
    return true
  }
  if (error.status !== 409 && error.status !== 404) return false
  hearCall({ ...call, state: 'ended' })
  void hangUpBySip(call.sip_caller_id)
  toast.info(error.code === 'call.taken' ? ro.calls.taken : ro.calls.gone, { ms: TAKEN_MS })
  void loadCalls()
  return true
}

/** The screen of who answers, which moves before the house has answered. */
function useFormAhead() {
  const navigate = useNavigate()
  const router = useRouter()
  const cache = useQueryClient()
  const { orderPath } = useDesk()
  const go = (id: number, replace = false) =>
    navigate({ to: orderPath, params: { id: String(id) }, search: (kept) => kept, replace })
  const here = () => /\/order\/(\d+)$/.exec(router.state.location.pathname)?.[1] ?? null
  const isAt = (id: number) => here() === String(id)
  const isMine = (call: CallView) => useAnswering.getState().now?.call.id === call.id

  const leaveToNewOrder = (call: CallView) => {
    keepCallerForNewOrder(call)
    if (isMine(call)) useAnswering.setState({ now: null })
    if (!isAt(0)) void go(0)
  }

  return {
    leaveToNewOrder,
    /** Returns what puts everything back as it stood. */
    open: (call: CallView, { orderId, placeFrom }: HowToAnswer): (() => void) => {
      if (placeFrom) return () => undefined
      const hadFocus = document.activeElement
      const moves = orderId === undefined ? here() === null : !isAt(orderId)
      if (orderId === undefined) {
        if (moves) holdKeys()
        const { phone, client } = call
        cache.setQueryData(['client', phone], (known) => known ?? { data: { ...client, phone } })
        useAnswering.setState({ now: { call, orderId: null, isAhead: true } })
      }
      const target = orderId ?? 0
      if (moves) void go(target)
      return () => {
        releaseKeys()
        const me = useSession.getState().userId
        if (me !== null && isTypedFor(me, call.id)) {
          leaveToNewOrder(call)
          toast.info(ro.calls.stillTyped)
          return
        }
        if (orderId === undefined && !isMine(call)) return
        if (orderId === undefined) useAnswering.setState({ now: null })
        if (moves && isAt(target)) router.history.back()
        requestAnimationFrame(() => hadFocus instanceof HTMLElement && hadFocus.focus())
      }
    },
    /** The draft has this id: the address follows, unless the hands are with another caller already. */
    follow: async (call: CallView, id: number): Promise<void> => {
      const { now } = useAnswering.getState()
      if (now?.isAhead && now.call.id !== call.id) return
      if (isMine(call)) useAnswering.setState({ now: { call, orderId: id, isAhead: true } })
      await go(id, isAt(0))
      if (!isAt(id) && isMine(call)) settleAnswering()
    },
  }
}
