import { create } from 'zustand'
import { CAR_STATES, type CarState } from '../../../map/cars/cars.ts'

interface FleetSettings {
  zones: boolean
  stands: boolean
  waiting: boolean
  asList: boolean
  shown: ReadonlySet<CarState>
}

const STORAGE_KEY = 'dispecerat.fleetMap'
const USUAL: FleetSettings = { zones: true, stands: true, waiting: true, asList: false, shown: new Set(CAR_STATES) }

/** This dispatcher's map settings, stored on this device. */
export const useFleetSettings = create<FleetSettings>(read)

export function changeFleet(change: Partial<FleetSettings>) {
  useFleetSettings.setState(change)
  const { shown, ...others } = useFleetSettings.getState()
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...others, shown: [...shown] }))
}

/** A broken or missing setting falls back to its default. */
function read(): FleetSettings {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, unknown>
    const is = (name: 'zones' | 'stands' | 'waiting' | 'asList') =>
      typeof stored[name] === 'boolean' ? stored[name] : USUAL[name]
    const shown = Array.isArray(stored.shown)
      ? CAR_STATES.filter((state) => (stored.shown as unknown[]).includes(state))
      : CAR_STATES
    return {
      zones: is('zones'),
      stands: is('stands'),
      waiting: is('waiting'),
      asList: is('asList'),
      shown: new Set(shown),
    }
  } catch {
    return USUAL
  }
}
