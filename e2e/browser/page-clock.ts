import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Stops the clock and every timer of the pages of this context; call `page.clock.install()` before they are loaded. Afterwards
 * their time advances only by `page.clock.runFor` and `fastForward`, until `page.clock.resume()`.
 */
export async function stopClock(page: Page): Promise<void> {
  // The component that draws toasts is loaded 3 s after the page, and React commits it by a timer.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
  const now = await page.evaluate(() => Date.now())
  // Pausing at a past time is refused, so the date is stopped before the timers, however long the page takes to respond.
  await page.clock.setFixedTime(now)
  await page.clock.pauseAt(now)
  // From here the date moves with the timers again.
  await page.clock.setSystemTime(now)
}

/** Waits on a stopped page until this is gone, advancing 1 ms at a time: rendering uses timers of 0 ms. */
export async function goneByNow(what: Locator): Promise<void> {
  const left = async () => {
    await what.page().clock.runFor(1)
    return what.count()
  }
  await expect.poll(left).toBe(0)
}
