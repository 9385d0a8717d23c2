import crypto from 'node:crypto'

/** A session ends this long after its last use by a person. */
const UNUSED_MS = 12 * 3_600_000

/** `tx_` and 256 random bits, base64url. */
export function newToken(): string {
  return `tx_${crypto.randomBytes(32).toString('base64url')}`
}

/** The stored form of a token: with 256 random bits a fast hash is enough. */
export function hashOfToken(token: string): Buffer {
  return crypto.createHash('sha256').update(token).digest()
}

/** The end of a session that is not used again: never later than `maxAgeMs` after the log-in. */
export function sessionEnd(now: Date, { createdAt = now, maxAgeMs = Number.POSITIVE_INFINITY } = {}): Date {
  return new Date(Math.min(now.getTime() + UNUSED_MS, createdAt.getTime() + maxAgeMs))
}
