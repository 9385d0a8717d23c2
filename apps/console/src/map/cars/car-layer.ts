import type { Map as MapLibre } from 'maplibre-gl'
import { serverNow } from '../../ui/now.ts'
import { latOf, longOf } from '../mercator.ts'
import { prefersReducedMotion } from '../reduced-motion.ts'
import { CarCanvas, type CarsStyle, viewOf } from './car-canvas.ts'
import { labelsNow } from './car-labels.ts'
import { CarTracks, type WorldBox } from './car-tracks.ts'
import type { Car } from './cars.ts'

/** A movement below this is not visible; a frame is drawn only when the fastest car in view has moved this far. */
const STEP_PX = 0.25
const FRAME_MS = 1000 / 60
/** Minimum interval between layouts of the call signs. */
const LABELS_EVERY_MS = 400
/** Maximum distance of a click from the centre of a symbol. */
const REACH_PX = 16

/**
 * The cars of one map: takes positions, draws frames only as often as movement is visible, finds the car at a point.
 */
export class CarLayer {
  readonly #map: MapLibre
  readonly #tracks = new CarTracks(serverNow())
  readonly #canvas: CarCanvas
  #style: CarsStyle
  #followed: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #frame = 0
  #labelledAt = Number.NEGATIVE_INFINITY
  #inView = 0

  constructor(map: MapLibre, style: CarsStyle) {
    this.#map = map
    this.#style = style
    this.#canvas = new CarCanvas(map, this.#tracks)
    map.on('render', this.#draw)
    map.on('moveend', this.#writeSigns)
  }

  remove(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    this.#map.off('render', this.#draw)
    this.#map.off('moveend', this.#writeSigns)
    this.#canvas.remove()
  }

  /** Takes the newest state of all cars; called about once a second, because ages change anyway. */
  take(cars: ReadonlyMap<number, Car>): void {
    const glides = !prefersReducedMotion() && !document.hidden
    if (this.#tracks.take(cars, serverNow(), glides)) this.#canvas.sendCars()
    this.#writeSigns()
    this.#drawSoon()
  }

  lookLike(style: CarsStyle): void {
    this.#style = style
    this.#labelledAt = Number.NEGATIVE_INFINITY
    this.#writeSigns()
    this.#drawSoon()
  }

  /** Keeps this car in the centre of the map from now on. */
  follow(id: number | null): void {
    this.#followed = id
    if (id !== null) this.#drawSoon()
  }

  /** The car at a point, in the map's pixels. */
  carAt({ x, y }: { x: number; y: number }): number | null {
    const view = viewOf(this.#map)
    const at = { x: view.x + (x - view.width / 2) / view.world, y: view.y + (y - view.height / 2) / view.world }
    const slot = this.#tracks.nearest(at, REACH_PX / view.world, this.#style.shown, serverNow())
    return this.#tracks.carAt(slot)?.id ?? null
  }

  #writeSigns = () => {
    const now = serverNow()
    if (now - this.#labelledAt < LABELS_EVERY_MS) return
    this.#labelledAt = now
    const { shown, selected, lit } = this.#style
    const input = { map: this.#map, tracks: this.#tracks, letters: this.#canvas.letters, shown, now }
    const { labels, inView } = labelsNow({ ...input, first: [selected, lit] })
    this.#inView = inView
    this.#canvas.sendLabels(labels)
  }

  #draw = () => {
    this.#canvas.draw(serverNow(), { ...this.#style, inView: this.#inView })
  }

  #drawSoon(): void {
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(this.#beat)
  }

  /** Draws, and waits until something in view has moved visibly; a hidden tab gets no animation frames. */
  #beat = () => {
    if (!this.#canvas.isReady()) {
      this.#frame = requestAnimationFrame(this.#beat)
      return
    }
    const now = serverNow()
    if (!this.#goWithFollowed(now)) this.#draw()
    const view = viewOf(this.#map)
    const speed = this.#tracks.fastest(boxOf(view), now) * view.world
    if (speed === 0) return
    const waitMs = (STEP_PX / speed) * 1000
    if (waitMs <= FRAME_MS * 1.5) this.#frame = requestAnimationFrame(this.#beat)
    else this.#timer = setTimeout(() => this.#drawSoon(), waitMs - FRAME_MS)
  }

  /** Moving the map also draws the cars. */
  #goWithFollowed(now: number): boolean {
    const slot = this.#tracks.slotOf(this.#followed)
    if (slot < 0 || this.#map.isMoving()) return false
    const { x, y } = this.#tracks.placeAt(slot, now)
    const [lng, lat] = [longOf(x), latOf(y)]
    const centre = this.#map.getCenter()
    if (Math.abs(centre.lng - lng) < 1e-7 && Math.abs(centre.lat - lat) < 1e-7) return false
    this.#map.jumpTo({ center: [lng, lat] })
    return true
  }
}

function boxOf({ x, y, width, height, world }: ReturnType<typeof viewOf>): WorldBox {
  const [aside, above] = [width / 2 / world, height / 2 / world]
  return { west: x - aside, east: x + aside, north: y - above, south: y + above }
}
