import type { CallDirection, CallEndReason, CallLife } from '@dispecerat/domain/call'

/** A call's row with the names of the code. */
export interface CallRecord extends CallLife {
  id: number
  companyId: number
  phone: string
  sipCallerId: string | null
  direction: CallDirection
  /** Which exchange has the call; null for one on paper. */
  exchange: string | null
  orderId: number | null
  rangAt: Date
  /** Whose phone has the caller, as the exchange says. */
  answeredBy: number | null
  reachedAt: Date | null
  calleeDriverId: number | null
  /** Who gave it to its dispatcher. */
  transferredFrom: number | null
  isTest: boolean
}

export interface EndOfCall {
  reason: CallEndReason
  text: string | null
}
