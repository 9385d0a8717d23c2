import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect } from 'vitest'

const PROBE = '**/is-anybody-listening'

/**
 * Has the test answer what pages ask of this address, until it is unrouted. Chromium says it stops requests a moment before it does,
 * and what a page asks in that moment slips by: this returns once the pages that are open are heard.
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
    const ask = () => page.evaluate(async () => (await fetch('/is-anybody-listening')).status)
    await expect.poll(ask).toBe(204)
  }
  await on.unroute(PROBE)
}

/** Holds back whoever awaits `opened` until `open()`. */
export function aGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}
