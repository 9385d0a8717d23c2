import type { Page } from 'playwright-core'

/**
 * From now on no toast of this document closes by itself: each is told that the pointer is on it, which stops its timer.
 * A toast stands for 3 to 10 s, so a busy machine may be too late to read it, to press its button or to count those of two windows.
 * Kept toasts lie over what is below them: close them with `noToasts` before the next click there. Returns what lets them go again.
 */
export async function keepToasts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const kept = new Set<Element>()
    const keep = () => {
      for (const toast of document.querySelectorAll('.mantine-Notifications-notification')) {
        if (kept.has(toast)) continue
        kept.add(toast)
        toast.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      }
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true })
    keep()
    const letToastsGo = () => {
      observer.disconnect()
      for (const toast of kept) toast.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }))
    }
    Object.assign(globalThis, { letToastsGo })
  })
  return () => page.evaluate(() => (globalThis as unknown as { letToastsGo?: () => void }).letToastsGo?.())
}
