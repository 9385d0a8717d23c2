import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { WIDE } from '../../e2e/browser/console-browser.ts'

const ROW_HEIGHT = 44

export interface WorkspacePage {
  page: Page
  cdp: CDPSession
}

/** A dispatcher's operator screen in a browser of its own, its list of live orders loaded completely. */
export async function openLoadedWorkspace(
  browser: Browser,
  installation: { url: string; token: string },
  orders: number,
): Promise<WorkspacePage> {
  const context = await browser.newContext({ baseURL: installation.url, locale: 'ro-RO', viewport: WIDE })
  const page = await context.newPage()
  const session = JSON.stringify({ token: installation.token, userId: await userOf(installation) })
  await page.addInitScript(`localStorage.setItem('dispecerat.session', ${JSON.stringify(session)})`)
  await page.addInitScript(CATCH_SOCKETS)
  await page.goto('/operator/order/0?tab=live')
  await page.locator('[data-order] .order-link').first().focus()
  await page.keyboard.press('End')
  const tall = () => page.locator('.order-list ul').evaluate((rows) => rows.clientHeight)
  while ((await tall()) < orders * ROW_HEIGHT) await sleep(200)
  await page.keyboard.press('Home')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp }
}

/** Lets frames be played to the page as if its server had sent them. */
export const CATCH_SOCKETS = `
  globalThis.sockets = []
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) { super(...given); globalThis.sockets.push(this) }
  }`

async function userOf({ url, token }: { url: string; token: string }): Promise<number> {
  const answer = await fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** Milliseconds of CPU time of the page's main thread. */
export async function cpuMs({ cdp }: WorkspacePage): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Megabytes of JavaScript objects that survive garbage collection. */
export async function heapMb({ cdp }: WorkspacePage): Promise<number> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
