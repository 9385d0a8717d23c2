import { useZonesLayer, type ZoneShape, type ZonesStyle } from '../../map/layers/use-zones-layer.ts'
import { useHiddenZones } from './hidden-zones.ts'

interface ZonesOptions extends Omit<ZonesStyle, 'hidden'> {
  isDark: boolean
  isShown?: boolean
}

/** Draws zones like every map of the console, without those the user has hidden. */
export function useZonesOnMap(
  map: Parameters<typeof useZonesLayer>[0],
  zones: readonly ZoneShape[],
  { isDark, isShown = true, ...style }: ZonesOptions,
) {
  const { hidden } = useHiddenZones()
  useZonesLayer(map, zones, isShown, isDark, { ...style, hidden })
}
