import type { Map as MapLibre } from 'maplibre-gl'
import { CAR_STATES, type CarState } from './cars.ts'

export const CAR_COLOURS = {
  free: '#1b7f37',
  busy: '#c92a2a',
  paused: '#d9480f',
  banned: '#111111',
} as const satisfies Record<CarState, string>

const SIZE = 44
const PIXEL_RATIO = 2

/** Shape as well as colour: circle free, square busy, two bars paused, cross banned. */
const SHAPES: Record<CarState, (c: CanvasRenderingContext2D) => void> = {
  free: (c) => {
    c.beginPath()
    c.arc(22, 22, 11, 0, Math.PI * 2)
    c.fill()
  },
  busy: (c) => c.fillRect(12, 12, 20, 20),
  paused: (c) => {
    c.fillRect(13, 11, 7, 22)
    c.fillRect(24, 11, 7, 22)
  },
  banned: (c) => {
    c.lineWidth = 6
    c.beginPath()
    c.moveTo(13, 13)
    c.lineTo(31, 31)
    c.moveTo(31, 13)
    c.lineTo(13, 31)
    c.stroke()
  },
}

/** Draws the four signs into the map's sprite; a map without a canvas keeps the circles below them. */
export function addCarImages(map: MapLibre) {
  for (const state of CAR_STATES) {
    const canvas = document.createElement('canvas')
    canvas.width = SIZE
    canvas.height = SIZE
    const context = canvas.getContext('2d')
    if (!context || map.hasImage(`car-${state}`)) continue
    context.fillStyle = CAR_COLOURS[state]
    context.strokeStyle = CAR_COLOURS[state]
    SHAPES[state](context)
    map.addImage(`car-${state}`, context.getImageData(0, 0, SIZE, SIZE), { pixelRatio: PIXEL_RATIO })
  }
}
