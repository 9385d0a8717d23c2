import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../../e2e/browser/console-browser.ts'
import { type RunningServer, startServer } from '../../e2e/servers/running-server.ts'
import { BUDGET_KB } from '../../scripts/checks/first-load.ts'
import { type Bench, type BenchRow, median } from '../measure.ts'

const ROUNDS = 5

interface Visit {
  ms: number
  /** Bytes on the wire, by file name without the hash. */
  scripts: Record<string, number>
  styles: Record<string, number>
}

/** Loads the console with an empty and with a warm cache, beside a page of the same server without scripts. */
export const bench: Bench = {
  name: 'console-load',
  run: async () => {
    await using server = await startServer({ env: { DEMO: 'on' } })
    const browser = await launchBrowser({ drawsMaps: true })
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
          size('login, scripts on the wire', login, 'scripts', BUDGET_KB.login),
          size('operator, scripts on the wire', cold, 'scripts', BUDGET_KB.operator),
          size('operator, styles on the wire', cold, 'styles', BUDGET_KB.styles),
        ],
        notes: [
          'usable: the e-mail field has the focus; the first row of the list stands, which includes asking the server for it',
          'sizes are compressed bodies with their headers as the browser counted them',
          `the operator's scripts: ${inParts(cold[0]?.scripts ?? {})}`,
          `the log-in form's scripts: ${inParts(login[0]?.scripts ?? {})}`,
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

function size(what: string, ours: readonly Visit[], of: 'scripts' | 'styles', budget: number): BenchRow {
  const kilobytes = median(ours.map((visit) => total(visit[of]))) / 1024
  return { what, unit: 'KB', ours: kilobytes, peer: budget, peerName: 'budget', better: 'lower' }
}

function total(files: Record<string, number>): number {
  return Object.values(files).reduce((sum, bytes) => sum + bytes, 0)
}

/** Formats 'start 114 KB, desk 46 KB, …', the heaviest first. */
function inParts(files: Record<string, number>): string {
  return Object.entries(files)
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => `${name} ${(bytes / 1024).toFixed(1)} KB`)
    .join(', ')
}

/** Runs in a new browser context with an empty cache. */
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
  // Stores the session as the log-in screen does, so that only the operator screen's own code is loaded.
  const session = JSON.stringify({ token, userId: user.id })
  await page.addInitScript(`localStorage.setItem('dispecerat.session', ${JSON.stringify(session)})`)
  const cold = await visit(page, '/operator/order/0?tab=finished', '[data-order]')
  const warm = await visit(page, '/operator/order/0?tab=finished', '[data-order]')
  return { cold, warm }
}

async function visit(page: Page, path: string, usable: string): Promise<Visit> {
  const start = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(usable).first().waitFor({ state: 'attached' })
  const ms = performance.now() - start
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => ({
      name: new URL(entry.name).pathname,
      bytes: (entry as unknown as { transferSize: number }).transferSize,
    })),
  )
  return { ms, scripts: byName(files, '.js'), styles: byName(files, '.css') }
}

function byName(files: readonly { name: string; bytes: number }[], ending: string): Record<string, number> {
  const sized: Record<string, number> = {}
  for (const { name, bytes } of files) {
    if (!name.endsWith(ending)) continue
    const short = name.replace(/^.*\//, '').replace(/-[\w-]{8}\.\w+$/, '')
    sized[short] = (sized[short] ?? 0) + bytes
  }
  return sized
}
