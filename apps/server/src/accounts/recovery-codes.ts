import crypto from 'node:crypto'

const COUNT = 10
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789'
const GROUP = 5

/** Ten codes for paper, without letters that look alike; each has some 49 random bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => `${randomGroup()}-${randomGroup()}`)
}

/** However it was typed: spaces, hyphens and capitals do not matter. */
export function hashOfRecoveryCode(code: string): Buffer {
  return crypto
    .createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
}

function randomGroup(): string {
  return Array.from({ length: GROUP }, () => LETTERS[crypto.randomInt(LETTERS.length)]).join('')
}
