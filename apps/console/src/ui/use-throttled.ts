import { useEffect, useRef } from 'react'

/** Runs soon after the first call and then at most once per `ms`, the last call never lost. */
export function useThrottled(run: () => void, ms: number): () => void {
  const latest = useRef(run)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const lastAt = useRef(0)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
    },
    [],
  )
  return () => {
    if (timer.current) return
    timer.current = setTimeout(
      () => {
        timer.current = null
        lastAt.current = Date.now()
        latest.current()
      },
      Math.max(0, lastAt.current + ms - Date.now()),
    )
  }
}
