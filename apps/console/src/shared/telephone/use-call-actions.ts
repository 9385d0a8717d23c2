import { reportClientError as clientErrorEndpoint } from '@dispecerat/contract/office/client-errors'
import { type CallView, endCall, holdCall, unholdCall } from '@dispecerat/contract/telephony/calls'
import { CLIENT_FINISHED_CALL } from '@dispecerat/domain/telephony/call'
import { ApiError } from '../../api/api-error.ts'
import { notifyError } from '../../api/notify-error.ts'
import { request as ask } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { applyCall, loadCalls, replyHandler, useCalls } from './calls-store.ts'
import { hangUpBySip, hasSession, holdBySip, resumeBySip, usePhone } from './phone-store.ts'

/** Hold and resume requests in flight in this tab, with their call: an event that arrives meanwhile is older. */
const changing = new Map<Promise<void>, number>()
/**
 * Lock held while a call changes here, shared between tabs: the tab with the telephone may receive the event before
 * the requesting tab has its reply.
 */
const lockOf = (callId: number) => `call-change-${callId}`
/**
 * The last hold or resume request. They are sent one after another: a delayed "hold" would undo the "resume" pressed
 * after it.
 */
let lastRow: Promise<unknown> = Promise.resolve()

const HOLD = { state: 'on_hold', endpoint: holdCall, bySip: holdBySip } as const
const TALK = { state: 'started', endpoint: unholdCall, bySip: resumeBySip } as const
type Change = typeof HOLD | typeof TALK

/** Holds or resumes at once on the screen: first the sound, then the request. A refusal restores the line. */
async function change(call: CallView, how: Change) {
  const isSpoken = hasSession(call.sip_caller_id)
  if (call.state === how.state || (call.order_id === null && !isSpoken)) return
  applyCall({ ...call, state: how.state })
  const made = make(call, how, isSpoken)
  changing.set(made, call.id)
  void navigator.locks?.request(lockOf(call.id), { mode: 'shared' }, () => made)
  await made
  changing.delete(made)
}

async function make(call: CallView, { endpoint, bySip }: Change, isSpoken: boolean) {
  try {
    if (isSpoken && !(await bySip(call.sip_caller_id))) {
      toast.bad(ro.calls.lineRefused)
      void loadCalls()
      return
    }
    const { order_id: orderId } = call
    /* Without an order no endpoint addresses the call; the exchange reports the hold to the server. */
    if (orderId === null) return
    const row = lastRow.then(async () => {
      const applyReply = replyHandler(call)
      applyReply((await ask(endpoint, { params: { orderId } })).data)
    })
    lastRow = row.catch(() => undefined)
    await row
  } catch (error) {
    notifyError(error)
    void loadCalls()
  }
}

/** Resolves when no tab has a change of this call in flight: the server's state is then what was pressed last. */
export async function changesMade(callId: number): Promise<void> {
  await Promise.all([...changing].map(([made, id]) => (id === callId ? made : null)))
  await navigator.locks?.request(lockOf(callId), () => undefined)
}

async function isChanging(callId: number): Promise<boolean> {
  const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
  return [...changing.values()].includes(callId) || [...held, ...pending].some(({ name }) => name === lockOf(callId))
}

export function hold(call: CallView) {
  return change(call, HOLD)
}

/** The server puts this dispatcher's other calls on hold in the same transaction; the screen shows it meanwhile. */
export function unhold(call: CallView) {
  for (const other of useCalls.getState().byId.values()) {
    const isMine = other.id !== call.id && other.dispatcher_id === call.dispatcher_id
    if (isMine && other.state === 'started') applyCall({ ...other, state: 'on_hold' })
  }
  return change(call, TALK)
}

export function toggleHold(call: CallView) {
  return call.state === 'started' ? hold(call) : unhold(call)
}

/**
 * The server put this dispatcher's call on hold, because they placed an order or talk in another call: the sound
 * follows.
 */
export async function followHold(call: CallView): Promise<void> {
  const isMine = call.dispatcher_id === useSession.getState().userId
  /* A late event carries the current state of the call. */
  if (!isMine || call.state !== 'on_hold' || !usePhone.getState().isOwner) return
  if (await isChanging(call.id)) return
  if (hasSession(call.sip_caller_id)) void holdBySip(call.sip_caller_id)
}

/** Ends the call. A failure is not shown; it is reported to the server. */
export async function end(call: CallView) {
  applyCall({ ...call, state: 'ended' })
  void hangUpBySip(call.sip_caller_id)
  try {
    const body = { phone_number: call.phone, reason_type: 'call_ended', reason_text: CLIENT_FINISHED_CALL } as const
    await ask(endCall, { body })
  } catch (error) {
    reportClientError('calls/cancel', error, call)
    void loadCalls()
  }
}

/** Reports an error to the server, once; nothing waits for the request and nothing is shown. */
function reportClientError(context: string, error: unknown, about: CallView) {
  const message = error instanceof ApiError ? `${error.status} ${error.message}` : 'unexpected'
  const body = { context, message, phone: about.phone, order_id: about.order_id ?? undefined }
  ask(clientErrorEndpoint, { body }).catch(() => undefined)
}
