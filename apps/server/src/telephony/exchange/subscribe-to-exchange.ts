import { CLIENT_FINISHED_CALL, type EndAtExchange, reasonOfEnd } from '@dispecerat/domain/telephony/call'
import type { CallSource, TelephonyEvent } from '../../adapters/telephony/telephony.ts'
import { type Actor, SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { CallRecord, EndOfCall } from '../calls/call-record.ts'
import { findCallBySip } from '../calls/calls.store.ts'
import { finishCall } from '../calls/finish-call.ts'
import { ringOut } from '../outgoing/ring-out.ts'
import { noteRecording } from '../recordings/note-recording.ts'
import { handleAnswer } from './handle-answer.ts'
import { handleHold } from './handle-hold.ts'
import { inTurnOfDispatcher } from './in-turn.ts'
import { ringIn } from './ring-in.ts'

export interface ExchangeParts {
  telephony: CallSource
  /** The name under which its calls are stored; null: calls have no audio. */
  exchange: string | null
  testNumbers: readonly string[]
}

/** Connects an exchange to the server: its events become rows, and calls that the server ends are ended at the exchange too. */
export function subscribeToExchange(server: Server, realtime: Realtime, parts: ExchangeParts): void {
  const { telephony } = parts
  telephony.onEvent(inTurnOfDispatcher((event) => handleEvent(server, event, parts)))
  realtime.onEvents((events) => {
    for (const { event, data } of events) {
      if (event !== 'client_call_ended' || data.sip_caller_id === null) continue
      telephony.hangUp(data.sip_caller_id, data.reason_type)
    }
  })
}

/** Every event may arrive twice, and on several nodes at once: the second time changes nothing. */
async function handleEvent(server: Server, event: TelephonyEvent, parts: ExchangeParts): Promise<void> {
  const { telephony, exchange, testNumbers } = parts
  switch (event.type) {
    case 'ringing': {
      const { companyId, from: phone, sipCallerId } = event
      const isTest = testNumbers.includes(phone)
      const { refusal } = await ringIn(server, { companyId, phone, sipCallerId, isTest, exchange })
      // Refused before the exchange goes on, so that no phone rings for a refused caller.
      if (refusal) telephony.hangUp(sipCallerId, refusal)
      return
    }
    case 'dialled': {
      const isWanted = await ringOut(server, { ...event, exchange })
      if (!isWanted) telephony.hangUp(event.sipCallerId, 'blocked')
      return
    }
    case 'answered':
      return handleAnswer(server, event)
    case 'held':
    case 'resumed':
      return handleHold(server, event)
    case 'recorded':
      return noteRecording(server, event)
    case 'ended':
      return handleEnd(server, event.sipCallerId, event.because)
  }
}

/** The exchange reports that this call has ended. */
export async function handleEnd(server: Server, sipCallerId: string, because: EndAtExchange): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    const call = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (!call) return {}
    await finishCall(tx, server, call, { ...endOf(call, because), by: whoEnded(call, because) })
    return {}
  })
}

function endOf(call: CallRecord, because: EndAtExchange): EndOfCall {
  const reason = reasonOfEnd({ ...call, isReached: call.reachedAt !== null }, because)
  if (reason === 'connection_lost') return { reason, text: 'Connection lost' }
  return { reason, text: call.direction === 'in' ? CLIENT_FINISHED_CALL : null }
}

function whoEnded({ dispatcherId }: CallRecord, because: EndAtExchange): Pick<Actor, 'kind' | 'userId'> {
  const isDispatcher = because === 'dispatcher_hung_up' && dispatcherId !== null
  return isDispatcher ? { kind: 'dispatcher', userId: dispatcherId } : SYSTEM
}
