import { create } from 'zustand'

interface ZonesShown {
  isShown: boolean
  /** True when the user opened the panel, which then takes the focus. */
  wasAsked: boolean
}

export const useZonesShown = create<ZonesShown>(() => ({ isShown: false, wasAsked: false }))

export function toggleZones() {
  useZonesShown.setState(({ isShown }) => ({ isShown: !isShown, wasAsked: true }))
}

/** Initial state of a workspace: with or without the zones panel. */
export function beginWithZones(isShown: boolean) {
  useZonesShown.setState({ isShown, wasAsked: false })
}
