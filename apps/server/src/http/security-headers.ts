import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Scripts come from this server only. Mantine writes style attributes and style elements, the map library runs its
 * workers from blobs and draws sprites from data addresses. `mapOrigins`: hosts of maps that browsers ask themselves.
 */
export async function securityHeaders(http: FastifyInstance, mapOrigins: readonly string[] = []): Promise<void> {
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
        'connect-src': ["'self'", 'ws:', 'wss:', ...mapOrigins],
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The demo runs on plain http; a proxy that ends TLS adds its own.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
}
