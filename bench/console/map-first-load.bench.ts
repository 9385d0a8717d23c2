import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Browser, Page, Request } from 'playwright-core'
import { column, row } from '../../apps/server/src/adapters/map-import/tiles/cut-tiles.ts'
import { SUPER_USER } from '../../apps/server/src/platform/db/connect.ts'
import { launchBrowser } from '../../e2e/browser/console-browser.ts'
import { aDataDir, type RunningServer, startServer } from '../../e2e/servers/running-server.ts'
import { BUDGET_KB } from '../../scripts/checks/first-load.ts'
import { alternate, type Bench, type BenchRow, median } from '../measure.ts'

const CENTRE = { lat: 45.6486, long: 25.6061 }
const RATE_MS = 2000
const IN_FLIGHT = 8
const PICTURES = 20
const SLOWEST_PICTURE_MS = 150
type ProviderId = 'osm' | 'osm-raster'

/** Bytes on the wire. */
interface LoadBytes {
  code: number
  map: number
}

/** Bytes that the first view of a map transfers, and what a tile costs the server. */
export const bench: Bench = {
  name: 'map-first-load',
  run: async () => {
    const dataDir = aDataDir()
    const server = await startServer({ env: { DEMO: 'on' }, dataDir })
    const browser = await launchBrowser({ drawsMaps: true })
    try {
      const vector = await measureLoads(browser, server, 'osm')
      const raster = await measureLoads(browser, server, 'osm-raster')
      const tiles = await tileRates(server, path.join(dataDir.path, 'postgres/socket'))
      return {
        title: 'First picture of a map',
        growsWith:
          'the streets in view: a tile holds what its square holds, whatever the size of the country imported.',
        rows: [
          kilobytes(
            'code of the map (library, worker, layers), empty cache',
            vector.cold.code,
            BUDGET_KB.map,
            'budget',
          ),
          kilobytes('style and tiles as vectors, empty cache', vector.cold.map, raster.cold.map / 1024, 'as pictures'),
          kilobytes('all of a second visit as vectors', sum(vector.warm), sum(vector.cold) / 1024, 'the first visit'),
          kilobytes('all of a second visit as pictures', sum(raster.warm), sum(raster.cold) / 1024, 'the first visit'),
          {
            what: `vector tiles, ${IN_FLIGHT} in flight`,
            unit: 'tiles/s',
            ours: median(tiles.ours),
            peer: median(tiles.peer),
            peerName: 'the bare row by its key, the same connections',
            better: 'higher',
          },
          milliseconds('a picture of our map drawn anew, 512 pixels', await pictures(server, false)),
          milliseconds('the same picture again', await pictures(server, true)),
          milliseconds('still picture of a route, 640×320', await stills(server)),
        ],
        notes: [
          'the schematic town: an imported one has some 8 KB a tile in its centre',
          'vector tiles are stored packed; a repeated question with the same ETag costs no body',
        ],
      }
    } finally {
      await browser.close()
      await server[Symbol.asyncDispose]()
      await dataDir[Symbol.asyncDispose]()
    }
  },
}

function kilobytes(what: string, bytes: number, peer: number, peerName: string): BenchRow {
  return { what, unit: 'KB', ours: bytes / 1024, peer, peerName, better: 'lower' }
}

function milliseconds(what: string, samples: readonly number[]): BenchRow {
  return {
    what: `${what}, p50`,
    unit: 'ms',
    ours: median(samples),
    peer: SLOWEST_PICTURE_MS,
    peerName: 'limit',
    better: 'lower',
  }
}

function sum({ code, map }: LoadBytes): number {
  return code + map
}

async function measureLoads(
  browser: Browser,
  server: RunningServer,
  provider: ProviderId,
): Promise<{ cold: LoadBytes; warm: LoadBytes }> {
  const context = await browser.newContext({ baseURL: server.url, locale: 'ro-RO' })
  try {
    const { token, user } = await logIn(server)
    // Stores the session and the chosen map provider as the console does, so that nothing is fetched before the map.
    const storage = {
      'dispecerat.session': JSON.stringify({ token, userId: user.id }),
      'dispecerat.mapProvider': provider,
    }
    await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(storage)})`)
    const page = await context.newPage()
    return { cold: await measureLoad(page, provider), warm: await measureLoad(page, provider) }
  } finally {
    await context.close()
  }
}

async function logIn(server: RunningServer): Promise<{ token: string; user: { id: number } }> {
  const login = await fetch(`${server.url}/api/access-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'dispecer@demo.ro', password: 'demo-parola' }),
  })
  return (await login.json()) as { token: string; user: { id: number } }
}

async function measureLoad(page: Page, provider: ProviderId): Promise<LoadBytes> {
  const requests: Request[] = []
  const record = (request: Request) => void requests.push(request)
  page.on('requestfinished', record)
  await page.goto('/operator/map')
  await page.locator(`.map-box[data-provider="${provider}"]`).waitFor()
  await untilQuiet(() => requests.filter(isTile).length)
  page.off('requestfinished', record)
  const load = { code: 0, map: 0 }
  for (const request of requests) {
    const path = new URL(request.url()).pathname
    const { responseBodySize } = await request.sizes().catch(() => ({ responseBodySize: 0 }))
    // Files from the browser cache count as 0 bytes; for some of them the browser reports −1.
    const bytes = Math.max(0, responseBodySize)
    if (path.startsWith('/tiles/') || path === '/api/map-config') load.map += bytes
    else if (/map-canvas|maplibre/.test(path)) load.code += bytes
  }
  return load
}

const isTile = (request: Request) => /\/tiles\/(raster\/)?\d/.test(request.url())
const QUIET_MS = 4000
const LONGEST_MS = 60_000

/** The browser fires no event when a map is drawn, so it counts as drawn once tiles have come and no more follow. */
async function untilQuiet(count: () => number): Promise<void> {
  const start = performance.now()
  for (let before = 0, since = start; performance.now() - start < LONGEST_MS; await sleep(200)) {
    const now = count()
    if (now !== before) since = performance.now()
    before = now
    if (now > 0 && performance.now() - since > QUIET_MS) return
  }
  throw new Error('the map was not drawn')
}

async function tileRates(server: RunningServer, socketDir: string) {
  const pool = new pg.Pool({ host: socketDir, user: SUPER_USER, database: 'dispecerat', max: IN_FLIGHT })
  const places = [11, 12, 13, 14].map((z) => ({ z, x: column(CENTRE.long, z), y: row(CENTRE.lat, z) }))
  try {
    return await alternate(
      3,
      () =>
        perSecond(async (n) => {
          const { z, x, y } = places[n % places.length] ?? { z: 14, x: 0, y: 0 }
          const answer = await fetch(`${server.url}/tiles/${z}/${x}/${y}.mvt`)
          await answer.arrayBuffer()
        }),
      () =>
        perSecond(async (n) => {
          const { z, x, y } = places[n % places.length] ?? { z: 14, x: 0, y: 0 }
          await pool.query({
            name: 'tile',
            text: 'select tile from map_tiles where dataset_id = (select id from map_datasets where state = $4) and z = $1 and x = $2 and y = $3',
            values: [z, x, y, 'live'],
          })
        }),
    )
  } finally {
    await pool.end()
  }
}

async function perSecond(once: (n: number) => Promise<void>): Promise<number> {
  const until = performance.now() + RATE_MS
  let done = 0
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (performance.now() < until) await once(done++)
    }),
  )
  return done / (RATE_MS / 1000)
}

/** Twenty places of the town at zoom 15. With `isAgain`, one of them repeatedly, which was drawn before. */
async function pictures(server: RunningServer, isAgain: boolean): Promise<number[]> {
  const [x, y] = [column(CENTRE.long, 15) - 2, row(CENTRE.lat, 15) - 2]
  return timed(PICTURES, async (n) => {
    const [dx, dy] = isAgain ? [0, 0] : [n % 5, Math.floor(n / 5)]
    const answer = await fetch(`${server.url}/tiles/raster/15/${x + dx}/${y + dy}.png?scheme=light&v=bench`)
    if (!answer.ok) throw new Error(`picture ${answer.status}`)
    await answer.arrayBuffer()
  })
}

async function stills(server: RunningServer): Promise<number[]> {
  const { token } = await logIn(server)
  return timed(PICTURES, async (n) => {
    const route = `pickup=45.642,25.5887&dest=${(45.65 + n / 2000).toFixed(4)},25.6135`
    const answer = await fetch(`${server.url}/api/static-map?${route}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`still picture ${answer.status}`)
    await answer.arrayBuffer()
  })
}

async function timed(times: number, once: (n: number) => Promise<void>): Promise<number[]> {
  const samples: number[] = []
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    await once(n)
    samples.push(performance.now() - start)
  }
  return samples
}
