import { useEffect } from 'react'
import { playOnce } from '../sounds/player.ts'
import { useRingSettings } from '../sounds/ring-settings.ts'

const RINGS_FOR_MS = 60_000
const EVERY_MS = 4000
/** Minimum volume: muting the telephone does not mute an SOS. */
const SOFTEST = 0.5

/** Sounds for a minute after the newest alarm has arrived; only one tab of the console plays. */
export function useAlarmSound(newestId: number | null) {
  useEffect(() => {
    if (newestId === null) return
    const until = Date.now() + RINGS_FOR_MS
    soundInOneTab()
    const timer = setInterval(() => {
      if (Date.now() > until) clearInterval(timer)
      else soundInOneTab()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [newestId])
}

function soundInOneTab() {
  const sound = () => playOnce('alarm', Math.max(SOFTEST, useRingSettings.getState().volume / 100))
  if (navigator.locks === undefined) return sound()
  void navigator.locks.request('sos-sound', { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    sound()
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS - 500))
  })
}
