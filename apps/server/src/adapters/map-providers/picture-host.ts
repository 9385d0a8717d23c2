import type { Clock } from '../../platform/lifecycle/clock.ts'
import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'
import { PictureCache } from './picture-cache.ts'

/** A host of map pictures returned no picture; `isMissing`: it says there is none. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture'
  readonly isMissing: boolean

  constructor(reason: string, isMissing = false) {
    super(reason)
    this.isMissing = isMissing
  }
}

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: Buffer
}

interface Options {
  /** With {z}, {x}, {y} and {key}. */
  url: string
  key: string
  clock: Clock
  timeoutMs?: number
}

const TIMEOUT_MS = 5000
const MAX_BYTES = 2 * 1024 * 1024
const CACHE_BYTES = 32 * 1024 * 1024
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Limits the requests that a hanging host can block, since every tile of every page needs one. */
const MAX_AT_ONCE = 32
const FAILURES_BEFORE_REST = 6
const REST_MS = 10_000

/** Requests pictures from a host with a key that browsers never see. Responses are cached as long as the host allows, at most a day. */
export class PictureHost {
  readonly #options: Options
  readonly #cache = new PictureCache(CACHE_BYTES)
  #asking = 0
  #failures = 0
  #restsUntil = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Throws NoPicture, after five seconds at most. */
  async picture(z: number, x: number, y: number): Promise<Picture> {
    const now = this.#options.clock.now().getTime()
    const place = `${z}/${x}/${y}`
    const cached = this.#cache.get(place, now)
    if (cached) return { type: typeOf(cached) ?? 'image/png', bytes: cached }
    if (this.#failures >= FAILURES_BEFORE_REST && now < this.#restsUntil) throw new NoPicture('resting')
    if (this.#asking >= MAX_AT_ONCE) throw new NoPicture('busy')
    this.#asking += 1
    try {
      const { picture, keepMs } = await this.#ask(z, x, y)
      this.#failures = 0
      this.#cache.set(place, picture.bytes, now + keepMs)
      return picture
    } catch (error) {
      if (error instanceof NoPicture && error.isMissing) throw error
      this.#failures += 1
      this.#restsUntil = now + REST_MS
      // Only the reason, because an error of fetch contains the address with the key.
      throw error instanceof NoPicture ? error : new NoPicture(error instanceof Error ? error.name : 'unknown')
    } finally {
      this.#asking -= 1
    }
  }

  async #ask(z: number, x: number, y: number): Promise<{ picture: Picture; keepMs: number }> {
    const { url, key, timeoutMs = TIMEOUT_MS } = this.#options
    const parts: Record<string, string> = { z: String(z), x: String(x), y: String(y), key: encodeURIComponent(key) }
    const address = url.replaceAll(/\{(z|x|y|key)\}/g, (_all, part: string) => parts[part] ?? '')
    const response = await fetchWithoutRedirects(address, { signal: AbortSignal.timeout(timeoutMs) })
    if (response.status === 404 || response.status === 204) {
      await response.body?.cancel()
      throw new NoPicture('none there', true)
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new NoPicture(`status ${response.status}`)
    }
    const bytes = await readLimited(response, MAX_BYTES)
    const type = typeOf(bytes)
    if (!type) throw new NoPicture('no picture')
    return { picture: { type, bytes }, keepMs: keepMs(response.headers.get('cache-control') ?? '') }
  }
}

async function readLimited(response: Response, max: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > max) throw new NoPicture('too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function keepMs(cacheControl: string): number {
  if (/no-store|no-cache|private/.test(cacheControl)) return 0
  const seconds = /max-age=(\d+)/.exec(cacheControl)?.[1]
  return seconds === undefined ? HOUR_MS : Math.min(DAY_MS, Number(seconds) * 1000)
}

/** By the first bytes, because the host's content type is not trusted. */
function typeOf(bytes: Buffer): Picture['type'] | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return null
}
