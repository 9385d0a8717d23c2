import type { Map as MapLibre } from 'maplibre-gl'
import { LabelLines, LINE_PX } from '../layers/label-lines.ts'
import { viewOf } from './car-canvas.ts'
import type { CarLetters } from './car-letters.ts'
import type { CarTracks } from './car-tracks.ts'
import type { CarState } from './cars.ts'

/** Zoomed out further, call signs would overlap. */
const FROM_ZOOM = 11
/** With more cars in view than this, a call sign without a free line is left out. */
const ALL_UP_TO = 400
/** With more cars in view than this, only the selected car shows its call sign. */
const NONE_ABOVE = 1500

interface LabelInput {
  map: MapLibre
  tracks: CarTracks
  letters: CarLetters
  shown: ReadonlySet<CarState>
  /** Ids whose call signs are drawn even when they overlap. */
  first: readonly (number | null)[]
  now: number
}

/** The letters of the call signs to draw: slot, left edge, cell, and offset below the first line. */
export function labelsNow(input: LabelInput): { labels: Float32Array; inView: number } {
  const inView = slotsInView(input)
  const isNear = input.map.getZoom() >= FROM_ZOOM
  return { labels: new Float32Array(isNear ? written(inView, input) : []), inView: inView.length }
}

function written(inView: InView[], { tracks, letters, first }: LabelInput): number[] {
  const mustChoose = inView.length > ALL_UP_TO
  const lines = new LabelLines()
  const chosen: number[] = []
  const firstSlots = first.map((id) => tracks.slotOf(id))
  inView.sort((a, b) => Number(firstSlots.includes(b.slot)) - Number(firstSlots.includes(a.slot)))
  const writing = inView.length > NONE_ABOVE ? inView.filter(({ slot }) => firstSlots.includes(slot)) : inView
  for (const { slot, x, y } of writing) {
    const sign = tracks.carAt(slot)?.sign ?? ''
    const line = lines.take({ x, y, width: letters.widthOf(sign) })
    if (line === null && mustChoose) continue
    for (const letter of letters.lay(sign)) chosen.push(slot, letter.x, letter.cell, (line ?? 0) * LINE_PX)
  }
  return chosen
}

interface InView {
  slot: number
  x: number
  y: number
}

function slotsInView({ map, tracks, shown, now }: LabelInput): InView[] {
  const view = viewOf(map)
  const found: InView[] = []
  for (let slot = 0; slot < tracks.slots; slot++) {
    const car = tracks.carAt(slot)
    if (!car || !shown.has(car.state)) continue
    const at = tracks.placeAt(slot, now)
    const [x, y] = [(at.x - view.x) * view.world, (at.y - view.y) * view.world]
    if (Math.abs(x) < view.width / 2 + 30 && Math.abs(y) < view.height / 2 + 30) found.push({ slot, x, y })
  }
  return found
}
