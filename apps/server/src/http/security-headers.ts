import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** What pages of this server use of the machine; everything else is closed to them and to whatever they frame. */
const USED = ['microphone', 'autoplay', 'speaker-selection', 'fullscreen', 'clipboard-write']
const UNUSED = [
  ...[
    'accelerometer',
    'camera',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
  ],
  ...['midi', 'payment', 'picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb'],
  ...['xr-spatial-tracking', 'clipboard-read', 'idle-detection'],
]
const PERMISSIONS = [...USED.map((name) => `${name}=(self)`), ...UNUSED.map((name) => `${name}=()`)].join(', ')

/** A year, which the preload lists of browsers ask for. */
const HSTS = 'max-age=31536000; includeSubDomains'

export interface OtherOrigins {
  mapOrigins?: readonly string[]
  connectOrigins?: () => readonly string[]
}

/**
 * Scripts come from this server only. Mantine writes style attributes and style elements, the map library runs its
 * workers from blobs and draws sprites from data addresses. `mapOrigins`: hosts of maps that browsers ask themselves.

 * `connectOrigins`: exchanges elsewhere that telephones connect to, read for each answer.
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
    // Below: only where the request came by https. A demo runs on plain http, which a browser that saw the header refuses for a year.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  http.addHook('onSend', async ({ protocol }, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    if (protocol === 'https') reply.header('strict-transport-security', HSTS)
  })
}

/** For an address that cannot be read: Fastify answers it without running hooks, so that nothing above is sent. */
export const HEADERS_WITHOUT_HOOKS = {
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

/** Browsers before CSP 3 do not count websockets of this host as 'self'. A Host header that is no host is left out. */
function ownWebsockets({ headers: { host } }: IncomingMessage): string[] {
  return host !== undefined && HOST.test(host) ? [`ws://${host}`, `wss://${host}`] : []
}
