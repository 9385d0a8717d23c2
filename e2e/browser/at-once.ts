import type { BrowserContext, Page } from 'playwright-core'
import { intercept } from './intercept.ts'

/** Makes requests to this address wait for each other: none is forwarded before so many have arrived. Returns a function that stops it. */
export async function requestAtOnce(
  from: readonly (Page | BrowserContext)[],
  address: string | RegExp,
  howMany: number,
): Promise<() => Promise<void>> {
  let requestCount = 0
  let letGo: () => void = () => undefined
  const all = new Promise<void>((resolve) => {
    letGo = resolve
  })
  for (const one of from) {
    await intercept(one, address, async (route) => {
      requestCount += 1
      if (requestCount === howMany) letGo()
      await all
      await route.continue()
    })
  }
  return async () => {
    for (const one of from) await one.unroute(address)
  }
}
