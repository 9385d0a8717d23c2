import crypto from 'node:crypto'
import type { CallSource, TelephonyEvent } from './telephony.ts'

/** Callers on paper: they ring when told to, and have no voice. Their calls live only as the house's own rows. */
export class SimulatedTelephony implements CallSource {
  #listener: ((event: TelephonyEvent) => Promise<void>) | null = null

  onEvent(listener: (event: TelephonyEvent) => Promise<void>): void {
    this.#listener = listener
  }

  /** There is no caller's side to end. */
  hangUp(): void {}

  /** Somebody dials in; resolves with the call's name once the house has heard it. `from` in E.164. */
  async ring(companyId: number, from: string): Promise<string> {
    const sipCallerId = `sim-${crypto.randomUUID()}`
    await this.#listener?.({ type: 'ringing', sipCallerId, from, companyId })
    return sipCallerId
  }

  async callerHangsUp(sipCallerId: string): Promise<void> {
    await this.#listener?.({ type: 'ended', sipCallerId, because: 'caller_hung_up' })
  }
}
