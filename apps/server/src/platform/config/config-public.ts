import { SIGN_UP_MODES, type SignUpMode } from '@dispecerat/domain/identity/company-approval'
import { z } from 'zod'

const address = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'must look like https://host/path',
})

/** Variables of the pages that need no account. */
export const PUBLIC_VARIABLES = {
  PLAY_STORE_URL: address.optional(),
  APP_STORE_URL: address.optional(),
  BETA_APK_URL: address.optional(),
  BETA_APK_VERSION: z.string().max(40).optional(),
  BETA_APK_SHA256: z
    .string()
    .regex(/^[\da-f]{64}$/i, { error: 'must be 64 hexadecimal digits' })
    .optional(),
  COMPANY_REGISTRY: z.enum(['anaf', 'fixture', 'off'], { error: 'must be anaf, fixture or off' }).optional(),
  COMPANY_REGISTRY_URL: address.optional(),
  SIGN_UP: z.enum(SIGN_UP_MODES, { error: 'must be off, approval or open' }).optional(),
}

export interface AppLinksConfig {
  playStore: string | null
  appStore: string | null
  beta: { url: string; version: string | null; sha256: string | null } | null
}

/** The register for looking up a CUI; fixture: a few invented companies, for the demo and the tests. */
export type CompanyRegistryConfig = { kind: 'fixture' | 'off' } | { kind: 'anaf'; url: string }

export interface PublicConfig {
  appLinks: AppLinksConfig
  companyRegistry: CompanyRegistryConfig
  /** The result of the sign-up form: nothing, a company that waits for approval, or one that starts at once. */
  signUpMode: SignUpMode
}

const ANAF = 'https://webservicesp.anaf.ro/api/PlatitorTvaRest/v9/tva'

type Read = { [V in keyof typeof PUBLIC_VARIABLES]?: z.output<(typeof PUBLIC_VARIABLES)[V]> }

export function publicOf(data: Read, { demo }: { demo: boolean }): PublicConfig {
  const kind = data.COMPANY_REGISTRY ?? (demo ? 'fixture' : 'anaf')
  const { BETA_APK_URL: url, BETA_APK_VERSION: version = null, BETA_APK_SHA256: sha256 = null } = data
  return {
    appLinks: {
      playStore: data.PLAY_STORE_URL ?? null,
      appStore: data.APP_STORE_URL ?? null,
      beta: url === undefined ? null : { url, version, sha256 },
    },
    companyRegistry: kind === 'anaf' ? { kind, url: data.COMPANY_REGISTRY_URL ?? ANAF } : { kind },
    signUpMode: data.SIGN_UP ?? (demo ? 'open' : 'approval'),
  }
}
