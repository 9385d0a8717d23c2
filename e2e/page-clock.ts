import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** How far ahead the clock is stopped: a pause in the past is refused. */
const AHEAD_MS = 1000

/**
 * Stops the clock and every timer of the pages of this context; `page.clock.install()` has to come before they are loaded. From now
 * on their time passes by `page.clock.runFor` and `fastForward` alone, until `page.clock.resume()`.
 */
export async function stopClock(page: Page): Promise<void> {
  // The component that draws toasts is loaded 3 s after the page, and React commits what was loaded by a timer.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
  const pause = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS)
  // A page that takes longer than that to answer refuses the pause, but its clock stands by then: the second one is in its future.
  await pause().catch(pause)
}

/** Waits on a stopped page until this is gone, a millisecond of its time at once: rendering takes timers of 0 ms. */
export async function goneByNow(what: Locator): Promise<void> {
  const left = async () => {
    await what.page().clock.runFor(1)
    return what.count()
  }
  await expect.poll(left).toBe(0)
}
