import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const LIBRARY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../node_modules/maplibre-gl/dist')

/** Ways to draw cars with the map library alone: not at all, with every report, or with every frame. */
export type PeerMap = 'no cars' | 'setData once a second' | 'setData every frame'

/** A page of the same server with the same streets in the same view, and the cars as one GeoJSON source. */
export async function openPeerMap(page: Page, kind: PeerMap, cars: number, box: PeerBox): Promise<void> {
  await page.route('**/peer-map', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html(kind, cars, box) }),
  )
  await page.route('**/peer-map/*', (route) => {
    const file = path.join(LIBRARY, path.basename(new URL(route.request().url()).pathname))
    return route.fulfill({
      contentType: file.endsWith('.css') ? 'text/css' : 'text/javascript',
      body: fs.readFileSync(file),
    })
  })
  await page.goto('/peer-map')
  await page.waitForFunction('globalThis.isDrawn')
}

export interface PeerBox {
  x: number
  y: number
  width: number
  height: number
}

function html(kind: PeerMap, cars: number, { x, y, width, height }: PeerBox): string {
  return `<!doctype html><link rel="stylesheet" href="/peer-map/maplibre-gl.css">
<div id="map" style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px"></div>
<script type="module">
import { Map, setWorkerUrl } from '/peer-map/maplibre-gl.mjs'
setWorkerUrl(location.origin + '/peer-map/maplibre-gl-worker.mjs')
${MOVING_CARS}
const text = await (await fetch('/tiles/style.json?scheme=light')).text()
const style = JSON.parse(text.replaceAll('"/tiles/', '"' + location.origin + '/tiles/'))
const map = new Map({ container: 'map', style, center: [25.5887, 45.6427], zoom: 13 })
await map.once('load')
const fleet = movingCars(${cars})
const features = (glide) => ({ type: 'FeatureCollection', features: fleet.now(glide).map((car) => ({
  type: 'Feature', geometry: { type: 'Point', coordinates: [car.long, car.lat] },
  properties: { sign: car.indicativ, busy: car.is_busy } })) })
if (${JSON.stringify(kind)} !== 'no cars') {
  map.addSource('cars', { type: 'geojson', data: features(false) })
  map.addLayer({ id: 'disc', type: 'circle', source: 'cars', paint: { 'circle-radius': 9,
    'circle-color': ['case', ['get', 'busy'], '#c92a2a', '#1b7f37'], 'circle-stroke-width': 2, 'circle-stroke-color': '#fff' } })
  map.addLayer({ id: 'sign', type: 'symbol', source: 'cars', layout: { 'text-field': ['get', 'sign'], 'text-size': 12,
    'text-offset': [0, 1.3], 'text-anchor': 'top' }, paint: { 'text-halo-color': '#fff', 'text-halo-width': 2 } })
}
setInterval(() => { fleet.report(); if (${JSON.stringify(kind)} === 'setData once a second') map.getSource('cars').setData(features(false)) }, 1000)
if (${JSON.stringify(kind)} === 'setData every frame') {
  const frame = () => { map.getSource('cars').setData(features(true)); requestAnimationFrame(frame) }
  frame()
}
globalThis.isDrawn = true
</script>`
}

/** Cars all over the city that drive endlessly at 36 km/h; a fifth of them reports each second, as phones do. */
export const MOVING_CARS = `
globalThis.movingCars = (count) => {
  let seed = 7
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const cars = Array.from({ length: count }, (_, n) => ({ userId: 100000 + n, indicativ: String(100 + n),
    lat: 45.6427 + (random() - 0.5) * 0.045, long: 25.5887 + (random() - 0.5) * 0.1, heading: Math.floor(random() * 360),
    is_busy: n % 3 === 0, is_paused: n % 11 === 0, ban_until: null, age_s: 0, from: null, since: performance.now() }))
  let second = 0
  const step = (car) => {
    car.from = [car.long, car.lat]
    car.since = performance.now()
    if (random() < 0.2) car.heading = Math.floor(random() * 360)
    const way = (car.heading * Math.PI) / 180
    car.lat += (Math.cos(way) * 50) / 111320
    car.long += (Math.sin(way) * 50) / 77800
  }
  return {
    report() { second += 1; const told = cars.filter((_, n) => n % 5 === second % 5); told.forEach(step); return told },
    now(glide) {
      if (!glide) return cars
      const at = performance.now()
      return cars.map((car) => {
        const share = car.from === null ? 1 : Math.min(1, (at - car.since) / 5000)
        const [long, lat] = car.from ?? [car.long, car.lat]
        return { ...car, long: long + (car.long - long) * share, lat: lat + (car.lat - lat) * share }
      })
    },
    all: cars,
  }
}`
