import crypto from 'node:crypto'
import { slowHash } from '../accounts/password.ts'

const COUNT = 10
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789'
const GROUP = 5
const SALT_BYTES = 16

export interface NewRecoveryCodes {
  /** Shown to the user once. */
  codes: string[]
  hashes: Buffer[]
  salt: Buffer
}

/**
 * Creates ten codes to print, without letters that look alike; each has some 49 random bits. Call it outside a transaction: hashing takes
 * 0.3 s.
 */
export async function newRecoveryCodes(): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: COUNT }, () => `${randomGroup()}-${randomGroup()}`)
  const salt = crypto.randomBytes(SALT_BYTES)
  return { codes, salt, hashes: await Promise.all(codes.map((code) => hashOfRecoveryCode(code, salt))) }
}

/** Ignores spaces, hyphens and case. A code without a salt was made before slow hashes were used. */
export async function hashOfRecoveryCode(code: string, salt: Buffer | null): Promise<Buffer> {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return salt ? slowHash(bare, salt) : crypto.createHash('sha256').update(bare).digest()
}

function randomGroup(): string {
  return Array.from({ length: GROUP }, () => LETTERS[crypto.randomInt(LETTERS.length)]).join('')
}
