import type { CallDirection, CallEndReason, CallLife } from '@dispecerat/domain/telephony/call'

/** A call's row with the names of the code. */
export interface CallRecord extends CallLife {
  id: number
  companyId: number
  phone: string
  sipCallerId: string | null
  direction: CallDirection
  /** The exchange that has the call; null for one without audio. */
  exchange: string | null
  orderId: number | null
  rangAt: Date
  /** The dispatcher whose phone has the caller, as reported by the exchange. */
  answeredBy: number | null
  reachedAt: Date | null
  calleeDriverId: number | null
  /** The dispatcher who transferred the call. */
  transferredFrom: number | null
  isTest: boolean
}

export interface EndOfCall {
  reason: CallEndReason
  text: string | null
}
