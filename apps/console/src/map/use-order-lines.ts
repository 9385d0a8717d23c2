import type { Map as MapLibre } from 'maplibre-gl'
import { useRouteLine } from './use-route-line.ts'

interface Way {
  line: readonly { lat: number; long: number }[]
  is_guess: boolean
}

/** The trip in blue, and in green the way its driver is on. */
const APPROACH = '#2b8a3e'

/** An order's two ways on the map, drawn dashed where they are guessed. */
export function useOrderLines(map: MapLibre, { trip, approach }: { trip: Way | null; approach: Way | null }) {
  useRouteLine(map, trip?.line ?? null, { name: 'trip', isGuess: trip?.is_guess ?? false })
  useRouteLine(map, approach?.line ?? null, {
    name: 'approach',
    colour: APPROACH,
    isGuess: approach?.is_guess ?? false,
  })
}
