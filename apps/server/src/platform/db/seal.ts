import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SecretsConfig } from '../config/config-secrets.ts'

/** Encrypts secrets that the database stores. */
export interface Seal {
  /** AES-256-GCM with a random IV. `context` names the column, e.g. `two_factor.secret`: a sealed value opens in no other one. */
  seal(plain: string, context: string): string
  /** Throws SealError when the key is unknown, the context differs or the value was changed. */
  open(sealed: string, context: string): string
  /** The state of a stored value: `no` is plain text, `old` was sealed by an earlier key, `unknown` by a key that is not configured. */
  stateOf(stored: string): 'current' | 'old' | 'unknown' | 'no'
}

/** A secret cannot be sealed or opened. Names the key id, never the value. */
export class SealError extends Error {}

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_LENGTH = 8
const SEALED = /^v1\.([\da-f]{8})\.([\w-]+)$/

interface Keys {
  current: Buffer
  byId: ReadonlyMap<string, Buffer>
}

/**
 * Reads or generates the key only when the first secret is sealed or opened: an installation without secrets needs no key.
 * A sealed value is `v1.<keyId>.<base64url of iv, tag and ciphertext>`.
 */
export function openSeal({ secrets }: { secrets: SecretsConfig }): Seal {
  let keys: Keys | undefined
  const known = (): Keys => {
    keys ??= keysOf(secrets)
    return keys
  }
  return {
    seal(plain, context) {
      const { current } = known()
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, current, iv).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      const packed = Buffer.concat([iv, cipher.getAuthTag(), encrypted])
      return `${VERSION}.${keyId(current)}.${packed.toString('base64url')}`
    },
    open(sealed, context) {
      const [, id = '', packed = ''] = SEALED.exec(sealed) ?? []
      if (id === '') throw new SealError('not a sealed value')
      const key = known().byId.get(id)
      if (!key) throw new SealError(`sealed with key ${id}, which neither SECRETS_KEY nor SECRETS_KEY_OLD holds`)
      return decrypt(Buffer.from(packed, 'base64url'), key, context)
    },
    stateOf(stored) {
      const [, id = ''] = SEALED.exec(stored) ?? []
      if (id === '') return 'no'
      const { current, byId } = known()
      if (id === keyId(current)) return 'current'
      return byId.has(id) ? 'old' : 'unknown'
    },
  }
}

/** Identifies the key that sealed a value: eight hexadecimal digits of its hash. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('dispecerat key id').update(key).digest('hex').slice(0, KEY_ID_LENGTH)
}

function decrypt(packed: Buffer, key: Buffer, context: string): string {
  const iv = packed.subarray(0, IV_BYTES)
  const tag = packed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  if (tag.length !== TAG_BYTES) throw new SealError('not a sealed value')
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  try {
    return decipher.update(packed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new SealError(`a value of ${context} was changed, or was sealed for another column`)
  }
}

function keysOf({ key, oldKeys, keyFile }: SecretsConfig): Keys {
  const current = key ?? (keyFile === null ? null : keyInFile(keyFile))
  if (current === null) throw new SealError('SECRETS_KEY is needed to store secrets beside DATABASE_URL')
  return { current, byId: new Map([...oldKeys, current].map((one) => [keyId(one), one])) }
}

/** The hard link fails when another process was first, so that all processes read one complete key. */
function keyInFile(file: string): Buffer {
  const stored = readKey(file)
  if (stored) return stored
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const written = readKey(file)
  if (!written) throw new SealError(`${file} disappeared`)
  return written
}

function readKey(file: string): Buffer | null {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
    if (key.length !== KEY_BYTES) throw new SealError(`${file} does not hold a key of 32 bytes in base64`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
