import type { Map as MapLibre } from 'maplibre-gl'
import type { Spot } from './snap.ts'

/** Converts a position to CSS pixels of the canvas. */
export type OnSheet = (spot: Spot) => { x: number; y: number }
type Drawing = (pen: CanvasRenderingContext2D, at: OnSheet) => void

/** A canvas over the map for the shape being drawn: the map with all its zones is redrawn only when it moves. */
export class SketchSheet {
  readonly #canvas = document.createElement('canvas')
  readonly #map: MapLibre
  readonly #drawing: Drawing
  #frame = 0

  constructor(map: MapLibre, drawing: Drawing) {
    this.#map = map
    this.#drawing = drawing
    this.#canvas.className = 'sketch-sheet'
    this.#canvas.setAttribute('aria-hidden', 'true')
    map.getCanvas().after(this.#canvas)
    map.on('render', this.#draw)
  }

  /** Schedules a redraw in the next frame. */
  redraw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(this.#draw)
  }

  remove(): void {
    cancelAnimationFrame(this.#frame)
    this.#map.off('render', this.#draw)
    this.#canvas.remove()
  }

  #draw = () => {
    const pen = this.#canvas.getContext('2d')
    const { clientWidth: width, clientHeight: height } = this.#map.getCanvas()
    if (!pen || width === 0) return
    const ratio = window.devicePixelRatio
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.#canvas.width !== wide || this.#canvas.height !== high) {
      Object.assign(this.#canvas, { width: wide, height: high })
      Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` })
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.clearRect(0, 0, width, height)
    this.#drawing(pen, ({ lat, long }) => this.#map.project([long, lat]))
  }
}

/** Traces a line through all of these; `closes` joins the last with the first. */
export function traceLine(pen: CanvasRenderingContext2D, at: OnSheet, spots: readonly Spot[], closes: boolean): void {
  pen.beginPath()
  for (const spot of spots) {
    const { x, y } = at(spot)
    pen.lineTo(x, y)
  }
  if (closes) pen.closePath()
}

/** A dot with an outline. */
export function drawDot(
  pen: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  style: { radius: number; fill: string; rim: string; rimWidth: number },
): void {
  pen.beginPath()
  pen.arc(x, y, style.radius + style.rimWidth / 2, 0, 2 * Math.PI)
  pen.fillStyle = style.fill
  pen.fill()
  pen.strokeStyle = style.rim
  pen.lineWidth = style.rimWidth
  pen.stroke()
}
