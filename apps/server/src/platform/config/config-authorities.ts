import { z } from 'zod'

export interface AuthoritiesConfig {
  /** null: e-invoices are listed but not sent. */
  efactura: EfacturaConfig | null
  /** null: registers for the town hall are listed but not sent. */
  townhall: { url: string; key: string } | null
}

interface EfacturaConfig {
  url: string
  /** The operator's own token, for the documents of this CUI only; null: none. */
  ownToken: { token: string; cui: string } | null
  /** Allows companies to authorise the installation themselves; null: they cannot. */
  oauth: OauthConfig | null
}

export interface OauthConfig {
  authorizeUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** The redirect URI registered at the tax authority. */
  redirectUri: string
}

/** The page of the console that finishes an authorisation. */
const REDIRECT_PATH = '/settings/company'

/** Filed documents are confidential: plain http is allowed to localhost only. */
const safeAddress = (example: string) =>
  z.string().refine((text) => URL.canParse(text) && isSafe(new URL(text)), { error: `must look like ${example}` })

function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const oauthAddress = (name: 'authorize' | 'token') => {
  const address = `https://logincert.anaf.ro/anaf-oauth2/v1/${name}`
  return safeAddress(address).default(address)
}

const secret = z.string().regex(/^[\x21-\x7e]{1,8000}$/, { error: 'must be a token without spaces' })

export const AUTHORITY_VARIABLES = {
  EFACTURA_URL: safeAddress('https://api.anaf.ro/prod/FCTEL/rest').optional(),
  EFACTURA_TOKEN: secret.optional(),
  EFACTURA_TOKEN_CUI: z
    .string()
    .regex(/^\d{2,10}$/, { error: 'must be a CUI of digits alone' })
    .optional(),
  EFACTURA_OAUTH_CLIENT_ID: secret.optional(),
  EFACTURA_OAUTH_CLIENT_SECRET: secret.optional(),
  EFACTURA_OAUTH_AUTHORIZE_URL: oauthAddress('authorize'),
  EFACTURA_OAUTH_TOKEN_URL: oauthAddress('token'),
  TOWNHALL_URL: safeAddress('https://registru.primarie.ro/dispecerat').optional(),
  TOWNHALL_KEY: z.string().min(16, { error: 'must have at least 16 characters' }).max(500).optional(),
}

const Authorities = z.object(AUTHORITY_VARIABLES)
type AuthorityVariables = z.output<typeof Authorities>
/** Other variables that those of authorities depend on. */
interface Beside {
  PUBLIC_ORIGINS?: string[] | undefined
  DATABASE_URL?: string | undefined
  SECRETS_KEY?: unknown
}

/** Reports an address without its key, a token without its CUI, and an authorisation that could not be stored. */
export function authorityProblems(data: AuthorityVariables & Beside): { name: string; message: string }[] {
  const needed: [keyof (AuthorityVariables & Beside), keyof AuthorityVariables, boolean][] = [
    ['EFACTURA_OAUTH_CLIENT_ID', 'EFACTURA_URL', data.EFACTURA_TOKEN === undefined],
    ['EFACTURA_TOKEN_CUI', 'EFACTURA_TOKEN', true],
    ['EFACTURA_OAUTH_CLIENT_SECRET', 'EFACTURA_OAUTH_CLIENT_ID', true],
    ['PUBLIC_ORIGINS', 'EFACTURA_OAUTH_CLIENT_ID', true],
    ['SECRETS_KEY', 'EFACTURA_OAUTH_CLIENT_ID', data.DATABASE_URL !== undefined],
    ['TOWNHALL_KEY', 'TOWNHALL_URL', true],
  ]
  return needed
    .filter(([name, because, isNeeded]) => isNeeded && data[because] !== undefined && data[name] === undefined)
    .map(([name, because]) => ({ name, message: `is needed with ${because}` }))
}

export function authoritiesOf(data: AuthorityVariables & Beside): AuthoritiesConfig {
  const { EFACTURA_URL: url, EFACTURA_TOKEN: token, EFACTURA_TOKEN_CUI: cui, TOWNHALL_URL, TOWNHALL_KEY } = data
  return {
    efactura: url ? { url, ownToken: token && cui ? { token, cui } : null, oauth: oauthOf(data) } : null,
    townhall: TOWNHALL_URL && TOWNHALL_KEY ? { url: TOWNHALL_URL, key: TOWNHALL_KEY } : null,
  }
}

function oauthOf(data: AuthorityVariables & Beside): OauthConfig | null {
  const { EFACTURA_OAUTH_CLIENT_ID: clientId, EFACTURA_OAUTH_CLIENT_SECRET: clientSecret, PUBLIC_ORIGINS } = data
  const origin = PUBLIC_ORIGINS?.[0]
  if (!clientId || !clientSecret || !origin) return null
  return {
    authorizeUrl: data.EFACTURA_OAUTH_AUTHORIZE_URL,
    tokenUrl: data.EFACTURA_OAUTH_TOKEN_URL,
    clientId,
    clientSecret,
    redirectUri: `${origin}${REDIRECT_PATH}`,
  }
}
