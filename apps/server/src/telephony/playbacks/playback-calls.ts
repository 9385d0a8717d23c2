import { type PlaybackScene, type PlaybackWord, whyNotRung } from '@dispecerat/domain/telephony/playback'
import type { Speech } from '../../adapters/speech/speech.ts'
import { lockAnyOrder } from '../../orders/orders.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { TelephonyContext } from '../calls/calls.public.ts'
import { lostPlaybacks, orderOfPlayback, readPlayback } from './playbacks.store.ts'
import { recordPlaybackEvent } from './record-playback-event.ts'
import { claimRinging, giveUp, type Ringing } from './ring-due.ts'

/** A playing voice takes about 2 % of a CPU core; further calls wait for the next poll. */
const MAX_AT_ONCE = 12

/** Automatic calls of this process, from the due row to the last event of the exchange. */
export class PlaybackCalls {
  readonly #server: Server
  readonly #telephony: TelephonyContext['telephony']
  readonly #speech: Speech
  /** Pending work by call name: events of a call are stored one after another. */
  readonly #open = new Map<string, Promise<void>>()

  constructor(server: Server, { telephony }: Pick<TelephonyContext, 'telephony'>, speech: Speech) {
    this.#server = server
    this.#telephony = telephony
    this.#speech = speech
  }

  /** One poll: closes calls without events for too long, hangs up calls that are no longer wanted, and starts due ones. */
  async look(): Promise<void> {
    for (const name of await lostPlaybacks(this.#server.db, this.#server.clock.now())) {
      await recordPlaybackEvent(this.#server, name, { type: 'lost' })
      this.#hangUp(name)
    }
    for (const name of [...this.#open.keys()]) await this.#letGo(name)
    if (!this.#telephony?.announce) return
    const failed: number[] = []
    while (this.#open.size < MAX_AT_ONCE) {
      const attempt: { id: number | null } = { id: null }
      try {
        const ringing = await claimRinging(this.#server, failed, attempt)
        if (ringing === 'none') return
        if (ringing) this.#ring(ringing)
      } catch (error) {
        if (attempt.id === null) throw error
        this.#server.log.error({ err: error }, 'a client could not be rung')
        failed.push(attempt.id)
      }
    }
  }

  /** Resolves when all events received so far are stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#open.values())
  }

  #ring({ text, ...call }: Ringing): void {
    const { sipCallerId: name } = call
    const begin = async () => {
      const { sound, hasVoice } = await this.#speech.say(text)
      if (!this.#open.has(name)) return
      this.#telephony?.announce?.({ ...call, sound }, (word) => this.#onEvent(name, word, hasVoice))
    }
    this.#after(name, begin)
  }

  #onEvent(name: string, word: PlaybackWord, hasVoice: boolean): void {
    this.#after(name, async () => {
      const end = await recordPlaybackEvent(this.#server, name, word, hasVoice)
      if (end === 'asked_to_talk') this.#hangUp(name)
      else if (word.type === 'ended') this.#open.delete(name)
    })
  }

  #after(name: string, work: () => Promise<void>): void {
    const before = this.#open.get(name) ?? Promise.resolve()
    const failed = (error: unknown) => this.#server.log.error({ reason: kindOfError(error) }, 'a playback failed')
    this.#open.set(name, before.then(work).catch(failed))
  }

  /** Hangs up when the order was cancelled or the client is calling the company. */
  async #letGo(name: string): Promise<void> {
    const isOver = await write(this.#server, SYSTEM, async (tx) => {
      const orderId = await orderOfPlayback(tx, name)
      if (orderId === null) return true
      const row = await readPlayback(tx, { sipCallerId: name })
      // Checked again under the lock of the order, which is taken only when the first check says so.
      if (!row || row.state === 'over') return true
      if (unwanted(row) === null) return false
      await lockAnyOrder(tx, orderId)
      const now = await readPlayback(tx, { sipCallerId: name })
      const why = now && unwanted(now)
      if (now && why) await giveUp(tx, now, { why, now: this.#server.clock.now() })
      return why !== null
    })
    if (isOver) this.#hangUp(name)
  }

  #hangUp(name: string): void {
    this.#open.delete(name)
    this.#telephony?.hangUp(name, 'call_ended')
  }
}

/**
 * A call that is being played continues even if the client also calls the company or the car arrives meanwhile; only a cancelled order or a
 * stop of outgoing calls ends it.
 */
function unwanted(
  row: PlaybackScene & { state: string; isStopped: boolean },
): 'order_changed' | 'talking' | 'not_allowed' | null {
  if (row.isStopped) return 'not_allowed'
  if (row.state !== 'speaking') return whyNotRung(row)
  const { state, isDeleted } = row.order
  return state !== 'assigned' || isDeleted ? 'order_changed' : null
}
