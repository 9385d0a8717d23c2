import { create } from 'zustand'
import { useSession } from '../../api/session.ts'
import { type RingSettings, readChoices, readSettings } from './ring-sounds.ts'

const STORAGE_KEY = 'dispecerat.ring'

/**
 * Settings of this machine, because everybody at it hears the same sound. Defaults come from the company. Other tabs
 * follow.
 */
export const useRingSettings = create<RingSettings>(() => settingsNow())

function settingsNow(stored = localStorage.getItem(STORAGE_KEY)): RingSettings {
  return readSettings(stored, useSession.getState().user?.ring.sound)
}

export function chooseRing(change: Partial<RingSettings>) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readChoices(localStorage.getItem(STORAGE_KEY)), ...change }))
  useRingSettings.setState(settingsNow())
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEY) useRingSettings.setState(settingsNow(newValue))
})
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.ring.sound !== before?.ring.sound) useRingSettings.setState(settingsNow())
})
