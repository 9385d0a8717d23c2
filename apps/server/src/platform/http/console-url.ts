import type { FastifyRequest } from 'fastify'

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * The base of mailed links. Only a configured origin is trusted: the client controls the Host header, and a link made from it would send
 * the token to an attacker. Requests from localhost may use their own host; otherwise the link has no host.
 */
export function consoleUrlOf(
  { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>,
  origins: readonly string[],
) {
  return origins[0] ?? (THIS_MACHINE.test(host) ? `${protocol}://${host}` : '')
}
