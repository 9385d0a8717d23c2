/** What one side says of its sound. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)\r?$/gm

/** The direction of the first audio section as its author states it; null when there is no sound in it. */
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

/** The same description with its sound turned; a direction that is not written is written. */
export function turned(sdp: string, direction: Direction): string {
  const bare = sdp.replace(/^a=(sendrecv|sendonly|recvonly|inactive)\r?\n/gm, '')
  return bare.replace(/^(m=audio .*\r?\n(?:[ibc]=.*\r?\n)*)/m, `$1a=${direction}\r\n`)
}

/** An answer said again as an offer: who asks leaves the roles of DTLS open (RFC 5763). */
export function asOffer(sdp: string): string {
  return sdp.replace(/^a=setup:(active|passive)(\r?)$/gm, 'a=setup:actpass$2')
}

/** The exchange is the author of what a phone is told, so that the version only ever grows (RFC 3264 §8). */
export function authored(sdp: string, session: number, version: number): string {
  return sdp.replace(/^o=[^\r\n]*/m, `o=- ${session} ${version} IN IP4 127.0.0.1`)
}

/**
 * The same offer without a way to its author. Of several phones that answer it, those that come too late would otherwise
 * begin to talk to him first (ICE), and the winner would stay silent; the author finds his way to whose answer he gets.
 */
export function withoutCandidates(sdp: string): string {
  return sdp.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '')
}
