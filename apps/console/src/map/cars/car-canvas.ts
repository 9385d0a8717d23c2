import type { Map as MapLibre } from 'maplibre-gl'
import { WORLD_PX, worldX, worldY } from '../mercator.ts'
import { OLD_AFTER_MS, STALE_AFTER_MS } from './car-age.ts'
import { CAR_COLOURS } from './car-colours.ts'
import { CarLetters, CELL_PX } from './car-letters.ts'
import { LABEL_FRAGMENT, LABEL_VERTEX, SIGN_FRAGMENT, SIGN_VERTEX } from './car-shaders.ts'
import { ANCHOR, type CarTracks, FLOATS_PER_CAR } from './car-tracks.ts'
import { CAR_STATES, type CarState } from './cars.ts'
import { drawWith, exactTexture, linkProgram, uniformsOf } from './gl-program.ts'

const TEXELS_WIDE = 256
/** The canvas is wider than the map, because a point sprite whose centre is outside the canvas is not drawn at all. */
const BRIM_PX = 24
const FLOATS_A_LABEL = 4
/** Symbols have their full size from this zoom on and shrink when zoomed out. */
const FULL_SIZE_ZOOM = 12
const SMALLEST_ZOOM = 6
const SMALLEST = 0.4
/** More symbols in view than this shrink, so that they do not cover the town. */
const CROWD_SIZE = 600
/** From this zoom on there is space for the heading of a car. */
const ARROWS_FROM_ZOOM = 15

export interface CarsStyle {
  shown: ReadonlySet<CarState>
  selected: number | null
  lit: number | null
}

/** Centre and scale of the visible area, in world coordinates. */
export function viewOf(map: MapLibre) {
  const centre = map.getCenter()
  const { clientWidth: width, clientHeight: height } = map.getCanvas()
  const world = WORLD_PX * 2 ** map.getZoom()
  return { x: worldX(centre.lng), y: worldY(centre.lat), width, height, world }
}

/**
 * A canvas over the map on which the GPU moves the cars: a frame sends the clock and the view, not the cars, and does
 * not redraw the streets below.
 */
export class CarCanvas {
  readonly element = document.createElement('canvas')
  readonly letters = new CarLetters(window.devicePixelRatio)
  readonly #map: MapLibre
  readonly #tracks: CarTracks
  #drawing: Drawing | null = null
  #labels = 0

  constructor(map: MapLibre, tracks: CarTracks) {
    this.#map = map
    this.#tracks = tracks
    this.element.className = 'cars-canvas'
    this.element.style.inset = `${-BRIM_PX}px`
    this.element.setAttribute('aria-hidden', 'true')
    this.element.addEventListener('webglcontextlost', this.#onLost)
    this.element.addEventListener('webglcontextrestored', this.#onRestored)
    map.getCanvas().after(this.element)
    this.#onRestored()
  }

  remove(): void {
    this.element.remove()
    this.element.removeEventListener('webglcontextlost', this.#onLost)
    this.element.removeEventListener('webglcontextrestored', this.#onRestored)
    /* Browsers limit the number of WebGL contexts and would drop the oldest, which belongs to a map. */
    this.#drawing?.gl.getExtension('WEBGL_lose_context')?.loseContext()
    this.#drawing = null
  }

  /** Uploads the cars; needed only when one of them changed. */
  sendCars(): void {
    const { gl, cars } = this.#drawing ?? {}
    if (!gl || !cars) return
    const { numbers } = this.#tracks
    const rows = numbers.length / FLOATS_PER_CAR / (TEXELS_WIDE / 2)
    gl.bindTexture(gl.TEXTURE_2D, cars)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, TEXELS_WIDE, rows, 0, gl.RGBA, gl.FLOAT, numbers)
  }

  /** False while the GPU still renders the last frame: another one would only queue up. */
  isReady(): boolean {
    const { gl, working } = this.#drawing ?? {}
    if (!gl || !working?.fence) return true
    const state = gl.clientWaitSync(working.fence, 0, 0)
    if (state === gl.TIMEOUT_EXPIRED) return false
    gl.deleteSync(working.fence)
    working.fence = null
    return true
  }

  /** Uploads the call signs: slot, left edge and cell of each letter. */
  sendLabels(labels: Float32Array): void {
    const { gl, labelBuffer } = this.#drawing ?? {}
    this.#labels = labels.length / FLOATS_A_LABEL
    if (!gl || !labelBuffer) return
    gl.bindBuffer(gl.ARRAY_BUFFER, labelBuffer)
    gl.bufferData(gl.ARRAY_BUFFER, labels, gl.DYNAMIC_DRAW)
  }

  draw(now: number, style: CarsStyle & { inView: number }): void {
    const drawing = this.#drawing
    if (!drawing || drawing.gl.isContextLost()) return
    const view = withBrim(viewOf(this.#map))
    fitTo(this.element, view)
    const { gl } = drawing
    gl.viewport(0, 0, this.element.width, this.element.height)
    gl.clear(gl.COLOR_BUFFER_BIT)
    const ratio = this.element.width / Math.max(1, view.width)
    this.#drawSigns(drawing, { view, now, style, ratio })
    if (this.#labels > 0) this.#drawLabels(drawing, { view, now, style, ratio })
    drawing.working.fence ??= gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
  }

  #drawSigns({ gl, signs, cars }: Drawing, { view, now, style, ratio }: Frame & { ratio: number }): void {
    drawWith(gl, signs.program)
    bind(gl, gl.TEXTURE0, cars)
    this.#setUniforms(gl, signs.uniform, { view, now, style })
    const zoom = this.#map.getZoom()
    const grow = signSize(zoom, style.inView)
    gl.uniform1f(signs.uniform('grow'), grow)
    gl.uniform1f(signs.uniform('ratio'), ratio)
    gl.uniform1f(signs.uniform('soft'), 0.6 / ratio / grow)
    gl.uniform1f(signs.uniform('arrows'), zoom >= ARROWS_FROM_ZOOM ? 1 : 0)
    gl.uniform1i(signs.uniform('selected'), this.#tracks.slotOf(style.selected))
    gl.uniform1i(signs.uniform('lit'), this.#tracks.slotOf(style.lit))
    gl.uniform3fv(signs.uniform('colours'), COLOURS)
    gl.drawArrays(gl.POINTS, 0, this.#tracks.slots)
  }

  #drawLabels({ gl, labels, cars, lettersTexture, ...drawing }: Drawing, frame: Frame & { ratio: number }): void {
    drawWith(gl, labels.program)
    bind(gl, gl.TEXTURE1, lettersTexture)
    if (drawing.lettersVersion.sent !== this.letters.version) {
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.letters.canvas)
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
      drawing.lettersVersion.sent = this.letters.version
    }
    bind(gl, gl.TEXTURE0, cars)
    this.#setUniforms(gl, labels.uniform, frame)
    gl.uniform1i(labels.uniform('letters'), 1)
    gl.uniform1f(labels.uniform('cell'), CELL_PX)
    gl.uniform1f(labels.uniform('ratio'), frame.ratio)
    gl.uniform1f(labels.uniform('cells'), this.letters.count)
    for (const ink of [0, 1]) {
      gl.uniform1i(labels.uniform('ink'), ink)
      gl.drawArrays(gl.POINTS, 0, this.#labels)
    }
  }

  #setUniforms(gl: WebGL2RenderingContext, uniform: Drawing['signs']['uniform'], { view, now, style }: Frame): void {
    gl.uniform1i(uniform('cars'), 0)
    gl.uniform2f(uniform('centre'), view.x - ANCHOR.x, view.y - ANCHOR.y)
    gl.uniform2f(uniform('size'), view.width, view.height)
    gl.uniform1f(uniform('world'), view.world)
    gl.uniform1f(uniform('clock'), this.#tracks.clock(now))
    gl.uniform1i(uniform('shown'), bitsOf(style.shown))
    gl.uniform1f(uniform('oldAfter'), OLD_AFTER_MS / 1000)
    gl.uniform1f(uniform('staleAfter'), STALE_AFTER_MS / 1000)
  }

  #onLost = (event: Event) => {
    event.preventDefault()
    this.#drawing = null
  }

  #onRestored = () => {
    const gl = this.element.getContext('webgl2', { alpha: true, premultipliedAlpha: true, antialias: false })
    if (!gl) return
    this.#drawing = startDrawing(gl)
    this.sendCars()
  }
}

function signSize(zoom: number, inView: number): number {
  const share = Math.min(1, Math.max(0, (zoom - SMALLEST_ZOOM) / (FULL_SIZE_ZOOM - SMALLEST_ZOOM)))
  const crowd = Math.min(1, Math.sqrt(CROWD_SIZE / Math.max(1, inView)) * 1.1)
  return Math.max(SMALLEST, Math.min(SMALLEST + (1 - SMALLEST) * share, crowd))
}

type View = ReturnType<typeof viewOf>
interface Frame {
  view: View
  now: number
  style: CarsStyle & { inView: number }
}
type Drawing = ReturnType<typeof startDrawing>

const COLOURS = new Float32Array(
  CAR_STATES.flatMap((state) => [1, 3, 5].map((at) => Number.parseInt(CAR_COLOURS[state].slice(at, at + 2), 16) / 255)),
)

function startDrawing(gl: WebGL2RenderingContext) {
  const program = (vertex: string, fragment: string) => {
    const linked = linkProgram(gl, vertex, fragment)
    return { program: linked, uniform: uniformsOf(gl, linked) }
  }
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  const labelBuffer = gl.createBuffer()
  gl.bindBuffer(gl.ARRAY_BUFFER, labelBuffer)
  gl.vertexAttribPointer(0, FLOATS_A_LABEL, gl.FLOAT, false, 0, 0)
  gl.enableVertexAttribArray(0)
  return {
    gl,
    signs: program(SIGN_VERTEX, SIGN_FRAGMENT),
    labels: program(LABEL_VERTEX, LABEL_FRAGMENT),
    cars: exactTexture(gl, gl.NEAREST),
    lettersTexture: exactTexture(gl, gl.LINEAR),
    lettersVersion: { sent: -1 },
    working: { fence: null as WebGLSync | null },
    labelBuffer,
  }
}

function bind(gl: WebGL2RenderingContext, unit: number, texture: WebGLTexture) {
  gl.activeTexture(unit)
  gl.bindTexture(gl.TEXTURE_2D, texture)
}

function bitsOf(shown: ReadonlySet<CarState>): number {
  return CAR_STATES.reduce((bits, state, n) => (shown.has(state) ? bits | (1 << n) : bits), 0)
}

function withBrim({ width, height, ...view }: View): View {
  return { ...view, width: width + 2 * BRIM_PX, height: height + 2 * BRIM_PX }
}

function fitTo(canvas: HTMLCanvasElement, { width, height }: View) {
  const ratio = window.devicePixelRatio
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width === wide && canvas.height === high) return
  Object.assign(canvas, { width: wide, height: high })
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
}
