import crypto from 'node:crypto'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { CallSource, TelephonyEvent } from './telephony.ts'

/** Simulated callers without audio, who ring on request. Their calls exist only as the server's own rows. */
export class SimulatedTelephony implements CallSource {
  #listener: ((event: TelephonyEvent) => Promise<void>) | null = null

  onEvent(listener: (event: TelephonyEvent) => Promise<void>): void {
    this.#listener = listener
  }

  /** A simulated caller has no phone to hang up. */
  hangUp(): void {}

  /** A caller dials; resolves with the call's id once the server has processed it. `from` in E.164. */
  async ring(companyId: CompanyId, from: string): Promise<string> {
    const sipCallerId = `sim-${crypto.randomUUID()}`
    await this.#listener?.({ type: 'ringing', sipCallerId, from, companyId })
    return sipCallerId
  }

  async callerHangsUp(sipCallerId: string): Promise<void> {
    await this.#listener?.({ type: 'ended', sipCallerId, because: 'caller_hung_up' })
  }
}
