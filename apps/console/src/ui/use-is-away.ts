import { useEffect, useState } from 'react'

const AWAY_AFTER_MS = 5 * 60_000
const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const

/** True without any input in this window for 5 minutes; false again with the next one. */
export function useIsAway(): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const stay = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => setIsAway(true), AWAY_AFTER_MS)
      setIsAway(false)
    }
    stay()
    for (const sign of ACTIVITY_EVENTS) window.addEventListener(sign, stay, { capture: true, passive: true })
    return () => {
      clearTimeout(leaving)
      for (const sign of ACTIVITY_EVENTS) window.removeEventListener(sign, stay, { capture: true })
    }
  }, [])
  return isAway
}
