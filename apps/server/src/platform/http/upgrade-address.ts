// Apart from start-realtime.ts: only platform/http may import Fastify packages.

import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** The client's address of a websocket upgrade, which passes no route of the HTTP server. */
export function addressesBehind(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  return (request) => proxyAddress(request, isTrusted)
}
