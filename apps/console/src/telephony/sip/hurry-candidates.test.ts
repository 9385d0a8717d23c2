import type { RTCSession } from 'jssip/lib/RTCSession'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { farthestOf, hurryCandidates } from './hurry-candidates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const HOST_TCP = { type: 'host', protocol: 'tcp' }
const HOST_UDP = { type: 'host', protocol: 'udp' }
const RELAY_UDP = { type: 'relay', protocol: 'udp' }
type Candidate = typeof HOST_UDP
const BETWEEN_MS = 100

/** Milliseconds until the description is sent; null when it waits for all candidates (over a minute). */
async function waitsFor(servers: readonly RTCIceServer[], candidates: readonly Candidate[]): Promise<number | null> {
  let emitCandidate: (found: { candidate: Candidate; ready: () => void }) => void = () => undefined
  const session = {
    on(_: 'icecandidate', listener: typeof emitCandidate) {
      emitCandidate = listener
    },
  }
  hurryCandidates(session as unknown as RTCSession, farthestOf(servers))
  const began = Date.now()
  let went: number | null = null
  const ready = () => {
    went ??= Date.now() - began
  }
  for (const candidate of candidates) {
    emitCandidate({ candidate, ready })
    await vi.advanceTimersByTimeAsync(BETWEEN_MS)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  return went
}

const TURN = [{ urls: 'turn:turn.test' }]

test.each<[string, readonly RTCIceServer[], readonly Candidate[], number | null]>([
  ['the first address for UDP', [], [HOST_UDP], 15],
  ['no address for TCP, which connects to nobody', [], [HOST_TCP], null],
  ['the address for UDP that comes after one for TCP', [], [HOST_TCP, HOST_UDP], BETWEEN_MS + 15],
  ['the address at the TURN server', TURN, [HOST_UDP, RELAY_UDP], BETWEEN_MS + 15],
  ['a TURN server that is silent, a second', TURN, [HOST_UDP], 1000],
])('the description waits for %s', async (_, servers, candidates, ms) => {
  expect(await waitsFor(servers, candidates)).toBe(ms)
})
