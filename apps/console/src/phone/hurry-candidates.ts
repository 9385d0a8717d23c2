import type { RTCSession } from 'jssip/lib/RTCSession'

/** A machine knows its own addresses within a few of these after the first; the answer waits for no more. */
const CANDIDATES_MS = 15
/** A STUN or TURN server that does not answer holds nobody up for longer. */
const SERVERS_MS = 1000

type Candidates = 'host' | 'srflx' | 'relay'

/** The last kind of address that is worth waiting for. */
export function farthestOf(servers: readonly RTCIceServer[]): Candidates {
  const urls = servers.flatMap((server) => server.urls)
  if (urls.some((url) => url.startsWith('turn'))) return 'relay'
  return urls.length > 0 ? 'srflx' : 'host'
}

/**
 * The description goes out soon after the kind of address that matters has come, and in time without it. Addresses for TCP need no socket
 * and come first where the browser is slow to open one; a description with nothing but those connects to nobody.
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
