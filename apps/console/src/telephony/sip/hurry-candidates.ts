/* Not in jssip-phone.ts, which would pass 300 lines. */
import type { RTCSession } from 'jssip/lib/RTCSession'

/** Host candidates arrive within this time after the first; the answer waits no longer for them. */
const CANDIDATES_MS = 15
/** The longest wait for a STUN or TURN server that does not answer. */
const SERVERS_MS = 1000

type Candidates = 'host' | 'srflx' | 'relay'

/** The last candidate type worth waiting for. */
export function farthestOf(servers: readonly RTCIceServer[]): Candidates {
  const urls = servers.flatMap((server) => server.urls)
  if (urls.some((url) => url.startsWith('turn'))) return 'relay'
  return urls.length > 0 ? 'srflx' : 'host'
}

/**
 * Sends the session description soon after the candidate type that matters, and after a limit without it. TCP host
 * candidates need no socket and come first where the browser is slow to open one; a description with only those
 * connects to nothing.
 */
export function hurryCandidates(session: RTCSession, farthest: Candidates) {
  let isHurried = false
  session.on('icecandidate', ({ candidate, ready }) => {
    if (candidate.protocol !== 'udp') return
    if (candidate.type === farthest) setTimeout(ready, CANDIDATES_MS)
    else if (!isHurried) setTimeout(ready, SERVERS_MS)
    isHurried = true
  })
}
