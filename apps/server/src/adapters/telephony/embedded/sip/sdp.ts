/** Direction of the sound in a session description. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)\r?$/gm

/** The direction of the first audio section as its author states it; null without audio. */
export function directionOf(sdp: string): Direction | null {
  const start = sdp.search(/^m=audio /m)
  if (start < 0) return null
  const next = sdp.slice(start + 2).search(/^m=/m)
  const section = next < 0 ? sdp.slice(start) : sdp.slice(start, start + 2 + next)
  const stated = section.match(DIRECTION) ?? sdp.slice(0, start).match(DIRECTION)
  return (stated?.[0].trim().slice(2) as Direction | undefined) ?? 'sendrecv'
}

/** The author of this offer does not listen: the other side hears music, or nothing. */
export function putsOnHold(sdp: string): boolean {
  const direction = directionOf(sdp)
  return direction === 'sendonly' || direction === 'inactive'
}

/** The same description with another direction; a missing direction is added. */
export function turned(sdp: string, direction: Direction): string {
  const bare = sdp.replace(/^a=(sendrecv|sendonly|recvonly|inactive)\r?\n/gm, '')
  return bare.replace(/^(m=audio .*\r?\n(?:[ibc]=.*\r?\n)*)/m, `$1a=${direction}\r\n`)
}

/** Turns an answer into an offer: an offer leaves the roles of DTLS open (RFC 5763). */
export function asOffer(sdp: string): string {
  return sdp.replace(/^a=setup:(active|passive)(\r?)$/gm, 'a=setup:actpass$2')
}

/** Makes the exchange the author of every description that a phone gets, so that the version only increases (RFC 3264 §8). */
export function authored(sdp: string, session: number, version: number): string {
  return sdp.replace(/^o=[^\r\n]*/m, `o=- ${session} ${version} IN IP4 127.0.0.1`)
}

/**
 * The same offer without ICE candidates. Of several phones that answer it, late ones would otherwise
 * connect to its author first, and the winner would stay silent; the author connects to the one whose answer it gets.
 */
export function withoutCandidates(sdp: string): string {
  return sdp.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '')
}
