import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/console-browser.ts'
import { type RunningServer, startServer } from '../e2e/running-server.ts'
import { type Bench, type BenchRow, median } from './measure.ts'

const ROUNDS = 5
/** What the design allows for the operator's screen, in KB on the wire. */
const JS_BUDGET_KB = 260

interface Visit {
  ms: number
  /** Bytes on the wire of scripts and styles. */
  bytes: number
}

/** The console from an empty cache and from a warm one, beside a page of the same server that has no script. */
export const bench: Bench = {
  name: 'console-load',
  run: async () => {
    await using server = await startServer({ env: { DEMO: 'on' } })
    const browser = await launchBrowser()
    try {
      const login: Visit[] = []
      const bare: Visit[] = []
      const cold: Visit[] = []
      const warm: Visit[] = []
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(await fresh(browser, server, (page) => visit(page, '/health', 'pre, body')))
        login.push(await fresh(browser, server, (page) => visit(page, '/login', 'input[type=email]:focus')))
        const both = await fresh(browser, server, (page) => operatorTwice(page))
        cold.push(both.cold)
        warm.push(both.warm)
      }
      return {
        title: 'First load of the console',
        growsWith:
          'the code of the screens opened; every screen is a chunk of its own, and the map loads when it is opened.',
        rows: [
          time('login usable, empty cache', login, bare),
          time('operator list usable, empty cache', cold, bare),
          time('operator list usable, warm cache', warm, bare),
          size('login, scripts and styles on the wire', login),
          size('operator, scripts and styles on the wire', cold),
        ],
        notes: [
          'usable: the e-mail field has the focus; the first row of the list stands, which includes asking the server for it',
          'sizes are compressed bodies with their headers as the browser counted them',
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

function time(what: string, ours: readonly Visit[], peer: readonly Visit[]): BenchRow {
  return {
    what,
    unit: 'ms',
    ours: median(ours.map(({ ms }) => ms)),
    peer: median(peer.map(({ ms }) => ms)),
    peerName: 'a bare answer of the same server in the same browser',
    better: 'lower',
  }
}

function size(what: string, ours: readonly Visit[]): BenchRow {
  const kilobytes = median(ours.map(({ bytes }) => bytes)) / 1024
  return { what, unit: 'KB', ours: kilobytes, peer: JS_BUDGET_KB, peerName: 'budget', better: 'lower' }
}

/** A browser that has never been here. */
async function fresh<T>(browser: Browser, server: RunningServer, work: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.newContext({ baseURL: server.url, locale: 'ro-RO' })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

async function operatorTwice(page: Page): Promise<{ cold: Visit; warm: Visit }> {
  const answer = await page.request.post('/api/access-tokens', {
    data: { email: 'dispecer@demo.ro', password: 'demo-parola' },
  })
  const { token, user } = (await answer.json()) as { token: string; user: { id: number } }
  // The session is put where the log-in screen puts it, so that only the operator's own code is loaded.
  const kept = JSON.stringify({ token, userId: user.id })
  await page.addInitScript(`localStorage.setItem('dispecerat.session', ${JSON.stringify(kept)})`)
  const cold = await visit(page, '/operator/order/0?tab=finished', '[data-order]')
  const warm = await visit(page, '/operator/order/0?tab=finished', '[data-order]')
  return { cold, warm }
}

async function visit(page: Page, path: string, usable: string): Promise<Visit> {
  const start = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(usable).first().waitFor({ state: 'attached' })
  const ms = performance.now() - start
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => /\.(js|css)$/.test(new URL(entry.name).pathname))
      .reduce((sum, entry) => sum + (entry as unknown as { transferSize: number }).transferSize, 0),
  )
  return { ms, bytes }
}
