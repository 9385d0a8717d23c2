import type { Page } from 'playwright-core'

/** Describes elements that are not wholly on the screen; empty when everything is visible or can be scrolled to. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SPILL = 1
    const found: string[] = []
    const root = document.scrollingElement ?? document.documentElement
    if (root.scrollHeight > innerHeight + SPILL)
      found.push(`the page scrolls down by ${root.scrollHeight - innerHeight}`)
    if (root.scrollWidth > innerWidth + SPILL)
      found.push(`the page scrolls sideways by ${root.scrollWidth - innerWidth}`)

    const named = (el: Element) =>
      `${el.tagName.toLowerCase()}.${el.className} "${(el.textContent ?? '').slice(0, 40)}"`
    const isSeen = (el: Element) => {
      const style = getComputedStyle(el)
      const box = el.getBoundingClientRect()
      // Elements for screen readers only are one pixel large or far to the left.
      return style.visibility !== 'hidden' && box.width > 2 && box.height > 2 && box.right > -1000
    }
    /** The nearest box around an element that cuts it off; null when it is whole or can be scrolled to. */
    const cutter = (el: Element): Element | 'screen' | null => {
      const box = el.getBoundingClientRect()
      let down = true
      let side = true
      for (let around = el.parentElement; around !== null; around = around.parentElement) {
        const style = getComputedStyle(around)
        const walls = around.getBoundingClientRect()
        if (/auto|scroll/.test(style.overflowY)) down = false
        else if (down && style.overflowY !== 'visible' && box.bottom > walls.bottom + SPILL) return around
        if (/auto|scroll/.test(style.overflowX)) side = false
        else if (side && style.overflowX !== 'visible' && box.right > walls.right + SPILL) return around
        if (style.position === 'fixed') break
      }
      const isBelow = down && box.bottom > innerHeight + SPILL
      const isBeside = side && (box.right > innerWidth + SPILL || box.left < -SPILL)
      return isBelow || isBeside ? 'screen' : null
    }
    for (const el of document.querySelectorAll(
      'button, a, input, textarea, h1, h2, h3, label, dt, dd, th, [role=tab], time',
    )) {
      if (!isSeen(el) || el.closest('.maplibregl-map')) continue
      const by = cutter(el)
      if (by !== null) found.push(`${named(el)} is cut by ${by === 'screen' ? 'the screen' : named(by)}`)
    }
    for (const el of document.querySelectorAll('*')) {
      const style = getComputedStyle(el)
      if (!isSeen(el) || el.closest('.maplibregl-map')) continue
      const scrollsSideways = /auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + SPILL
      if (scrollsSideways && !(el instanceof HTMLInputElement)) found.push(`${named(el)} scrolls sideways`)
    }
    return found
  })
}
