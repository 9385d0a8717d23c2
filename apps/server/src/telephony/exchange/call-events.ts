import type { LoggedEvent } from '../../platform/db/event-log.ts'
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

/** The log stores ids; the caller's data is read when the event is sent. The exchange's name for the call is for the nodes. */
export function callEvent(
  event: CallEventName,
  call: Pick<CallRecord, 'id' | 'companyId' | 'sipCallerId'>,
  data: Record<string, unknown> = {},
): LoggedEvent {
  return {
    event,
    toCompanies: [call.companyId],
    data: { call_id: call.id, sip_caller_id: call.sipCallerId, ...data },
  }
}

/** The list of missed calls has changed. */
export function missedChanged(companyId: number): LoggedEvent {
  return { event: 'missed_calls_changed', toCompanies: [companyId], data: { company_id: companyId } }
}
