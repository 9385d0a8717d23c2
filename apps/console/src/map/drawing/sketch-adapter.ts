import type { Map as MapLibre } from 'maplibre-gl'
import {
  type SetCursor,
  type TerraDrawAdapterStyling,
  type TerraDrawChanges,
  TerraDrawExtend,
  type TerraDrawStylingFunction,
} from 'terra-draw'
import { drawDot, type OnSheet, SketchSheet, traceLine } from './sketch-sheet.ts'

type Drawn = TerraDrawChanges['created'][number]
type Styled = { feature: Drawn; style: TerraDrawAdapterStyling }

/** Connects the drawing library to a map through a canvas above it: dragging a corner does not redraw the map. */
export class SketchAdapter extends TerraDrawExtend.TerraDrawBaseAdapter {
  readonly #map: MapLibre
  #sheet: SketchSheet | null = null
  #drawn: readonly Styled[] = []

  constructor(map: MapLibre) {
    super({})
    this.#map = map
  }

  override register(callbacks: TerraDrawExtend.TerraDrawCallbacks): void {
    super.register(callbacks)
    this.#sheet = new SketchSheet(this.#map, (pen, at) => {
      for (const each of this.#drawn) draw(pen, at, each)
    })
    callbacks.onReady?.()
  }

  override unregister(): void {
    super.unregister()
    this.#sheet?.remove()
    this.#sheet = null
  }

  render(changes: TerraDrawChanges, styling: TerraDrawStylingFunction): void {
    const styled = [...changes.created, ...changes.updated, ...changes.unchanged].flatMap((feature): Styled[] => {
      const style = styling[String(feature.properties.mode)]?.(feature)
      return style ? [{ feature, style }] : []
    })
    this.#drawn = styled.sort((a, b) => rank(a) - rank(b))
    this.#sheet?.redraw()
  }

  clear(): void {
    this._currentModeCallbacks?.onClear()
    this.#drawn = []
    this.#sheet?.redraw()
  }

  getMapEventElement(): HTMLElement {
    return this.#map.getCanvas()
  }

  getLngLatFromEvent(event: PointerEvent | MouseEvent): { lng: number; lat: number } {
    const { left, top } = this.#map.getContainer().getBoundingClientRect()
    return this.unproject(event.clientX - left, event.clientY - top)
  }

  project(lng: number, lat: number): { x: number; y: number } {
    const { x, y } = this.#map.project([lng, lat])
    return { x, y }
  }

  unproject(x: number, y: number): { lng: number; lat: number } {
    const { lng, lat } = this.#map.unproject([x, y])
    return { lng, lat }
  }

  setCursor(cursor: Parameters<SetCursor>[0]): void {
    const { style } = this.#map.getCanvas()
    if (cursor === 'unset') style.removeProperty('cursor')
    else style.cursor = cursor
  }

  setDraggability(enabled: boolean): void {
    if (enabled) this.#map.dragPan.enable()
    else this.#map.dragPan.disable()
  }

  setDoubleClickToZoom(enabled: boolean): void {
    if (enabled) this.#map.doubleClickZoom.enable()
    else this.#map.doubleClickZoom.disable()
  }
}

/** Areas below, corners above. */
function rank({ feature, style }: Styled): number {
  return (feature.geometry.type === 'Point' ? 1000 : 0) + style.zIndex
}

function draw(pen: CanvasRenderingContext2D, at: OnSheet, { feature: { geometry }, style }: Styled): void {
  if (geometry.type === 'Point') {
    const [long = 0, lat = 0] = geometry.coordinates
    const { pointWidth, pointColor, pointOutlineColor, pointOutlineWidth } = style
    const appearance = { radius: pointWidth, fill: pointColor, rim: pointOutlineColor, rimWidth: pointOutlineWidth }
    drawDot(pen, at({ lat, long }), appearance)
  }
  if (geometry.type === 'Polygon') {
    const ring = (geometry.coordinates[0] ?? []).map(([long = 0, lat = 0]) => ({ lat, long }))
    traceLine(pen, at, ring, true)
    pen.globalAlpha = style.polygonFillOpacity
    pen.fillStyle = style.polygonFillColor
    pen.fill()
    pen.globalAlpha = 1
    pen.lineWidth = style.polygonOutlineWidth
    pen.strokeStyle = style.polygonOutlineColor
    pen.lineJoin = 'round'
    pen.stroke()
  }
}
