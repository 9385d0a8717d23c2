import type { Map as MapLibre } from 'maplibre-gl'
import { useRouteLine } from './use-route-line.ts'

interface Way {
  line: readonly { lat: number; long: number }[]
  is_guess: boolean
}

/** The trip is blue, the driver's route to it green. */
const APPROACH = '#2b8a3e'

/** The two routes of an order, dashed where they are estimated. */
export function useOrderLines(map: MapLibre, { trip, approach }: { trip: Way | null; approach: Way | null }) {
  useRouteLine(map, trip?.line ?? null, { name: 'trip', isGuess: trip?.is_guess ?? false })
  useRouteLine(map, approach?.line ?? null, {
    name: 'approach',
    colour: APPROACH,
    isGuess: approach?.is_guess ?? false,
  })
}
