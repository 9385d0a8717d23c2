import { z } from 'zod'

export type TelephonyConfig =
  | { kind: 'embedded' | 'off' }
  | {
      kind: 'kamailio'
      /** The websocket that browsers' phones are forwarded to, e.g. ws://kamailio:8080. */
      wsUrl: string
      /** The address of its events, one per line. */
      events: { host: string; port: number }
      rpcUrl: string
    }

/** A STUN or TURN server for the browsers' phones. */
export interface IceServer {
  urls: string[]
  username?: string | undefined
  credential?: string | undefined
}

export interface IceConfig {
  servers: IceServer[]
  /**
   * The secret shared with the TURN servers, from which expiring passwords are derived; null: passwords are configured with the servers, or
   * none is needed.
   */
  turnSecret: string | null
  /** Audio of browsers must use a TURN server. */
  isOnlyRelayed: boolean
}

const HOST_AND_PORT = /^([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i
/** RFC 7064 and RFC 7065. */
const STUN = /^stuns?:([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i
const TURN = /^turns?:([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/i
const SHORTEST_SECRET = 16

const ICE_EXAMPLE =
  'stun: and turn: addresses separated by commas, e.g. stun:stun.example.ro:3478,turn:turn.example.ro:3478?transport=udp, or a JSON list of {"urls", "username", "credential"}'

const IceAddress = z.string().refine((text) => STUN.test(text) || TURN.test(text))
const IceServers = z.array(
  z.strictObject({
    urls: z.union([IceAddress.transform((one) => [one]), z.array(IceAddress).min(1)]),
    username: z.string().min(1).optional(),
    credential: z.string().min(1).optional(),
  }),
)

const isAddress = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must look like ${example}`,
  })

export const TELEPHONY_VARIABLES = {
  TELEPHONY: z
    .enum(['embedded', 'kamailio', 'off'], { error: 'must be embedded, kamailio or off' })
    .default('embedded'),
  SIP_DOMAIN: z
    .string()
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i, { error: 'must be a domain name, e.g. sip.dispecerat.ro' })
    .default('dispecerat.local'),
  SIP_ICE_SERVERS: z
    .string()
    .transform((text, context) => {
      const read = IceServers.safeParse(text.trim().startsWith('[') ? jsonOf(text) : listOf(text))
      if (read.success) return read.data
      context.addIssue({ code: 'custom', message: `must be ${ICE_EXAMPLE}` })
      return z.NEVER
    })
    .optional(),
  SIP_TURN_SECRET: z
    .string()
    .min(SHORTEST_SECRET, { error: `must have at least ${SHORTEST_SECRET} characters` })
    .optional(),
  SIP_ICE_ONLY_RELAYED: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  KAMAILIO_WS_URL: isAddress(['ws:', 'wss:'], 'ws://kamailio:8080').optional(),
  KAMAILIO_EVENTS: z
    .string()
    .regex(HOST_AND_PORT, { error: 'must look like kamailio:8448' })
    .transform((text) => {
      const [, host = '', port] = HOST_AND_PORT.exec(text) ?? []
      return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    })
    .optional(),
  KAMAILIO_RPC_URL: isAddress(['http:', 'https:'], 'http://kamailio:8090/rpc').optional(),
  RECORDINGS_DIR: z.string().optional(),
  RTPENGINE_RECORDINGS: z.string().optional(),
}

const Telephony = z.object(TELEPHONY_VARIABLES)
type TelephonyVariables = z.output<typeof Telephony>

/** The values of these are never repeated in messages. */
export const SECRET_VARIABLES: ReadonlySet<string> = new Set(['SIP_ICE_SERVERS', 'SIP_TURN_SECRET'])

/** Reports variables that depend on each other. */
export function telephonyProblems(env: TelephonyVariables): { name: string; message: string }[] {
  const kamailio = ['KAMAILIO_WS_URL', 'KAMAILIO_EVENTS', 'KAMAILIO_RPC_URL'] as const
  const lacking = env.TELEPHONY === 'kamailio' ? kamailio.filter((name) => env[name] === undefined) : []
  return [
    ...lacking.map((name) => ({ name, message: 'is needed with TELEPHONY=kamailio' })),
    ...iceProblems(env),
    ...recordingProblems(env),
  ]
}

function recordingProblems({ TELEPHONY, RECORDINGS_DIR: to, RTPENGINE_RECORDINGS: from }: TelephonyVariables) {
  const name = 'RTPENGINE_RECORDINGS'
  if (from === undefined) return []
  if (TELEPHONY !== 'kamailio') return [{ name, message: 'is for TELEPHONY=kamailio alone' }]
  return to === undefined ? [{ name, message: 'needs RECORDINGS_DIR, where the sound files go' }] : []
}

function iceProblems({ SIP_ICE_SERVERS: servers = [], SIP_TURN_SECRET: secret, ...ice }: TelephonyVariables) {
  const turn = servers.filter(isTurn)
  if (ice.SIP_ICE_ONLY_RELAYED === 'on' && turn.length === 0) {
    return [
      { name: 'SIP_ICE_ONLY_RELAYED', message: 'leaves no way for sound: SIP_ICE_SERVERS names no turn: address' },
    ]
  }
  const closed = turn.filter(({ username, credential }) => username === undefined || credential === undefined)
  if (closed.length > 0 && secret === undefined) {
    const message =
      'names a TURN server that nobody can log in to: set SIP_TURN_SECRET, or give its username and credential'
    return [{ name: 'SIP_ICE_SERVERS', message }]
  }
  if (secret !== undefined && closed.length === 0) {
    const message = 'is for no server: SIP_ICE_SERVERS names no turn: address without a username and credential'
    return [{ name: 'SIP_TURN_SECRET', message }]
  }
  return []
}

export function telephonyOf(data: TelephonyVariables): TelephonyConfig {
  const { TELEPHONY: kind, KAMAILIO_WS_URL: wsUrl, KAMAILIO_EVENTS: events, KAMAILIO_RPC_URL: rpcUrl } = data
  if (kind !== 'kamailio') return { kind }
  return wsUrl && events && rpcUrl ? { kind, wsUrl, events, rpcUrl } : { kind: 'off' }
}

export function iceOf({
  SIP_ICE_SERVERS: servers = [],
  SIP_TURN_SECRET: secret,
  ...ice
}: TelephonyVariables): IceConfig {
  return { servers, turnSecret: secret ?? null, isOnlyRelayed: ice.SIP_ICE_ONLY_RELAYED === 'on' }
}

export function isTurn({ urls }: Pick<IceServer, 'urls'>): boolean {
  return urls.some((url) => TURN.test(url))
}

function listOf(text: string): unknown {
  return text.split(',').map((one) => ({ urls: one.trim() }))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
