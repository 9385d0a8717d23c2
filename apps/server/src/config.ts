import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { REPO_ROOT } from './repo-root.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  port: number
  /** The address that is listened on; 127.0.0.1 keeps the demo accounts off the network, 0.0.0.0 opens it. */
  host: string
  /** Absolute folder of everything the server keeps on disk. */
  dataDir: string
  /** null: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | null
  redisUrl: string | null
  demo: boolean
  demoCity: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Addresses or networks of proxies whose X-Forwarded-* headers are believed; empty: nobody's. */
  trustedProxies: string[]
  /** Origins of other sites whose pages may call the API, without a trailing slash. */
  publicOrigins: string[]
}

/** Every wrong variable of one environment, each with what it should have been. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The environment is not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const WHOLE_NUMBER = /^\d{1,5}$/

const PROXY_ADDRESS = /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)$/i

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((word) => word === 'on')

function url(protocols: string[], example: string) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must look like ${example}`,
  })
}

const Environment = z.object({
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
  DEMO: onOff.optional(),
  DEMO_CITY: onOff.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
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
    .optional(),
})

/**
 * The configuration an environment asks for. An empty variable counts as absent; relative paths start at the repository.
 * Throws ConfigError with all the problems at once.
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
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: absolute(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    redisUrl: data.REDIS_URL ?? null,
    demo,
    demoCity: data.DEMO_CITY ?? demo,
    logLevel: data.LOG_LEVEL,
    trustedProxies: data.TRUST_PROXY ?? [],
    publicOrigins: data.PUBLIC_ORIGINS ?? [],
  }
}

/** The configuration of this process; on a wrong variable prints every problem and ends the process with code 1. */
export function configOfProcess(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Connection addresses may hold a password and are never repeated. */
function shown(name: string, value: string | undefined): string {
  return name.endsWith('_URL') || value === undefined ? '' : ` (it is "${value}")`
}

function absolute(file: string): string {
  if (file === '~' || file.startsWith('~/')) return path.join(os.homedir(), file.slice(1))
  return path.resolve(REPO_ROOT, file)
}
