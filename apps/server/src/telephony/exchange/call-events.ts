import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { CallEndReason } from '@dispecerat/domain/telephony/call'
import type { LogEvent } from '../../platform/db/event-log.ts'
import type { CallRecord } from '../calls/call-record.ts'

export const CALL_EVENT_NAMES = [
  'client_call_incoming',
  'client_call_accepted',
  'client_call_dialled',
  'client_call_held',
  'client_call_unheld',
  'client_call_transferred',
  'client_call_ended',
] as const
export type CallEventName = (typeof CALL_EVENT_NAMES)[number]

type Call = Pick<CallRecord, 'id' | 'companyId' | 'sipCallerId'>

/** The log stores ids; the caller's data is read when the event is sent. */
export function callEvent(event: Exclude<CallEventName, 'client_call_ended'>, call: Call): LogEvent {
  return { event, toCompanies: [call.companyId], data: idsOf(call) }
}

/** `isTakenOver`: the new dispatcher took the call instead of getting it. */
export function transferredEvent(call: Call, isTakenOver: boolean): LogEvent {
  const data = { ...idsOf(call), is_taken_over: isTakenOver }
  return { event: 'client_call_transferred', toCompanies: [call.companyId], data }
}

export function endedEvent(call: Call, reason: CallEndReason): LogEvent {
  const data = { ...idsOf(call), reason_type: reason }
  return { event: 'client_call_ended', toCompanies: [call.companyId], data }
}

function idsOf({ id, sipCallerId }: Call) {
  return { call_id: id, sip_caller_id: sipCallerId }
}

/** The list of missed calls has changed. */
export function missedChanged(companyId: CompanyId): LogEvent {
  return { event: 'missed_calls_changed', toCompanies: [companyId], data: { company_id: companyId } }
}
