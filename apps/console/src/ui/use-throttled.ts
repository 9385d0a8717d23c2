import { useEffect, useRef, useState } from 'react'
import { throttled } from './throttled.ts'

/** `throttled` for as long as the part of the screen stands; always the newest `run`. */
export function useThrottled(run: () => Promise<unknown>, ms: number): () => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const [{ ask, stop }] = useState(() => throttled(() => latest.current(), ms))
  useEffect(() => stop, [stop])
  return ask
}
