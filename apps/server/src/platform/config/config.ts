import os from 'node:os'
import path from 'node:path'
import { MAX_PLAUSIBLE_KMH } from '@dispecerat/domain/fleet/position-plausibility'
import { isInRomania } from '@dispecerat/domain/geography/romania'
import { DEFAULT_CENTRE, type Point } from '@dispecerat/domain/kernel/geo'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { z } from 'zod'
import { REPO_ROOT } from '../lifecycle/repo-root.ts'
import { AUTHORITY_VARIABLES, type AuthoritiesConfig, authoritiesOf, authorityProblems } from './config-authorities.ts'
import { ConfigError } from './config-error.ts'
import { MAP_VARIABLES, type MapsConfig, mapProblems, mapsOf } from './config-maps.ts'
import { MESSAGING_VARIABLES, type MessagingConfig, messagingOf } from './config-messaging.ts'
import { PUBLIC_VARIABLES, type PublicConfig, publicOf } from './config-public.ts'
import { SEALING_VARIABLES, type SecretsConfig, secretsOf } from './config-secrets.ts'
import { SPEECH_VARIABLES, type SpeechConfig, speechOf } from './config-speech.ts'
import {
  type IceConfig,
  iceOf,
  SECRET_VARIABLES,
  TELEPHONY_VARIABLES,
  type TelephonyConfig,
  telephonyOf,
  telephonyProblems,
} from './config-telephony.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  port: number
  /** The listen address; 127.0.0.1 keeps the demo accounts off the network, 0.0.0.0 opens it. */
  host: string
  /** Absolute folder of all files of the server. */
  dataDir: string
  /** null: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | null
  redisUrl: string | null
  /** The routing service; off: distances are estimated from the straight line. */
  router: RouterConfig
  /** The geocoder for address fields; the index in our own database is the fallback for every other one. */
  geocoder: GeocoderConfig
  /** Map providers in addition to our own map. */
  maps: MapsConfig
  demo: boolean
  /** Days that administrators may work without a second factor after their first login; null: no limit, as in a demo. */
  twoFactorGraceDays: number | null
  /** A session ends this many days after its log-in, however much it is used. */
  sessionMaxDays: number
  /** A driver's position that implies a higher speed is ignored. */
  maxPlausibleKmh: number
  demoCity: boolean
  /** Phones (E.164) that test the lines: their calls are not counted and their orders never placed. */
  testCallNumbers: string[]
  /** The exchange that rings the dispatchers' browsers. */
  telephony: TelephonyConfig
  /** The domain of the dispatchers' SIP addresses. */
  sipDomain: string
  /** The STUN and TURN servers for the browsers' phones. */
  ice: IceConfig
  speech: SpeechConfig
  /** Absolute folder into which the exchange records calls; null: nothing is recorded. */
  recordingsDir: string | null
  /** Absolute folder of rtpengine's packet captures, which this server converts into recordingsDir; null: there are none. */
  rtpengineDir: string | null
  /** The carriers of mail, SMS and push; messages without a carrier are held. */
  messaging: MessagingConfig
  authorities: AuthoritiesConfig
  /** The keys that encrypt secrets in the database. */
  secrets: SecretsConfig
  /** Receives failures of consoles ({text}); null: they are stored in the database only. */
  chatWebhookUrl: string | null
  logLevel: (typeof LOG_LEVELS)[number]
  /** Addresses or networks of proxies whose X-Forwarded-* headers are trusted; empty: none. */
  trustedProxies: string[]
  /** Origins of other sites whose pages may call the API, without a trailing slash. */
  publicOrigins: string[]
  /** Settings of pages that need no account: links of the application, and the register for looking up a CUI. */
  publicPages: PublicConfig
  /** The centre of maps without a company, like /live; null: the default centre. */
  mapCentre: Point | null
  /** The map centre of a company without a location: mapCentre only with MAP_USE_CONFIGURED_DEFAULT. */
  companyCentre: Point
}

export type GeocoderConfig =
  | { kind: 'embedded' }
  | { kind: 'photon' | 'nominatim'; url: string }
  | { kind: 'google'; url: string; key: string }

export type RouterConfig = { kind: 'embedded' | 'off' } | { kind: 'osrm' | 'valhalla'; url: string }

const TEST_CALL_NUMBERS = ['+40000000001', '+40000000002']

const GOOGLE_PLACES = 'https://places.googleapis.com'

const WHOLE_NUMBER = /^\d{1,5}$/

/** Wider than any network of one owner: 10.0.0.0/8 and fc00::/7 are the widest private ones. */
const TOO_WIDE = /^(\d[\d.]*\/[0-7]|[\da-f]*:[\da-f:]*\/[0-6])$/i
const PROXY_ADDRESS = /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)$/i

const LAT_LONG = /^(-?\d{1,2}(?:\.\d+)?),\s*(-?\d{1,3}(?:\.\d+)?)$/

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((word) => word === 'on')

function url(protocols: string[], example: string) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must look like ${example}`,
  })
}

const Variables = z.object({
  PORT: z
    .string()
    .refine((text) => WHOLE_NUMBER.test(text) && Number(text) <= 65535, { error: 'must be a whole number, 0 to 65535' })
    .transform(Number)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be a host name or an IP address, e.g. 127.0.0.1 or 0.0.0.0' })
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database').optional(),
  REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),
  ROUTER: z
    .enum(['embedded', 'osrm', 'valhalla', 'off'], { error: 'must be embedded, osrm, valhalla or off' })
    .optional(),
  ROUTER_URL: url(['http:', 'https:'], 'http://router:5000').optional(),
  GEOCODER: z
    .enum(['embedded', 'photon', 'nominatim', 'google'], { error: 'must be embedded, photon, nominatim or google' })
    .default('embedded'),
  GEOCODER_URL: url(['http:', 'https:'], 'http://photon:2322').optional(),
  GEOCODER_KEY: z.string().optional(),
  ...MAP_VARIABLES,
  ...PUBLIC_VARIABLES,
  ...MESSAGING_VARIABLES,
  ...AUTHORITY_VARIABLES,
  ...SEALING_VARIABLES,
  ...SPEECH_VARIABLES,
  DEMO: onOff.optional(),
  MAX_PLAUSIBLE_KMH: z
    .string()
    .refine((text) => WHOLE_NUMBER.test(text) && Number(text) >= 50 && Number(text) <= 99_999, {
      error: 'must be a whole number of km/h, 50 to 99999',
    })
    .transform(Number)
    .default(MAX_PLAUSIBLE_KMH),
  TWO_FACTOR_GRACE_DAYS: z
    .string()
    .regex(/^(off|\d{1,3})$/, { error: 'must be a number of days, or off' })
    .transform((text) => (text === 'off' ? null : Number(text)))
    .optional(),
  SESSION_MAX_DAYS: z
    .string()
    .refine((text) => WHOLE_NUMBER.test(text) && Number(text) >= 1 && Number(text) <= 366, {
      error: 'must be a whole number of days, 1 to 366',
    })
    .transform(Number)
    .default(30),
  DEMO_CITY: onOff.optional(),
  TEST_CALL_NUMBERS: z
    .string()
    .transform((text) => text.split(',').map((number) => normalizePhone(number)))
    .refine((numbers) => numbers.every(isPhone), { error: 'must be phone numbers separated by commas' })
    .default(TEST_CALL_NUMBERS),
  ...TELEPHONY_VARIABLES,
  CHAT_WEBHOOK_URL: url(['http:', 'https:'], 'https://chat.example/hooks/1').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  MAP_CENTER: z
    .string()
    .transform((text) => {
      const [, lat, long] = LAT_LONG.exec(text) ?? []
      return { lat: Number(lat), long: Number(long) }
    })
    .refine(isInRomania, { error: 'must be a latitude and a longitude in Romania, e.g. 47.15,27.59' })
    .optional(),
  MAP_USE_CONFIGURED_DEFAULT: onOff.default(false),
  PUBLIC_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .refine((origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin), {
      error: 'must be origins separated by commas, e.g. https://dispecerat.ro,https://birou.dispecerat.ro',
    })
    .optional(),
  TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine((addresses) => addresses.every((address) => PROXY_ADDRESS.test(address)), {
      error: 'must be IP addresses, networks or loopback, separated by commas, e.g. loopback,10.0.0.0/8',
    })
    .refine((addresses) => addresses.every((address) => !TOO_WIDE.test(address.replace(/\/0+(?=\d)/, '/'))), {
      error: 'must not trust half the internet: everybody could say any address',
    })
    .optional(),
})

const Environment = Variables.superRefine((env, context) => {
  const problems = [...mapProblems(env), ...telephonyProblems(env), ...authorityProblems(env)]
  for (const { name, message } of problems) context.addIssue({ code: 'custom', path: [name], message })
  if ((env.ROUTER === 'osrm' || env.ROUTER === 'valhalla') && env.ROUTER_URL === undefined)
    context.addIssue({ code: 'custom', path: ['ROUTER_URL'], message: `is needed with ROUTER=${env.ROUTER}` })
  const needed = { embedded: null, photon: 'GEOCODER_URL', nominatim: 'GEOCODER_URL', google: 'GEOCODER_KEY' } as const
  const lacking = needed[env.GEOCODER]
  if (lacking !== null && env[lacking] === undefined)
    context.addIssue({ code: 'custom', path: [lacking], message: `is needed with GEOCODER=${env.GEOCODER}` })
})

/**
 * Parses the environment. An empty variable counts as absent; relative paths start at the repository. Throws ConfigError with all problems
 * at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = Environment.safeParse(filled)
  if (!read.success) {
    throw new ConfigError(
      read.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return `${name} ${issue.message}${shown(name, filled[name])}`
      }),
    )
  }
  const { data } = read
  const demo = data.DEMO ?? data.DATABASE_URL === undefined
  const place = { dataDir: absolute(data.DATA_DIR), databaseUrl: data.DATABASE_URL ?? null }
  return {
    port: data.PORT,
    host: data.HOST,
    ...place,
    redisUrl: data.REDIS_URL ?? null,
    router: routerOf(data),
    geocoder: geocoderOf(data),
    maps: mapsOf(data),
    publicPages: publicOf(data, { demo }),
    demo,
    sessionMaxDays: data.SESSION_MAX_DAYS,
    twoFactorGraceDays: data.TWO_FACTOR_GRACE_DAYS === undefined ? graceDays(demo) : data.TWO_FACTOR_GRACE_DAYS,
    demoCity: data.DEMO_CITY ?? demo,
    maxPlausibleKmh: data.MAX_PLAUSIBLE_KMH,
    testCallNumbers: data.TEST_CALL_NUMBERS,
    telephony: telephonyOf(data),
    sipDomain: data.SIP_DOMAIN,
    ice: iceOf(data),
    speech: speechOf(data),
    recordingsDir: data.RECORDINGS_DIR === undefined ? null : absolute(data.RECORDINGS_DIR),
    rtpengineDir: data.RTPENGINE_RECORDINGS === undefined ? null : absolute(data.RTPENGINE_RECORDINGS),
    messaging: messagingOf(data),
    authorities: authoritiesOf(data),
    secrets: secretsOf(data, place),
    chatWebhookUrl: data.CHAT_WEBHOOK_URL ?? null,
    logLevel: data.LOG_LEVEL,
    trustedProxies: data.TRUST_PROXY ?? [],
    publicOrigins: data.PUBLIC_ORIGINS ?? [],
    mapCentre: data.MAP_CENTER ?? null,
    companyCentre: (data.MAP_USE_CONFIGURED_DEFAULT ? data.MAP_CENTER : undefined) ?? DEFAULT_CENTRE,
  }
}

/** The configuration of this process; with an invalid variable it prints every problem and exits with code 1. */
export function configOfProcess(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

function geocoderOf(data: z.output<typeof Environment>): GeocoderConfig {
  const { GEOCODER: kind, GEOCODER_URL: url, GEOCODER_KEY: key } = data
  if (kind === 'google' && key !== undefined) return { kind, url: url ?? GOOGLE_PLACES, key }
  if ((kind === 'photon' || kind === 'nominatim') && url !== undefined) return { kind, url }
  return { kind: 'embedded' }
}

/** A URL without a kind means OSRM. */
function routerOf({ ROUTER, ROUTER_URL: url }: z.output<typeof Environment>): RouterConfig {
  const kind = ROUTER ?? (url === undefined ? 'embedded' : 'osrm')
  return (kind === 'osrm' || kind === 'valhalla') && url !== undefined
    ? { kind, url }
    : { kind: kind === 'off' ? 'off' : 'embedded' }
}

const GRACE_DAYS = 14

/** In a demo the administrators' passwords are shown on the first page, so a second factor is never required. */
function graceDays(demo: boolean): number | null {
  return demo ? null : GRACE_DAYS
}

/** Connection URLs may contain a password and are never repeated. */
function shown(name: string, value: string | undefined): string {
  const isSecret = /_(URL|KEY|KEY_OLD|TOKEN|SECRET)$/.test(name) || SECRET_VARIABLES.has(name)
  return isSecret || value === undefined ? '' : ` (it is "${value}")`
}

function absolute(file: string): string {
  if (file === '~' || file.startsWith('~/')) return path.join(os.homedir(), file.slice(1))
  return path.resolve(REPO_ROOT, file)
}
