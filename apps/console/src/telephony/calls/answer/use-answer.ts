import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { acceptCall, type CallView } from '@dispecerat/contract/telephony/calls'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { notifyError } from '../../../api/notify-error.ts'
import { request as ask } from '../../../api/request.ts'
import { useSession } from '../../../api/session.ts'
import {
  answerIsOver,
  answerIsUnderWay,
  type HowToAnswer,
  isBeingAnswered,
  isTypedFor,
} from '../../../shared/telephone/answering.ts'
import { applyCall, isOver, loadCalls, replyHandler } from '../../../shared/telephone/calls-store.ts'
import { loadCallOrderForm } from '../../../shared/telephone/order-form/call-order-form.ts'
import { answerBySip, hangUpBySip, hasSession, usePhone } from '../../../shared/telephone/phone-store.ts'
import { ro } from '../../../text/ro.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useFormAhead } from './use-form-ahead.ts'

/** Short: it only explains why the button disappeared. */
const TAKEN_MS = 2000

type Accepted = Awaited<ReturnType<typeof ask<typeof acceptCall>>>

/**
 * Answers a call. The form opens at once with the data of the ringing call and the focus on the pickup; the draft's
 * id follows when the server has accepted. After a refusal the screen is as before, and what was typed meanwhile is
 * in order 0; when the request fails the phone number stays in order 0, where typing can go on.
 */
export function useAnswer(): (call: CallView, how?: HowToAnswer) => Promise<void> {
  const cache = useQueryClient()
  const form = useFormAhead()

  const accepted = async (call: CallView, { data, client }: Accepted, { placeFrom }: HowToAnswer) => {
    cache.setQueryData(endpointKey(readOrder, { params: { id: data.id } }), { data })
    cache.setQueryData(endpointKey(lookUpClient, { body: { phone: call.phone } }), { data: client })
    if (placeFrom) {
      const { orderFromRing } = await loadCallOrderForm()
      await orderFromRing({ order: data, client, cache, ...placeFrom })
    }
    const me = useSession.getState().userId
    if (me !== null && isTypedFor(call)) {
      const { adoptCallDraft } = await loadCallOrderForm()
      adoptCallDraft(me, call, data)
    }
    await form.follow(call, data.id)
  }

  return async (call, how = {}) => {
    /* A second press while the request is in flight has no further effect. */
    if (isBeingAnswered(call)) return
    answerIsUnderWay(call, how.orderId)
    performance.mark('call-answered')
    /* The exchange decides who gets the call; the accept request waits on the server for the exchange's event. */
    let mayPickUp = true
    if (!how.isPickedUp) {
      void answerBySip(call.sip_caller_id).then((picksUp) => {
        mayPickUp = picksUp
      })
    }
    const putBack = form.open(call, how)
    try {
      const reply = await accept(call, how.orderId, () => mayPickUp && hasSession(call.sip_caller_id))
      /* The caller hung up while the reply was in flight: the draft ends with the call. */
      if (isOver(call) && !how.placeFrom && how.orderId === undefined) {
        toast.info(ro.calls.gone, { ms: TAKEN_MS })
        putBack()
      } else await accepted(call, reply, how)
    } catch (error) {
      if (sayWhyNot(call, error)) putBack()
      else form.leaveToNewOrder(call)
    } finally {
      answerIsOver(call)
    }
  }
}

/**
 * The server waits two seconds for the exchange to report the answer, and a telephone on a busy machine takes longer. While it is picking up
 * the request is repeated, and once more when it no longer is, because a colleague may have the call.
 */
async function accept(call: CallView, orderId: number | undefined, isPickingUp: () => boolean): Promise<Accepted> {
  const body = { phone_number: call.phone, sip_caller_id: call.sip_caller_id, order_id: orderId }
  for (let wasPickingUp = isPickingUp(); ; ) {
    const applyReply = replyHandler(call)
    try {
      const reply = await ask(acceptCall, { body })
      applyReply(reply.call)
      return reply
    } catch (error) {
      const picksUp = isPickingUp()
      const isEarly = error instanceof ApiError && error.code === 'call.not_answered'
      if (!isEarly || !(picksUp || wasPickingUp)) throw error
      wasPickingUp = picksUp
    }
  }
}

/** Shows why the server refused the accept request; false when the request itself failed. */
function sayWhyNot(call: CallView, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'call.order_busy') {
    notifyError(error)
    return true
  }
  if (error.code === 'call.not_answered') {
    const { status, why } = usePhone.getState()
    const isThere = status === 'registered' || status === 'otherTab'
    if (isThere) notifyError(error)
    else toast.bad(why ?? ro.calls.phoneIsAway)
    void loadCalls()
    return true
  }
  if (error.status !== 409 && error.status !== 404) return false
  applyCall({ ...call, state: 'ended' })
  void hangUpBySip(call.sip_caller_id)
  toast.info(error.code === 'call.taken' ? ro.calls.taken : ro.calls.gone, { ms: TAKEN_MS })
  void loadCalls()
  return true
}
