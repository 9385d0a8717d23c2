import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const DRAWN = { timeout: 30_000, interval: 100 }

/**
 * Waits until something clickable is drawn at this point of the window, where the pointer becomes a hand, and leaves the mouse
 * on it. A layer notices the mouse only when it moves.
 */
export async function pointAt(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const canvas = page.locator('.maplibregl-canvas')
  // The hand cursor of a removed layer stays until the mouse has left the map.
  await page.mouse.move(0, 0)
  await canvas.evaluate((element) => {
    element.style.cursor = ''
  })
  let aside = 0
  const cursor = async () => {
    aside = 1 - aside
    await page.mouse.move(x + aside, y)
    return canvas.evaluate((element) => element.style.cursor)
  }
  await expect.poll(cursor, DRAWN).toBe('pointer')
}
