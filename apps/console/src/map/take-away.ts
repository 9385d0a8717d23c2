import type { Map as MapLibre } from 'maplibre-gl'

/** Removes layers and their sources; does nothing when the map was removed first. */
export function takeAway(map: MapLibre, layers: readonly string[], sources: readonly string[]) {
  if (!map.style) return
  for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer)
  for (const source of sources) if (map.getSource(source)) map.removeSource(source)
}
