import { useEffect, useState } from 'react'
import { checkIfBlocked, playOnce, ring, stopRing } from '../../shared/sounds/player.ts'
import { useRingSettings } from '../../shared/sounds/ring-settings.ts'
import { unblockSound, useSoundBlock } from '../../shared/sounds/sound-block.ts'
import { loudness, ownsSound, soundNow } from '../../shared/sounds/sound-rules.ts'
import { activeCall, waitingCalls } from '../../shared/telephone/call-lines.ts'
import { useCalls } from '../../shared/telephone/calls-store.ts'
import { usePhone } from '../../shared/telephone/phone-store.ts'
import { useNow } from '../../ui/now.ts'
import { announceWaiting, useTonesAreDue } from './waiting-orders-store.ts'

/** Plays the sound that is due, in the one tab of the machine that plays; returns whether this is that tab. */
export function useRingSound(): boolean {
  const rings = useCalls((open) => waitingCalls(open).length)
  const isTalking = useCalls((open) => activeCall(open) !== null)
  const phone = usePhone()
  const isAudible = ownsSound(phone, useSoundLock())
  const { sound, volume } = useRingSettings()
  const isDue = useTonesAreDue()
  const isBlocked = useSoundBlock((s) => s.isBlocked)
  const now = soundNow({ rings, tonesAreDue: isDue, ownsSound: isAudible, chosen: sound })
  const loud = loudness(volume, isTalking)

  useEffect(() => void checkIfBlocked(), [])
  useEffect(() => {
    if (now === 'ring' && sound !== 'mute' && !isBlocked) ring(sound, loud)
    else stopRing()
  }, [now, sound, loud, isBlocked])
  useEffect(() => stopRing, [])
  useEffect(() => {
    if (!isDue || now === 'ring') return
    /* Marked as announced by the tab that plays, also when it is muted. */
    if (now === 'tones') playOnce('queue', loud)
    announceWaiting(useNow.getState().now)
  }, [isDue, now, loud])
  useUnblocking(isBlocked)
  return isAudible
}

/** The first press of a key or a button anywhere lets the page play. */
function useUnblocking(isBlocked: boolean) {
  useEffect(() => {
    if (!isBlocked) return
    window.addEventListener('pointerup', unblockSound)
    window.addEventListener('keyup', unblockSound)
    return () => {
      window.removeEventListener('pointerup', unblockSound)
      window.removeEventListener('keyup', unblockSound)
    }
  }, [isBlocked])
}

/** A lock that one of this browser's tabs holds; the next one gets it when that one closes. */
function useSoundLock(): boolean {
  const [holds, setHolds] = useState(() => navigator.locks === undefined)
  useEffect(() => {
    if (navigator.locks === undefined) return
    const gone = new AbortController()
    const untilGone = () =>
      new Promise<void>((resolve) => {
        if (gone.signal.aborted) return resolve()
        setHolds(true)
        gone.signal.addEventListener('abort', () => resolve())
      })
    navigator.locks.request('ring-sound', { signal: gone.signal }, untilGone).catch(() => undefined)
    return () => {
      gone.abort()
      setHolds(false)
    }
  }, [])
  return holds
}
