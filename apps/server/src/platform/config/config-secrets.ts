import path from 'node:path'
import { z } from 'zod'

export interface SecretsConfig {
  /** 32 bytes that encrypt secrets in the database; null: `keyFile` contains them. */
  key: Buffer | null
  /** Earlier keys, which still decrypt what they encrypted. */
  oldKeys: Buffer[]
  /** Absolute path of the generated key beside the embedded database; null: the environment must provide the key. */
  keyFile: string | null
}

const KEY_BYTES = 32
const MUST_BE = 'must be 32 bytes in base64, e.g. of openssl rand -base64 32'

function keyOf(text: string): Buffer {
  return Buffer.from(text, 'base64')
}

/** Also checks the length of the text, because Buffer skips characters that are not base64. */
function isKey(text: string): boolean {
  return /^[\w+/-]{43}=?$/.test(text) && keyOf(text).length === KEY_BYTES
}

function keysOf(text: string): string[] {
  return text.split(',').map((key) => key.trim())
}

export const SEALING_VARIABLES = {
  SECRETS_KEY: z.string().refine(isKey, { error: MUST_BE }).transform(keyOf).optional(),
  SECRETS_KEY_OLD: z
    .string()
    .refine((text) => keysOf(text).every(isKey), { error: 'must be keys like SECRETS_KEY, separated by commas' })
    .transform((text) => keysOf(text).map(keyOf))
    .optional(),
}

const Secrets = z.object(SEALING_VARIABLES)

/** An external database means production: the key is never generated there, because a second process would generate another one. */
export function secretsOf(
  { SECRETS_KEY, SECRETS_KEY_OLD }: z.output<typeof Secrets>,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
): SecretsConfig {
  return {
    key: SECRETS_KEY ?? null,
    oldKeys: SECRETS_KEY_OLD ?? [],
    keyFile: databaseUrl === null ? path.join(dataDir, 'secrets.key') : null,
  }
}
