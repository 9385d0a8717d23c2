import crypto from 'node:crypto'
import type { Telephony } from '../providers/telephony/telephony.ts'
import type { CallRecord } from './call-record.ts'
import type { ServerPhoneDirectory } from './phone-directory.ts'
import type { Attendant } from './sip-accounts.store.ts'

/** The exchange of this process as the verbs of calls see it. */
export interface TelephonyContext {
  /** null: the house has no exchange, and calls are on paper alone. */
  telephony: Telephony | null
  /** The name its calls are kept under. One inside the process dies with it; one beside it goes on under the same name. */
  name: string | null
  book: ServerPhoneDirectory
}

const INSIDE = 'embedded-'

export function exchangeName(kind: 'embedded' | 'kamailio' | 'off'): string | null {
  if (kind === 'off') return null
  return kind === 'kamailio' ? kind : `${INSIDE}${crypto.randomUUID()}`
}

export function diesWithProcess(name: string): boolean {
  return name.startsWith(INSIDE)
}

/** The exchange that has the call's voice; null for one on paper, or of an exchange that is gone. */
export function exchangeOf(
  { telephony, name }: TelephonyContext,
  call: Pick<CallRecord, 'exchange'>,
): Telephony | null {
  return call.exchange !== null && call.exchange === name ? telephony : null
}

/** `telephone`: an exchange beside the house is away; without one, or with one inside, there is nothing to say. */
export function healthChecksOf({ telephony }: TelephonyContext): Record<string, 'ok' | 'degraded'> {
  return telephony?.isWell ? { telephone: telephony.isWell() ? 'ok' : 'degraded' } : {}
}

/** Can this dispatcher take a call now? Without an exchange it is enough that he sits at his console. */
export function canTakeCalls({ telephony, book }: TelephonyContext, attendant: Attendant): boolean {
  return telephony ? telephony.isReachable(attendant.userId) : book.isPresent(attendant)
}
