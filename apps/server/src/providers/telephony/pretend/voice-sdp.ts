import { type Direction, directionOf, turned } from '../embedded/sdp.ts'

const MIRRORED: Record<Direction, Direction> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
}

/** Where somebody can be reached and how he proves who he is: the same for as long as it is the same phone. */
export function endpointOf(sdp: string): string {
  return [/^a=ice-ufrag:(.*?)\r?$/m, /^a=fingerprint:(.*?)\r?$/m].map((line) => sdp.match(line)?.[1]).join(' ')
}

/** Which side of DTLS somebody takes once the other has taken his. */
export function roleBeside(sdp: string): 'active' | 'passive' {
  return /^a=setup:active\r?$/m.test(sdp) ? 'passive' : 'active'
}

/**
 * What one said of himself before, said again as the answer to another offer of the same phone: only who may speak changes.
 * `version` grows with each answer.
 */
export function answeredAgain(own: string, offer: string, role: 'active' | 'passive', version: number): string {
  const asked = directionOf(offer) ?? 'inactive'
  return turned(own, MIRRORED[asked])
    .replace(/^a=setup:\w+/m, `a=setup:${role}`)
    .replace(/^(o=\S+ \S+) \S+/m, `$1 ${version}`)
}

/** Fewer, longer packets than a phone's usual fifty a second. */
export function inPacketsOf(sdp: string, milliseconds: number): string {
  return `${sdp.trimEnd()}\r\na=ptime:${milliseconds}\r\n`
}
