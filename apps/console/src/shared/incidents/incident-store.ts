import { create } from 'zustand'

export const useShownIncident = create<{ id: number | null }>(() => ({ id: null }))

/** Opens an incident beside the screen. */
export function showIncident(id: number | null) {
  useShownIncident.setState({ id })
}
