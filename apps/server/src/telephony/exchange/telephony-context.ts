import crypto from 'node:crypto'
import type { Telephony } from '../../adapters/telephony/telephony.ts'
import type { CallRecord } from '../calls/call-record.ts'
import type { ServerPhoneDirectory } from '../lines/phone-directory.ts'
import type { Attendant } from '../sip-accounts/sip-accounts.store.ts'

/** The exchange of this process, as the commands for calls see it. */
export interface TelephonyContext {
  /** null: there is no exchange, and calls have no audio. */
  telephony: Telephony | null
  /**
   * The name under which its calls are stored. An exchange inside the process dies with it; an external one continues under the same name.
   */
  name: string | null
  phoneDirectory: ServerPhoneDirectory
}

const INSIDE = 'embedded-'

export function exchangeName(kind: 'embedded' | 'kamailio' | 'off'): string | null {
  if (kind === 'off') return null
  return kind === 'kamailio' ? kind : `${INSIDE}${crypto.randomUUID()}`
}

export function diesWithProcess(name: string): boolean {
  return name.startsWith(INSIDE)
}

/** The exchange with the call's audio; null for a call without audio, or of an exchange that has ended. */
export function exchangeOf(
  { telephony, name }: TelephonyContext,
  call: Pick<CallRecord, 'exchange'>,
): Telephony | null {
  return call.exchange !== null && call.exchange === name ? telephony : null
}

/** `telephone`: reports an unreachable external exchange; nothing without one, or with one inside the process. */
export function healthChecksOf({ telephony }: TelephonyContext): Record<string, 'ok' | 'degraded'> {
  return telephony?.isWell ? { telephone: telephony.isWell() ? 'ok' : 'degraded' } : {}
}

/** True when this dispatcher can take a call now. Without an exchange an open console is enough. */
export function canTakeCalls({ telephony, phoneDirectory }: TelephonyContext, attendant: Attendant): boolean {
  return telephony ? telephony.isReachable(attendant.userId) : phoneDirectory.isPresent(attendant)
}
