import { z } from 'zod'

export interface AuthoritiesConfig {
  /** null: e-invoices stay listed as what would be sent. */
  efactura: { url: string; token: string } | null
  /** null: registers for the town hall stay listed. */
  townhall: { url: string; key: string } | null
}

/** What is filed is nobody else's business: without encryption only to this machine. */
const safeAddress = (example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && isSafe(new URL(text)), { error: `must look like ${example}` })
    .optional()

function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

export const AUTHORITY_VARIABLES = {
  EFACTURA_URL: safeAddress('https://api.anaf.ro/prod/FCTEL/rest'),
  EFACTURA_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,8000}$/, { error: 'must be a token without spaces' })
    .optional(),
  TOWNHALL_URL: safeAddress('https://registru.primarie.ro/dispecerat'),
  TOWNHALL_KEY: z.string().min(16, { error: 'must have at least 16 characters' }).max(500).optional(),
}

const Authorities = z.object(AUTHORITY_VARIABLES)
type Given = z.output<typeof Authorities>

/** An address without its key. */
export function authorityProblems(data: Given): { name: string; message: string }[] {
  return [
    ...(data.EFACTURA_URL !== undefined && data.EFACTURA_TOKEN === undefined
      ? [{ name: 'EFACTURA_TOKEN', message: 'is needed with EFACTURA_URL' }]
      : []),
    ...(data.TOWNHALL_URL !== undefined && data.TOWNHALL_KEY === undefined
      ? [{ name: 'TOWNHALL_KEY', message: 'is needed with TOWNHALL_URL' }]
      : []),
  ]
}

export function authoritiesOf(data: Given): AuthoritiesConfig {
  const { EFACTURA_URL, EFACTURA_TOKEN, TOWNHALL_URL, TOWNHALL_KEY } = data
  return {
    efactura: EFACTURA_URL && EFACTURA_TOKEN ? { url: EFACTURA_URL, token: EFACTURA_TOKEN } : null,
    townhall: TOWNHALL_URL && TOWNHALL_KEY ? { url: TOWNHALL_URL, key: TOWNHALL_KEY } : null,
  }
}
