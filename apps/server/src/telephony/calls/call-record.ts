import type { CallId, CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { CallDirection, CallEndReason, CallLife } from '@dispecerat/domain/telephony/call'

/** A call's row with the names of the code. */
export interface CallRecord extends CallLife {
  id: CallId
  dispatcherId: UserId | null
  companyId: CompanyId
  phone: string
  sipCallerId: string | null
  direction: CallDirection
  /** The exchange that has the call; null for one without audio. */
  exchange: string | null
  orderId: OrderId | null
  rangAt: Date
  /** The dispatcher whose phone has the caller, as reported by the exchange. */
  answeredBy: UserId | null
  reachedAt: Date | null
  calleeDriverId: DriverId | null
  /** The dispatcher who transferred the call. */
  transferredFrom: UserId | null
  isTest: boolean
}

export interface EndOfCall {
  reason: CallEndReason
  text: string | null
}
