import type { FastifyRequest } from 'fastify'

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Where mailed links lead. Only a configured origin is believed: the Host header is whatever the asker wrote, and a link made from it
 * would carry the token to him. On the machine itself its own name serves; elsewhere the link has no host.
 */
export function consoleUrlOf(
  { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>,
  origins: readonly string[],
) {
  return origins[0] ?? (THIS_MACHINE.test(host) ? `${protocol}://${host}` : '')
}
