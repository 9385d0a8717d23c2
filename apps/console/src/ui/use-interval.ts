import { useEffect, useRef } from 'react'

/** Runs every `ms`; false pauses it. */
export function useInterval(beat: () => void, ms: number | false) {
  const latest = useRef(beat)
  useEffect(() => {
    latest.current = beat
  })
  useEffect(() => {
    if (ms === false) return
    const timer = setInterval(() => latest.current(), ms)
    return () => clearInterval(timer)
  }, [ms])
}
