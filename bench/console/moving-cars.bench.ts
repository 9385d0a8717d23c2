import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, WIDE } from '../../e2e/browser/console-browser.ts'
import { type Installation, openInstallation } from '../bench-installation.ts'
import { type Bench, type BenchRow, median } from '../measure.ts'
import { MOVING_CARS, openPeerMap, type PeerBox, type PeerMap } from './peer-map-page.ts'
import { CATCH_SOCKETS, cpuMs, type WorkspacePage } from './workspace-page.ts'

const FLEETS = [1_000, 5_000, 10_000]
const ROUNDS = 3
const WATCH_MS = 4_000

interface Watched {
  framesPerSecond: number
  cpuMsPerSecond: number
}

/**
 * All cars of a fleet move on the map of the dispatchers' console, beside the same map without cars and beside the map library's own
 * methods.
 */
export const bench: Bench = {
  name: 'moving-cars',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    const browser = await launchBrowser({ drawsMaps: true })
    try {
      const rows: BenchRow[] = []
      for (const cars of FLEETS) rows.push(...(await compare(browser, installation, cars)))
      return {
        title: 'Cars that glide over the map, software rendering',
        growsWith:
          'the cars that report in a second: their places are sent to the graphics card once, a frame sends only the clock; the peer grows with cars times frames.',
        rows,
        notes: [
          'every car drives at 36 km/h and reports each five seconds; all are in view at zoom 13, a call sign is written where there is room',
          `medians of ${ROUNDS} rounds of ${WATCH_MS / 1000} s in turn; CPU is that of the page's own thread; the browser draws without a graphics card`,
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

async function compare(browser: Browser, installation: Installation, cars: number): Promise<BenchRow[]> {
  const figures = { ours: [] as Watched[], none: [] as Watched[], second: [] as Watched[], frame: [] as Watched[] }
  for (let round = 0; round < ROUNDS; round++) {
    const { watched, box } = await watchOurs(browser, installation, cars)
    figures.ours.push(watched)
    figures.none.push(await watchPeer(browser, installation, { kind: 'no cars', cars, box }))
    figures.second.push(await watchPeer(browser, installation, { kind: 'setData once a second', cars, box }))
    figures.frame.push(await watchPeer(browser, installation, { kind: 'setData every frame', cars, box }))
  }
  const row = (name: keyof Watched, peer: Exclude<keyof typeof figures, 'ours'>, peerName: PeerMap): BenchRow => ({
    what: `${cars} cars: ${name === 'framesPerSecond' ? 'frames a second' : "CPU of the page's thread per second"}`,
    unit: name === 'framesPerSecond' ? '/s' : 'ms',
    ours: median(figures.ours.map((one) => one[name])),
    peer: median(figures[peer].map((one) => one[name])),
    peerName,
    better: name === 'framesPerSecond' ? 'higher' : 'lower',
  })
  return [
    row('framesPerSecond', 'none', 'no cars'),
    row('framesPerSecond', 'second', 'setData once a second'),
    row('framesPerSecond', 'frame', 'setData every frame'),
    row('cpuMsPerSecond', 'none', 'no cars'),
    row('cpuMsPerSecond', 'second', 'setData once a second'),
    row('cpuMsPerSecond', 'frame', 'setData every frame'),
  ]
}

async function watchOurs(
  browser: Browser,
  installation: Installation,
  cars: number,
): Promise<{ watched: Watched; box: PeerBox }> {
  return onPage(browser, installation, async (workspace) => {
    const { page } = workspace
    await page.addInitScript(CATCH_SOCKETS)
    await page.addInitScript(MOVING_CARS)
    await page.goto('/operator/map')
    await page.locator('.cars-canvas').waitFor({ state: 'attached' })
    await page.getByText('actualizat acum').waitFor()
    await page.evaluate(playFleet(cars))
    const box = await page.locator('.map-place').boundingBox()
    if (!box) throw new Error('the map has no place')
    return { watched: await watch(workspace), box }
  })
}

function watchPeer(
  browser: Browser,
  installation: Installation,
  { kind, cars, box }: { kind: PeerMap; cars: number; box: PeerBox },
): Promise<Watched> {
  return onPage(browser, installation, async (workspace) => {
    await openPeerMap(workspace.page, kind, cars, box)
    return watch(workspace)
  })
}

async function onPage<Result>(
  browser: Browser,
  installation: Installation,
  work: (workspace: WorkspacePage) => Promise<Result>,
) {
  const context = await browser.newContext({ baseURL: installation.url, locale: 'ro-RO', viewport: WIDE })
  try {
    const page = await context.newPage()
    const answer = await fetch(`${installation.url}/api/account`, {
      headers: { authorization: `Bearer ${installation.dispatcherToken}` },
    })
    const { data } = (await answer.json()) as { data: { id: number } }
    const session = JSON.stringify({ token: installation.dispatcherToken, userId: data.id })
    await page.addInitScript(`localStorage.setItem('dispecerat.session', ${JSON.stringify(session)})`)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    return await work({ page, cdp })
  } finally {
    await context.close()
  }
}

/** Plays the fleet's reports as frames of the page's own socket, once a second. */
function playFleet(cars: number): string {
  return `(() => {
    const socket = globalThis.sockets.find((one) => one.readyState === 1)
    const fleet = globalThis.movingCars(${cars})
    let seq = 1e9
    const tell = (cars) => socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({
      event: 'ws_driver_positions', seq, at: new Date().toISOString().slice(0, 19).replace('T', ' '),
      data: { positions: cars.map(({ from, since, ...car }) => car), gone: [] } }) }))
    tell(fleet.all)
    setInterval(() => tell(fleet.report()), 1000)
  })()`
}

async function watch(workspace: WorkspacePage): Promise<Watched> {
  await sleep(3000)
  const [cpuBefore, startedAt] = [await cpuMs(workspace), performance.now()]
  const frames = await countFrames(workspace.page)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    framesPerSecond: frames / (WATCH_MS / 1000),
    cpuMsPerSecond: ((await cpuMs(workspace)) - cpuBefore) / seconds,
  }
}

function countFrames(page: Page): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    let frames = 0
    const until = performance.now() + ${WATCH_MS}
    const frame = () => {
      frames += 1
      if (performance.now() < until) requestAnimationFrame(frame)
      else done(frames)
    }
    requestAnimationFrame(frame)
  })`)
}
