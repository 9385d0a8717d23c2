import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type ApiClient, createApiClient } from './api-client.ts'
import { launchBrowser, liveAfter, openWorkspace } from './console-browser.ts'
import { type DemoServer, startDemo } from './demo-server.ts'
import { phoneField } from './form-helpers.ts'
import { LISTEN } from './listening.ts'
import { searchesPatiently } from './patient-search.ts'
import { lines, waiting } from './telephone-bar.ts'

/** Two dispatchers with calls without audio, so that the phones that ring are those of dispatchers at an open console. */
export interface TwoDispatchers extends AsyncDisposable {
  server: DemoServer
  browser: Browser
  /** Places simulated calls. */
  exchange: ApiClient
  api: ApiClient
  page: Page
  colleague: Page
  /** Closed with the fixture; tests may add more. */
  contexts: BrowserContext[]
  /** Waits until no call rings or is active, on either screen. */
  areQuiet(): Promise<void>
}

export async function twoDispatchers(): Promise<TwoDispatchers> {
  const server = await startDemo({ env: { TELEPHONY: 'off' } })
  const exchange = await createApiClient(server.url, 'manager@demo.ro')
  await searchesPatiently(exchange)
  const api = await createApiClient(server.url, 'dispecer@demo.ro')
  const browser = await launchBrowser()
  const sit = async (email: string) => {
    const { context, page } = await openWorkspace(browser, { address: server.url, email })
    await context.addInitScript(LISTEN)
    // A page without a live connection cannot receive a transferred call, and gets no event of one.
    await liveAfter(page, () => page.goto('/operator/order/0'))
    await phoneField(page).waitFor()
    return { context, page }
  }
  const [mine, hers] = await Promise.all(['dispecer@demo.ro', 'dispecer2@demo.ro'].map(sit))
  if (!mine || !hers) throw new Error('two dispatchers sit here')
  const contexts = [mine.context, hers.context]
  return {
    ...{ server, browser, exchange, api, contexts },
    page: mine.page,
    colleague: hers.page,
    areQuiet: async () => {
      for (const page of [mine.page, hers.page]) {
        await waiting(page).first().waitFor({ state: 'detached' })
        await lines(page).first().waitFor({ state: 'detached' })
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const context of contexts) await context.close()
      await browser.close()
      await server[Symbol.asyncDispose]()
    },
  }
}
