import { CALL_END_REASONS } from '@dispecerat/domain/telephony/call'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCallId } from '../kernel/ids.ts'
import { Done, Id, WireTime } from '../kernel/wire.ts'
import { Caller } from './calls.ts'

const area = 'calls'
const may = 'calls.take' as const

export const MissedCall = z.object({
  /** Id of the newest call. */
  id: Id,
  company_id: Id,
  company_name: z.string(),
  /** E.164. */
  phone: z.string(),
  /** Calls since the last one that was answered or called back. */
  tries: z.number().int(),
  first_rang_at: WireTime,
  last_rang_at: WireTime,
  /** Waiting time of the last call. */
  waited_seconds: z.number().int(),
  /** The call was not answered, no line was free, or the line broke. */
  reason_type: z.enum(CALL_END_REASONS).nullable(),
  client: Caller,
  called_back_at: WireTime.nullable(),
  called_back_by: z.object({ id: Id, name: z.string().nullable() }).nullable(),
})
export type MissedCall = z.infer<typeof MissedCall>

export const listMissedCalls = endpoint({
  method: 'GET',
  path: '/api/calls/missed',
  does: 'Who rang my companies in the last 24 hours and was not heard, one row for each phone, newest first.',
  area,
  may,
  reply: z.object({ data: z.array(MissedCall) }),
})

export const markCalledBack = endpoint({
  method: 'PATCH',
  path: '/api/calls/missed/:id/called-back',
  does: 'I called this phone back, by whatever phone; twice is fine. Answering it or reaching it from here says the same by itself.',
  area,
  may,
  params: ByCallId,
  reply: Done,
  errors: ['call.unknown'],
})

export const unmarkCalledBack = endpoint({
  method: 'DELETE',
  path: '/api/calls/missed/:id/called-back',
  does: 'Nobody called this phone back after all.',
  area,
  may,
  params: ByCallId,
  reply: Done,
  errors: ['call.unknown'],
})
