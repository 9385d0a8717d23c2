import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const SECRET_BYTES = 20
/** Allows for telephones whose clock is half a minute off. */
const STEPS_OFF = 1
const ISSUER = 'Dispecerat'

/** 160 random bits, base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The URI in the QR code for an authenticator application: RFC 6238 with six digits, 30 s and SHA-1, which all of them support. */
export function uriOfSecret(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}

/** The number of 30 s steps since 1970 that the six digits belong to; null when they match none near `now`. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: STEPS_OFF })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

/** The newest step whose code is accepted at `now`. */
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
