import { reportActivity } from '@dispecerat/contract/accounts'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'

const BEAT_MS = 60_000
const AWAY_AFTER_MS = 5 * 60_000

/** Tells the server whether somebody sits here: at once, on focus and every 60 s; away after 5 minutes without focus. */
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
    tell(true)
    const beat = setInterval(() => isHere && tell(true), BEAT_MS)
    window.addEventListener('focus', come)
    window.addEventListener('blur', leave)
    return () => {
      clearInterval(beat)
      clearTimeout(leaving)
      window.removeEventListener('focus', come)
      window.removeEventListener('blur', leave)
    }
  }, [])
}
