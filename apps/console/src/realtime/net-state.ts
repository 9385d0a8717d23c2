import { create } from 'zustand'

/** `delayed`: the socket is open, but events arrive more than a second late. */
export type NetStatus = 'off' | 'connecting' | 'open' | 'delayed' | 'lost' | 'dead'

interface Net {
  status: NetStatus
  /** Number of the current reconnect attempt. */
  attempt: number
  lostAt: number | null
}

export const useNet = create<Net>(() => ({ status: 'off', attempt: 0, lostAt: null }))

export const isConnected = ({ status }: Pick<Net, 'status'>) => status === 'open' || status === 'delayed'

/**
 * The polling fallback: the given interval while the socket is down or late, false (no polling) while it delivers in
 * time.
 */
export function useFallbackInterval(ms: number): number | false {
  return useNet((s) => s.status) === 'open' ? false : ms
}

export const FALLBACK_MS = {
  inCall: 3_000,
  lists: 10_000,
  counts: 15_000,
  positions: 25_000,
  statistics: 30_000,
} as const
