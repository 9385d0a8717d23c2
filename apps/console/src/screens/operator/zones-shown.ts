import { create } from 'zustand'

interface ZonesShown {
  isShown: boolean
  /** Whether somebody asked for them, and so wants to type into them. */
  wasAsked: boolean
}

export const useZonesShown = create<ZonesShown>(() => ({ isShown: false, wasAsked: false }))

export function toggleZones() {
  useZonesShown.setState(({ isShown }) => ({ isShown: !isShown, wasAsked: true }))
}

/** How a desk begins: with the zones beside it or without them. */
export function beginWithZones(isShown: boolean) {
  useZonesShown.setState({ isShown, wasAsked: false })
}
