import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { drawDot, type OnSheet, SketchSheet, traceLine } from './sketch-sheet.ts'
import { type Rings, roundedSpot, type Spot, snapReach, snapTo } from './snap.ts'

interface Collecting {
  isOn: boolean
  points: readonly Spot[]
  /** The last point connects to the first: an outline, not a cut. */
  closes: boolean
  colour: string
  magnets: Rings
  onAdd: (at: Spot) => void
  /** The first point was clicked again. */
  onClose: () => void
}

const CLOSE_POINTS = 3
const DOT = { radius: 6, fill: '#ffffff', rimWidth: 3 } as const

/**
 * While on, clicks on the map add points that snap to what is near; a line runs from the last one to the mouse
 * pointer.
 */
export function usePointCollector(map: MapLibre, inputs: Collecting) {
  const latest = useRef(inputs)
  const pointer = useRef<Spot | null>(null)
  const sheet = useRef<SketchSheet | null>(null)
  useEffect(() => {
    latest.current = inputs
  })
  const { isOn, points, colour, closes } = inputs

  useEffect(() => {
    if (!isOn) return
    const made = new SketchSheet(map, (pen, at) => draw(pen, at, latest.current, pointer.current))
    sheet.current = made
    const stopCollecting = collect(map, latest, (at) => {
      pointer.current = at
      made.redraw()
    })
    return () => {
      pointer.current = null
      sheet.current = null
      stopCollecting()
      made.remove()
    }
  }, [map, isOn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the drawing draws it again
  useEffect(() => sheet.current?.redraw(), [isOn, points, colour, closes])
}

/** Handles the pointer and its clicks on the map. Returns a function that removes the handlers. */
function collect(map: MapLibre, latest: { current: Collecting }, onPoint: (at: Spot | null) => void): () => void {
  const canvas = map.getCanvas()
  canvas.style.cursor = 'crosshair'
  map.getContainer().classList.add('map-collecting')
  map.doubleClickZoom.disable()
  const spotOf = ({ lngLat }: MapMouseEvent): Spot => {
    const at = { lat: lngLat.lat, long: lngLat.lng }
    return snapTo(at, latest.current.magnets, snapReach(map)) ?? roundedSpot(at)
  }
  const onMove = (event: MapMouseEvent) => onPoint(spotOf(event))
  const onLeave = () => onPoint(null)
  const onClick = (event: MapMouseEvent) => {
    const { points: now, closes: isRing, onAdd, onClose } = latest.current
    const at = { lat: event.lngLat.lat, long: event.lngLat.lng }
    const [first] = now
    const isBack = first && isRing && now.length >= CLOSE_POINTS && snapTo(at, [[first]], snapReach(map)) !== null
    if (isBack) onClose()
    else onAdd(spotOf(event))
  }
  map.on('mousemove', onMove)
  map.on('click', onClick)
  map.on('mouseout', onLeave)
  return () => {
    map.off('mousemove', onMove)
    map.off('click', onClick)
    map.off('mouseout', onLeave)
    map.doubleClickZoom.enable()
    map.getContainer().classList.remove('map-collecting')
    canvas.style.cursor = ''
  }
}

function draw(
  pen: CanvasRenderingContext2D,
  at: OnSheet,
  { points, closes, colour }: Collecting,
  pointer: Spot | null,
): void {
  const line = pointer && points.length > 0 ? [...points, pointer] : points
  traceLine(pen, at, line, closes && line.length >= CLOSE_POINTS)
  pen.setLineDash([6, 3])
  pen.lineWidth = 3
  pen.strokeStyle = colour
  pen.stroke()
  pen.setLineDash([])
  for (const point of points) drawDot(pen, at(point), { ...DOT, rim: colour })
}
