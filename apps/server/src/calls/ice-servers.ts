import crypto from 'node:crypto'
import { type IceConfig, type IceServer, isTurn } from '../config-telephony.ts'

/** A shift; a page asks again long before. */
const LIVES_SECONDS = 12 * 3600

/**
 * What a phone is told of STUN and TURN. A TURN server that shares a secret with this one lets in whoever shows `expiry:user` signed
 * with it (HMAC-SHA1, as coturn's `use-auth-secret` takes it): nothing has to be kept, and what was given ends by itself.
 */
export function iceServersFor({ servers, turnSecret }: IceConfig, user: string, now: Date): IceServer[] {
  return servers.map((server) => {
    if (turnSecret === null || !isTurn(server) || server.credential !== undefined) return server
    const username = `${Math.floor(now.getTime() / 1000) + LIVES_SECONDS}:${user}`
    const credential = crypto.createHmac('sha1', turnSecret).update(username).digest('base64')
    return { ...server, username, credential }
  })
}
