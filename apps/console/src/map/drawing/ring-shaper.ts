import type { Map as MapLibre } from 'maplibre-gl'
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { closedRing } from '../layers/use-zones-layer.ts'
import { SketchAdapter } from './sketch-adapter.ts'
import { roundedSpot, type Spot } from './snap.ts'

/** The drawing library rejects more decimals. */
const MAX_DECIMALS = 1e9
const SAME = 1e-8

export interface RingShaper {
  /** Replaces the ring by one that was not drawn with the mouse: a typed point, an undo. */
  show(ring: readonly Spot[]): void
  paint(colour: string): void
  stop(): void
}

interface Inputs {
  colour: string
  /** Snap target of a dragged corner; null keeps it where it is dropped. */
  snap: (at: Spot) => Spot | null
  onShape: (ring: Spot[]) => void
}

/**
 * Corners can be dragged, added in the middle of a side, and removed with the right button; `onShape` is called when
 * the button is released.
 */
export function startRingShaper(map: MapLibre, first: readonly Spot[], inputs: Inputs): RingShaper {
  let shown = first
  let isHeld = false
  let isTouched = false
  const draw = drawing(map, inputs)
  const id = draw.getFeatureId()
  draw.start()
  put(draw, id, first)

  const emitChange = () => {
    if (!isTouched || isHeld || !draw.enabled) return
    isTouched = false
    const geometry = draw.getSnapshotFeature(id)?.geometry
    if (geometry?.type !== 'Polygon') return
    const ring = (geometry.coordinates[0] ?? []).slice(0, -1).map(([long = 0, lat = 0]) => sameAs(shown, { lat, long }))
    shown = ring
    inputs.onShape(ring)
  }
  draw.on('change', (ids, _type, context) => {
    if (!ids.includes(id) || (context && 'origin' in context && context.origin === 'api')) return
    isTouched = true
    /* The event of a removed corner comes after the button was released. */
    setTimeout(emitChange)
  })
  const canvas = map.getCanvas()
  const hold = () => {
    isHeld = true
  }
  const letGo = () => {
    isHeld = false
    setTimeout(emitChange)
  }
  canvas.addEventListener('pointerdown', hold)
  window.addEventListener('pointerup', letGo)
  return {
    show: (ring) => {
      if (ring === shown || isHeld || !draw.enabled) return
      shown = ring
      draw.removeFeatures([id])
      put(draw, id, ring)
    },
    paint: (colour) => {
      if (draw.enabled) draw.updateModeOptions<typeof TerraDrawSelectMode>('select', { styles: stylesIn(colour) })
    },
    stop: () => {
      canvas.removeEventListener('pointerdown', hold)
      window.removeEventListener('pointerup', letGo)
      if (map.style) draw.stop()
    },
  }
}

function put(draw: TerraDraw, id: ReturnType<TerraDraw['getFeatureId']>, ring: readonly Spot[]) {
  if (ring.length < 3) return
  const cut = (degrees: number) => Math.round(degrees * MAX_DECIMALS) / MAX_DECIMALS
  const coordinates = [closedRing(ring).map(([long, lat]) => [cut(long), cut(lat)])]
  const [answer] = draw.addFeatures([
    { type: 'Feature', id, geometry: { type: 'Polygon', coordinates }, properties: { mode: 'polygon' } },
  ])
  if (answer?.valid) draw.selectFeature(id)
}

/** A corner that was not moved keeps its exact coordinates. */
function sameAs(shown: readonly Spot[], at: Spot): Spot {
  const known = shown.find(({ lat, long }) => Math.abs(lat - at.lat) < SAME && Math.abs(long - at.long) < SAME)
  return known ?? roundedSpot(at)
}

function drawing(map: MapLibre, { colour, snap }: Inputs): TerraDraw {
  const snappable = {
    toCustom: ({ lng, lat }: { lng: number; lat: number }) => {
      const near = snap({ lat, long: lng })
      return near ? [near.long, near.lat] : undefined
    },
  }
  return new TerraDraw({
    adapter: new SketchAdapter(map),
    modes: [
      new TerraDrawPolygonMode(),
      new TerraDrawSelectMode({
        allowManualDeselection: false,
        keyEvents: null,
        pointerDistance: 14,
        flags: {
          polygon: {
            feature: {
              draggable: false,
              coordinates: { midpoints: true, draggable: true, deletable: true, snappable },
            },
          },
        },
        styles: stylesIn(colour),
      }),
    ],
  })
}

function stylesIn(colour: string) {
  const hex = colour as `#${string}`
  return {
    selectedPolygonColor: hex,
    selectedPolygonOutlineColor: hex,
    selectedPolygonOutlineWidth: 3,
    selectedPolygonFillOpacity: 0.2,
    selectionPointColor: '#ffffff',
    selectionPointWidth: 6,
    selectionPointOutlineColor: hex,
    selectionPointOutlineWidth: 3,
    midPointColor: hex,
    midPointWidth: 4,
    midPointOutlineColor: '#ffffff',
    midPointOutlineWidth: 1,
  } as const
}
