import { G711 } from '../g711.ts'
import type { SoundPacket } from './pcap-reader.ts'

export const SAMPLES_PER_SECOND = 8000
const PER_MS = SAMPLES_PER_SECOND / 1000
/** Older packets are not waited for. */
const WINDOW = SAMPLES_PER_SECOND
/** A clock this far from the arrival time of a packet was reset: another phone, or the end of a hold. */
const APART = SAMPLES_PER_SECOND / 2
/** Holds the window, what is ahead of it, and the longest packet. */
const RING = 1 << 16
const BLOCK = RING / 2
/** Pressed keys come as packets of four bytes (RFC 4733). */
const KEY_BYTES = 4
/** Carries the level of background noise during silence (RFC 3389). */
const COMFORT_NOISE = 13
const LONGEST_PACKET = SAMPLES_PER_SECOND / 2

/**
 * Mixes all speakers of a call: each packet at the position of its speaker's clock, in 16-bit samples. Memory is bounded by the ring
 * buffer.
 */
export class Mix {
  readonly #ring = new Int32Array(RING)
  readonly #speakers = new Map<number, { timestamp: number; at: number }>()
  #begun: number | null = null
  #written = 0
  #end = 0
  /** Number of packets in a codec other than G.711. */
  unread = 0

  get samples(): number {
    return this.#end
  }

  /** Returns the samples that are finished with this packet. */
  *add(packet: SoundPacket): Generator<Buffer> {
    const linear = G711.get(packet.kind)
    if (!linear) {
      if (packet.payload.length > KEY_BYTES && packet.kind !== COMFORT_NOISE) this.unread += 1
      return
    }
    this.#begun ??= packet.at
    const now = Math.max(0, Math.round((packet.at - this.#begun) * PER_MS))
    yield* this.#finish(now - WINDOW)
    const at = this.#place(packet, now)
    const codes = packet.payload.subarray(0, LONGEST_PACKET)
    for (let n = 0; n < codes.length; n++) {
      const slot = (at + n) % RING
      this.#ring[slot] = (this.#ring[slot] ?? 0) + (linear[codes[n] ?? 0] ?? 0)
    }
    this.#end = Math.max(this.#end, at + codes.length)
  }

  *rest(): Generator<Buffer> {
    yield* this.#finish(this.#end)
  }

  #place({ ssrc, timestamp }: SoundPacket, now: number): number {
    const before = this.#speakers.get(ssrc)
    // Clocks of 32 bits wrap around.
    const byClock = before === undefined ? now : before.at + ((timestamp - before.timestamp) | 0)
    const at = byClock < this.#written || Math.abs(byClock - now) > APART ? Math.max(now, this.#written) : byClock
    this.#speakers.set(ssrc, { timestamp, at })
    return at
  }

  *#finish(until: number): Generator<Buffer> {
    while (this.#written < until) {
      const count = Math.min(BLOCK, until - this.#written)
      const block = Buffer.alloc(count * 2)
      for (let n = 0; n < count; n++) {
        const slot = (this.#written + n) % RING
        block.writeInt16LE(Math.max(-32_768, Math.min(32_767, this.#ring[slot] ?? 0)), n * 2)
        this.#ring[slot] = 0
      }
      this.#written += count
      this.#end = Math.max(this.#end, this.#written)
      yield block
    }
  }
}
