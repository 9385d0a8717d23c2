import type { Map as MapLibre } from 'maplibre-gl'

/** Removes layers and their sources; a map that was taken down first has lost them already. */
export function takeAway(map: MapLibre, layers: readonly string[], sources: readonly string[]) {
  if (!map.style) return
  for (const layer of layers) if (map.getLayer(layer)) map.removeLayer(layer)
  for (const source of sources) if (map.getSource(source)) map.removeSource(source)
}
