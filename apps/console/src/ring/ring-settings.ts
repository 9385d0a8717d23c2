import { create } from 'zustand'
import { type RingSettings, readSettings } from './ring-sounds.ts'

const KEPT_AS = 'dispecerat.ring'

/** Of this machine: whoever sits here hears it. Other tabs follow. */
export const useRingSettings = create<RingSettings>(() => readSettings(localStorage.getItem(KEPT_AS)))

export function chooseRing(change: Partial<RingSettings>) {
  useRingSettings.setState(change)
  localStorage.setItem(KEPT_AS, JSON.stringify(useRingSettings.getState()))
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEPT_AS) useRingSettings.setState(readSettings(newValue))
})
