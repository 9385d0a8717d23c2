import crypto from 'node:crypto'

/** Sessions end this long after their last use. */
const SESSION_HOURS = 12

/** Of whoever is no driver: a session that is used without a pause ends all the same, and asks for both factors again. */
export const MAX_SESSION_DAYS = 30

/** `tx_` and 256 random bits, base64url. */
export function newToken(): string {
  return `tx_${crypto.randomBytes(32).toString('base64url')}`
}

/** What is stored of a token: with 256 random bits a fast hash is enough. */
export function hashOfToken(token: string): Buffer {
  return crypto.createHash('sha256').update(token).digest()
}

export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + SESSION_HOURS * 3_600_000)
}
