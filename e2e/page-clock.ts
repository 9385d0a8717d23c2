import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Stops the clock and every timer of the pages of this context; `page.clock.install()` has to come before they are loaded. From now
 * on their time passes by `page.clock.runFor` and `fastForward` alone, until `page.clock.resume()`.
 */
export async function stopClock(page: Page): Promise<void> {
  // The component that draws toasts is loaded 3 s after the page, and React commits what was loaded by a timer.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
  const now = await page.evaluate(() => Date.now())
  // A pause in the past is refused: the date stands before the timers do, however long the page takes to answer.
  await page.clock.setFixedTime(now)
  await page.clock.pauseAt(now)
  // From here the date moves with the timers again.
  await page.clock.setSystemTime(now)
}

/** Waits on a stopped page until this is gone, a millisecond of its time at once: rendering takes timers of 0 ms. */
export async function goneByNow(what: Locator): Promise<void> {
  const left = async () => {
    await what.page().clock.runFor(1)
    return what.count()
  }
  await expect.poll(left).toBe(0)
}
