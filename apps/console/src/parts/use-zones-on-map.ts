import { useZonesLayer, type ZoneShape, type ZonesStyle } from '../map/use-zones-layer.ts'
import { useHiddenZones } from './hidden-zones.ts'

interface Look extends Omit<ZonesStyle, 'hidden'> {
  isDark: boolean
  isShown?: boolean
}

/** Zones as every map of the console draws them, without those this person took away with their eye. */
export function useZonesOnMap(
  map: Parameters<typeof useZonesLayer>[0],
  zones: readonly ZoneShape[],
  { isDark, isShown = true, ...look }: Look,
) {
  const { hidden } = useHiddenZones()
  useZonesLayer(map, zones, isShown, isDark, { ...look, hidden })
}
