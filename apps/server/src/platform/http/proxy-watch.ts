import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

const NEAR = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  NEAR.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(network, prefix, 'ipv6')

/**
 * Detects a reverse proxy that TRUST_PROXY does not name: every request then has the proxy's address, and one visitor's wrong passwords
 * lock everybody out.
 */
export class ProxyWatch {
  readonly #log: Logger
  #isSeen = false

  constructor(log: Logger) {
    this.#log = log
  }

  /** The warning for GET /ready; empty while nothing is wrong. */
  healthChecks(): Record<string, string> {
    return this.#isSeen ? { proxy: 'not named in TRUST_PROXY' } : {}
  }

  /** Inspects every request and warns once. The header counts only from a private address, because any visitor can send it. */
  watch(http: FastifyInstance): void {
    http.addHook('onRequest', async ({ headers, socket }) => {
      const address = socket.remoteAddress
      if (this.#isSeen || headers['x-forwarded-for'] === undefined || address === undefined) return
      if (!NEAR.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return
      this.#isSeen = true
      this.#log.warn(
        { proxy: address },
        'requests come through a proxy that TRUST_PROXY does not name: log-in limits count all visitors as one',
      )
    })
  }
}
