// Apart from user-meta.ts: the TURN credentials, with their own test.

import crypto from 'node:crypto'
import { type IceConfig, type IceServer, isTurn } from '../../platform/config/config-telephony.ts'

/** One shift; a page requests new ones long before. */
const LIVES_SECONDS = 12 * 3600

/**
 * The STUN and TURN servers for a phone. A TURN server with a shared secret accepts `expiry:user` signed with it (HMAC-SHA1, coturn's
 * `use-auth-secret`): nothing is stored, and the credentials expire by themselves.
 */
export function iceServersFor({ servers, turnSecret }: IceConfig, user: string, now: Date): IceServer[] {
  return servers.map((server) => {
    if (turnSecret === null || !isTurn(server) || server.credential !== undefined) return server
    const username = `${Math.floor(now.getTime() / 1000) + LIVES_SECONDS}:${user}`
    const credential = crypto.createHmac('sha1', turnSecret).update(username).digest('base64')
    return { ...server, username, credential }
  })
}
