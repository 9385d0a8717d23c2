import { importPolygons } from '@dispecerat/contract/geography/zones'
import type { Zone } from '@dispecerat/domain/geography/zone'
import { ZoneNeighbours } from '@dispecerat/domain/geography/zone-neighbours'
import { zoneOverlaps } from '@dispecerat/domain/geography/zone-overlap'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import type { Browser, Page } from 'playwright-core'
import { createApiClient } from '../../e2e/api/api-client.ts'
import { launchBrowser, openWorkspace } from '../../e2e/browser/console-browser.ts'
import { startServer } from '../../e2e/servers/running-server.ts'
import { type Bench, type BenchRow, median, percentile } from '../measure.ts'
import { mulberry } from '../random.ts'

const ZONES = 300
const CORNERS = 36
const COLUMNS = 20
const STEPS = 120
const FRAME_MS = 1000 / 60
const CITY = { south: 45.58, west: 25.5, height: 0.16, width: 0.22 }

/** Drags a corner in the zone editor, among three hundred drawn zones and among the demo's twenty. */
export const bench: Bench = {
  name: 'zones-editor',
  run: async () => {
    const zones = aCity()
    const few = await framesOfDrag([])
    const many = await framesOfDrag(zones)
    const facts = [1, 2, 3, 4, 5].map(() => milliseconds(() => void neighboursAndOverlaps(zones)))
    const row = (what: string, ours: number, peer: number, peerName: string): BenchRow => ({
      what,
      ours,
      peer,
      peerName,
      unit: 'ms',
      better: 'lower' as const,
    })
    return {
      title: 'The editor of zones, software rendering',
      growsWith: 'the corners in view: zones are one source, only the dragged outline is drawn anew with each move.',
      rows: [
        row(`frame while a corner is dragged, ${ZONES} zones: median`, median(many), median(few), '20 zones'),
        row(`the same: 95 of 100 within`, percentile(many, 0.95), percentile(few, 0.95), '20 zones'),
        row(`neighbours and overlaps of ${ZONES} zones, at a save`, median(facts), 6 * FRAME_MS, 'a tenth of a second'),
      ],
      notes: [`${many.length} frames during ${STEPS} moves of the mouse; the browser draws without a graphics card`],
    }
  },
}

function neighboursAndOverlaps(zones: readonly Zone[]): number {
  return new ZoneNeighbours(zones).of(asId<ZoneId>(1)).length + zoneOverlaps(zones).length
}

function milliseconds(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** Ragged cells side by side; some overlap their neighbours. */
function aCity(): Zone[] {
  const random = mulberry(ZONES)
  const [high, wide] = [CITY.height / (ZONES / COLUMNS), CITY.width / COLUMNS]
  return Array.from({ length: ZONES }, (_, n): Zone => {
    const middle = {
      lat: CITY.south + (Math.floor(n / COLUMNS) + 0.5) * high,
      long: CITY.west + ((n % COLUMNS) + 0.5) * wide,
    }
    const ring = Array.from({ length: CORNERS }, (_, corner): Point => {
      const angle = (corner / CORNERS) * 2 * Math.PI
      const reach = 0.45 + random() * 0.08
      return { lat: middle.lat + Math.sin(angle) * high * reach, long: middle.long + Math.cos(angle) * wide * reach }
    })
    return { id: asId<ZoneId>(n + 1), ring }
  })
}

async function framesOfDrag(zones: readonly Zone[]): Promise<number[]> {
  await using server = await startServer({ env: { DEMO: 'on', LOG_LEVEL: 'warn' } })
  if (zones.length > 0) {
    const api = await createApiClient(server.url, 'manager@demo.ro')
    const features = zones.map(({ id, ring }) => ({
      type: 'Feature',
      properties: { name: `Z${id}` },
      geometry: { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)].map(({ lat, long }) => [long, lat])] },
    }))
    await api.request(importPolygons, { body: { geojson: { type: 'FeatureCollection', features }, dry_run: false } })
  }
  const browser = await launchBrowser({ drawsMaps: true })
  try {
    return await drag(browser, server.url)
  } finally {
    await browser.close()
  }
}

async function drag(browser: Browser, address: string): Promise<number[]> {
  const { page } = await openWorkspace(browser, { address, email: 'manager@demo.ro' })
  page.setDefaultTimeout(60_000)
  await page.goto('/settings/polygons')
  await page.getByRole('tab', { name: /^Zone \(/ }).click()
  await page.getByRole('button', { name: 'Adaugă zonă', exact: true }).click()
  await page.locator('.map-collecting').waitFor()
  const box = await page.locator('.maplibregl-canvas').boundingBox()
  if (!box) throw new Error('no map')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  for (const [east, south] of [
    [-100, -80],
    [100, -80],
    [100, 80],
    [-100, 80],
    [-100, -80],
  ] as const) {
    await page.mouse.click(x + east, y + south)
  }
  await page.locator('.map-shaping').waitFor()
  await page.mouse.move(x + 100, y + 80)
  await page.mouse.down()
  await page.evaluate(COUNT_FRAMES)
  for (let step = 1; step <= STEPS; step++) {
    await page.mouse.move(x + 100 + 60 * Math.sin(step / 8), y + 80 + 40 * Math.cos(step / 8))
  }
  const frames = await stopCounting(page)
  await page.mouse.up()
  return frames
}

const COUNT_FRAMES = `(() => {
  globalThis.frameTimes = []
  let last = performance.now()
  const frame = (now) => {
    globalThis.frameTimes.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`

function stopCounting(page: Page): Promise<number[]> {
  return page.evaluate('globalThis.frameTimes.slice(2)')
}
