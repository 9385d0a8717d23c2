import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const SECRET_BYTES = 20
/** Telephones whose clock is half a minute off. */
const STEPS_OFF = 1
const ISSUER = 'Dispecerat'

/** 160 random bits, base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an application of codes reads from a square: RFC 6238, six digits, half a minute, SHA-1, which all of them know. */
export function uriOfSecret(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}

/** Which half minute since 1970 the six digits belong to; null when to none near `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: STEPS_OFF })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

/** The newest half minute whose code is good at `now`. */
export function newestStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS) + STEPS_OFF
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })
}
