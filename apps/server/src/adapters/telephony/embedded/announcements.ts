import type { Sayer, Voice } from '../pretend/voices.ts'
import type { Announcement, AnnouncementEvent } from '../telephony.ts'
import type { Info, Leg, Rung } from './leg.ts'
import type { PhoneToRing } from './reachable-phones.ts'

interface Parts {
  /** The telephones that ring for a call; with none, the called party counts as not reached. */
  phonesOf(call: Announcement, offer: string): Promise<PhoneToRing[]>
  sayer: Sayer
  failed(error: unknown): void
}

const RINGS_MS = 30_000
/** Added to the length of the sound: the time in which both ends connect. */
const CONNECTS_MS = 15_000
const BYTES_PER_MS = 8

/** Announcements of the exchange: it rings a telephone, plays a sound, receives keys, and hangs up. */
export class Announcements {
  readonly #parts: Parts
  readonly #open = new Map<string, OneAnnouncement>()
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Idempotent: a call with the same id rings once. */
  ring(call: Announcement, onEvent: (word: AnnouncementEvent) => void): void {
    const id = call.sipCallerId
    if (this.#isStopped || this.#open.has(id)) return
    const one = new OneAnnouncement(call, onEvent, () => this.#open.delete(id))
    this.#open.set(id, one)
    one.begin(this.#parts).catch((error: unknown) => {
      this.#parts.failed(error)
      one.end('not_reached')
    })
  }

  /** Hangs up without an event. Returns false when the call is no announcement. */
  hangUp(id: string): boolean {
    const one = this.#open.get(id)
    one?.end(null)
    return one !== undefined
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const one of [...this.#open.values()]) one.end(null)
    await this.#parts.sayer.stop()
  }
}

class OneAnnouncement {
  readonly #call: Announcement
  readonly #onEvent: (word: AnnouncementEvent) => void
  readonly #over: () => void
  readonly #rung = new Set<Rung>()
  #voice: Voice | null = null
  #leg: Leg | null = null
  #timeout: NodeJS.Timeout | null = null
  #wanted = 0
  #isOver = false

  constructor(call: Announcement, onEvent: (word: AnnouncementEvent) => void, over: () => void) {
    this.#call = call
    this.#onEvent = onEvent
    this.#over = over
  }

  async begin({ phonesOf, sayer }: Parts): Promise<void> {
    const onSpoken = () => this.end('said')
    const voice = await sayer.say(this.#call.sound, onSpoken, (key) => this.#pressed(key))
    this.#voice = voice
    if (this.#isOver) {
      voice.close()
      return
    }
    const ringing = await phonesOf(this.#call, voice.offer)
    if (this.#isOver) return
    this.#wanted = ringing.length
    if (ringing.length === 0) {
      this.end('not_reached')
      return
    }
    this.#wait(RINGS_MS)
    for (const phone of ringing) {
      const rung = phone({
        rings: () => undefined,
        answered: (leg, sdp) => this.#answered(leg, sdp),
        refused: () => this.#refused(),
      })
      this.#rung.add(rung)
    }
  }

  /** Ends the announcement once; null when the server hangs up, which needs no event. */
  end(because: 'said' | 'hung_up' | 'not_reached' | null): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#timeout) clearTimeout(this.#timeout)
    for (const rung of this.#rung) rung.cancel(487, 'Not answered')
    this.#leg?.bye(200, 'Said')
    this.#voice?.close()
    this.#over()
    if (because !== null) this.#onEvent({ type: 'ended', because })
  }

  #answered(leg: Leg, sdp: string): void {
    if (this.#isOver || this.#leg) {
      leg.bye(200, 'Call completed elsewhere')
      return
    }
    this.#leg = leg
    for (const rung of this.#rung) rung.cancel(200, 'Call completed elsewhere')
    this.#wait(this.#call.sound.length / BYTES_PER_MS + CONNECTS_MS)
    this.#voice?.answered(sdp)
    this.#onEvent({ type: 'answered' })
    leg.listen({
      offered: async (offer) => {
        const answer = await this.#voice?.reoffered(offer).catch(() => null)
        return answer ? { status: 200, sdp: answer } : { status: 488, sdp: '' }
      },
      onInfo: (info) => this.#onInfo(info),
      bye: () => this.end('hung_up'),
      lost: () => this.end('hung_up'),
      returned: () => undefined,
    })
  }

  #refused(): void {
    this.#wanted -= 1
    if (this.#wanted <= 0) this.end('not_reached')
  }

  async #onInfo(info: Info): Promise<number> {
    const key = keyOf(info)
    if (key !== null) this.#pressed(key)
    return 200
  }

  #pressed(key: string): void {
    if (!this.#isOver) this.#onEvent({ type: 'pressed', key })
  }

  /** Without an answer or a connection in this time the called party counts as not reached. */
  #wait(ms: number): void {
    if (this.#timeout) clearTimeout(this.#timeout)
    this.#timeout = setTimeout(() => this.end('not_reached'), ms)
  }
}

/** `application/dtmf-relay` contains "Signal=0", `application/dtmf` the key alone. */
export function keyOf({ type, body }: Info): string | null {
  const raw = /^application\/dtmf\s*(;|$)/i.test(type) ? body : /^[ \t]*Signal[ \t]*=[ \t]*(\S+)/im.exec(body)?.[1]
  const key = raw?.trim().toUpperCase() ?? ''
  return /^[\dA-D*#]$/.test(key) ? key : null
}
