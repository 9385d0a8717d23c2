import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect } from 'vitest'

const PROBE = '**/is-anybody-listening'

/**
 * Lets the test answer requests of pages to this address, until it is unrouted. Chromium reports the interception a moment before it is
 * active, and requests in that moment pass through; so this resolves once the open pages are really intercepted.
 */
export async function intercept(
  on: Page | BrowserContext,
  address: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  await on.route(address, answer)
  await on.route(PROBE, (route) => route.fulfill({ status: 204 }))
  const open = ('pages' in on ? on.pages() : [on]).filter((page) => page.url() !== 'about:blank')
  for (const page of open) {
    const probe = () => page.evaluate(async () => (await fetch('/is-anybody-listening')).status)
    await expect.poll(probe).toBe(204)
  }
  await on.unroute(PROBE)
}

/** A promise `opened` that resolves when `open()` is called. */
export function aGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}
