import { z } from 'zod'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'
import type { Scheme } from '../tiles/map-colours.ts'

const TIMEOUT_MS = 5000
/** Sessions are renewed so long before they end, so that a page that just read one has a day of tiles. */
const RENEW_BEFORE_MS = 24 * 3_600_000
/** Delay before Google is requested again after a refusal. */
const REST_MS = 30_000

const Session = z.object({
  session: z.string().min(1),
  /** Unix time in seconds, as text. */
  expiry: z.string().regex(/^\d+$/),
  tileWidth: z.number().int().positive(),
})

export interface GoogleSession {
  token: string
  tileWidth: number
}

/** Session tokens of Google's Map Tiles API, one per scheme; a token lives some two weeks and serves every browser. */
export class GoogleSessions {
  readonly #options: { key: string; url: string; clock: Clock; timeoutMs?: number }
  readonly #known = new Map<Scheme, { session: GoogleSession; until: number }>()
  readonly #asked = new Map<Scheme, Promise<GoogleSession>>()
  #restsUntil = 0

  constructor(options: { key: string; url: string; clock: Clock; timeoutMs?: number }) {
    this.#options = options
  }

  /** Throws when Google refuses or does not reply; the message does not contain the key. */
  async session(scheme: Scheme): Promise<GoogleSession> {
    const now = this.#options.clock.now().getTime()
    const known = this.#known.get(scheme)
    if (known && now < known.until - RENEW_BEFORE_MS) return known.session
    if (now < this.#restsUntil) {
      if (known && now < known.until) return known.session
      throw new Error('Google gave no session a moment ago')
    }
    const pending = this.#asked.get(scheme) ?? this.#begin(scheme)
    this.#asked.set(scheme, pending)
    try {
      return await pending
    } catch (error) {
      this.#restsUntil = now + REST_MS
      if (known && now < known.until) return known.session
      throw error
    } finally {
      this.#asked.delete(scheme)
    }
  }

  async #begin(scheme: Scheme): Promise<GoogleSession> {
    const { key, url, timeoutMs = TIMEOUT_MS } = this.#options
    let response: Response
    try {
      response = await fetchWithoutRedirects(`${url}/v1/createSession?key=${encodeURIComponent(key)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input(scheme)),
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch {
      throw new Error('Google is silent')
    }
    if (!response.ok) throw new Error(`Google refused a session with ${response.status}`)
    const read = Session.safeParse(await response.json().catch(() => null))
    if (!read.success) throw new Error('Google gave something that is no session')
    const { session: token, expiry, tileWidth } = read.data
    this.#known.set(scheme, { session: { token, tileWidth }, until: Number(expiry) * 1000 })
    return { token, tileWidth }
  }
}

function input(scheme: Scheme) {
  const base = { mapType: 'roadmap', language: 'ro-RO', region: 'RO', imageFormat: 'png' }
  const sharp = { scale: 'scaleFactor2x', highDpi: true }
  return scheme === 'dark' ? { ...base, ...sharp, styles: DARK } : { ...base, ...sharp }
}

const DARK = [
  { elementType: 'geometry', stylers: [{ color: '#1d2229' }] },
  { elementType: 'labels.text.fill', stylers: [{ color: '#9aa5b1' }] },
  { elementType: 'labels.text.stroke', stylers: [{ color: '#14181c' }] },
  { featureType: 'road', elementType: 'geometry', stylers: [{ color: '#3c4651' }] },
  { featureType: 'road.highway', elementType: 'geometry', stylers: [{ color: '#515c6a' }] },
  { featureType: 'water', elementType: 'geometry', stylers: [{ color: '#15293a' }] },
  { featureType: 'poi.park', elementType: 'geometry', stylers: [{ color: '#1a2822' }] },
]
