import { reportActivity } from '@dispecerat/contract/accounts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { tellAway } from '../../api/leave.ts'

const BEAT_MS = 60_000
const AWAY_AFTER_MS = 5 * 60_000
/** Written by a window that goes; the others of the browser hear it at once and say that somebody is still here. */
const WINDOW_WENT = 'dispecerat.windowWent'
/** Later than the farewell of the window that went. */
const STILL_HERE_AFTER_MS = 1500

/** Tells the server whether somebody sits here: at once, on focus and every 60 s; away after 5 minutes without focus, and when the last page goes. */
export function usePresence() {
  useEffect(() => {
    let isHere = true
    let leaving: ReturnType<typeof setTimeout> | undefined
    const tell = (isOnline: boolean) => {
      isHere = isOnline
      void call(reportActivity, { body: { isOnline } }).catch(() => undefined)
    }
    const come = () => {
      clearTimeout(leaving)
      tell(true)
    }
    const leave = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => tell(false), AWAY_AFTER_MS)
    }
    // A page that the browser had put aside says itself that it is back.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && come()
    const go = () => {
      localStorage.setItem(WINDOW_WENT, String(Date.now()))
      tellAway()
    }
    let staying: ReturnType<typeof setTimeout> | undefined
    const stay = ({ key }: StorageEvent) => {
      if (key !== WINDOW_WENT || !isHere) return
      clearTimeout(staying)
      staying = setTimeout(() => isHere && tell(true), STILL_HERE_AFTER_MS)
    }
    tell(true)
    const beat = setInterval(() => isHere && tell(true), BEAT_MS)
    window.addEventListener('focus', come)
    window.addEventListener('blur', leave)
    window.addEventListener('pagehide', go)
    window.addEventListener('storage', stay)
    window.addEventListener('pageshow', comeBack)
    return () => {
      clearInterval(beat)
      clearTimeout(leaving)
      clearTimeout(staying)
      window.removeEventListener('focus', come)
      window.removeEventListener('blur', leave)
      window.removeEventListener('pagehide', go)
      window.removeEventListener('storage', stay)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])
}
