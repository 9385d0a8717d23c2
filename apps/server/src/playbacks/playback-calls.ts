import { type PlaybackScene, type PlaybackWord, whyNotRung } from '@dispecerat/domain/playback'
import type { TelephonyContext } from '../calls/calls.public.ts'
import { SYSTEM } from '../db/actor.ts'
import { write } from '../db/write.ts'
import { kindOfError } from '../kind-of-error.ts'
import { lockAnyOrder } from '../orders/orders.public.ts'
import type { Speech } from '../providers/speech/speech.ts'
import type { Server } from '../server.ts'
import { lostPlaybacks, orderOfPlayback, readPlayback } from './playbacks.store.ts'
import { recordPlaybackEvent } from './record-playback-event.ts'
import { claimRinging, giveUp, type Ringing } from './ring-due.ts'

/** A voice takes about 2 % of a processor: the others wait their turn. */
const MAX_AT_ONCE = 12

/** The calls this process makes by itself, from the row that is due to the last word of the exchange. */
export class PlaybackCalls {
  readonly #server: Server
  readonly #telephony: TelephonyContext['telephony']
  readonly #speech: Speech
  /** By name: each word is written before the next. */
  readonly #open = new Map<string, Promise<void>>()

  constructor(server: Server, { telephony }: Pick<TelephonyContext, 'telephony'>, speech: Speech) {
    this.#server = server
    this.#telephony = telephony
    this.#speech = speech
  }

  /** One look at the clock: what was lost is noted, who should no longer be rung is let go, who is due is rung. */
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

  /** What was heard so far is written. */
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

  /** The order was called off, or the client rings in himself. */
  async #letGo(name: string): Promise<void> {
    const isOver = await write(this.#server, SYSTEM, async (tx) => {
      const orderId = await orderOfPlayback(tx, name)
      if (orderId === null) return true
      const row = await readPlayback(tx, { sipCallerId: name })
      // Looked at again under the lock, only when it seems to be so.
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

/** Who listens already is let listen, whoever else rings; a car that arrives while he listens to its coming changes nothing. */
function unwanted(
  row: PlaybackScene & { state: string; isStopped: boolean },
): 'order_changed' | 'talking' | 'not_allowed' | null {
  if (row.isStopped) return 'not_allowed'
  if (row.state !== 'speaking') return whyNotRung(row)
  const { state, isDeleted } = row.order
  return state !== 'assigned' || isDeleted ? 'order_changed' : null
}
