import { useEffect, useRef, useState } from 'react'
import { throttled } from './throttled.ts'

/** `throttled` while the component is mounted; always calls the newest `run`. */
export function useThrottled(run: () => Promise<unknown>, ms: number): () => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const [{ request: requestRun, stop }] = useState(() => throttled(() => latest.current(), ms))
  useEffect(() => stop, [stop])
  return requestRun
}
