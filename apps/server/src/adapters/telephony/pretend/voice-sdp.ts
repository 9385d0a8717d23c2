import { type Direction, directionOf, turned } from '../embedded/sip/sdp.ts'

const MIRRORED: Record<Direction, Direction> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
}

/** Identifies a phone by its ICE and DTLS credentials, which stay the same until it is reloaded. */
export function endpointOf(sdp: string): string {
  return [/^a=ice-ufrag:(.*?)\r?$/m, /^a=fingerprint:(.*?)\r?$/m].map((line) => sdp.match(line)?.[1]).join(' ')
}

/** The DTLS role that is left beside the other side's. */
export function roleBeside(sdp: string): 'active' | 'passive' {
  return /^a=setup:active\r?$/m.test(sdp) ? 'passive' : 'active'
}

/**
 * The previous description as the answer to another offer of the same phone: only the direction changes.
 * `version` increases with each answer.
 */
export function answeredAgain(own: string, offer: string, role: 'active' | 'passive', version: number): string {
  const offered = directionOf(offer) ?? 'inactive'
  return turned(own, MIRRORED[offered])
    .replace(/^a=setup:\w+/m, `a=setup:${role}`)
    .replace(/^(o=\S+ \S+) \S+/m, `$1 ${version}`)
}

/** Requests fewer, longer packets than a phone's usual fifty a second. */
export function inPacketsOf(sdp: string, milliseconds: number): string {
  return `${sdp.trimEnd()}\r\na=ptime:${milliseconds}\r\n`
}
