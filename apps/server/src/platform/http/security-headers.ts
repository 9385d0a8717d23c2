import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** Browser features that pages of this server use; all others are denied to them and to the frames they embed. */
const USED = ['microphone', 'autoplay', 'speaker-selection', 'fullscreen', 'clipboard-write']
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
  'clipboard-read',
  'idle-detection',
]
const PERMISSIONS = [...USED.map((name) => `${name}=(self)`), ...UNUSED.map((name) => `${name}=()`)].join(', ')

/** One year, which the preload lists of browsers require. */
const HSTS = 'max-age=31536000; includeSubDomains'

export interface OtherOrigins {
  mapOrigins?: readonly string[]
  connectOrigins?: () => readonly string[]
}

/**
 * Scripts come from this server only. Mantine writes style attributes and style elements, the map library runs its workers from blobs and
 * draws sprites from data URLs. `mapOrigins`: hosts of map tiles that browsers load directly. `connectOrigins`: external telephone
 * exchanges, read for each reply.
 */
export async function securityHeaders(
  http: FastifyInstance,
  { mapOrigins = [], connectOrigins = () => [] }: OtherOrigins = {},
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...mapOrigins],
        'font-src': ["'self'", 'data:'],
        'media-src': ["'self'", 'blob:'],
        'connect-src': [
          "'self'",
          (request) => [...ownWebsockets(request), ...connectOrigins(), ...mapOrigins].join(' '),
        ],
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Set below, only for requests that came by https: a browser would refuse a plain http demo for a year after it saw the header.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  http.addHook('onSend', async ({ protocol }, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    if (protocol === 'https') reply.header('strict-transport-security', HSTS)
  })
}

/** For a URL that cannot be parsed: Fastify answers it without running hooks, so the headers above are missing. */
export const HEADERS_WITHOUT_HOOKS = {
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** Browsers before CSP 3 do not count websockets of this host as 'self'. An invalid Host header is left out. */
function ownWebsockets({ headers: { host } }: IncomingMessage): string[] {
  return host !== undefined && HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : []
}
