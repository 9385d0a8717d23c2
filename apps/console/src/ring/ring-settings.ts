import { create } from 'zustand'
import { useSession } from '../api/session.ts'
import { type RingSettings, readChoices, readSettings } from './ring-sounds.ts'

const KEPT_AS = 'dispecerat.ring'

/** Of this machine: whoever sits here hears it. What nobody chose here is as his company has it. Other tabs follow. */
export const useRingSettings = create<RingSettings>(() => settingsNow())

function settingsNow(kept = localStorage.getItem(KEPT_AS)): RingSettings {
  return readSettings(kept, useSession.getState().user?.ring.sound)
}

export function chooseRing(change: Partial<RingSettings>) {
  localStorage.setItem(KEPT_AS, JSON.stringify({ ...readChoices(localStorage.getItem(KEPT_AS)), ...change }))
  useRingSettings.setState(settingsNow())
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEPT_AS) useRingSettings.setState(settingsNow(newValue))
})
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.ring.sound !== before?.ring.sound) useRingSettings.setState(settingsNow())
})
