import { reportActivity } from '@dispecerat/contract/identity/accounts'
import { useEffect } from 'react'
import { reportAway } from '../api/leave.ts'
import { request } from '../api/request.ts'

const BEAT_MS = 60_000
const AWAY_AFTER_MS = 5 * 60_000
/**
 * Written by a window that closes; the other windows of the browser then report at once that the user is still
 * present. Both requests may be handled in any order: `ends` applies to no heartbeat later than the last one of its
 * own window.
 */
const WINDOW_WENT = 'dispecerat.windowWent'

/**
 * Reports to the server whether the user is present: at once, on focus and every 60 s; away after 5 minutes without
 * focus, and when the last page closes.
 */
export function usePresence() {
  useEffect(() => {
    let isHere = true
    let lastBeat = 0
    let leaving: ReturnType<typeof setTimeout> | undefined
    const report = (isOnline: boolean) => {
      isHere = isOnline
      const body = isOnline ? { isOnline } : { isOnline, ends: lastBeat }
      void request(reportActivity, { body }).then(
        ({ beat = 0 }) => {
          lastBeat = Math.max(lastBeat, beat)
        },
        () => undefined,
      )
    }
    const come = () => {
      clearTimeout(leaving)
      report(true)
    }
    const leave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => report(false), AWAY_AFTER_MS)
    }
    /* A page restored from the back/forward cache reports that it is back. */
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && come()
    const go = () => {
      localStorage.setItem(WINDOW_WENT, String(Date.now()))
      reportAway(lastBeat)
    }
    const stay = ({ key }: StorageEvent) => {
      if (key === WINDOW_WENT && isHere) report(true)
    }
    report(true)
    const beat = setInterval(() => isHere && report(true), BEAT_MS)
    window.addEventListener('focus', come)
    window.addEventListener('blur', leave)
    window.addEventListener('pagehide', go)
    window.addEventListener('storage', stay)
    window.addEventListener('pageshow', comeBack)
    return () => {
      clearInterval(beat)
      clearTimeout(leaving)
      window.removeEventListener('focus', come)
      window.removeEventListener('blur', leave)
      window.removeEventListener('pagehide', go)
      window.removeEventListener('storage', stay)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])
}
